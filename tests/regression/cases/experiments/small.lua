-- Two tasks under two configurations; the argument is the folder of the tasks.
local az = require "ansatz"
local programs = az.path((...))
local results = az.run(az.experiment {
  name = "small",
  suites = { az.suite { programs .. "/count_to_thousand.yml", programs .. "/third_round.yml" } },
  configs = {
    az.config { name = "ai", mode = "ai", domain = interval { strategy = binsearch() } },
    az.config { name = "bmc", mode = "bmc", max_unwind = 5 },
  },
  limits = { cpu = "20 s", memory = "2 GB" },
})
print(results:table())
results:csv "all.csv"
