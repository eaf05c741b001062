-- Results: the rows of finished runs, and data about all of them. The output for papers is made in tables.lua,
-- comparison.lua, export.lua and plot.lua.
local host = require "ansatz.host"
local schema = require "ansatz.schema"
local verdict = require "ansatz.verdict"
local absent = verdict.absent
local system = host.system
local results = {}
local Results = { __name = "az.results" }
results.methods = Results -- other files of the library add methods
Results.__index = function(_, key)
  if Results[key] ~= nil then return Results[key] end
  local names = {}
  for name in pairs(Results) do names[#names + 1] = name end
  local near = type(key) == "string" and host.suggest(key, names)
  schema.fail("results." .. tostring(key), near and "no such method: did you mean '%s'?" or "no such method", near)
end

-- ---- rows -------------------------------------------------------------------------------------------------------------------

-- Identifies a task of a suite with one property: runs of several configurations have it in common.
local function task_key(row) return row.suite .. "\0" .. row.task .. "\0" .. (row.path or "") .. "\0" .. row.property end
results.task_key = task_key

-- Returns a run in the short form of the store, { suite, task, path, property, expected, config, hash, result =, fault
-- = }, as a row: { suite, task, path, property, expected, config, hash, number, verdict, reason, category, score, cpu,
-- wall, memory, limit, k, solver_calls, rows_found, stats }. Values that the run did not report are nil. stats: the
-- data of `verify --json` on the phases, with a list of turns.
local function read_row(row, limits, meta)
  local said, why = row.fault and verdict.not_run or verdict.pending, row.fault or "not started, or not ended"
  local r = row.result or {}
  if row.result then said, why = verdict.of(r, limits) end
  local category = verdict.category(said, row.expected)
  local answer = type(r.answer) == "table" and r.answer or {}
  local decided = answer.properties and answer.properties[1] or {}
  local by = decided.by or {}
  return setmetatable({
    suite = row.suite, task = row.task, path = row.path, property = row.property, expected = row.expected, config = row.config, hash = row.hash, number = row.position,
    verdict = said, reason = why, category = category, score = verdict.score(said, category), cpu = r.cpu, wall = r.wall, memory = r.memory,
    limit = limits.cpu, k = answer.k, solver_calls = answer.solver_calls, stats = decided.stats, work = answer.work,
    stage = by.stage, by_domain = by.domain, by_strategy = by.strategy,
    rows_found = decided.invariants, certified = answer.certified, certify_cpu = r.certify_cpu,
    unconfirmed = decided.unconfirmed or 0,
  }, meta)
end

-- Data that is read only on demand: row.iterates (iterates.lua); for a merged row, those of its first run.
local function lazy(out)
  return {
    __index = function(row, key)
      if key == "iterates" then return require "ansatz.iterates".read(out, row.hash) end
    end,
  }
end

local worst_first = { "wrong", "error", "unknown", "missing", "correct" }

-- Merges repetitions of a run into one row, which counts as right only if all of them are; numbers are means. `runs`
-- has the repetitions; `differs` lists the verdicts if there are several.
local function merge(runs)
  local by_category, said, ran, verdicts = {}, {}, 0, {}
  for _, run in ipairs(runs) do
    by_category[run.category] = by_category[run.category] or run
    if not absent[run.category] then
      ran = ran + 1
      if not said[run.verdict] then verdicts[#verdicts + 1] = run.verdict end
      said[run.verdict] = (said[run.verdict] or 0) + 1
    end
  end
  local chosen = runs[1]
  for i = #worst_first, 1, -1 do chosen = by_category[worst_first[i]] or chosen end
  local row = {}
  for key, value in pairs(chosen) do row[key] = value end
  for _, key in ipairs { "cpu", "wall", "memory", "k", "solver_calls", "certify_cpu" } do
    local sum, n = 0, 0
    for _, run in ipairs(runs) do
      if run[key] then sum, n = sum + run[key], n + 1 end
    end
    row[key] = n > 0 and sum / n or nil
  end
  row.runs = runs
  setmetatable(row, getmetatable(runs[1]))
  if #verdicts > 1 then
    for i, name in ipairs(verdicts) do verdicts[i] = ("%s %d"):format(name, said[name]) end
    row.differs = table.concat(verdicts, ", ")
  end
  return row
end

-- Rows come from the store, in the order of the plan, or from a CSV file (recorded.lua), where they are complete
-- already. Runs of the same task and configuration are repetitions.
function results.new(name, rows, about)
  local list, at, repeats, meta, points = {}, {}, 1, lazy(about.out), {}
  for _, p in ipairs(about.axes or {}) do
    points[p.config] = points[p.config] or {}
    points[p.config][p.axis] = p.number or p.value
  end
  for _, given in ipairs(rows) do
    local row = given.category and setmetatable(given, meta) or read_row(given, about.limits or {}, meta)
    row.axes = points[row.config]
    local key = task_key(row) .. "\0" .. row.config
    local place = at[key]
    if not place then
      list[#list + 1] = { row }
      at[key] = #list
    else
      table.insert(list[place], row)
      repeats = math.max(repeats, #list[place])
    end
  end
  for i, runs in ipairs(list) do list[i] = repeats > 1 and merge(runs) or runs[1] end
  local names = {}
  for i, config in ipairs(about.configs or {}) do names[i] = type(config) == "string" and config or config.name end
  return setmetatable({
    name = name, rows = list, configs = names, out = about.out or false, limits = about.limits or {}, dry = about.dry or false,
    machine = about.machine or false, documents = about.documents or {}, tool = about.tool or false, repeats = repeats,
    axes = about.axes or {}, imported = {},
  }, Results)
end

-- Returns the results of an experiment in the store (store.lua).
function results.read(db, name, out)
  for _, e in ipairs(db:experiments()) do
    if e.name == name then
      return results.new(name, db:rows(name), {
        out = out, limits = e.limits, configs = e.configs, machine = e.machine, documents = db:documents(name, e.configs), tool = e.tool, axes = db:axes(name),
      })
    end
  end
end

-- Reads the results in an output folder (or its results.db): those of one experiment, by default the only one; or those
-- of a CSV file.
function results.load(path, name)
  if path:find "%.csv$" then
    local rows, about = require "ansatz.recorded"(path)
    -- Files are written where runs of this name would have theirs, not beside the CSV file, which may be in a
    -- repository.
    name = name or path:match "([^/]*)%.csv$"
    about.out = host.options and host.options.out or "results/" .. name
    return results.new(name, rows, about)
  end
  local file = system.kind(path) == "folder" and path .. "/results.db" or path
  if system.kind(file) ~= "file" then schema.fail(nil, "%s: there are no results here", file) end
  local db <close> = require "ansatz.store".open(file, false)
  local known, chosen = {}, nil
  for _, e in ipairs(db:experiments()) do
    -- NAME@1 is the experiment NAME before a change. It is found only if it is requested, by its name or by "@1".
    local version = e.name:match "@%d+$"
    if name or not version then known[#known + 1] = e.name end
    if e.name == name or (not name and not version) or (name and version == name) then chosen = e.name end
  end
  if not chosen or (not name and #known > 1) then
    local near = name and host.suggest(name, known)
    schema.fail(nil, "%s: %s It has: %s", file, name and ("no experiment '%s'%s"):format(name, near and ": did you mean '" .. near .. "'?" or ".") or "which experiment?",
      table.concat(known, ", "))
  end
  return results.read(db, chosen, file:match "^(.*)/[^/]*$" or ".")
end

-- ---- parts ------------------------------------------------------------------------------------------------------------------

function Results:each(config)
  local i = 0
  return function()
    repeat i = i + 1 until not self.rows[i] or not config or self.rows[i].config == config
    return self.rows[i]
  end
end

local function with_rows(self, rows)
  local copy = {}
  for key, value in pairs(self) do copy[key] = value end
  copy.rows = rows
  return setmetatable(copy, Results)
end

-- Returns a part of the rows as results of their own: results:where(function(row) return row.suite == "loops" end).
-- Configurations without any of these rows are left out.
function Results:where(keep)
  schema.argument("results:where", keep, "function", "a function of a row")
  local part = {}
  for _, row in ipairs(self.rows) do
    if keep(row) then part[#part + 1] = row end
  end
  local copy, grouped, left = with_rows(self, part), {}, {}
  for _, row in ipairs(part) do grouped[row.config] = true end
  for _, config in ipairs(self.configs) do
    if grouped[config] then left[#left + 1] = config end
  end
  if #left > 0 then copy.configs, copy.all_configs = left, rawget(self, "all_configs") or self.configs end -- the user may still name the others
  return copy
end

function Results:part(rows) return with_rows(self, rows) end

-- Returns the same results with each task only once, although several suites may have it; and the number of tasks in
-- several suites. Totals are computed over these.
function Results:distinct()
  local part, seen, twice, counted = {}, {}, 0, {}
  for _, row in ipairs(self.rows) do
    local task = (row.path or row.task) .. "\0" .. row.property .. "\0" .. tostring(row.expected)
    local key = task .. "\0" .. row.config
    local known = seen[key]
    if known and known ~= row.suite then
      if not counted[task] then counted[task], twice = true, twice + 1 end
    else
      seen[key] = row.suite
      part[#part + 1] = row
    end
  end
  return twice > 0 and with_rows(self, part) or self, twice
end

-- Returns the results of one repetition of each run; nil if one is not finished.
function Results:repetition(i)
  local part = {}
  for n, row in ipairs(self.rows) do
    part[n] = row.runs and row.runs[i] or not row.runs and row or nil
    if not part[n] or absent[part[n].category] then return nil end
  end
  return with_rows(self, part)
end

function Results:suites()
  local names, seen = {}, {}
  for _, row in ipairs(self.rows) do
    if not seen[row.suite] then
      seen[row.suite] = true
      names[#names + 1] = row.suite
    end
  end
  return names
end

-- { suite or configuration = its rows, in order }
function Results:by(key)
  local groups = {}
  for _, row in ipairs(self.rows) do
    groups[row[key]] = groups[row[key]] or {}
    table.insert(groups[row[key]], row)
  end
  return groups
end

-- Fails with a suggestion if there is no such configuration, even in `ansatz check`.
function results.check_config(self, config, what)
  for _, name in ipairs(rawget(self, "all_configs") or self.configs) do
    if name == config then return end
  end
  schema.argument(what, config, "string", "the name of a configuration")
  local near = host.suggest(config, self.configs)
  schema.fail(what, near and "no configuration '%s': did you mean '%s'?" or "no configuration '%s' (there are: " .. table.concat(self.configs, ", "):gsub("%%", "%%%%") .. ")",
    config, near)
end

-- Returns the configurations that an option names; by default all.
function results.chosen_configs(self, given, what)
  if not given then return self.configs end
  local list, why = schema.list(given)
  if not list then schema.fail(what, "%s", why) end
  for _, config in ipairs(list) do results.check_config(self, config, what) end
  return list
end

-- Computes data about all configurations together: which of them are right on a task, and the quickest right run of
-- each task. It is kept until rows are added.
local joints = setmetatable({}, { __mode = "k" })

local function joint(self)
  local known = joints[self.rows]
  if known and known.count == #self.rows then return known end
  known = { count = #self.rows, solvers = {}, best = {} }
  for _, row in ipairs(self.rows) do
    if row.category == "correct" then
      local key = task_key(row)
      known.solvers[key] = known.solvers[key] or {}
      known.solvers[key][row.config] = true
      if not known.best[key] or (row.cpu or math.huge) < (known.best[key].cpu or math.huge) then known.best[key] = row end
    end
  end
  joints[self.rows] = known
  return known
end

-- Returns the configurations that are right on the task of a row: { [name] = true }.
function Results:solvers(row) return joint(self).solvers[task_key(row)] or {} end

-- The virtual best: returns a row for each task of `rows`, from its quickest right run if there is one.
function Results:virtual_best(rows)
  local best, list, seen = joint(self).best, {}, {}
  for _, row in ipairs(rows or self.rows) do
    local key = task_key(row)
    if not seen[key] then
      seen[key] = true
      local found, copy = best[key], { virtual = true, category = "unknown", verdict = "unknown", score = 0, suite = row.suite, task = row.task, path = row.path, property = row.property,
        expected = row.expected, limit = row.limit }
      for name, value in pairs(found or {}) do copy[name] = value end
      copy.config = "virtual best"
      list[#list + 1] = copy
    end
  end
  return list
end

-- ---- files ------------------------------------------------------------------------------------------------------------------

-- Returns the path of a file; relative names are in the output folder. Nothing is written if a script is only checked.
function Results:place(name) return name:sub(1, 1) == "/" and name or (self.out or ".") .. "/" .. name end

function Results:write(name, content)
  if self.dry then return name end
  local path = self:place(name)
  local folder = path:match "^(.*)/[^/]*$"
  local fine, why, full = true, nil, false
  if folder then fine, why, full = system.make_folder(folder) end
  if fine then fine, why, full = system.write(path, content) end
  if not fine then host.fail("cannot write: " .. why, full and "resource" or "input") end
  return path
end

-- Returns the format of a file by the ending of its name, which has to be in a table of formats; `otherwise` if the
-- file has no name.
function results.format_of(file, formats, what, otherwise)
  if not file then return otherwise end
  local ending = file:match "%.([^./]*)$"
  if ending and formats[ending] then return formats[ending] end
  local known = {}
  for name in pairs(formats) do known[#known + 1] = "." .. name end
  table.sort(known)
  schema.fail(what, "'%s': its name must end in %s", file, table.concat(known, " or "))
end

-- ---- what is made of them ---------------------------------------------------------------------------------------------------------

for _, part in ipairs { "table", "statistics", "reasons", "winners" } do
  Results[part] = function(self, ...) return require "ansatz.tables"[part](self, ...) end
end
for _, part in ipairs { "compare", "significance", "tests", "monotonicity", "losses" } do
  Results[part] = function(self, ...) return require "ansatz.comparison"[part](self, ...) end
end
function Results:xml(given) return require "ansatz.benchexec".results(self, given) end
for _, part in ipairs { "csv", "macros" } do
  Results[part] = function(self, ...) return require "ansatz.export"[part](self, ...) end
end

-- results:import("2LS", "baseline.csv"): adds another tool's verdicts on these tasks as another configuration; see
-- import.lua
function Results:import(...) return require "ansatz.import"(self, ...) end

-- ---- plots ------------------------------------------------------------------------------------------------------------------------

-- results:quantile{ file = "quantile", score = false, by = "stage", title =, configs = }: see plot.lua
function Results:quantile(given) return require "ansatz.plot".quantile(self, given) end
-- results:scatter("a", "b", { file = "scatter" })
-- results:lines{ series = { { name =, points = { { x, y }, ... } } }, x = "n", y = "CPU time (s)", log = "xy" }
function Results:lines(given) return require "ansatz.plot".lines(self, given) end
function Results:scatter(a, b, given) return require "ansatz.plot".scatter(self, a, b, given) end
-- results:survival{ }: the share of tasks that are still open over time; results:heat{ }: suites by configurations;
-- results:evolution{ versions = { { "1.0", az.results(DIR) } } }
function Results:survival(given) return require "ansatz.plot".survival(self, given) end
-- results:iterates{ task =, row = "x <= d", x =, y = } draws bounds against steps; results:queries{} lists the times of
-- queries. See iterates.lua
function Results:iterates(given) return require "ansatz.iterates".figure(self, given) end
function Results:queries(given) return require "ansatz.iterates".queries(self, given) end
-- results:html{ file =, details = function(row) ... end }: one file, see html.lua
function Results:html(given) return require "ansatz.html".write(self, given) end
function Results:heat(given) return require "ansatz.plot".heat(self, given) end
function Results:evolution(given) return require "ansatz.plot".evolution(self, given) end

function Results:__tostring() return ("results of %s: %s"):format(rawget(self, "name"), require "ansatz.text".counted(#rawget(self, "rows"), "run")) end

return results
