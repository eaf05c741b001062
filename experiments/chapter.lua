-- The figures of section 8 and figure 13 of "2LS for Program Analysis": scores by category with more and more of the domains, positions among tools under a
-- short limit, and bounded model checking incrementally or anew, all loops at once or loop by loop (section 4.3).
--     ansatz run experiments/chapter.lua [--jobs 2] [-- SUITES|RUNS.csv [SECONDS [SAMPLE]]]
-- SUITES is a folder with SV-COMP's suites; without it the project's own programs are run. SECONDS is the CPU time of a run (5, as in the chapter's table 2),
-- SAMPLE the number of tasks of each category (all). RUNS.csv, which an earlier call wrote as chapter.csv, with unrolling.csv beside it, stands for the runs
-- themselves. scripts/paper chapter typesets papers/chapter.
local az = require "ansatz"
local here = debug.getinfo(1, "S").source:match "^@(.*/)" or ""
local categories, kept = dofile(here .. "reproduced/categories.lua"), dofile(here .. "reproduced/kept.lua")
local d, s = az.domains, az.strategies
local given = kept.arguments(az, 5, ...)
local recorded, folder, seconds, sample = given.recorded, given.folder, given.seconds, given.sample
local limits = { cpu = seconds, wall = 20 * seconds, memory = "4 GB" }

-- ---- section 8: scores, positions --------------------------------------------------------------------------------------------------
local names = { "Loops", "Heap", "MemSafety", "NoOverflows", "Termination" }
local function config(name, domain) return az.config { name = name, mode = "kiki", domain = domain, strategy = s.binsearch() } end
local function scores()
  local suites, all = categories.suites(az, names, folder, sample)
  return az.run(az.experiment {
    name = "chapter", suites = suites, limits = limits, out = "results/chapter",
    configs = {
      az.config { name = "BMC", mode = "bmc" }, config("intervals", d.interval()), config("intervals, shapes", d.product { d.heap(), d.interval() }), az.config { name = "auto" },
    },
  }), categories.extent(suites, all, folder, sample)
end

-- ---- figure 13: formulas and solvers kept or made anew, loops all at once or one by one -----------------------------------------------
local ways = {
  { "incremental", "all at once", "incAll" }, { "anew", "all at once", "newAll" }, { "incremental", "loop by loop", "incOne" }, { "anew", "loop by loop", "newOne" },
}
local bmc = {}
for i, way in ipairs(ways) do
  bmc[i] = az.config {
    name = way[1] .. ", " .. way[2], mode = "bmc", max_unwind = 12,
    switches = { incremental = way[1] == "incremental", loop_by_loop = way[2] == "loop by loop", strides = false },
  }
end
local function unrolling()
  local suites, all = categories.suites(az, { "Loops", "Arrays" }, folder, sample)
  return az.run(az.experiment { name = "unrolling", suites = suites, configs = bmc, limits = limits, out = "results/chapter" }), categories.extent(suites, all, folder, sample)
end
-- The base formula's part of a run, which has no invariants; replay is not counted.
local parts = { "total", "solving", "calls", "clauses", "variables" }
local in_stats = { total = "seconds", solving = "solving", calls = "calls", clauses = "clauses_of_calls", variables = "variables" }
local measured = {}
for _, part in ipairs(parts) do
  measured[part] = az.measure { name = "base_" .. part, of = function(row)
    local stats = row.stats
    return stats and stats.base[in_stats[part]] - (part == "total" and stats.replay.seconds or 0)
  end }
end

local results, unwound, about
if recorded then
  results, unwound = az.results(recorded, "chapter"), az.results(kept.beside(recorded, "unrolling.csv"), "unrolling")
  unwound.out = results.out
  about, seconds = kept.read_about(kept.beside(recorded, "chapter-about.csv")), results.limits.cpu
else
  local extent, unrolled
  results, extent = scores()
  unwound, unrolled = unrolling()
  if results.dry or unwound.dry then return end
  for _, tool in ipairs { { "2LS", "baseline-2ls.csv" }, { "CBMC", "baseline-cbmc.csv" } } do categories.import(az, results, tool[1], folder, tool[2], seconds) end
  about = { extent = extent, unrolling = unrolled }
  results:csv { file = "chapter.csv" }
  unwound:csv { file = "unrolling.csv", columns = { "base_total", "base_solving", "base_calls", "base_clauses", "base_variables" } }
  kept.write_about(results, "chapter-about.csv", about)
end
local tools = { "auto" }
for _, config in ipairs(results.configs) do tools[#tools + 1] = (config == "2LS" or config == "CBMC") and config or nil end
print(results:table { columns = { "tasks", "right_true", "right_false", "wrong", "score", "time" } })
results:table { file = "categories.tex", compact = true, columns = { "score" }, caption = "Scores by category", label = "tab:categories" }
results:macros { file = "chapter-macros.tex", by_suite = true, columns = { "tasks", "right", "wrong", "score" } }

-- A tool's position by score among those that have verdicts in the category; over all, one without verdicts in a category has no points there, as in SV-COMP.
local function position(rows, tool)
  local score, mine = {}, nil
  for _, row in ipairs(rows) do score[row.config] = (score[row.config] or 0) + (row.score or 0) end
  local place, of = 1, 0
  mine = score[tool]
  for _, name in ipairs(tools) do
    if score[name] then
      of = of + 1
      if mine and score[name] > mine then place = place + 1 end
    end
  end
  return mine and ("%d of %d"):format(place, of) or "--"
end
local by_suite, everything, positions = {}, {}, { "\\begin{tabular}{@{}l" .. ("c"):rep(#names + 1) .. "@{}}\n\\toprule\n" }
for row in results:each() do
  by_suite[row.suite] = by_suite[row.suite] or {}
  table.insert(by_suite[row.suite], row)
  everything[#everything + 1] = row
end
positions[#positions + 1] = " & " .. table.concat(names, " & ") .. " & Overall \\\\\n\\midrule\n"
for _, tool in ipairs(tools) do
  local cells = { tool == "auto" and "Ansatz (auto)" or tool }
  for _, name in ipairs(names) do cells[#cells + 1] = by_suite[name] and position(by_suite[name], tool) or "--" end
  cells[#cells + 1] = position(everything, tool)
  positions[#positions + 1] = table.concat(cells, " & ") .. " \\\\\n"
end
positions[#positions + 1] = "\\bottomrule\n\\end{tabular}\n"
results:write("positions.tex", table.concat(positions))

-- Only tasks that all four ways decide or unwind as far as they may, in time: else who gives up early would look quick.
local decided, count = {}, 0
for row in unwound:each() do
  if measured.total:value(row) and row.category ~= "error" then
    decided[row.suite .. "/" .. row.task] = (decided[row.suite .. "/" .. row.task] or 0) + 1
  end
end
for _, n in pairs(decided) do count = count + (n == #ways and 1 or 0) end
local sums = {}
for row in unwound:each() do
  if decided[row.suite .. "/" .. row.task] == #ways then
    sums[row.config] = sums[row.config] or {}
    local sum = sums[row.config]
    for _, part in ipairs(parts) do sum[part] = (sum[part] or 0) + measured[part]:value(row) end
  end
end
local right = {}
for row in unwound:each() do right[row.config] = (right[row.config] or 0) + (row.category == "correct" and 1 or 0) end
local macros = {
  { "azChapterExtent", about.extent }, { "azChapterSeconds", ("%g"):format(seconds) }, { "azUnrollingExtent", about.unrolling }, { "azUnrollingTasks", count },
  { "azChapterMachine", about.machine }, { "azChapterCommit", about.commit }, { "azChapterDate", about.date },
}
for i, way in ipairs(ways) do
  local sum = sums[bmc[i].name] or { total = 0, solving = 0, calls = 0, clauses = 0, variables = 0 }
  local function number(name, value, format) macros[#macros + 1] = { way[3] .. name, format:format(value) } end
  number("Total", sum.total, "%.2f")
  number("Solving", sum.solving, "%.2f")
  number("Rest", math.max(0, sum.total - sum.solving), "%.2f")
  number("Share", sum.total > 0 and 100 * sum.solving / sum.total or 0, "%.0f")
  number("Calls", sum.calls, "%.0f")
  number("Clauses", sum.calls > 0 and sum.clauses / sum.calls or 0, "%.0f")
  number("Variables", count > 0 and sum.variables / count or 0, "%.0f")
  number("Right", right[bmc[i].name] or 0, "%d")
end
categories.macros(unwound, "chapter-sample.tex", macros)
unwound:table { file = "unrolling.tex", by_suite = false, columns = { "tasks", "right", "wrong", "unknown", "timeout", "time", "par2" }, caption = "Bounded model checking in four ways", label = "tab:unrolling" }
print(unwound:table { by_suite = false })
for _, m in ipairs(macros) do print(("%-24s %s"):format(m[1], m[2])) end
for _, file in ipairs(results:quantile { file = "chapter-quantile", configs = tools, title = ("right within %g s"):format(seconds), tex_width = "\\linewidth" }) do print("wrote " .. file) end
