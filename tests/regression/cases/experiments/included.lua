-- One task whose headers the test changes.
local az = require "ansatz"
az.run(az.experiment { name = "included", suites = { az.suite { "p.yml" } }, configs = { az.config { name = "bmc", mode = "bmc", compiler = { "-Ideep" } } }, limits = { cpu = "20 s" } })
