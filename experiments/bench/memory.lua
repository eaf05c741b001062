-- The figures of memory: verdicts on array, heap, list and memory-safety tasks with the shipped configuration, beside those of 2LS and CBMC; the tasks that
-- 2LS decides and Ansatz does not; CPU time compared with that of 2LS.
--     ansatz run experiments/bench/memory.lua --jobs 2 -- SUITES [SECONDS [SUITE...]]
-- SUITES is the folder with the suites, baseline-2ls.csv, baseline-cbmc.csv and calibrate.
local az = require "ansatz"
local figures = dofile((debug.getinfo(1, "S").source:match "^@(.*/)" or "") .. "figures.lua")

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
  local results, tasks = figures.beside(az, {
    title = "memory", folder = folder, names = names, property = property, configs = { az.config { name = "auto" } },
    limits = { cpu = seconds, wall = 30 * seconds, memory = "4 GB" },
  })
  if results then
    print(figures.unconfirmed(results))
    print(figures.report(tasks, "Right wherever 2LS is", function(t) return figures.right(t["2LS"]) end, "auto"))
    figures.ratios(tasks, "auto", factor)
    print(figures.wrong(results) .. "\n")
  end
end
