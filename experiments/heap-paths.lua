-- Shapes and paths: which programs with lists, and with lists and arrays, invariants prove at one copy of each loop. None of them has a violation.
-- The configurations are the heap domain alone; with bounds of scalars and of array cells; with disjoint links; with relations between the fields of
-- nodes; with loop guards in its rows; with symbolic paths; and with claims about the objects that pointers lead to. Two minutes on two cores.
--     ansatz run experiments/heap-paths.lua [--jobs 2] [-- SUITES]
-- SUITES is the folder with the suites 2ls-heap, 2ls-heap-data, sv-list-* and sv-heap-manipulation; they are run, too, where it is given.
local az = require "ansatz"
local d, s = az.domains, az.strategies
local folder = (...)

local function holds(task)
  for _, property in ipairs(task.properties) do
    if property.name == "unreach-call" and property.expected == "true" then return true end
  end
  return false
end
local suites = {
  az.suite { name = "lists", "programs/lists/*.yml", keep = holds },
  az.suite { name = "shapes-arrays", "programs/shapes-arrays/*.yml", keep = holds },
}
for _, name in ipairs { "2ls-heap", "2ls-heap-data", "sv-list-simple", "sv-list-properties", "sv-list-ext-properties", "sv-heap-manipulation" } do
  if folder then suites[#suites + 1] = az.suite { name = name, az.path(folder) .. "/" .. name, keep = holds } end
end

-- A domain of shapes, with domains of values beside it.
local function values(heap, more, strategy)
  return d.product { heap, d.interval(), d.array { cells = d.interval() }, more, strategy = strategy }
end
local function pointers() return d.sympath { d.product { d.heap(), d.interval() }, by = "pointers" } end
local function config(name, domain) return az.config { name = name, mode = "ai", domain = domain } end

local results = az.run(az.experiment {
  name = "heap-paths",
  suites = suites,
  configs = {
    config("heap", d.heap()),
    config("heap, values", values(d.heap())),
    config("disjoint", values(d.heap(), d.disjoint())),
    config("fields", values(d.heap(), d.fields())),
    config("sequential", values(d.heap(), nil, s.sequential())),
    config("guards", values(d.heap { guards = true })),
    config("paths", d.sympath { values(d.heap()) }),
    config("paths, round robin", d.sympath { values(d.heap()), strategy = s.round_robin() }),
    config("pointers, sequential", values(d.heap(), pointers(), s.sequential())),
  },
  property = "unreach-call",
  limits = { cpu = 5, wall = 60, memory = "4 GB" },
})

print(results:table { file = "table.txt" })
results:table { file = "table.tex" }
print(results:reasons { file = "reasons.txt" })
for _, pair in ipairs { { "heap, values", "paths" }, { "guards", "paths" }, { "paths, round robin", "paths" }, { "sequential", "pointers, sequential" } } do
  print(("---- %s | %s"):format(pair[1], pair[2]))
  print(results:compare(pair[1], pair[2]))
end
results:csv { file = "results.csv" }
results:macros { file = "macros.tex" }
local files = {}
local function made(names) table.move(names, 1, #names, #files + 1, files) end
made(results:quantile { file = "quantile", title = "lists, lists and arrays: invariants at k = 1" })
made(results:scatter("heap, values", "paths", { file = "values-paths" }))
made(results:scatter("guards", "paths", { file = "guards-paths" }))
made(results:scatter("sequential", "pointers, sequential", { file = "values-pointers" }))
for _, file in ipairs(files) do print("wrote " .. file) end
