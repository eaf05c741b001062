-- The first experiment: four configurations over this project's own small programs. Two minutes on two cores.
--     ansatz run experiments/quickstart.lua
local az = require "ansatz"
local interval = az.domains.interval
local binsearch, enumerate = az.strategies.binsearch, az.strategies.enumerate

local results = az.run(az.experiment {
  name = "quickstart",
  suites = { az.suite { "programs/*.yml" } },
  configs = {
    az.config { name = "interval + binsearch", mode = "kiki", domain = interval { strategy = binsearch() } },
    az.config { name = "interval + enumerate", mode = "kiki", domain = interval { strategy = enumerate() } },
    az.config { name = "k-induction", mode = "kinduction" },
    az.config { name = "BMC", mode = "bmc" },
  },
  limits = { cpu = 3, memory = "2 GB" },
})

print(results:table())
print(results:reasons())
print(results:compare("interval + binsearch", "k-induction"))
results:table { file = "table.tex" }
results:csv { file = "results.csv" }
results:macros { file = "macros.tex" }
for _, file in ipairs(results:quantile()) do print("wrote " .. file) end
for _, file in ipairs(results:scatter("interval + binsearch", "interval + enumerate")) do print("wrote " .. file) end
print("wrote " .. results:html {})
