-- The figures of memory: verdicts on array, heap, list and memory-safety tasks with the shipped configuration, beside those of 2LS and CBMC; what 2LS
-- solves and we do not; CPU time against 2LS's.
--     ansatz run experiments/bench/memory.lua --jobs 2 -- SUITES [SECONDS [SUITE...]]
-- SUITES is the folder with the suites, baseline-2ls.csv, baseline-cbmc.csv and calibrate.
local az = require "ansatz"
local figures = dofile((debug.getinfo(1, "S").source:match "^@(.*/)" or "") .. "figures.lua")
local right = figures.right

local folder, seconds = ...
if not folder then error("usage: ansatz run experiments/bench/memory.lua -- SUITES [SECONDS [SUITE...]]", 0) end
folder, seconds = az.path(folder), tonumber(seconds) or 10

local names = { select(3, ...) }
if #names == 0 then
  names = {
    "2ls-arrays", "2ls-heap", "2ls-heap-data", "2ls-memsafety", "diffy-cav21", "dillig-arrays", "esbmc-memleak", "predator", "sv-array-cav19",
    "sv-array-divine", "sv-array-examples", "sv-array-fpi", "sv-array-industry-pattern", "sv-array-memsafety", "sv-array-tiling",
    "sv-heap-manipulation", "sv-ldv-memsafety", "sv-ldv-memsafety-bitfields", "sv-list-ext-properties", "sv-list-properties", "sv-list-simple",
    "sv-memory-alloca", "sv-memsafety", "sv-memsafety-ext", "sv-memsafety-ext2", "sv-memsafety-ext3", "sv-reducercommutativity", "traps", "tricera",
  }
end
local factor = figures.factor(folder)

for _, property in ipairs { "unreach-call", "valid-memsafety" } do
  local suites = {}
  for _, name in ipairs(names) do
    local suite = az.suite {
      name = name, folder .. "/" .. name,
      keep = function(task)
        for _, p in ipairs(task.properties) do
          if p.name == property then return true end
        end
        return false
      end,
    }
    if #suite.tasks > 0 then suites[#suites + 1] = suite end
  end
  if #suites > 0 then
    local results = az.run(az.experiment {
      name = "memory-" .. property, suites = suites, configs = { az.config { name = "auto" } }, property = property,
      limits = { cpu = seconds, wall = 30 * seconds, memory = "4 GB" },
    })
    results:import("2LS", folder .. "/baseline-2ls.csv")
    results:import("CBMC", folder .. "/baseline-cbmc.csv")
    print(("==== %s ===="):format(property))
    print(results:table { file = property .. "-table.txt" })
    results:table { file = property .. "-table.tex", by_suite = false }
    print(results:reasons { file = property .. "-reasons.txt" })
    results:csv { file = property .. "-results.csv" }
    results:scatter("auto", "2LS", { file = property .. "-2ls" })
    local tasks, either = figures.tasks(results), 0
    for _, task in ipairs(tasks) do
      if right(task["2LS"]) or right(task.CBMC) then either = either + 1 end
    end
    print(("Right by 2LS or CBMC: %d"):format(either))
    print(figures.report(tasks, "Right wherever 2LS is", function(t) return right(t["2LS"]) end, "auto"))
    figures.ratios(tasks, "auto", factor)
    print(figures.wrong(results) .. "\n")
  end
end
