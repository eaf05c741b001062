-- How long reports take: a store is filled with made-up runs, then read, and each kind of table and report is made of it.
--     ansatz lua experiments/bench/reports.lua FOLDER [RUNS]      FOLDER is made; 60000 runs are 400 MB
local az = require "ansatz"
local store = require "ansatz.store"
local host = require "ansatz.host"
local json, system = host.json, host.system
local folder, wanted = arg[1], tonumber(arg[2] or 60000)
if not folder then error("usage: ansatz lua experiments/bench/reports.lua FOLDER [RUNS]", 0) end
assert(system.make_folder(folder))
math.randomseed(1)

local function phase(seconds) return { seconds = seconds, calls = 3, clauses = 20000, terms = 800, steps = 12 } end
local invariants = {}
for i = 1, 40 do invariants[i] = { loc = "program.c:12:3", view = "loop main.0", text = ("x%d - y <= %d"):format(i, i) } end

local function result()
  local cpu, kind = math.random() ^ 4 * 60, math.random()
  if kind < 0.2 then return { stopped = "cpu", cpu = 60, wall = 62, memory = 100000000 } end
  local verdict = kind < 0.3 and "unknown" or kind < 0.4 and "false(unreach-call)" or "true"
  local decided = { name = "unreach-call", verdict = verdict, invariants = invariants, unconfirmed = {}, stats = {
    base = phase(cpu / 4), step = phase(cpu / 2), domain = phase(cpu / 3), replay = phase(0), terms = 900, turns = { { phase = "base", k = 1, seconds = cpu / 4, calls = 1, clauses = 5, terms = 7 } },
  } }
  return { cpu = cpu, wall = cpu, memory = 50000000, exit = 0, answer = { verdict = verdict, reason = "the rows are too weak", k = 2, solver_calls = 9, properties = { decided } } }
end

local began = os.clock()
local function lap(what)
  print(("%-18s %6.2f s"):format(what, os.clock() - began))
  began = os.clock()
end

local configs, runs, documents = {}, {}, {}
for c = 1, 10 do
  configs[c] = { name = "configuration " .. c }
  documents[c] = json.encode { mode = "kiki", max_unwind = c, domain = { module = "interval", kind = "domain", options = {} } }
end
for i = 1, wanted do
  local task, config = (i - 1) // #configs, configs[(i - 1) % #configs + 1].name
  runs[i] = { hash = ("%064x"):format(i), suite = "suite " .. task % 20, task = "task " .. task, path = ("/tasks/%d.yml"):format(task), property = "unreach-call",
    expected = task % 3 > 0 and "true" or "false(unreach-call)", config = config }
end

do
  local db <close> = store.open(folder .. "/results.db", true)
  db:plan({ name = "reports", configs = configs, limits = { cpu = 60, wall = 130, memory = 4000000000 } }, runs, system.machine())
  for i, run in ipairs(runs) do db:add(run.hash, documents[(i - 1) % #configs + 1], result()) end
end
lap "filled"

local results = az.results(folder)
lap "read"
for _, form in ipairs { { "table", {} }, { "compact", { compact = true, columns = { "right", "par2", "clauses" } } }, { "tasks", { rows = "tasks" } } } do
  form[2].file = form[1] .. ".txt"
  results:table(form[2])
  lap(form[1])
end
results:csv "results.csv"
lap "csv"
results:macros { file = "macros.tex", by_suite = true }
lap "macros"
results:significance { file = "significance.txt" }
lap "significance"
results:monotonicity { file = "losses.txt" }
lap "monotonicity"
results:quantile { file = "quantile" }
lap "quantile"
results:html()
lap "html"
