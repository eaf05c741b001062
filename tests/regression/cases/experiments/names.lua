-- A task beside this file and one in a folder, whatever their names are.
local az = require "ansatz"
local results = az.run(az.experiment {
  name = "names",
  suites = { az.suite { "*.yml", "more[1]", "a?.set" } },
  configs = { az.config { name = "bmc", mode = "bmc" } },
  limits = { cpu = "20 s" },
})
assert(#results.rows == 3, #results.rows)
for _, row in ipairs(results.rows) do assert(row.verdict == "true", row.verdict) end
