-- The figures of numeric templates and strategies: verdicts on scalar and loop tasks for unreach-call and no-overflow, with the shipped
-- configuration and with single domains, beside those of 2LS and CBMC; what 2LS solves and we do not; CPU time against 2LS's.
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
  configs[#configs + 1] = az.config { name = "zones", mode = "kiki", domain = d.zones(), strategy = thresholds, lockstep = false }
end
local first = configs[1].name

local factor = figures.factor(folder)

local function scalar(task)
  local program = figures.text(task.path:gsub("%.yml$", ".c"))
  return not program:gsub("/%*.-%*/", ""):gsub("//[^\n]*", ""):find "%["
end

for _, property in ipairs { "unreach-call", "no-overflow" } do
  local suites = {}
  for _, name in ipairs(names) do
    local suite = az.suite {
      name = name, folder .. "/" .. name,
      keep = function(task)
        for _, p in ipairs(task.properties) do
          if p.name == property then return not figures.allocates(task) end
        end
        return false
      end,
    }
    if #suite.tasks > 0 then suites[#suites + 1] = suite end
  end
  if #suites > 0 then
    -- The wall limit is far away: on a busy machine CPU time alone counts.
    local results = az.run(az.experiment {
      name = "numeric-" .. property, suites = suites, configs = configs, property = property, limits = { cpu = 10, wall = 300, memory = "4 GB" },
    })
    local function file(name) return property .. "-" .. name end
    results:import("2LS", folder .. "/baseline-2ls.csv")
    results:import("CBMC", folder .. "/baseline-cbmc.csv")
    print(("==== %s ===="):format(property))
    print(results:table { file = file "table.txt", by_suite = false })
    results:table { file = file "table.tex", by_suite = false }
    print(results:reasons { file = file "reasons.txt" })
    results:csv { file = file "results.csv" }
    results:macros { file = file "macros.tex" }
    results:quantile { file = file "quantile", title = property .. ", 10 s" }
    results:scatter(first, "2LS", { file = file "2ls" })

    local tasks = figures.tasks(results)
    local either = 0
    for _, task in ipairs(tasks) do
      if right(task["2LS"]) or right(task.CBMC) then either = either + 1 end
    end
    print(("Right by 2LS or CBMC: %d"):format(either))
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
