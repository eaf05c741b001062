-- Results: rows of finished runs, and what a paper needs of them: tables, comparisons, plots, macros, exports.
local host = require "ansatz.host"
local schema = require "ansatz.schema"
local verdict = require "ansatz.verdict"
local text = require "ansatz.text"
local measures = require "ansatz.measures"
local system = host.system
local results = {}
local Results = { __name = "az.results" }
Results.__index = function(_, key)
  if Results[key] ~= nil then return Results[key] end
  local names = {}
  for name in pairs(Results) do names[#names + 1] = name end
  local near = type(key) == "string" and host.suggest(key, names)
  schema.fail("results." .. tostring(key), near and "no such method: did you mean '%s'?" or "no such method", near)
end

-- Rows as the store has them become { suite, task, path, property, expected, config, verdict, reason, category, score, cpu, wall, memory, limit, k,
-- solver_calls, rows_found, stats }; stats: what `verify --json` says of the phases, with a list of rounds of k. What a run did not say is nil.
function results.new(name, rows, about)
  local list = {}
  for i, row in ipairs(rows) do
    local r = row.result or {}
    local said, why = verdict.not_run, row.fault or "not finished"
    if row.result then said, why = verdict.of(r, row.limits or about.limits or {}) end
    local category = verdict.category(said, row.expected)
    local answer = type(r.answer) == "table" and r.answer or {}
    local decided = answer.properties and answer.properties[1] or {}
    list[i] = {
      suite = row.suite, task = row.task, path = row.path, property = row.property, expected = row.expected, config = row.config, number = row.position,
      verdict = said, reason = why, category = category, score = verdict.score(said, category), cpu = r.cpu, wall = r.wall, memory = r.memory,
      limit = (row.limits or about.limits or {}).cpu, k = answer.k, solver_calls = answer.solver_calls, hash = row.hash, stats = decided.stats,
      rows_found = decided.invariants and #decided.invariants, certified = answer.certified, certify_cpu = r.certify_cpu,
      withheld = decided.withheld and #decided.withheld or 0,
    }
  end
  local names = {}
  for i, config in ipairs(about.configs or {}) do names[i] = type(config) == "string" and config or config.name end
  return setmetatable({
    name = name, rows = list, configs = names, out = about.out or false, limits = about.limits or {}, dry = about.dry or false,
    machine = about.machine or false,
  }, Results)
end

-- Reads the results in an output folder (or its results.db): those of one experiment, the only one if not named.
function results.load(path, name)
  local file = system.kind(path) == "folder" and path .. "/results.db" or path
  if system.kind(file) ~= "file" then host.fail(file .. ": there are no results here") end
  local store = require "ansatz.store"
  local db <close> = store.open(file, false)
  local known, chosen = {}, nil
  for _, e in ipairs(db:experiments()) do
    -- NAME@1 is what NAME was before something changed: only there if it is asked for, by its name or by "@1".
    local version = e.name:match "@%d+$"
    if name or not version then known[#known + 1] = e.name end
    if e.name == name or (not name and not version) or (name and version == name) then chosen = e end
  end
  if not chosen or (not name and #known > 1) then
    host.fail(("%s: which experiment? It has: %s"):format(file, table.concat(known, ", ")))
  end
  return results.new(chosen.name, db:rows(chosen.name), { out = file:match "^(.*)/[^/]*$" or ".", limits = chosen.limits, configs = chosen.configs, machine = chosen.machine })
end

-- ---- helpers ------------------------------------------------------------------------------------------------------------

function Results:each(config)
  local i = 0
  return function()
    repeat i = i + 1 until not self.rows[i] or not config or self.rows[i].config == config
    return self.rows[i]
  end
end

-- A part of the rows as results of its own: results:where(function(row) return row.suite == "loops" end)
function Results:where(keep)
  local part = {}
  for _, row in ipairs(self.rows) do
    if keep(row) then part[#part + 1] = row end
  end
  local copy = {}
  for key, value in pairs(self) do copy[key] = value end
  copy.rows = part
  return setmetatable(copy, Results)
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

local function check_config(self, config, what)
  for _, name in ipairs(self.configs) do
    if name == config then return end
  end
  local near = host.suggest(tostring(config), self.configs)
  schema.fail(what, near and "no configuration '%s': did you mean '%s'?" or "no configuration '%s' (there are: " .. table.concat(self.configs, ", ") .. ")",
    tostring(config), near)
end
results.check_config = check_config

local function task_key(row) return row.suite .. "\0" .. row.path .. "\0" .. row.property end
results.task_key = task_key

-- Where a file goes: relative names are in the output folder. Nothing is written when only checking.
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

-- results:import("2LS", "baseline.csv"): another tool's verdicts on these tasks as one more configuration. The file has the columns suite, task,
-- property, verdict, cpu and maybe wall and mem_mb.
function Results:import(config, file)
  local content, why = system.read(file)
  if not content then schema.fail("results:import", "%s", why) end
  local names, theirs = nil, {}
  for line in content:gmatch "[^\r\n]+" do
    local cells = {}
    for cell in (line .. ","):gmatch "([^,]*)," do cells[#cells + 1] = cell end
    if not names then
      names = cells
    else
      local r = {}
      for i, name in ipairs(names) do r[name] = cells[i] end
      if not (r.suite and r.task and r.property and r.verdict) then schema.fail("results:import", "%s: wants the columns suite, task, property, verdict", file) end
      theirs[r.suite .. "/" .. r.task .. "/" .. r.property] = r
    end
  end
  local seen, own = {}, #self.rows
  for i = 1, own do
    local row = self.rows[i]
    local key = task_key(row)
    local r = theirs[row.suite .. "/" .. row.task .. "/" .. row.property]
    if not seen[key] and r then
      seen[key] = true
      local said = r.verdict == "timeout" and "TIMEOUT" or r.verdict == "error" and "ERROR" or r.verdict
      if said == "false" then said = row.expected and row.expected:find "^false" and row.expected or ("false(%s)"):format(row.property) end
      local category = verdict.category(said, row.expected)
      self.rows[#self.rows + 1] = {
        suite = row.suite, task = row.task, path = row.path, property = row.property, expected = row.expected, config = config, verdict = said,
        reason = said == "unknown" and "as recorded" or nil, category = category, score = verdict.score(said, category), cpu = tonumber(r.cpu) or 0,
        wall = tonumber(r.wall) or 0, memory = (tonumber(r.mem_mb) or 0) * 1e6, withheld = 0,
      }
    end
  end
  self.configs[#self.configs + 1] = config
  return self
end

-- ---- statistics of one configuration ---------------------------------------------------------------------------------------

-- What depends on all configurations: which of them are right on a task, and the quickest right run of each. Kept until rows are added.
local joints = setmetatable({}, { __mode = "k" })

local function joint(self)
  local known = joints[self.rows]
  if known and known.rows == #self.rows then return known end
  known = { rows = #self.rows, solvers = {}, best = {} }
  for _, row in ipairs(self.rows) do
    if row.category == "correct" then
      local key = task_key(row)
      known.solvers[key] = known.solvers[key] or {}
      known.solvers[key][row.config] = true
      if not known.best[key] or row.cpu < known.best[key].cpu then known.best[key] = row end
    end
  end
  joints[self.rows] = known
  return known
end

-- The configurations that are right on the task of a row: { [name] = true }.
function Results:solvers(row) return joint(self).solvers[task_key(row)] or {} end

local function tally(rows, penalty)
  local t = { tasks = 0, right = 0, right_true = 0, right_false = 0, unknown = 0, wrong = 0, error = 0, unrated = 0, not_run = 0, timeouts = 0, certified = 0, score = 0, time = 0, all_time = 0, par2 = 0 }
  local fields = { correct = "right", missing = "unrated", fault = "not_run" }
  for _, row in ipairs(rows) do
    t.tasks = t.tasks + 1
    local field = fields[row.category] or row.category
    t[field] = t[field] + 1
    t.score = t.score + row.score
    t.all_time = t.all_time + (row.cpu or 0)
    if row.certified == "certified" then t.certified = t.certified + 1 end
    if row.verdict == "TIMEOUT" then t.timeouts = t.timeouts + 1 end
    if row.category == "correct" then
      t.time = t.time + row.cpu
      t[row.verdict == "true" and "right_true" or "right_false"] = t[row.verdict == "true" and "right_true" or "right_false"] + 1
    end
    if row.category ~= "fault" then t.par2 = t.par2 + (row.category == "correct" and row.cpu or 2 * penalty) end
  end
  local ran = t.tasks - t.not_run
  t.par2 = ran > 0 and t.par2 / ran or 0
  return t
end

-- { config = name, tasks, right, right_true, right_false, unknown, wrong, error, score, time, par2, unique } a configuration, and the
-- virtual best where there are several.
function Results:statistics()
  local list, known = {}, joint(self)
  local solvers, best = known.solvers, known.best
  local penalty = self.limits.cpu or 0
  for _, config in ipairs(self.configs) do
    local rows = {}
    for row in self:each(config) do rows[#rows + 1] = row end
    local t = tally(rows, penalty)
    t.config, t.unique = config, 0
    for _, by in pairs(solvers) do
      if by[config] and not next(by, next(by)) then t.unique = t.unique + 1 end
    end
    list[#list + 1] = t
  end
  if #self.configs > 1 then
    local rows, seen = {}, {}
    for _, row in ipairs(self.rows) do
      local key = task_key(row)
      if not seen[key] then
        seen[key] = true
        rows[#rows + 1] = best[key] or { category = "unknown", verdict = "unknown", score = 0, cpu = penalty }
      end
    end
    local t = tally(rows, penalty)
    t.config, t.virtual = "virtual best", true
    t.unknown, t.error, t.wrong, t.unique, t.not_run = "", "", "", "", ""
    list.best = t
  end
  return list
end

-- ---- tables -------------------------------------------------------------------------------------------------------------------

local seconds = measures.seconds
results.seconds = seconds

local columns = {
  { "configuration", "config" }, { "tasks", "tasks" }, { "right", "right" }, { "true", "right_true" }, { "false", "right_false" },
  { "unknown", "unknown" }, { "error", "error" }, { "wrong", "wrong" }, { "score", "score" }, { "time (s)", "time" }, { "PAR2 (s)", "par2" }, { "unique", "unique" },
}

-- The columns of a table of these results: that of runs that were not carried out is there only if there are any.
local function columns_of(self)
  local list = { table.unpack(columns) }
  for _, row in ipairs(self.rows) do
    if row.category == "fault" then
      table.insert(list, 8, { "not run", "not_run" })
      break
    end
  end
  return list
end

local function cells(t, shown)
  local row = {}
  for i, column in ipairs(shown) do
    local value = t[column[2]]
    if column[2] == "time" or column[2] == "par2" then value = seconds(value) end
    row[i] = tostring(value)
  end
  return row
end

local not_run = " Not run: what the run needs failed, or it is not finished; no result, and 'ansatz run' repeats it."
local rules = "right: the expected verdict (true and false apart). error: crash, time-out, out of memory. Score: true 2, false 1, wrong true -32, wrong false -16. "
  .. "Time: CPU of the right ones. PAR2: mean CPU, an unsolved task counted as twice the limit%s. Unique: right here only."

local table_fields = { file = { "string" }, by_suite = { "boolean", default = true }, format = { choices = { "text", "latex" } }, caption = { "string" } }

-- results:table() -> text. { format = "latex", file = "table.tex", by_suite = false }: the format follows the file's name too.
function Results:table(given)
  local o = schema.check("results:table", table_fields, given or {})
  local format = o.format or (o.file and o.file:find "%.tex$" and "latex") or "text"
  if self.dry then return "" end
  local blocks, suites, shown = {}, self:suites(), columns_of(self)
  local function block(title, part)
    local lines, statistics = {}, part:statistics()
    for i, t in ipairs(statistics) do lines[i] = cells(t, shown) end
    if statistics.best then lines[#lines + 1] = cells(statistics.best, shown) end
    blocks[#blocks + 1] = { title = title, lines = lines, last = statistics.best and #lines or nil }
  end
  if o.by_suite and #suites > 1 then
    for _, suite in ipairs(suites) do
      block(suite, self:where(function(row) return row.suite == suite end))
    end
  end
  block(#suites > 1 and "all suites" or suites[1], self)
  local headers = {}
  for i, column in ipairs(shown) do headers[i] = column[1] end
  local note = rules:format(self.limits.cpu and (" of %g s"):format(self.limits.cpu) or "") .. (#shown > #columns and not_run or "")
  for _, t in ipairs(self:statistics()) do
    if t.certified > 0 then note = note .. (" Certified (%s): %d of %d that are true."):format(t.config, t.certified, t.right_true) end
  end
  local made = text[format == "latex" and "latex" or "plain"](headers, blocks, { note = note, caption = o.caption })
  if o.file then self:write(o.file, made) end
  return made
end

-- results:reasons() -> text: why there is no verdict, how often, a configuration a column. Numbers in a reason count as equal.
function Results:reasons(given)
  local o = schema.check("results:reasons", { file = { "string" }, limit = { "count", default = 25 } }, given or {})
  local count, order = {}, {}
  for _, row in ipairs(self.rows) do
    if row.category == "unknown" or row.category == "error" or row.category == "fault" then
      local why = row.verdict
      if row.category == "fault" then why = "not run: " .. row.reason:gsub("/%S+", "PATH"):gsub("%d+", "N") end
      if row.verdict == "unknown" then why = "unknown: " .. (row.reason or ""):gsub("%S+%.[ci]:[%d:]+", "PLACE"):gsub("%d+", "N") end
      if not count[why] then
        count[why] = { total = 0 }
        order[#order + 1] = why
      end
      count[why].total = count[why].total + 1
      count[why][row.config] = (count[why][row.config] or 0) + 1
    end
  end
  table.sort(order, function(a, b)
    if count[a].total ~= count[b].total then return count[a].total > count[b].total end
    return a < b
  end)
  local headers, lines = { "no verdict because" }, {}
  for i, config in ipairs(self.configs) do headers[i + 1] = config end
  for i = 1, math.min(#order, o.limit) do
    local line = { order[i]:sub(1, 90) }
    for j, config in ipairs(self.configs) do line[j + 1] = tostring(count[order[i]][config] or 0) end
    lines[i] = line
  end
  local made = #lines > 0 and text.plain(headers, { { lines = lines } }, {}) or ""
  if o.file then self:write(o.file, made) end
  return made
end

-- results:compare("a", "b") -> text: the tasks where they differ ({ all = true }: every task), and a summary. `other`: b is looked up in other results.
function Results:compare(a, b, given)
  local o = schema.check("results:compare", { all = { "boolean" }, file = { "string" }, other = { "table" } }, given and { all = given.all, file = given.file } or {})
  local other = given and given.other or self
  if self.dry then return "" end
  check_config(self, a, "results:compare")
  check_config(other, b, "results:compare")
  local theirs = {}
  for row in other:each(b) do theirs[task_key(row)] = row end
  local lines, both, only_a, only_b, opposite, logs, common = {}, 0, 0, 0, 0, 0, 0
  for row in self:each(a) do
    local twin = theirs[task_key(row)]
    if not twin then -- other folder, same suite and name
      for candidate in other:each(b) do
        if candidate.task == row.task and candidate.suite == row.suite and candidate.property == row.property then twin = candidate end
      end
    end
    if twin then
      common = common + 1
      local x, y = row.category == "correct", twin.category == "correct"
      if x and y then
        both = both + 1
        logs = logs + math.log(math.max(twin.cpu, 0.001) / math.max(row.cpu, 0.001))
      end
      if x and not y then only_a = only_a + 1 end
      if y and not x then only_b = only_b + 1 end
      local mark = ""
      local clash = (row.verdict == "true" and twin.verdict:find "^false") or (twin.verdict == "true" and row.verdict:find "^false")
      if clash then
        opposite = opposite + 1
        mark = "opposite"
      elseif x ~= y then
        mark = x and "only first" or "only second"
      end
      if row.category == "wrong" or twin.category == "wrong" then mark = "WRONG" end
      if o.all or mark ~= "" or row.verdict ~= twin.verdict then
        lines[#lines + 1] = { row.suite .. "/" .. row.task, row.property, row.expected or "-", row.verdict, twin.verdict, measures.find "cpu":format(row.cpu), measures.find "cpu":format(twin.cpu), mark }
      end
    end
  end
  local made = ""
  if #lines > 0 then
    made = text.plain({ "task", "property", "expected", a, b ~= a and b or b .. " (second)", "time", "time", "" }, { { lines = lines } }, { left = 5 })
  end
  made = made .. ("%d tasks in common; right in both %d, only %s %d, only %s %d, opposite verdicts %d"):format(common, both, a, only_a, b ~= a and b or "second", only_b, opposite)
  if both > 0 then made = made .. ("; time of the second over the first, geometric mean over those right in both: %.2f"):format(math.exp(logs / both)) end
  made = made .. "\n"
  if o.file then self:write(o.file, made) end
  return made
end

-- ---- exports -------------------------------------------------------------------------------------------------------------------

local exported = { "suite", "task", "property", "expected", "config", "verdict", "category", "reason", "score", "cpu", "wall", "memory", "k", "solver_calls", "certified", "certify_cpu", "hash" }

-- results:csv{ file = "results.csv" } -> the text; unrounded seconds, bytes.
function Results:csv(given)
  local o = schema.check("results:csv", { file = { "string" } }, type(given) == "string" and { file = given } or given or {})
  local lines = { table.concat(exported, ",") }
  for _, row in ipairs(self.rows) do
    local line = {}
    for i, name in ipairs(exported) do
      local value = row[name] == nil and "" or tostring(row[name])
      line[i] = value:find '[,"\n]' and '"' .. value:gsub('"', '""'):gsub("\n", " ") .. '"' or value
    end
    lines[#lines + 1] = table.concat(line, ",")
  end
  local made = table.concat(lines, "\n") .. "\n"
  if o.file then self:write(o.file, made) end
  return made
end

-- results:macros{ file = "macros.tex", prefix = "az" } -> one LaTeX macro a statistic: \azIntervalRight ...
function Results:macros(given)
  local o = schema.check("results:macros", { file = { "string" }, prefix = { "string", default = "az" } }, given or {})
  if self.dry then return "" end
  local lines = { "% " .. self.name .. ": made by ansatz " .. host.version .. ", " .. system.date() }
  local function define(name, value) lines[#lines + 1] = ("\\newcommand{\\%s}{%s}"):format(name, value) end
  local prefix, statistics = o.prefix .. text.camel(self.name), self:statistics()
  if statistics.best then statistics[#statistics + 1] = statistics.best end
  for _, t in ipairs(statistics) do
    for _, column in ipairs(columns) do
      local value = t[column[2]]
      if column[2] ~= "config" and value ~= "" then
        define(prefix .. text.camel(t.config) .. text.camel(column[2]), column[2] == "time" and seconds(value) or column[2] == "par2" and seconds(value) or value)
      end
    end
  end
  if self.limits.cpu then define(prefix .. "CpuLimit", ("%g"):format(self.limits.cpu)) end
  local made = table.concat(lines, "\n") .. "\n"
  if o.file then self:write(o.file, made) end
  return made
end

local function escape(value) return (tostring(value):gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" })) end

-- results:xml() -> BenchExec result files, one a configuration and suite, which table-generator reads.
function Results:xml(given)
  local o = schema.check("results:xml", { folder = { "string", default = "benchexec" } }, given or {})
  local written = {}
  for _, config in ipairs(self.configs) do
    for _, suite in ipairs(self:suites()) do
      local limits = ""
      if self.limits.cpu then limits = limits .. (' timelimit="%gs"'):format(self.limits.cpu) end
      if self.limits.memory then limits = limits .. (' memlimit="%dB"'):format(self.limits.memory) end
      local lines = {
        "<?xml version='1.0' encoding='utf-8'?>",
        "<!DOCTYPE result PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.16//EN' 'https://www.sosy-lab.org/benchexec/result-3.16.dtd'>",
        ('<result benchmarkname="%s" block="%s" date="%s" name="%s" tool="ansatz" toolmodule="ansatz" version="%s" generator="ansatz" options="%s"%s>'):format(
          escape(self.name), escape(suite), system.date():sub(1, 19):gsub("T", " "), escape(config), host.version, escape(config), limits),
        '  <columns><column title="status"/><column title="cputime"/><column title="walltime"/><column title="memory"/></columns>',
      }
      local any = false
      for row in self:each(config) do
        if row.suite == suite and row.category ~= "fault" then -- what was not run is no result
          any = true
          lines[#lines + 1] = ('  <run name="%s" files="[%s]" properties="%s"%s>'):format(escape(row.path), escape(row.path), escape(row.property),
            row.expected and (' expectedVerdict="%s"'):format(escape(row.expected)) or "")
          local status = row.verdict
          for _, column in ipairs { { "status", status }, { "category", row.category }, { "cputime", ("%.9fs"):format(row.cpu or 0) }, { "walltime", ("%.9fs"):format(row.wall or 0) },
            { "memory", ("%dB"):format(row.memory or 0) } } do
            lines[#lines + 1] = ('    <column title="%s" value="%s"%s/>'):format(column[1], escape(column[2]), column[1] == "category" and ' hidden="true"' or "")
          end
          lines[#lines + 1] = "  </run>"
        end
      end
      lines[#lines + 1] = "</result>"
      if any then
        local function slug(name) return (name:gsub("[^%w_.-]+", "-")) end
        written[#written + 1] = self:write(("%s/%s.%s.%s.results.xml"):format(o.folder, slug(self.name), slug(config), slug(suite)), table.concat(lines, "\n") .. "\n")
      end
    end
  end
  return written
end

-- ---- plots ------------------------------------------------------------------------------------------------------------------------

-- results:quantile{ file = "quantile", score = false, title =, configs = }: see plot.lua
function Results:quantile(given) return require "ansatz.plot".quantile(self, given) end
-- results:scatter("a", "b", { file = "scatter" })
-- results:lines{ series = { { name =, points = { { x, y }, ... } } }, x = "n", y = "CPU time (s)", log = "xy" }
function Results:lines(given) return require "ansatz.plot".lines(self, given) end
function Results:scatter(a, b, given) return require "ansatz.plot".scatter(self, a, b, given) end
-- results:survival{ }: the share of tasks still open over time; results:heat{ }: suites by configurations; results:evolution{ versions = { { "1.0", az.results(DIR) } } }
function Results:survival(given) return require "ansatz.plot".survival(self, given) end
-- results:html{ file =, details = function(row) ... end }: one file, see html.lua
function Results:html(given) return require "ansatz.html".write(self, given) end
function Results:heat(given) return require "ansatz.plot".heat(self, given) end
function Results:evolution(given) return require "ansatz.plot".evolution(self, given) end

function Results:__tostring() return ("results of %s: %d runs"):format(rawget(self, "name"), #rawget(self, "rows")) end

return results
