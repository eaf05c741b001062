-- The experiment of docs/tutorial.md: three strategies on two loops.
--     ansatz run docs/examples/tutorial/experiment.lua --out results/tutorial
local az = require "ansatz"
local interval, s = az.domains.interval, az.strategies

local function config(name, strategy) return az.config { name = name, mode = "ai", domain = interval(), strategy = strategy, limits = { samples = 0 } } end

local results = az.run(az.experiment {
  name = "tutorial",
  suites = { az.suite { az.task { file = "counter.c", expected = true }, az.task { file = "odd.c", expected = true } } },
  property = "unreach-call",
  configs = { config("enumerate", s.enumerate()), config("binsearch", s.binsearch()), config("kleene", s.kleene()) },
  limits = { cpu = 10 },
  iterates = true, -- what each strategy does is recorded
})

print(results:table { columns = { "right", "unknown", "iterations" } })
results:quantile { file = "quantile" }
results:html { file = "results.html" }
