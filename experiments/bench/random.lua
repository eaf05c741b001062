-- Random programs with exact verdicts, without heap: how many are right, whether any is wrong, with the shipped configuration and with each
-- single domain.
--     ansatz run experiments/bench/random.lua --jobs 2 -- GENERATE [COUNT [SEED [auto|single|all]]]
-- GENERATE is the program that writes them (fuzz/generate); 1000 programs by default, and a seed that the day gives.
local az = require "ansatz"
local figures = dofile((debug.getinfo(1, "S").source:match "^@(.*/)" or "") .. "figures.lua")

local generate, count, seed, which = ...
if not generate then error("usage: ansatz run experiments/bench/random.lua -- GENERATE [COUNT [SEED [auto|single|all]]]", 0) end
count, seed, which = tonumber(count or 1000), tonumber(seed or os.date "%Y%m%d"), which or "all"

local programs = ("%s/random-%d-%d"):format(os.getenv "TMPDIR" or "/tmp", seed, count)
local command = ("test -d '%s' || '%s' '%s' --count %d --seed %d --features scalar,loops,calls,arrays,pointers,goto"):format(
  programs, az.path(generate), programs, count, seed)
if not os.execute(command) then error(generate .. " does not write programs", 0) end

local configs = {}
if which ~= "single" then configs[#configs + 1] = az.config { name = "auto" } end
if which ~= "auto" then
  for _, name in ipairs { "interval", "zones", "octagons", "polyhedra", "affine", "equality", "predicates", "congruence" } do
    configs[#configs + 1] = az.config { name = name, mode = "kiki", domain = az.domains[name](), strategy = az.strategies.thresholds() }
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
local tasks = figures.tasks(results)
for _, config in ipairs(configs) do
  print((figures.report(tasks, "Right with " .. config.name, function() return true end, config.name):match "[^\n]*"))
end
print(figures.wrong(results))
