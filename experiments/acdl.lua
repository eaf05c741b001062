-- Bounds as variables of the solver (acdl) against loops of queries, on intervals and zones: verdicts, time, queries and iterations. Two minutes.
--     ansatz run experiments/acdl.lua
local az = require "ansatz"
local s = az.strategies
local strategies = { "acdl", "binsearch", "jump", "thresholds", "enumerate", "kleene" }

-- Without samples of executions, which often are the answer: what is compared is the search.
local configs = {}
for _, domain in ipairs { "interval", "zones" } do
  for _, name in ipairs(strategies) do
    configs[#configs + 1] = az.config { name = domain .. " " .. name, mode = "ai", domain = az.domains[domain](), strategy = s[name](), limits = { samples = 0 } }
  end
end

local results = az.run(az.experiment {
  name = "acdl",
  suites = { az.suite { "programs/bounds/*.yml" }, az.suite { "programs/iterates_*.yml" } },
  configs = configs,
  limits = { cpu = 10, memory = "2 GB" },
})

print(results:table { columns = { "right", "unknown", "cpu", "solver_calls", "iterations" } })
