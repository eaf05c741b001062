-- The figures of papers/ansatz: the shipped configuration beside 2LS and CBMC, and what is lost without each of its parts.
--     ansatz run experiments/ansatz.lua [--jobs 2] [-- SUITES|RUNS.csv [SECONDS [SAMPLE]]]
-- SUITES is a folder with suites and the verdicts of 2LS and CBMC (baseline-*.csv); without it the project's own programs are run. SECONDS is the CPU time of
-- a run (5), SAMPLE the number of tasks of each property (all). RUNS.csv, which an earlier call wrote as ansatz.csv, stands for the runs themselves:
-- scripts/paper ansatz makes the paper of papers/ansatz/data/ansatz.csv, and of new runs with --suites.
local az = require "ansatz"
local here = debug.getinfo(1, "S").source:match "^@(.*/)" or ""
local categories, kept = dofile(here .. "reproduced/categories.lua"), dofile(here .. "reproduced/kept.lua")
local d, s = az.domains, az.strategies
local given = kept.arguments(az, 5, ...)
local recorded, folder, seconds, sample = given.recorded, given.folder, given.seconds, given.sample

-- `auto` with one part switched off, and what kIkI's parts do alone.
local parts = { "candidates", "samples", "instantiation", "slicing", "strides", "incremental" }
local function configs()
  local list = {
    az.config { name = "auto" }, az.config { name = "BMC", mode = "bmc" }, az.config { name = "k-induction", mode = "kinduction" },
    az.config { name = "intervals", mode = "kiki", domain = d.interval(), strategy = s.binsearch() },
  }
  for _, part in ipairs(parts) do list[#list + 1] = az.config { name = "no " .. part, switches = { [part] = false } } end
  return list
end

local results, about
if recorded then
  results, about = az.results(recorded, "ansatz"), kept.read_about(kept.beside(recorded, "ansatz-about.csv"))
  seconds = results.limits.cpu or seconds
else
  local suites, all = categories.suites(az, { "Safety", "Memory", "Overflow", "Ends" }, folder, sample)
  results = az.run(az.experiment {
    name = "ansatz", suites = suites, configs = configs(), limits = { cpu = seconds, wall = 20 * seconds, memory = "4 GB" }, out = "results/ansatz",
  })
  if results.dry then return end
  for _, tool in ipairs { { "2LS", "baseline-2ls.csv" }, { "CBMC", "baseline-cbmc.csv" } } do categories.import(az, results, tool[1], folder, tool[2], seconds) end
  about = { extent = categories.extent(suites, all, folder, sample) }
  results:csv { file = "ansatz.csv" }
  kept.write_about(results, "ansatz-about.csv", about)
end

local has = {}
for _, config in ipairs(results.configs) do has[config] = true end
for i = #parts, 1, -1 do -- older runs may lack some
  if not has["no " .. parts[i]] then table.remove(parts, i) end
end
local tools, without = { "auto" }, { "auto" }
for _, tool in ipairs { "2LS", "CBMC" } do tools[#tools + 1] = has[tool] and tool or nil end
for _, config in ipairs { "BMC", "k-induction", "intervals" } do without[#without + 1] = config end
for _, part in ipairs(parts) do without[#without + 1] = "no " .. part end

local columns = { "tasks", "right_true", "right_false", "wrong", "time", "unique" }
print(results:table { columns = columns, configs = tools })
results:table { file = "ansatz-tools.tex", columns = columns, configs = tools, caption = "Verdicts within the limit, by property", label = "tab:tools" }
local lost = { "tasks", "right", "wrong", "time" }
print(results:table { columns = lost, configs = without, by_suite = false })
results:table { file = "ansatz-parts.tex", columns = lost, configs = without, by_suite = false, caption = "The shipped configuration, its parts alone, and without one part each", label = "tab:parts" }
print(results:winners())
results:macros { file = "ansatz-macros.tex", by_suite = true, columns = { "tasks", "right", "wrong" } }

-- Compares two configurations: the tasks that only one of them decides correctly, and the geometric mean of the ratio
-- of CPU times on the tasks that both decide.
local function beside(a, b)
  local of, only_a, only_b, both, sum = {}, 0, 0, 0, 0
  for row in results:each(a) do of[row.suite .. "/" .. row.task .. row.property] = row end
  for row in results:each(b) do
    local mine = of[row.suite .. "/" .. row.task .. row.property]
    if mine then
      local x, y = mine.category == "correct", row.category == "correct"
      only_a, only_b = only_a + (x and not y and 1 or 0), only_b + (y and not x and 1 or 0)
      if x and y then both, sum = both + 1, sum + math.log(math.max(mine.cpu, 0.001) / math.max(row.cpu, 0.001)) end
    end
  end
  return only_a, only_b, both > 0 and ("%.2f"):format(math.exp(sum / both)) or "--"
end
local macros = {
  { "azAnsatzExtent", about.extent }, { "azAnsatzSeconds", ("%g"):format(seconds) },
  { "azAnsatzMachine", about.machine }, { "azAnsatzCommit", about.commit }, { "azAnsatzDate", about.date },
}
for _, tool in ipairs { "2LS", "CBMC" } do
  local name = tool == "2LS" and "TwoLS" or tool
  local mine, theirs, ratio = beside("auto", tool)
  for _, m in ipairs { { "OnlyUs", mine }, { "OnlyThey", theirs }, { "Ratio", ratio } } do macros[#macros + 1] = { "azAnsatz" .. name .. m[1], has[tool] and m[2] or "--" } end
end
categories.macros(results, "ansatz-sample.tex", macros)
local rows = { "\\begin{tabular}{@{}lrrr@{}}\n\\toprule\nwithout & only \\emph{auto} & only without & CPU, \\emph{auto} : without \\\\\n\\midrule\n" }
for _, part in ipairs(parts) do rows[#rows + 1] = ("%s & %d & %d & %s \\\\\n"):format(part, beside("auto", "no " .. part)) end
rows[#rows + 1] = "\\bottomrule\n\\end{tabular}\n"
results:write("ansatz-ablation.tex", table.concat(rows))
-- The program that the paper shows.
local source <close> = assert(io.open(here .. "programs/iterates_nested.c"))
results:write("ansatz-program.tex", "\\begin{verbatim}\n" .. source:read "a":gsub("^.-\n\n", "", 1) .. "\\end{verbatim}\n")
for _, file in ipairs(results:quantile { file = "ansatz-quantile", configs = tools, title = ("right within %g s"):format(seconds), tex_width = "\\linewidth" }) do print("wrote " .. file) end
results:quantile { file = "ansatz-stages", configs = { "auto" }, by = "stage", tex_width = "0.8\\linewidth" }
