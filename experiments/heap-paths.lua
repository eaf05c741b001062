-- Shapes and paths: the heap domain alone, with intervals, with loop guards in its rows, and with symbolic paths (either strategy), on
-- programs with lists and on programs that mix lists and arrays. Ten minutes on two cores.
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

local function values() return d.interval() end
local function config(name, domain) return az.config { name = name, mode = "kiki", domain = domain } end
local results = az.run(az.experiment {
  name = "heap-paths",
  suites = suites,
  configs = {
    config("heap", d.heap()),
    config("heap, intervals", d.product { d.heap(), values() }),
    config("with guards", d.product { d.heap { guards = true }, values() }),
    config("with paths", d.sympath { d.product { d.heap(), values() } }),
    config("path by path", d.sympath { d.product { d.heap(), values() }, strategy = s.by_path() }),
    az.config { name = "k-induction", mode = "kinduction" },
  },
  property = "unreach-call",
  limits = { cpu = 5, memory = "4 GB" },
})

print(results:table { file = "heap-paths.txt" })
results:table { file = "heap-paths.tex" }
print(results:reasons { file = "reasons.txt" })
print(results:compare("heap, intervals", "with paths"))
print(results:compare("with guards", "with paths"))
results:csv { file = "heap-paths.csv" }
results:macros { file = "macros.tex" }
local files = {}
local function made(names) table.move(names, 1, #names, #files + 1, files) end
made(results:quantile { file = "heap-paths", title = "lists, lists and arrays: unreach-call, 5 s" })
made(results:scatter("heap, intervals", "with paths", { file = "intervals-paths" }))
made(results:scatter("with guards", "with paths", { file = "guards-paths" }))
for _, file in ipairs(files) do print("wrote " .. file) end
