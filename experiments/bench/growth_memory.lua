-- Growth in memory: CPU time over the length of an array, the borders of its segmentation, nested loops and allocation sites; and how much of the
-- formula is kept from k to k + 1 where loops allocate, which [malik2023] names as an open problem.
--     ansatz run experiments/bench/growth_memory.lua --jobs 1 [-- SECONDS|RUNS.csv [KIND...]]
-- SECONDS is the CPU time of a run (20). RUNS.csv, which an earlier call wrote as growth_memory.csv, with growth_memory-reuse.csv beside it, stands for the runs
-- themselves. KIND is length, borders, nesting, sites or reuse (default: all of them). A configuration that does not prove a
-- program is not run on larger ones.
local az = require "ansatz"
local d, s = az.domains, az.strategies
local data = dofile((debug.getinfo(1, "S").source:match "^@(.*/)" or "") .. "../reproduced/kept.lua")
local given, wanted = data.arguments(az, 20, ...), { select(2, ...) }
local recorded, seconds = given.recorded, tonumber(given.folder) or given.seconds
local folder = az.path "results/growth-memory"
if not recorded then os.execute(("mkdir -p '%s/programs'"):format(folder)) end

local header = [[
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
]]
local function task(name, text)
  local path = ("%s/programs/%s.c"):format(folder, name)
  local file <close> = assert(io.open(path, "w"))
  file:write(header, text)
  return az.task { file = path, expected = true, name = name }
end
-- The line for each of 1 .. n, where %1 is the number and %2 the one before.
local function each(n, line)
  local text = {}
  for i = 1, n do text[i] = line:gsub("%%1", tostring(i)):gsub("%%2", tostring(i - 1)) end
  return table.concat(text)
end

-- ---- programs -------------------------------------------------------------------------------------------------------------------

-- One loop fills an array of n cells, one looks at all of them.
local function length(n)
  return ([[
int a[%1];
int main(void) {
  for (int i = 0; i < %1; i++) a[i] = __VERIFIER_nondet_int() %% 7;
  for (int i = 0; i < %1; i++)
    if (a[i] > 6) reach_error();
}
]]):gsub("%%1", tostring(n)):gsub("%%%%", "%%")
end

-- The same with allocated memory.
local function allocated(n)
  return ([[
int main(void) {
  int *a = malloc(%1 * sizeof(int));
  for (int i = 0; i < %1; i++) a[i] = __VERIFIER_nondet_int() %% 7;
  for (int i = 0; i < %1; i++)
    if (a[i] > 6) reach_error();
}
]]):gsub("%%1", tostring(n)):gsub("%%%%", "%%")
end

-- n neighbouring cells in each round: one segmentation with n + 1 borders.
local function beside(n)
  return ("int a[12000];\nint main(void) {\n  int k = __VERIFIER_nondet_int();\n  for (int i = 0; i + %d <= 12000; i += %d) {\n"):format(n, n)
    .. each(n, "    a[i + %2] = %1;\n") .. ("  }\n  if (k >= 0 && k < 1200 && a[k] > %d) reach_error();\n}\n"):format(n)
end

-- n cells far from each other in each round: one segmentation for each of them.
local function apart(n)
  return "int a[12000];\nint main(void) {\n  int k = __VERIFIER_nondet_int();\n  for (int i = 0; i < 1000; i++) {\n" .. each(n, "    a[i + %2 * 1000] = %1;\n")
    .. "  }\n  if (k >= 0 && k < 1000 && a[k] != 1) reach_error();\n}\n"
end

-- Each of n thousands of cells gets its own value: with borders between them, one segmentation.
local function steps(n)
  return ("int a[%d];\nint main(void) {\n  int k = __VERIFIER_nondet_int();\n  for (int i = 0; i < %d; i++) a[i] = i / 1000;\n"):format(n * 1000, n * 1000)
    .. ("  if (k >= 0 && k < %d && a[k] > k / 1000) reach_error();\n}\n"):format(n * 1000)
end

-- n nested loops fill an array of n dimensions.
local function nesting(n)
  local text = { "int main(void) {\n  static int a" .. ("[30]"):rep(n) .. ";\n" }
  for i = 1, n do text[#text + 1] = ("%sfor (int i%d = 0; i%d < 30; i%d++)\n"):format(("  "):rep(i), i, i, i) end
  text[#text + 1] = ("  "):rep(n + 1) .. "a" .. each(n, "[i%1]") .. " = 5;\n  int k = __VERIFIER_nondet_int();\n"
  text[#text + 1] = ("  if (k >= 0 && k < 30 && a%s != 5) reach_error();\n}\n"):format(("[k]"):rep(n))
  return table.concat(text)
end

local node = "struct node {\n  int value;\n  struct node *next;\n};\nint main(void) {\n"
-- n lists, each with an allocation site of its own, are built one after the other; then each is traversed.
local function lists(n)
  return node .. each(n, [[
  struct node *list%1 = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *e = malloc(sizeof *e);
    e->value = %1;
    e->next = list%1;
    list%1 = e;
  }
]]) .. each(n, [[
  for (struct node *p = list%1; p; p = p->next)
    if (p->value != %1) reach_error();
]]) .. "}\n"
end

-- One list, whose objects come from n sites.
local function mixed(n)
  return node .. "  struct node *list = 0;\n  while (__VERIFIER_nondet_int()) {\n    struct node *e;\n    switch (__VERIFIER_nondet_int()) {\n"
    .. each(n - 1, "    case %1:\n      e = malloc(sizeof *e);\n      e->value = %1;\n      break;\n")
    .. ("    default:\n      e = malloc(sizeof *e);\n      e->value = %d;\n    }\n    e->next = list;\n    list = e;\n  }\n"):format(n)
    .. ("  for (struct node *p = list; p; p = p->next)\n    if (p->value < 1 || p->value > %d) reach_error();\n}\n"):format(n)
end

-- ---- CPU time over size -----------------------------------------------------------------------------------------------------------

local function config(name, domain) return az.config { name = name, mode = "ai", domain = domain, strategy = s.thresholds() } end
local function cells(inner, options) return d.product { d.interval(), d.array { cells = inner, segments = az.segmentations.written_preloop(options or {}) } } end
local auto, bmc = az.config { name = "auto" }, az.config { name = "BMC", mode = "bmc" }
local intervals, coarse = config("intervals", cells(d.interval())), config("no cells", cells(d.interval(), { cell = false }))
local zones = config("zones", cells(d.zones(), { cell = false }))
local shapes = config("heap, intervals", d.product { d.heap(), d.interval() })
local paths = az.config { name = "by path", mode = "ai", domain = d.product { d.heap(), d.interval(), strategy = s.sequential() } }

local function given(n)
  local borders = {}
  for i = 1, n - 1 do borders[i] = tostring(i * 1000) end
  return { config("given borders", d.product { d.interval(), d.array { cells = d.interval(), segments = n > 1 and az.segmentations.fixed(borders) or az.segmentations.smash() } }) }
end

local kinds = {
  { name = "length", x = "cells", log = "xy", sizes = { 10, 100, 1000, 10000, 100000, 1000000 }, configs = { intervals, coarse, zones, auto, bmc },
    programs = { { "an array", length }, { "allocated", allocated } } },
  { name = "borders", x = "cells written in a round", sizes = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 }, configs = { intervals, coarse, zones, auto },
    programs = { { "beside each other", beside }, { "apart", apart }, { "by thousands", steps, given } } },
  { name = "nesting", x = "nested loops", log = "y", sizes = { 1, 2, 3 }, configs = { intervals, coarse, zones, auto }, programs = { { "", nesting } } },
  { name = "sites", x = "allocation sites", sizes = { 1, 2, 3, 4, 5, 6 }, configs = { shapes, paths, auto },
    programs = { { "a list each", lists }, { "one list", mixed } } },
}

local function is_wanted(name)
  for _, word in ipairs(wanted) do
    if word == name then return true end
  end
  return #wanted == 0
end

-- Runs that are recorded: by kind, task and configuration. Without, those of this call, to be written as such a file.
local last, written, about, runs, rounds, of_task = nil, {}, nil, {}, {}, {}
if recorded then
  last, about = az.results(recorded, "growth-memory"), data.read_about(data.beside(recorded, "growth_memory-about.csv"))
  seconds = last.limits.cpu
  for row in last:each() do
    of_task[row.task] = of_task[row.task] or {}
    of_task[row.task][row.config] = row
  end
end
local function made(names) table.move(names, 1, #names, #written + 1, written) end
local function run(name, suite, configs)
  return az.run(az.experiment {
    name = "growth-memory-" .. name, suites = { suite }, configs = configs, limits = { cpu = seconds, wall = 10 * seconds, memory = "4 GB" },
    out = "results/growth-memory",
  })
end

for _, kind in ipairs(kinds) do
  local series, lines, like, looks = {}, {}, {}, 0
  for p, program in ipairs(is_wanted(kind.name) and kind.programs or {}) do
    local points, stopped = {}, {}
    for _, n in ipairs(kind.sizes) do
      local configs, name = {}, ("%s_%d_%d"):format(kind.name, p, n)
      for _, one in ipairs(program[3] and program[3](n) or kind.configs) do
        if not points[one.name] then
          local known = like[one.name]
          if not known then looks, like[one.name] = looks + 1, looks + 1 end
          points[one.name] = {}
          series[#series + 1] = { name = known and "" or one.name, like = like[one.name], dash = p, points = points[one.name] }
        end
        if not stopped[one.name] then configs[#configs + 1] = one end
      end
      if #configs > 0 then
        local rows = {}
        if recorded then
          for _, one in ipairs(configs) do rows[#rows + 1] = of_task[name] and of_task[name][one.name] end
        else
          last = run(name, az.suite { name = kind.name, task(name, program[2](n)) }, configs)
          rows = last:where(function(row) return row.category ~= "fault" end).rows
        end
        for _, row in ipairs(rows) do
          runs[#runs + 1] = row
          lines[#lines + 1] = ("%-18s %8d  %-16s %-8s %8.2f"):format(program[1], n, row.config, row.verdict, row.cpu)
          stopped[row.config] = row.verdict ~= "true"
          if row.verdict == "true" then table.insert(points[row.config], { n, row.cpu }) end
        end
      end
    end
  end
  if #lines > 0 then
    local text = ("%-18s %8s  %-16s %-8s %8s\n"):format("", kind.x:match "^%S+", "", "", "CPU (s)") .. table.concat(lines, "\n") .. "\n"
    print(text)
    last:write("growth-" .. kind.name .. ".txt", text)
    for p, program in ipairs(kind.programs) do
      if #kind.programs > 1 then series[#series + 1] = { name = program[1], dash = p, points = {} } end
    end
    made(last:lines { file = "growth-" .. kind.name, series = series, x = kind.x, y = "CPU time (s)", log = kind.log })
  end
end

-- ---- reuse from k to k + 1 ------------------------------------------------------------------------------------------------------------

-- One loop, whose check no execution violates and k-induction does not prove at any k; p moves over what was written before.
local function going(declared, written_now, moves, read)
  return ([[
struct node {
  unsigned value;
  struct node *next;
};
unsigned a[100000];
int main(void) {
  unsigned n = 0, i = 0;
  %s
  while (__VERIFIER_nondet_int() && i < 100000) {
    n += __VERIFIER_nondet_int() ? 2 : 4;
    %s
    if (__VERIFIER_nondet_int()) %s
    if (%s == 1) reach_error();
  }
}
]]):format(declared, written_now, moves, read)
end
local push = "e->value = n;\n    e->next = list;\n    list = e;"
local pointers, walk = "struct node *list = 0, *p = 0;", "p = p && __VERIFIER_nondet_int() ? p->next : list;"
local reuse = {
  { "no memory", going("unsigned p = 0;", "i++;", "p = n;", "p") },
  { "an array", going("unsigned p = 0;", "a[i++] = n;", "p = p && __VERIFIER_nondet_int() ? p - 1 : i - 1;", "a[p]") },
  { "a list", going(pointers, "struct node *e = malloc(sizeof *e);\n    " .. push, walk, "p && p->value") },
  { "a list, two sites",
    going(pointers, "struct node *e;\n    if (__VERIFIER_nondet_int()) e = malloc(sizeof *e);\n    else e = malloc(sizeof *e);\n    " .. push, walk, "p && p->value") },
  { "objects freed",
    going("struct node *p = 0;", "struct node *e = malloc(sizeof *e);\n    e->value = n;", "{\n      free(p);\n      p = e;\n    } else free(e);", "p && p->value") },
}
local most = 12

if is_wanted "reuse" then
  local function engine(name, mode, incremental) return az.config { name = name, mode = mode, max_unwind = most, switches = { strides = false, incremental = incremental } } end
  -- For each k of each run, in order: { task, config, phase, k, terms, clauses, seconds }.
  local function measure()
    local suite, list = { name = "reuse" }, {}
    for i, program in ipairs(reuse) do suite[i] = task("reuse_" .. i, program[2]) end
    last = run("reuse", az.suite(suite), {
      engine("BMC", "bmc", true), engine("BMC, anew", "bmc", false), engine("k-induction", "kinduction", true), engine("k-induction, anew", "kinduction", false),
    })
    for _, row in ipairs(last.rows) do
      for _, round in ipairs(row.stats and row.stats.turns or {}) do
        list[#list + 1] = { task = row.task, config = row.config, phase = round.phase, k = round.k, terms = round.terms, clauses = round.clauses, seconds = round.seconds }
      end
    end
    return list
  end
  rounds = recorded and data.read(data.beside(recorded, "growth_memory-reuse.csv")) or measure()
  local by_run = {}
  for _, round in ipairs(rounds) do
    for _, key in ipairs { "k", "terms", "clauses", "seconds" } do round[key] = tonumber(round[key]) end
    local run_of = round.task .. round.config
    by_run[run_of] = by_run[run_of] or { config = round.config }
    table.insert(by_run[run_of], round)
  end
  -- The sums over the rounds of a run, each { k, terms, clauses, all_terms, all_clauses, cpu }.
  local function sums(of)
    local phase, cpu, terms, clauses, list = of.config:find "^BMC" and "base" or "step", 0, 0, 0, {}
    for _, round in ipairs(of) do
      cpu = cpu + round.seconds
      if round.phase == phase then
        terms, clauses = terms + round.terms, clauses + round.clauses
        list[#list + 1] = { k = round.k, terms = round.terms, clauses = round.clauses, all_terms = terms, all_clauses = clauses, cpu = cpu }
      end
    end
    return list
  end
  local by, kept, added, lines = {}, {}, {}, {}
  for run_of, of in pairs(by_run) do by[run_of] = sums(of) end
  for i, program in ipairs(reuse) do
    for dash, mode in ipairs { "BMC", "k-induction" } do
      local anew, shares, news = by["reuse_" .. i .. mode .. ", anew"], {}, {}
      for n, round in ipairs(by["reuse_" .. i .. mode] or {}) do
        local share = 100 * (1 - round.clauses / math.max(round.all_clauses, 1))
        if round.k > 2 then shares[#shares + 1] = { round.k, share } end
        news[#news + 1] = { round.k, math.max(round.terms, 1) }
        if round.k == 4 or round.k == 8 or round.k == most then
          local other = anew and anew[n]
          lines[#lines + 1] = ("%-18s %-12s %4d %9d %10d %9d %10d %8.1f %9.2f %10s %9s"):format(program[1], mode, round.k, round.terms, round.all_terms, round.clauses,
            round.all_clauses, share, round.cpu, other and ("%d"):format(other.all_clauses) or "-", other and ("%.2f"):format(other.cpu) or "-")
        end
      end
      kept[#kept + 1] = { name = dash == 1 and program[1] or "", like = i, dash = dash, points = shares }
      added[#added + 1] = { name = dash == 1 and program[1] or "", like = i, dash = dash, points = news }
    end
  end
  if not last.dry then
    local text = ("%-18s %-12s %4s %9s %10s %9s %10s %8s %9s %10s %9s\n"):format("", "", "k", "terms", "in all", "clauses", "in all", "kept (%)", "CPU (s)", "anew:", "CPU (s)")
      .. table.concat(lines, "\n") .. "\n"
    print(text .. "terms, clauses: what this k added; in all: since k = 1; kept: clauses that k - 1 had already. anew: clauses of a formula made anew at this k.\n")
    last:write("growth-reuse.txt", text)
    for _, list in ipairs { kept, added } do
      list[#list + 1], list[#list + 2] = { name = "base formula", dash = 1, points = {} }, { name = "step formula", dash = 2, points = {} }
    end
    made(last:lines { file = "growth-kept", series = kept, x = "k", y = "clauses kept from k - 1 (%)" })
    made(last:lines { file = "growth-added", series = added, x = "k", y = "terms added at k", log = "xy" })
  end
end

-- ---- the runs as data ------------------------------------------------------------------------------------------------------------------

if not recorded and last and not last.dry then
  local function write(file, names, list)
    local lines = { table.concat(names, ",") }
    for _, row in ipairs(list) do
      local cells = {}
      for i, name in ipairs(names) do
        local value = tostring(row[name] or "")
        cells[i] = value:find "," and '"' .. value .. '"' or value
      end
      lines[#lines + 1] = table.concat(cells, ",")
    end
    last:write(file, table.concat(lines, "\n") .. "\n")
  end
  for _, row in ipairs(runs) do row.cpu_limit = seconds end
  write("growth_memory.csv", { "suite", "task", "property", "expected", "config", "verdict", "category", "cpu", "memory", "k", "solver_calls", "cpu_limit", "hash" }, runs)
  write("growth_memory-reuse.csv", { "task", "config", "phase", "k", "terms", "clauses", "seconds" }, rounds)
  about = {}
  data.write_about(last, "growth_memory-about.csv", about)
end
if about then
  local lines = {}
  for name, value in pairs { Seconds = ("%g"):format(seconds), Runs = #runs, Machine = about.machine, Commit = about.commit } do
    lines[#lines + 1] = ("\\newcommand{\\azGrowth%s}{%s}"):format(name, value)
  end
  table.sort(lines)
  last:write("growth-sample.tex", table.concat(lines, "\n") .. "\n")
end
for _, file in ipairs(written) do print("wrote " .. file) end
