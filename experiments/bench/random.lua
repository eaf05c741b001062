-- Random programs with exact verdicts: how many are right, whether any is wrong, with the shipped configuration and with single numeric domains.
--     ansatz run experiments/bench/random.lua --jobs 2 -- GENERATE [COUNT [SEED [auto|single|all [FEATURES]]]]
-- GENERATE is the program that writes them (fuzz/generate). The defaults are 1000 programs, a seed that depends on the day, `auto`, and all features. For
-- numbers alone, without the heap, FEATURES is scalar,loops,calls,arrays,pointers,goto.
local az = require "ansatz"
local figures = dofile((debug.getinfo(1, "S").source:match "^@(.*/)" or "") .. "figures.lua")

local generate, count, seed, which, features = ...
if not generate then error("usage: ansatz run experiments/bench/random.lua -- GENERATE [COUNT [SEED [auto|single|all [FEATURES]]]]", 0) end
count, seed, which = tonumber(count or 1000), tonumber(seed or os.date "%Y%m%d"), which or "auto"
features = features or "scalar,loops,calls,arrays,pointers,heap,goto"

local programs = ("%s/random-%d-%d-%s"):format(os.getenv "TMPDIR" or "/tmp", seed, count, features:gsub(",", "-"))
local command = ("test -d '%s' || '%s' '%s' --count %d --seed %d --features '%s'"):format(programs, az.path(generate), programs, count, seed, features)
if not os.execute(command) then error(generate .. " does not write programs", 0) end

local configs = {}
if which ~= "single" then configs[#configs + 1] = az.config { name = "auto" } end
if which ~= "auto" then
  for _, name in ipairs { "interval", "zones", "octagons", "polyhedra", "affine", "equality", "predicates", "congruence" } do
    configs[#configs + 1] = az.config { name = name, mode = "kiki", domain = az.domains[name]() }
  end
end

local results = az.run(az.experiment {
  name = ("random-%d"):format(seed), suites = { az.suite { name = "random", programs .. "/random" } }, configs = configs, property = "unreach-call",
  limits = { cpu = 3, wall = 120, memory = "4 GB" },
})
print(results:table { file = "table.txt" })
print(results:reasons { file = "reasons.txt" })
results:csv { file = "results.csv" }
results:macros { file = "macros.tex" }
for _, config in ipairs(configs) do
  local count_of, total = { correct = 0, wrong = 0 }, 0
  for row in results:each(config.name) do
    total, count_of[row.category] = total + 1, (count_of[row.category] or 0) + 1
  end
  print(("%-12s right %d of %d (%.1f %%), unknown %d, wrong %d"):format(config.name .. ":", count_of.correct, total, 100 * count_of.correct / math.max(total, 1),
    total - count_of.correct - count_of.wrong, count_of.wrong))
end
print(figures.wrong(results))
