-- The figures of the foundation: verdicts on scalar and loop tasks, by reason, beside those of 2LS and CBMC.
--     ansatz run experiments/bench/foundation.lua --jobs 2 -- SUITES [SUITE...]
-- SUITES is the folder with the suites, baseline-2ls.csv and baseline-cbmc.csv. Where suites are named, only these are run.
local az = require "ansatz"
local figures = dofile((debug.getinfo(1, "S").source:match "^@(.*/)" or "") .. "figures.lua")
local folder = (...)
if not folder then error("usage: ansatz run experiments/bench/foundation.lua -- SUITES [SUITE...]", 0) end
folder = az.path(folder)

local names = { select(2, ...) }
if #names == 0 then
  names = {
    "2ls-invariants", "2ls-kiki", "2ls-interprocedural", "2ls-book-examples", "traps", "sv-loops", "sv-loop-acceleration", "sv-loop-invariants", "sv-loop-invgen",
    "sv-loop-lit", "sv-loop-new", "sv-loop-simple", "sv-loop-zilu", "hola", "lam4inv", "dagger", "llreve", "seahorn", "sv-misc-theta", "esbmc-k-induction", "sv-bitvector",
  }
end

local suites = {}
for i, name in ipairs(names) do
  suites[i] = az.suite { name = name, folder .. "/" .. name, keep = function(task) return not figures.allocates(task) end }
end

local results = az.run(az.experiment {
  name = "foundation",
  suites = suites,
  configs = {
    az.config { name = "kiki, intervals", mode = "kiki", domain = az.domains.interval { strategy = az.strategies.binsearch() } },
    az.config { name = "bmc", mode = "bmc" },
  },
  property = "unreach-call",
  limits = { cpu = 10, memory = "4 GB" },
})
results:import("2LS", folder .. "/baseline-2ls.csv")
results:import("CBMC", folder .. "/baseline-cbmc.csv")

print(results:table { file = "table.txt" })
results:table { file = "table.tex", by_suite = false }
print(results:reasons { file = "reasons.txt" })
results:csv { file = "results.csv" }
results:macros { file = "macros.tex" }
results:quantile { file = "quantile", title = "unreach-call, 10 s" }
results:scatter("kiki, intervals", "2LS", { file = "kiki-2ls" })

-- ---- the wanted tasks, one by one -----------------------------------------------------------------------------

local tasks, right = figures.tasks(results), figures.right
local function report(...) print(figures.report(tasks, ...)) end

report("Right where 2LS is, of the tasks whose 2ls-options ask for intervals, havoc or k-induction (kiki, intervals)", function(v)
  local options = figures.text(v.path):match "# 2ls%-options: *([^\n]*)" or ""
  return right(v["2LS"]) and (options:find "%-%-intervals" or options:find "%-%-havoc" or options:find "%-%-k%-induction")
end, "kiki, intervals")
report("Right wherever 2LS is (kiki, intervals)", function(v) return right(v["2LS"]) end, "kiki, intervals")
report("Violations that CBMC finds (bmc)", function(v) return right(v.CBMC) and v.expected:find "^false" end, "bmc")

print(figures.wrong(results))
local unconfirmed, times = 0, {}
for _, row in ipairs(results.rows) do
  if row.verdict == "unknown" then unconfirmed = unconfirmed + row.unconfirmed end
  times[row.config] = times[row.config] or {}
  table.insert(times[row.config], row.cpu)
end
print(("Counterexamples unconfirmed: %d"):format(unconfirmed))
for _, config in ipairs(results.configs) do
  if times[config] then print(("Median CPU time, %s: %.3f s"):format(config, figures.median(times[config]))) end
end
