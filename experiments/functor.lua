-- The segmentation functor by abstract interpretation beside templates of arrays: alone, together, its order oracle level by level, with and
-- without reduction, with other domains of elements, and with what goes beyond the slides (relations, two dimensions, witnesses). Ten minutes on two cores.
--     ansatz run experiments/functor.lua [--jobs 2] [-- SUITES [SECONDS [EVERY]]]
-- SUITES is the folder with suites of array programs (sv-array-*, diffy-cav21, ...); they are run, too, where it is given. SECONDS is the CPU time of a
-- run (5). EVERY = 4: of those suites only each fourth task, and only functor, templates, and both in several ways: a comparison in minutes.
-- scripts/paper functor runs it and typesets papers/functor. The worked analyses of the slides are in functor/, bench/growth_kleene.lua measures growth.
local az = require "ansatz"
local d, p, s = az.domains, az.segmentations, az.strategies
local folder, seconds, every = ...
seconds, every = tonumber(seconds) or 5, tonumber(every)

local suites = { az.suite { name = "arrays", "programs/arrays/*.yml" }, az.suite { name = "segments", "programs/segments/*.yml" } }
local kinds = {
  "sv-array-cav19", "sv-array-divine", "sv-array-examples", "sv-array-fpi", "sv-array-industry-pattern", "sv-array-tiling", "diffy-cav21",
  "sv-reducercommutativity", "dillig-arrays", "2ls-arrays",
}
local met = 0
local function is_drawn()
  met = met + 1
  return met % (every or 1) == 0
end
if every then suites = {} end
for _, kind in ipairs(folder and kinds or {}) do
  local drawn = az.suite { name = kind, az.path(folder) .. "/" .. kind, keep = is_drawn }
  if #drawn.tasks > 0 then suites[#suites + 1] = drawn end
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
  if every and group ~= "systems" then return end
  configs[#configs + 1] = az.config { name = name, mode = "kiki", max_unwind = 2, domain = domain, witness_indices = witnesses }
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
config("order", "order: relational", functor { variables = d.product { d.ppl { abstraction = "octagon" }, d.interval() } })
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

local results = az.run(az.experiment {
  name = "functor", suites = suites, configs = configs, property = "unreach-call",
  limits = { cpu = seconds, wall = 20 * seconds, memory = "4 GB" }, out = "results/functor",
})
if results.dry then return end

print(results:table { by_suite = false })
results:table { file = "functor.tex", by_suite = false, compact = true, caption = "The segmentation functor and templates", label = "tab:functor" }
for group, names in pairs(groups) do
  results:table { file = group .. ".tex", configs = names, by_suite = false, compact = true, caption = "By " .. group, label = "tab:" .. group }
end
results:csv { file = "functor.csv" }
results:macros { file = "macros.tex" }
for _, plot in ipairs {
  results:scatter("functor", "templates", { file = "times" }),
  results:quantile { file = "solved", configs = groups.systems, title = ("functor and templates: %g s"):format(seconds) },
} do
  for _, file in ipairs(plot) do print("wrote " .. file) end
end

-- What only the functor, only the template (each beside the other), and what neither alone solves: the policy, the start value, both together.
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
