-- The figures of "2LS: Arrays and Loop Unwinding" (TACAS 2023): heap programs with and without unwinding, array programs with and without the array domain.
--     ansatz run experiments/unwinding.lua [--jobs 2] [-- SUITES|RUNS.csv [SECONDS [SAMPLE]]]
-- SUITES is a folder with SV-COMP's suites; without it the project's own programs are run. SECONDS is the CPU time of a run (10), SAMPLE the number of tasks
-- of each category (all). RUNS.csv, which an earlier call wrote as unwinding.csv, stands for the runs themselves. scripts/paper unwinding typesets papers/unwinding.
local az = require "ansatz"
local here = debug.getinfo(1, "S").source:match "^@(.*/)" or ""
local categories, kept = dofile(here .. "reproduced/categories.lua"), dofile(here .. "reproduced/kept.lua")
local d, s = az.domains, az.strategies
local given = kept.arguments(az, 10, ...)
local folder, seconds, sample = given.folder, given.seconds, given.sample

local function shapes() return d.product { d.heap(), d.interval() } end
local function arrays() return d.product { d.heap(), d.interval(), d.array { cells = d.interval() } } end
local function config(name, domain, most) return az.config { name = name, mode = "kiki", domain = domain, strategy = s.binsearch(), max_unwind = most } end

local results, about
if given.recorded then
  results, about = az.results(given.recorded, "unwinding"), kept.read_about(kept.beside(given.recorded, "unwinding-about.csv"))
  seconds = results.limits.cpu
else
  local suites, all = categories.suites(az, { "Heap", "Arrays" }, folder, sample)
  results = az.run(az.experiment {
    name = "unwinding", suites = suites,
    configs = { config("no unwinding", shapes(), 1), config("unwinding", shapes()), config("array domain", arrays()), az.config { name = "auto" } },
    limits = { cpu = seconds, wall = 20 * seconds, memory = "4 GB" }, out = "results/unwinding",
  })
  if results.dry then return end
  local other = categories.import(az, results, "2LS", folder, "baseline-2ls.csv", seconds)
  results:csv { file = "unwinding.csv" }
  about = { extent = categories.extent(suites, all, folder, sample), other = other and "2LS~0.10" or "no other tool" }
  kept.write_about(results, "unwinding-about.csv", about)
end

local columns = { "tasks", "right_true", "right_false", "wrong", "timeout", "time" }
print(results:table { columns = columns })
results:table { file = "unwinding.tex", columns = columns, caption = "With and without unwinding and the array domain", label = "tab:unwinding" }
results:macros { file = "unwinding-macros.tex", by_suite = true, columns = { "tasks", "right_true", "right_false", "wrong" } }
categories.macros(results, "unwinding-sample.tex", {
  { "azUnwindingExtent", about.extent }, { "azUnwindingSeconds", ("%g"):format(seconds) }, { "azUnwindingOther", about.other },
  { "azUnwindingMachine", about.machine }, { "azUnwindingCommit", about.commit }, { "azUnwindingDate", about.date },
})
for _, file in ipairs(results:quantile { file = "unwinding-quantile", title = ("right within %g s"):format(seconds), tex_width = "\\linewidth" }) do print("wrote " .. file) end
print(results:compare("no unwinding", "unwinding"))
