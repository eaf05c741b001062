-- The figures of "2LS: Arrays and Loop Unwinding" (TACAS 2023): heap programs with and without unwinding, array programs with and without the array domain.
--     ansatz run experiments/unwinding.lua [--jobs 2] [-- SUITES [SECONDS [SAMPLE]]]
-- SUITES is a folder with SV-COMP's suites; without it the project's own programs are run. SECONDS is the CPU time of a run (10), SAMPLE the number of tasks
-- of each category (all). scripts/paper unwinding runs it and typesets papers/unwinding.
local az = require "ansatz"
local categories = dofile((debug.getinfo(1, "S").source:match "^@(.*/)" or "") .. "reproduced/categories.lua")
local d, s = az.domains, az.strategies
local folder, seconds, sample = ...
if folder == "-" then folder = nil end
seconds, sample = tonumber(seconds) or 10, tonumber(sample)

local function shapes() return d.product { d.heap(), d.interval() } end
local function arrays() return d.product { d.heap(), d.interval(), d.array { cells = d.interval() } } end
local function config(name, domain, most) return az.config { name = name, mode = "kiki", domain = domain, strategy = s.binsearch(), max_unwind = most } end

local suites, all = categories.suites(az, { "Heap", "Arrays" }, folder, sample)
local results = az.run(az.experiment {
  name = "unwinding", suites = suites,
  configs = { config("no unwinding", shapes(), 1), config("unwinding", shapes()), config("array domain", arrays()), az.config { name = "auto" } },
  limits = { cpu = seconds, wall = 20 * seconds, memory = "4 GB" }, out = "results/unwinding",
})
if results.dry then return end
local other = categories.import(az, results, "2LS", folder, "baseline-2ls.csv", seconds)

local columns = { "tasks", "right_true", "right_false", "wrong", "timeout", "time" }
print(results:table { columns = columns })
results:table { file = "unwinding.tex", columns = columns, caption = "With and without unwinding and the array domain", label = "tab:unwinding" }
results:csv { file = "unwinding.csv" }
results:macros { file = "unwinding-macros.tex", by_suite = true, columns = { "tasks", "right_true", "right_false", "wrong" } }
categories.macros(results, "unwinding-sample.tex", {
  { "azUnwindingExtent", categories.extent(suites, all, folder, sample) }, { "azUnwindingSeconds", ("%g"):format(seconds) },
  { "azUnwindingOther", other and "2LS~0.10" or "no other tool" },
})
for _, file in ipairs(results:quantile { file = "unwinding-quantile", title = ("right within %g s"):format(seconds), tex_width = "\\linewidth" }) do print("wrote " .. file) end
print(results:compare("no unwinding", "unwinding"))
