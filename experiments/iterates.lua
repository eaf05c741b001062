-- Why does a strategy need so many steps? Five strategies on three loops: the bound of a row against the step, the time and the number of queries. Half a minute.
--     ansatz run experiments/iterates.lua
local az = require "ansatz"
local zones, s = az.domains.zones, az.strategies

-- Without samples of executions, which often are the answer: the searches start where the first models are.
local function searched(name, strategy) return az.config { name = name, mode = "ai", domain = zones(), strategy = strategy, limits = { samples = 0 } } end

local results = az.run(az.experiment {
  name = "iterates",
  suites = { az.suite { "programs/iterates_*.yml" } },
  configs = { searched("enumerate", s.enumerate()), searched("binsearch", s.binsearch()), searched("jump", s.jump()), searched("thresholds", s.thresholds()), searched("kleene", s.kleene()) },
  limits = { cpu = 10, memory = "2 GB" },
  iterates = true,
})

local columns = { "right", "unknown", "cpu", "solver_calls", "iterations" }
print(results:table { columns = columns })
results:table { file = "iterates-table.tex", columns = columns, by_suite = false, caption = "Five strategies on the three loops", label = "tab:strategies" }
-- The plots: each shows a row of a loop's counter.
for _, f in ipairs {
  { task = "iterates_count", row = "x <= d" }, { task = "iterates_two_phases", row = "x <= d" }, { task = "iterates_nested", row = "s <= d", loop = "main.1" },
} do
  for _, x in ipairs { "step", "time", "queries" } do
    local files = results:iterates { task = f.task, row = f.row, loop = f.loop, x = x, file = f.task .. "_" .. x, title = f.task .. ": " .. f.row }
    print("wrote " .. files[1])
  end
  results:iterates { task = f.task, row = f.row, loop = f.loop, y = "gap", file = f.task .. "_gap" }
end
print(results:queries { slowest = 5 })
print("wrote " .. results:html {})
