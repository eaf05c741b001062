-- Shapes and paths: the heap domain alone, with intervals, with loop guards in its rows, with symbolic paths (either strategy), and with claims
-- of the objects that pointers lead to; on programs with lists and on programs that mix lists and arrays. What their invariants alone prove, at
-- one copy of each loop (mode ai: what is false stays open). Five minutes on two cores.
--     ansatz run experiments/heap-paths.lua [--jobs 2] [-- SUITES]
-- SUITES: the folder with the suites 2ls-heap, 2ls-heap-data, sv-list-*, sv-heap-manipulation, to be run, too.
local az = require "ansatz"
local d, s = az.domains, az.strategies
local folder = (...)

local suites = {
  az.suite { name = "lists", "programs/lists/*.yml" },
  az.suite { name = "shapes-arrays", "programs/shapes-arrays/*.yml" },
}
for _, name in ipairs { "2ls-heap", "2ls-heap-data", "sv-list-simple", "sv-list-properties", "sv-list-ext-properties", "sv-heap-manipulation" } do
  if folder then suites[#suites + 1] = az.suite { name = name, az.path(folder) .. "/" .. name } end
end

local function both() return d.product { d.heap(), d.interval() } end
local function by_pointers(strategy)
  return d.product { d.heap(), d.interval(), d.sympath { both(), by = "pointers" }, strategy = strategy }
end
local function config(name, domain) return az.config { name = name, mode = "ai", domain = domain } end
local results = az.run(az.experiment {
  name = "heap-paths",
  suites = suites,
  configs = {
    config("heap", d.heap()),
    config("heap, intervals", both()),
    config("with guards", d.product { d.heap { guards = true }, d.interval() }),
    config("with paths", d.sympath { both() }),
    config("paths in turns", d.sympath { both(), strategy = s.turns() }),
    config("by pointers", by_pointers(s.by_path())),
    config("pointers, in turns", by_pointers(s.turns())),
  },
  property = "unreach-call",
  limits = { cpu = 5, memory = "4 GB" },
})

print(results:table { file = "heap-paths.txt" })
results:table { file = "heap-paths.tex" }
print(results:reasons { file = "reasons.txt" })
print(results:compare("heap, intervals", "with paths"))
print(results:compare("with guards", "with paths"))
print(results:compare("heap, intervals", "by pointers"))
results:csv { file = "heap-paths.csv" }
results:macros { file = "macros.tex" }
local files = {}
local function made(names) table.move(names, 1, #names, #files + 1, files) end
made(results:quantile { file = "heap-paths", title = "lists, lists and arrays: invariants at k = 1" })
made(results:scatter("heap, intervals", "with paths", { file = "intervals-paths" }))
made(results:scatter("with guards", "with paths", { file = "guards-paths" }))
made(results:scatter("heap, intervals", "by pointers", { file = "intervals-pointers" }))
for _, file in ipairs(files) do print("wrote " .. file) end
