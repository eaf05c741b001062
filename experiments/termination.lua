-- Termination: what each form of rankings, invariants beside them, full unwinding and proofs that a program never ends decide.
--   linear, lexicographic, multiphase, piecewise   rankings of this form, without an invariant, at one copy of each loop
--   cegis                               linear lexicographic rankings by two solvers, as the literature has it, beside the strategy lexicographic
--   unwinding                           programs that bounded model checking unwinds fully
--   rankings                            auto.lua without the search for executions that never end
--   nontermination                      that search alone
--   auto                                all of it
--   assume                              all of it, with executions that overflow left out
-- Half a minute on two cores.
--     ansatz run experiments/termination.lua [--jobs 2] [-- SUITES [SECONDS]]
-- SUITES is a folder with suites; those tasks of them that ask for termination are run, too, SECONDS of CPU time each (default 10).
local az = require "ansatz"
local d = az.domains
local folder, seconds = ...

local function asks(task)
  for _, property in ipairs(task.properties) do
    if property.name == "termination" then return true end
  end
  return false
end

local suites = { az.suite { name = "termination", "programs/termination/*.yml", keep = asks } }
if folder then suites[#suites + 1] = az.suite { name = "suites", az.path(folder) .. "/*/*.yml", keep = asks } end

local s = az.strategies

local function rankings(form) return az.config { name = form, mode = "ai", domain = d.ranking { form = form } } end

local results = az.run(az.experiment {
  name = "termination",
  suites = suites,
  configs = {
    rankings "linear",
    rankings "lexicographic",
    rankings "multiphase",
    rankings "piecewise",
    az.config { name = "cegis", mode = "ai", domain = d.ranking { strategy = s.cegis() } },
    az.config { name = "unwinding", mode = "bmc", max_unwind = 100 },
    az.config { name = "rankings", config = "configs/rankings.lua" },
    az.config { name = "nontermination", mode = "nontermination" },
    az.config { name = "auto" },
    az.config { name = "assume", signed_overflow = "assume" },
  },
  property = "termination",
  limits = { cpu = tonumber(seconds) or 10, memory = "4 GB" },
})

print(results:table { file = "table.txt" })
results:table { file = "table.tex" }
print(results:reasons { file = "reasons.txt" })
for _, pair in ipairs { { "linear", "lexicographic" }, { "lexicographic", "multiphase" }, { "cegis", "lexicographic" }, { "multiphase", "piecewise" }, { "piecewise", "rankings" }, { "rankings", "auto" }, { "auto", "assume" } } do
  print(("---- %s | %s"):format(pair[1], pair[2]))
  print(results:compare(pair[1], pair[2]))
end
results:csv { file = "results.csv" }
results:macros { file = "macros.tex" }
results:quantile { file = "quantile", title = "termination" }
