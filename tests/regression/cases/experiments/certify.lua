-- Three tasks, of which two are true, with their certificates; the argument is the folder of the tasks.
local az = require "ansatz"
local programs = az.path((...))
local results = az.run(az.experiment {
  name = "certify",
  suites = { az.suite { programs .. "/lowest_int.yml", programs .. "/binary_search.yml", programs .. "/bug_in_round_25.yml" } },
  configs = { az.config { name = "checked", certify = true } },
  limits = { cpu = "20 s", memory = "2 GB" },
})
print(results:table())
for _, row in ipairs(results.rows) do print(row.task, row.verdict, row.certified, row.certify_cpu and row.certify_cpu > 0) end
