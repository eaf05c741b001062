-- Bound against step, from runs that are there: ansatz run docs/examples/tutorial/steps.lua results/tutorial
local az = require "ansatz"
local results = az.results(az.path(arg[1]))

for row in results:each() do
  if row.task == "counter" then print(("%-10s %4d iterates, %3d queries"):format(row.config, #row.iterates, #row.iterates.queries)) end
end
results:iterates { task = "counter", row = "x <= d", x = "step", y = "bound", file = "steps" }
results:iterates { task = "counter", row = "x <= d", x = "queries", y = "gap", file = "gap" }
