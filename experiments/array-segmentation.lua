-- Where arrays are cut, and what is claimed of their cells: every segmentation policy with several inner domains, on programs with arrays that
-- k-induction alone does not prove. Two minutes on two cores.
--     ansatz run experiments/array-segmentation.lua [--jobs 2] [-- SUITES|RUNS.csv [SECONDS [SAMPLE]]]
-- SUITES is the folder with SV-COMP's array suites (sv-array-*); they are run, too, where it is given (an hour). SECONDS is the budget of a run in millions of
-- units of work, about as many seconds, and the CPU time of k-induction (3); SAMPLE is the number of tasks of each suite (all).
-- RUNS.csv, which an earlier call wrote as array-segmentation.csv, with k-induction.csv beside it, stands for the runs themselves. scripts/paper arrays typesets papers/arrays. bench/growth_memory.lua measures growth.
local az = require "ansatz"
local d, p, s = az.domains, az.segmentations, az.strategies
local here = debug.getinfo(1, "S").source:match "^@(.*/)" or ""
local categories, kept = dofile(here .. "reproduced/categories.lua"), dofile(here .. "reproduced/kept.lua")
local tasks = dofile(here .. "reproduced/array_tasks.lua")
local given = kept.arguments(az, 3, ...)
local recorded, folder, seconds, sample = given.recorded, given.folder, given.seconds, given.sample

local function suites(keep) return tasks(az, folder, sample, keep) end
local function run(name, configs, limits, keep)
  limits.wall, limits.memory = 100 * seconds, "4 GB"
  return az.run(az.experiment {
    name = name, suites = suites(keep), configs = configs, property = "unreach-call", limits = limits, out = "results/array-segmentation",
  })
end

-- A program that needs no claim about cells would not distinguish the policies.
local induction = recorded and az.results(kept.beside(recorded, "k-induction.csv"), "k-induction")
  or run("k-induction", { az.config { name = "k-induction", mode = "kinduction" } }, { cpu = seconds }, function() return true end)
local without = {}
for row in induction:each() do
  if row.verdict == "true" then without[row.suite .. "/" .. row.task] = row.cpu end
end

local policies = {
  { "smash", p.smash() }, { "expand", p.expand() }, { "written", p.written() }, { "pre-loop", p.written_preloop() },
  { "no cells", p.written_preloop { cell = false } }, { "and read", p.written_and_read() },
  -- Orders of borders: one segmentation for each order, one for each index (as in the paper), and without the solver.
  { "several", p.written_preloop { order = "several" } }, { "paper", p.written_preloop { order = "paper" } },
  { "simplified", p.written_preloop { order = "simplified" } },
}
local intervals_only = { smash = true, expand = true, several = true, paper = true, simplified = true } -- for comparison
local inner = {
  { "intervals", d.interval() }, { "zones", d.zones { pairs = "related" } }, { "predicates", d.predicates { implications = false } },
}
local configs, by_policy, by_inner = {}, {}, {}
for _, cut in ipairs(policies) do
  for i, cells in ipairs(inner) do
    if i == 1 or not intervals_only[cut[1]] then
      local name = cut[1] .. ", " .. cells[1]
      configs[#configs + 1] = az.config {
        name = name, mode = "kiki", max_unwind = 2, strategy = s.thresholds(), domain = d.product { d.interval(), d.array { cells = cells[2], segments = cut[2] } },
      }
      if i == 1 then by_policy[#by_policy + 1] = name end
      if cut[1] == "pre-loop" then by_inner[#by_inner + 1] = name end
    end
  end
end
configs[#configs + 1] = az.config { name = "auto" }

local results, about
if recorded then
  results, about = az.results(recorded, "array-segmentation"), kept.read_about(kept.beside(recorded, "array-segmentation-about.csv"))
  seconds = (results.limits.work or 1e6 * results.limits.cpu) / 1e6
else
  -- A budget, so that a loaded machine changes times and not verdicts; three times the seconds are for work that is not counted.
  results = run("array-segmentation", configs, { work = 1000000 * seconds, cpu = 3 * seconds }, function(suite, task) return not without[suite .. "/" .. task] end)
  if results.dry then return end
  local list, all = suites(function() return true end)
  about = { extent = categories.extent(list, all, folder, sample, "suite") }
  induction:csv { file = "k-induction.csv" }
  results:csv { file = "array-segmentation.csv" }
  kept.write_about(results, "array-segmentation-about.csv", about)
end
print(results:table { file = "array-segmentation.txt", by_suite = false })
results:table { file = "array-segmentation.tex", by_suite = false, columns = { "tasks", "right", "wrong", "timeout", "time", "par2", "unique" }, caption = "Policies and inner domains", label = "tab:segmentation", width = 16 }
results:reasons { file = "reasons.txt" }
results:macros { file = "segmentation-macros.tex" }
local files = {}
local function made(names) table.move(names, 1, #names, #files + 1, files) end
made(results:quantile { file = "policies", configs = by_policy, title = ("policies, intervals of cells: %g s"):format(seconds) })
made(results:quantile { file = "inner", configs = by_inner, title = ("inner domains, cut pre-loop: %g s"):format(seconds) })
made(results:scatter("pre-loop, intervals", "no cells, intervals", { file = "cells" }))

-- Prints, for each task and policy, the first letters of the inner domains that prove the task.
local proved, names, count = {}, {}, {}
local function task(row)
  local name = row.suite .. "/" .. row.task
  if not proved[name] then
    proved[name], names[#names + 1] = {}, name
    count[row.suite] = count[row.suite] or { tasks = 0, proved = 0 }
    count[row.suite].tasks = count[row.suite].tasks + 1
  end
  return proved[name]
end
for row in induction:each() do task(row) end
for row in results:each() do task(row)[row.config] = row.verdict == "true" end
table.sort(names)
local function plain(text) return (text:gsub("[_%%&#]", "\\%0")) end
local head = { "task", "k-induction" }
for _, cut in ipairs(policies) do head[#head + 1] = cut[1] end
head[#head + 1] = "auto"
local tex, txt = { "\\begin{longtable}{@{}l" .. ("c"):rep(#head - 1) .. "@{}}\n\\toprule\n" }, { ("%-52s %s"):format("", table.concat(head, "  ", 2)) }
for i, name in ipairs(head) do tex[#tex + 1] = i == 1 and name or " & \\rotatebox{90}{" .. name .. "}" end
tex[#tex + 1] = " \\\\\n\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n"
local suite, total = nil, 0
for _, name in ipairs(names) do
  local cells, any = { without[name] and "k" or "" }, without[name] ~= nil
  for _, cut in ipairs(policies) do
    local letters = ""
    for _, cell in ipairs(inner) do
      if proved[name][cut[1] .. ", " .. cell[1]] then letters = letters .. cell[1]:sub(1, 1) end
    end
    cells[#cells + 1], any = letters, any or letters ~= ""
  end
  cells[#cells + 1], any = proved[name].auto and "a" or "", any or proved[name].auto
  local folder_name, short = name:match "^(.-)/(.*)$"
  if any then count[folder_name].proved, total = count[folder_name].proved + 1, total + 1 end
  if suite ~= folder_name then
    tex[#tex + 1] = ("%s\\multicolumn{%d}{@{}l}{\\emph{%s}} \\\\*\n"):format(suite and "\\addlinespace\n" or "", #head, plain(folder_name))
    suite = folder_name
  end
  tex[#tex + 1] = plain(short) .. " & " .. table.concat(cells, " & ") .. " \\\\\n"
  local line = ("%-52s"):format(name)
  for i, cell in ipairs(cells) do line = line .. (" %-" .. #head[i + 1] + 1 .. "s"):format(cell == "" and "." or cell) end
  txt[#txt + 1] = (line:gsub("%s+$", ""))
end
tex[#tex + 1] = "\\end{longtable}\n"
for _, name in ipairs(induction:suites()) do txt[#txt + 1] = ("%s: %d of %d proved"):format(name, count[name].proved, count[name].tasks) end
txt[#txt + 1] = ("in all: %d of %d. k: k-induction proves it, and no domain was asked; i, z, p: with intervals, zones, mined predicates."):format(total, #names)
categories.macros(results, "segmentation-sample.tex", {
  { "azArraysExtent", about.extent }, { "azArraysLimit", kept.limit(results) },
  { "azArraysMachine", about.machine }, { "azArraysCommit", about.commit }, { "azArraysDate", about.date },
})
results:write("which.tex", table.concat(tex))
results:write("which.txt", table.concat(txt, "\n") .. "\n")
print(table.concat(txt, "\n"))
for _, file in ipairs(files) do print("wrote " .. file) end
