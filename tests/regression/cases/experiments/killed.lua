-- Thirty runs, of which some are finished when it is killed.
local az = require "ansatz"
local programs = az.path((...))
local suite = {}
for _, name in ipairs { "two_loops", "lowest_int", "count_nested", "state_machine", "ring_of_three", "third_round", "alternates", "union_halves",
  "pointer_swap", "bitfield_sign" } do suite[#suite + 1] = programs .. "/" .. name .. ".yml" end
az.run(az.experiment {
  name = "killed",
  suites = { az.suite(suite) },
  configs = { az.config { mode = "kiki", domain = interval() }, az.config { mode = "bmc", max_unwind = 10 }, az.config { mode = "kinduction", max_unwind = 5 } },
  limits = { cpu = "20 s" },
})
