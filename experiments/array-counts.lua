-- What the array paper's section 4 counts: error-free tasks that are proved without its domain, with it (one segmentation for each index, intervals as claims about
-- cells), and by the shipped configuration. A quarter of an hour on one core with the suites.
--     ansatz run experiments/array-counts.lua [--jobs 2] [-- SUITES|RUNS.csv [SECONDS [SAMPLE]]]
-- SUITES is the folder with SV-COMP's array suites (sv-array-*); they are run, too, where it is given. SECONDS is the CPU time of a run of k-induction (2); the
-- others have a budget of as many million units of work, so that a loaded machine changes their times and not their verdicts. SAMPLE is the number of tasks of
-- each suite (all). RUNS.csv, which an earlier call wrote as array-counts.csv, with array-induction.csv beside it, stands for the runs themselves.
-- scripts/paper arrays typesets papers/arrays.
local az = require "ansatz"
local d, p, s = az.domains, az.segmentations, az.strategies
local here = debug.getinfo(1, "S").source:match "^@(.*/)" or ""
local categories, kept = dofile(here .. "reproduced/categories.lua"), dofile(here .. "reproduced/kept.lua")
local tasks = dofile(here .. "reproduced/array_tasks.lua")
local given = kept.arguments(az, 2, ...)
local recorded, folder, seconds, sample = given.recorded, given.folder, given.seconds, given.sample

local function run(name, configs, limits, keep)
  limits.wall, limits.memory = 100 * seconds, "4 GB" -- the machine may be loaded
  return az.run(az.experiment {
    name = name, suites = tasks(az, folder, sample, keep), configs = configs, property = "unreach-call", limits = limits, out = "results/array-counts",
  })
end
local induction = recorded and az.results(kept.beside(recorded, "array-induction.csv"), "array-induction")
  or run("array-induction", { az.config { name = "k-induction", mode = "kinduction" } }, { cpu = seconds })
local function key(row) return row.suite .. "/" .. row.task end
local without = {}
for row in induction:each() do without[key(row)] = row.verdict == "true" or nil end

local results, about
if recorded then
  results, about = az.results(recorded, "array-counts"), kept.read_about(kept.beside(recorded, "array-counts-about.csv"))
  seconds = results.limits.work / 1e6
else
  -- Tasks that k-induction proves need no domain and are left out. The time limit is three times the seconds, for work
  -- that the budget does not count.
  results = run("array-counts", {
    az.config {
      name = "paper", mode = "kiki", max_unwind = 2, strategy = s.thresholds(),
      domain = d.product { d.interval(), d.array { cells = d.interval(), segments = p.written_preloop { order = "paper" } } },
    },
    az.config { name = "auto" },
  }, { work = 1000000 * seconds, cpu = 3 * seconds }, function(suite, task) return not without[suite .. "/" .. task] end)
  if results.dry then return end
  local list, all = tasks(az, folder, sample)
  about = { extent = categories.extent(list, all, folder, sample, "suite") }
  induction:csv { file = "array-induction.csv" }
  results:csv { file = "array-counts.csv" }
  kept.write_about(results, "array-counts-about.csv", about)
end

-- By suite: tasks, and those that are proved.
local count, names, all = {}, induction:suites(), { tasks = 0, without = 0, with = 0, auto = 0, cut = 0 }
for _, name in ipairs(names) do count[name] = { tasks = 0, without = 0, with = 0, auto = 0 } end
local function add(row, what)
  count[row.suite][what], all[what] = count[row.suite][what] + 1, all[what] + 1
end
for row in induction:each() do
  add(row, "tasks")
  if without[key(row)] then
    for _, what in ipairs { "without", "with", "auto" } do add(row, what) end
  end
end
for row in results:each() do
  if row.verdict == "true" then add(row, row.config == "paper" and "with" or "auto") end
  if row.reason and row.reason:find "cpu" or row.reason and row.reason:find " of CPU" then all.cut = all.cut + 1 end
end
local tex = { "\\begin{tabular}{@{}lrrrr@{}}\n\\toprule\nsuite & tasks & $k$-induction & the paper's domain & \\emph{auto} \\\\\n\\midrule\n" }
local txt = { ("%-28s %6s %12s %6s %6s"):format("", "tasks", "k-induction", "paper", "auto") }
local function line(name, c, before)
  tex[#tex + 1] = ("%s%s & %d & %d & %d & %d \\\\\n"):format(before or "", name, c.tasks, c.without, c.with, c.auto)
  txt[#txt + 1] = ("%-28s %6d %12d %6d %6d"):format(name, c.tasks, c.without, c.with, c.auto)
end
for _, name in ipairs(names) do line(name, count[name]) end
line("all", all, "\\midrule\n")
tex[#tex + 1] = "\\bottomrule\n\\end{tabular}\n"
results:write("counts.tex", table.concat(tex))
results:write("counts.txt", table.concat(txt, "\n") .. "\n")
categories.macros(results, "counts-numbers.tex", {
  { "azCountsExtent", about.extent }, { "azCountsSeconds", ("%g"):format(seconds) }, { "azCountsTasks", all.tasks }, { "azCountsWithout", all.without },
  { "azCountsWith", all.with }, { "azCountsAuto", all.auto }, { "azCountsCut", all.cut }, { "azCountsRuns", #results.rows },
  { "azCountsMachine", about.machine }, { "azCountsCommit", about.commit }, { "azCountsDate", about.date },
})
print(table.concat(txt, "\n"))
