-- The segmentation functor by abstract interpretation beside templates of arrays: alone, together, its order oracle level by level, with and
-- without reduction, with other domains of elements, and with what goes beyond the slides (relations, two dimensions, witnesses). Ten minutes on two cores.
--     ansatz run experiments/functor.lua [--jobs 2] [-- SUITES|RUNS.csv [SECONDS [SAMPLE]]]
-- SUITES is the folder with suites of array programs (sv-array-*, diffy-cav21, ...); they are run, too, where it is given. SECONDS is the budget of a
-- run in millions of units of work, about as many seconds (5); SAMPLE the number of tasks of each suite (all).
-- RUNS.csv, which an earlier call wrote as functor.csv, stands for the runs themselves. scripts/paper functor typesets papers/functor. The worked analyses of the slides are in functor/, bench/growth_kleene.lua measures growth.
local az = require "ansatz"
local d, p, s = az.domains, az.segmentations, az.strategies
local here = debug.getinfo(1, "S").source:match "^@(.*/)" or ""
local categories, kept = dofile(here .. "reproduced/categories.lua"), dofile(here .. "reproduced/kept.lua")
local given = kept.arguments(az, 5, ...)
local recorded, folder, seconds, sample = given.recorded, given.folder, given.seconds, given.sample

local kinds = {
  "sv-array-cav19", "sv-array-divine", "sv-array-examples", "sv-array-fpi", "sv-array-industry-pattern", "sv-array-tiling", "diffy-cav21",
  "sv-reducercommutativity", "dillig-arrays", "2ls-arrays",
}
-- Tasks that say what is expected, and how many there are without the sample.
local function tasks()
  local list, all = {}, 0
  local function add(name, pattern)
    local suite = az.suite { name = name, pattern, keep = function(task)
      for _, property in ipairs(task.properties) do
        if property.name == "unreach-call" and property.expected then return true end
      end
      return false
    end }
    all = all + #suite.tasks
    if #suite.tasks > 0 then list[#list + 1] = categories.sampled(az, name, suite.tasks, sample) end
  end
  add("arrays", "programs/arrays/*.yml")
  add("segments", "programs/segments/*.yml")
  for _, kind in ipairs(folder and kinds or {}) do add(kind, az.path(folder) .. "/" .. kind) end
  return list, all
end

local kleene = s.kleene()
local function functor(options)
  local all = { elements = d.interval(), variables = d.interval(), strategy = kleene }
  for key, value in pairs(options or {}) do all[key] = value end
  return d.segments(all)
end
local template = d.product { d.interval(), d.array { cells = d.interval(), segments = p.written_preloop() } }
local parity = d.congruence { modulus = 2 }

local configs, groups = {}, {}
local function config(group, name, domain, witnesses)
  configs[#configs + 1] = not recorded and az.config { name = name, mode = "kiki", max_unwind = 2, domain = domain, witness_indices = witnesses } or nil
  groups[group] = groups[group] or {}
  table.insert(groups[group], name)
end
config("systems", "functor", functor())
config("systems", "templates", template)
-- Its bounds as borders of templates; its claims as the start of their search.
config("systems", "policy", d.product { d.interval(), d.array { cells = d.interval(), segments = p.functor { analysis = functor() } } })
config("systems", "seeded", d.product {
  d.interval(), d.array { cells = d.interval(), segments = p.written_preloop() },
  strategy = s.seeded { analysis = functor(), after = s.thresholds() },
})
-- The functor's claims are facts for the template's search.
config("systems", "both", d.product { functor(), d.interval(), d.array { cells = d.interval(), segments = p.written_preloop() } })
for _, order in ipairs { "symbolic", "variables", "segments" } do config("order", "order: " .. order, functor { order = order }) end
-- The module ppl is separate, and may be missing on a machine that only reads recorded runs.
config("order", "order: relational", not recorded and functor { variables = d.product { d.ppl { abstraction = "octagon" }, d.interval() } })
for _, reduce in ipairs { "never", "always" } do config("reduction", "reduce: " .. reduce, functor { reduce = reduce }) end
config("elements", "elements: constant", functor { elements = d.constant() })
config("elements", "elements: parity and interval", functor { elements = d.product { parity, d.interval() }, variables = d.product { parity, d.interval() } })
config("elements", "elements: power on values",
  functor { elements = d.power { d.interval(), on = "value" }, variables = d.product { parity, d.interval() } })
config("elements", "elements: power on indices",
  functor { elements = d.power { d.interval(), on = "index" }, variables = d.product { parity, d.interval() } })
-- Beyond the slides: relations of cells to index and variables, to other arrays, two dimensions by linear bounds, witnesses.
local related = { elements = d.sums { d.interval() }, variables = d.sums { d.interval() } }
local function beyond(options)
  for key, value in pairs(related) do options[key] = value end
  return functor(options)
end
config("beyond", "variables related", functor { variables = related.variables })
config("beyond", "cells to variables", beyond { relate = "variables" })
config("beyond", "cells to arrays", beyond { relate = "arrays" })
config("beyond", "linear bounds", beyond { relate = "arrays", bounds = "linear" })
config("beyond", "witnesses", beyond { relate = "arrays", bounds = "linear" }, true)
configs[#configs + 1] = az.config { name = "auto" }

local results, about
if recorded then
  results, about = az.results(recorded, "functor"), kept.read_about(kept.beside(recorded, "functor-about.csv"))
  seconds = (results.limits.work or 1e6 * results.limits.cpu) / 1e6
else
  local suites, all = tasks()
  results = az.run(az.experiment {
    name = "functor", suites = suites, configs = configs, property = "unreach-call",
    limits = { work = 1000000 * seconds, cpu = 3 * seconds, wall = 60 * seconds, memory = "4 GB" }, out = "results/functor",
  })
  if results.dry then return end
  results:csv { file = "functor.csv" }
  about = { extent = categories.extent(suites, all, folder, sample, "suite") }
  kept.write_about(results, "functor-about.csv", about)
end

print(results:table { by_suite = false })
results:table { file = "functor.tex", by_suite = false, compact = true, caption = "The segmentation functor and templates", label = "tab:functor" }
for group, names in pairs(groups) do
  results:table { file = group .. ".tex", configs = names, by_suite = false, compact = true, caption = "By " .. group, label = "tab:" .. group }
end
results:macros { file = "macros.tex" }
for _, plot in ipairs {
  results:scatter("functor", "templates", { file = "times" }),
  results:quantile { file = "solved", configs = groups.systems, title = ("functor and templates: %g s"):format(seconds) },
} do
  for _, file in ipairs(plot) do print("wrote " .. file) end
end

-- Lists the tasks that only the functor solves, those that only the templates solve, and those that neither solves but
-- a configuration with the policy, the start value, or both does.
local solved = {}
for row in results:each() do
  local name = row.suite .. "/" .. row.task
  solved[name] = solved[name] or {}
  solved[name][row.config] = row.verdict == row.expected
end
local only = { functor = {}, templates = {}, policy = {}, seeded = {}, both = {} }
for name, by in pairs(solved) do
  if by.functor and not by.templates then table.insert(only.functor, name) end
  if by.templates and not by.functor then table.insert(only.templates, name) end
  for _, way in ipairs { "policy", "seeded", "both" } do
    if by[way] and not by.functor and not by.templates then table.insert(only[way], name) end
  end
end
for _, who in ipairs { "functor", "templates", "policy", "seeded", "both" } do
  table.sort(only[who])
  print(("only %s: %d%s"):format(who, #only[who], #only[who] > 0 and ": " .. table.concat(only[who], ", ") or ""))
end
categories.macros(results, "functor-sample.tex", {
  { "azFunctorExtent", about.extent }, { "azFunctorLimit", kept.limit(results) }, { "azFunctorOnly", #only.functor }, { "azTemplatesOnly", #only.templates },
  { "azPolicyOnly", #only.policy }, { "azSeededOnly", #only.seeded }, { "azBothOnly", #only.both },
  { "azFunctorMachine", about.machine }, { "azFunctorCommit", about.commit }, { "azFunctorDate", about.date },
})
