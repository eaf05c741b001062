-- Where arrays are cut, and what is claimed of their cells: segmentation policies and inner domains on programs with arrays; growth with
-- the array's length, the number of borders and nesting. Five minutes on two cores.
--     ansatz run experiments/array-segmentation.lua [--jobs 2] [-- SUITES]
-- SUITES: the folder with the SV-COMP array suites, to be run, too (an hour). The table "which policy and inner domain proves which task"
-- goes to papers/arrays, which its paper includes.
local az = require "ansatz"
local d, p, s = az.domains, az.segmentations, az.strategies
local folder = (...)

local suites = { az.suite { name = "arrays", "programs/arrays/*.yml" } }
for _, name in ipairs { "2ls-arrays", "sv-array-examples", "sv-array-fpi", "sv-array-cav19", "sv-array-tiling", "sv-array-industry-pattern", "dillig-arrays" } do
  if folder then suites[#suites + 1] = az.suite { name = name, az.path(folder) .. "/" .. name } end
end

local function config(name, cells, policy)
  return az.config { name = name, mode = "kiki", domain = d.product { d.interval(), d.array { cells = cells, segments = policy } } }
end
local policies = { -- with intervals as cells
  { "smash", p.smash() }, { "expand", p.expand() }, { "written", p.written() }, { "written, pre-loop", p.written_preloop() },
  { "no cells", p.written_preloop { cell = false } }, { "written and read", p.written_and_read() },
}
local inner = { -- cut where written, pre-loop
  { "equality", d.equality() }, { "zones", d.zones { pairs = "related" } }, { "octagons", d.octagons { pairs = "related" } },
}
local configs, order = {}, {}
for _, c in ipairs(policies) do configs[#configs + 1] = config(c[1], d.interval(), c[2]) end
for _, c in ipairs(inner) do configs[#configs + 1] = config(c[1], c[2], p.written_preloop()) end
configs[#configs + 1] = az.config { name = "k-induction", mode = "kinduction" }
for i, c in ipairs(configs) do order[c.name] = i end

local results = az.run(az.experiment {
  name = "array-segmentation", suites = suites, configs = configs, property = "unreach-call", limits = { cpu = 2, memory = "4 GB" },
})
if results.dry then return end
print(results:table { file = "array-segmentation.txt" })
results:table { file = "array-segmentation.tex" }
results:reasons { file = "reasons.txt" }
results:csv { file = "array-segmentation.csv" }
results:macros { file = "macros.tex" }
local files = {}
local function made(names) table.move(names, 1, #names, #files + 1, files) end
made(results:quantile { file = "policies", title = "programs with arrays: unreach-call, 2 s" })
made(results:scatter("written, pre-loop", "no cells", { file = "cells" }))

-- Which policy and inner domain proves which task: a mark a configuration.
local proved, tasks = {}, {}
for _, row in ipairs(results.rows) do
  if row.expected == "true" then
    local key = row.suite .. "/" .. row.task:gsub("%.yml$", "")
    if not proved[key] then proved[key], tasks[#tasks + 1] = {}, key end
    if row.verdict == "true" then proved[key][row.config] = row.cpu end
  end
end
table.sort(tasks)
local function plain(text) return (text:gsub("[_%%&#]", "\\%0")) end
local tex, txt = {}, {}
tex[1] = "\\begin{tabular}{l" .. ("c"):rep(#configs) .. "}\n\\toprule\ntask"
for _, c in ipairs(configs) do tex[#tex + 1] = " & \\rotatebox{90}{" .. plain(c.name) .. "}" end
tex[#tex + 1] = " \\\\\n\\midrule\n"
for _, key in ipairs(tasks) do
  tex[#tex + 1] = plain(key)
  local names = {}
  for _, c in ipairs(configs) do
    tex[#tex + 1] = proved[key][c.name] and (" & %.1f"):format(proved[key][c.name]) or " & "
    if proved[key][c.name] then names[#names + 1] = c.name end
  end
  tex[#tex + 1] = " \\\\\n"
  txt[#txt + 1] = ("%-50s %s"):format(key, #names > 0 and table.concat(names, "; ") or "-")
end
tex[#tex + 1] = "\\bottomrule\n\\end{tabular}\n"
results:write("which.tex", table.concat(tex))
results:write("which.txt", table.concat(txt, "\n") .. "\n")
print(table.concat(txt, "\n"))

-- Growth: one loop over an array of n cells; a loop that writes at b places; loops nested 1 to 3 deep.
local programs = az.path "results/array-segmentation" .. "/programs"
os.execute(("mkdir -p '%s'"):format(programs))
local header = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
local function task(name, text)
  local path = ("%s/%s.c"):format(programs, name)
  local file <close> = assert(io.open(path, "w"))
  file:write(header, text)
  return az.task { file = path, expected = true, name = name }
end
local function length(n)
  return task(("length_%d"):format(n), ([[
int a[%d];
int main(void) {
  int k = __VERIFIER_nondet_int();
  for (int i = 0; i < %d; i++) a[i] = __VERIFIER_nondet_int() %% 7;
  if (k >= 0 && k < %d && a[k] > 6) reach_error();
}
]]):format(n, n, n))
end
local function borders(b)
  local text = { "int a[100000];\nint main(void) {\n  int k = __VERIFIER_nondet_int();\n  for (int i = 0; i < 1000; i++) {\n" }
  for i = 1, b do text[#text + 1] = ("    a[i + %d] = %d;\n"):format((i - 1) * 1000, i) end
  text[#text + 1] = "  }\n  if (k >= 0 && k < 1000 && a[k] != 1) reach_error();\n}\n"
  return task(("borders_%d"):format(b), table.concat(text))
end
local function nesting(n)
  local text, sizes, at = { "int main(void) {\n" }, "", ""
  for i = 1, n do sizes, at = sizes .. "[30]", at .. ("[i%d]"):format(i) end
  text[#text + 1] = ("  static int a%s;\n"):format(sizes)
  for i = 1, n do text[#text + 1] = ("%sfor (int i%d = 0; i%d < 30; i%d++)\n"):format(("  "):rep(i), i, i, i) end
  text[#text + 1] = ("%sa%s = 5;\n  int k = __VERIFIER_nondet_int();\n"):format(("  "):rep(n + 1), at)
  text[#text + 1] = ("  if (k >= 0 && k < 30 && a%s != 5) reach_error();\n}\n"):format(("[k]"):rep(n))
  return task(("nesting_%d"):format(n), table.concat(text))
end
local kinds = {
  { name = "length", make = length, sizes = { 10, 100, 1000, 10000, 100000, 1000000 }, x = "cells" },
  { name = "borders", make = borders, sizes = { 1, 2, 3, 4, 6, 8, 12 }, x = "indices written" },
  { name = "nesting", make = nesting, sizes = { 1, 2, 3 }, x = "nested loops" },
}
for _, kind in ipairs(kinds) do
  local made_tasks, of = { name = kind.name }, {}
  for _, n in ipairs(kind.sizes) do
    made_tasks[#made_tasks + 1] = kind.make(n)
    of[("%s_%d"):format(kind.name, n)] = n
  end
  local growth = az.run(az.experiment {
    name = "array-growth-" .. kind.name, suites = { az.suite(made_tasks) },
    configs = {
      az.config { name = "written, pre-loop", mode = "ai", domain = d.product { d.interval(), d.array { cells = d.interval(), segments = p.written_preloop() } } },
      az.config { name = "no cells", mode = "ai", domain = d.product { d.interval(), d.array { cells = d.interval(), segments = p.written_preloop { cell = false } } } },
      az.config { name = "zones", mode = "ai", domain = d.product { d.interval(), d.array { cells = d.zones(), segments = p.written_preloop { cell = false } } } },
    },
    limits = { cpu = 30, memory = "4 GB" }, out = "results/array-segmentation",
  })
  local series, by = {}, {}
  for _, row in ipairs(growth.rows) do
    if not by[row.config] then
      by[row.config] = {}
      series[#series + 1] = { name = row.config, points = by[row.config] }
    end
    if row.verdict == "true" then table.insert(by[row.config], { of[row.task], row.cpu }) end
    print(("%-12s %-20s %-8s %6.2f s"):format(row.task, row.config, row.verdict, row.cpu))
  end
  for _, one in ipairs(series) do table.sort(one.points, function(a, b) return a[1] < b[1] end) end
  made(growth:lines { file = "growth-" .. kind.name, series = series, x = kind.x, y = "CPU time (s)", log = kind.name == "length" and "xy" or nil })
end
for _, file in ipairs(files) do print("wrote " .. file) end
