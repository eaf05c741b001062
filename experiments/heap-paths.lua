-- Shapes and paths: the heap domain alone, with bounds of scalars and of arrays' cells beside it, with links told apart, with relations between
-- nodes' fields, with loop guards in its rows, with symbolic paths, and with claims of the objects that pointers lead to; on programs with lists and
-- on programs that mix lists and arrays, all of them without a violation: what invariants prove at one copy of each loop. Two minutes on two cores.
--     ansatz run experiments/heap-paths.lua [--jobs 2] [-- SUITES]
-- SUITES: the folder with the suites 2ls-heap, 2ls-heap-data, sv-list-*, sv-heap-manipulation, to be run, too.
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

-- Shapes, and the values beside them.
local function values(heap, more, strategy)
  return d.product { heap, d.interval(), d.array { cells = d.interval() }, more, strategy = strategy }
end
local function pointers() return d.sympath { d.product { d.heap(), d.interval() }, by = "pointers" } end
local function config(name, domain) return az.config { name = name, mode = "ai", domain = domain, strategy = s.thresholds() } end

local results = az.run(az.experiment {
  name = "heap-paths",
  suites = suites,
  configs = {
    config("heap", d.heap()),
    config("heap, values", values(d.heap())),
    config("apart", values(d.heap(), d.disjoint())),
    config("fields", values(d.heap(), d.fields())),
    config("by path", values(d.heap(), nil, s.sequential())),
    config("guards", values(d.heap { guards = true })),
    config("paths", d.sympath { values(d.heap()) }),
    config("paths, in turns", d.sympath { values(d.heap()), strategy = s.round_robin() }),
    config("pointers, by path", values(d.heap(), pointers(), s.sequential())),
  },
  property = "unreach-call",
  limits = { cpu = 5, wall = 60, memory = "4 GB" },
})

print(results:table { file = "table.txt" })
results:table { file = "table.tex" }
print(results:reasons { file = "reasons.txt" })
for _, pair in ipairs { { "heap, values", "paths" }, { "guards", "paths" }, { "paths, in turns", "paths" }, { "by path", "pointers, by path" } } do
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
made(results:scatter("by path", "pointers, by path", { file = "values-pointers" }))
for _, file in ipairs(files) do print("wrote " .. file) end
