-- The figures of numeric templates and strategies: verdicts on scalar and loop tasks for unreach-call and no-overflow, with the shipped
-- configuration and with single domains, beside those of 2LS and CBMC; the tasks that 2LS decides and Ansatz does not; CPU time compared with that of 2LS.
--     ansatz run experiments/bench/numeric.lua --jobs 2 -- SUITES [auto|single|all [SUITE...]]
-- SUITES is the folder with the suites, baseline-2ls.csv, baseline-cbmc.csv and calibrate; `all` (both) is the default, as are all suites of the kind.
local az = require "ansatz"
local figures = dofile((debug.getinfo(1, "S").source:match "^@(.*/)" or "") .. "figures.lua")
local right = figures.right

local folder, which = ...
if not folder then error("usage: ansatz run experiments/bench/numeric.lua -- SUITES [auto|single|all [SUITE...]]", 0) end
folder, which = az.path(folder), which or "all"

local names = { select(3, ...) }
if #names == 0 then
  names = {
    "2ls-book-examples", "2ls-graphml", "2ls-interprocedural", "2ls-invariants", "2ls-kiki", "2ls-overflows", "2ls-preconditions", "dagger", "esbmc-cbmc",
    "esbmc-cstd", "esbmc-floats", "esbmc-k-induction", "esbmc-llvm", "esbmc-misc", "esbmc-overflow", "hola", "lam4inv", "lemur-svcomp", "llreve", "seahorn",
    "sv-bitvector", "sv-float-benchs", "sv-floats-cdfpl", "sv-loop-acceleration", "sv-loop-invariants", "sv-loop-invgen", "sv-loop-lit", "sv-loop-new",
    "sv-loop-simple", "sv-loop-zilu", "sv-loops", "sv-loops-divine", "sv-map2check", "sv-memsafety-ext3", "sv-misc-theta", "sv-recursive",
    "sv-recursive-simple", "sv-signedintegeroverflow-regression", "sv-systemc", "sv-xcsp", "traps", "ultimate-float", "ultimate-nonlinear",
    "ultimate-overflow", "ultimate-regression", "ultimate-toy",
  }
end

local configs = {}
if which ~= "single" then configs[#configs + 1] = az.config { name = "auto" } end
if which ~= "auto" then
  local d, thresholds = az.domains, az.strategies.thresholds()
  configs[#configs + 1] = az.config { name = "zones", mode = "kiki", domain = d.zones(), strategy = thresholds }
end
local first = configs[1].name

local factor = figures.factor(folder)

local function scalar(task)
  local program = figures.text(task.path:gsub("%.yml$", ".c"))
  return not program:gsub("/%*.-%*/", ""):gsub("//[^\n]*", ""):find "%["
end

for _, property in ipairs { "unreach-call", "no-overflow" } do
  -- The wall-clock limit is generous, so that on a busy machine only CPU time counts.
  local results, tasks = figures.beside(az, {
    title = "numeric", folder = folder, names = names, property = property, configs = configs, by_suite = false,
    keep = function(task) return not figures.allocates(task) end, limits = { cpu = 10, wall = 300, memory = "4 GB" },
  })
  if results then
    results:macros { file = property .. "-macros.tex" }
    results:quantile { file = property .. "-quantile", title = property .. ", 10 s" }
    for _, config in ipairs(configs) do
      print(figures.report(tasks, ("Right wherever 2LS is (%s)"):format(config.name), function(t) return right(t["2LS"]) end, config.name))
    end
    print(figures.report(tasks, ("Marked KNOWNBUG or FUTURE by 2LS, scalar (%s)"):format(first), function(t)
      local status = figures.text(t.path):match "^# source[^\n]*\n# 2ls%-status: *(%u+)"
      return (status == "KNOWNBUG" or status == "FUTURE") and scalar(t)
    end, first))
    figures.ratios(tasks, first, factor)
    print(figures.wrong(results) .. "\n")
  end
end
