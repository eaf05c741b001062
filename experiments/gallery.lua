-- The pictures of docs/gallery.md: a sweep and two other configurations over a part of this project's own programs. scripts/gallery runs it and puts the
-- pictures into docs/gallery.
--     ansatz run experiments/gallery.lua
local az = require "ansatz"

local results = az.run(az.experiment {
  name = "gallery",
  suites = {
    az.suite { name = "scalars", "programs/a*.yml", "programs/c*.yml", "programs/e*.yml", exclude = { "*array*" } },
    az.suite { name = "arrays", "programs/array*.yml" },
    az.suite { name = "loops", "programs/[l-p]*.yml" },
  },
  configs = {
    az.sweep { mode = "kiki", k = { 1, 2, 4, 8 }, domain = { { "intervals", az.domains.interval { strategy = az.strategies.binsearch() } }, { "zones", az.domains.zones() } } },
    az.config { name = "k-induction", mode = "kinduction" },
    az.config { name = "BMC", mode = "bmc" },
  },
  property = "unreach-call",
  limits = { cpu = 2, memory = "2 GB" },
})

local four = { "intervals k=8", "zones k=8", "k-induction", "BMC" }
print(results:table { axes = { "k" } })
results:quantile { file = "quantile", configs = four }
results:survival { file = "survival", configs = four }
results:scatter("intervals k=8", "zones k=8", { file = "scatter" })
results:lines { file = "sweep", axis = "k", measure = "right" }
results:heat { file = "heat", x = "k", y = "domain", measure = "right" }
results:heat { file = "suites", configs = four }
results:html { file = "page.html" }
