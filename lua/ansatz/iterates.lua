-- The course of strategies: iterates, queries and turns of runs with `iterates = true`, as tables, figures and lines.
local host = require "ansatz.host"
local schema = require "ansatz.schema"
local results = require "ansatz.results"
local plot = require "ansatz.plot"
local axis = require "ansatz.axis"
local text = require "ansatz.text"
local details = require "ansatz.details"
local progress = require "ansatz.progress"
local shell = require "ansatz.shell"
local system, json = host.system, host.json
local iterates = {}

-- ---- reading -----------------------------------------------------------------------------------------------------------------

-- Returns a table { columns = { names }, rows = { cells } } as a list of records. The cells are not copied: records
-- look up the names of columns.
local function records(given)
  local at = {}
  for i, name in ipairs(given.columns) do at[name] = i end
  local meta = {
    __index = function(cells, name) return at[name] and rawget(cells, at[name]) end,
    __pairs = function(cells)
      local i = 0
      return function()
        repeat i = i + 1 until not given.columns[i] or rawget(cells, i) ~= nil
        return given.columns[i], rawget(cells, i)
      end
    end,
  }
  for _, cells in ipairs(given.rows) do setmetatable(cells, meta) end
  return given.rows
end

-- Returns the iterates of a run, from the output of --iterates --json: a list of records { search, step, at, loop,
-- number, domain, row, old, new, old_bound, bound, why, strategy, query, ms, answer, clauses }, with the lists
-- searches, queries and turns, and left_out.
function iterates.of(encoded)
  local given = encoded and json.decode(encoded)
  if not given then return nil end
  local list = records(given.rows)
  list.searches, list.queries, list.turns = records(given.searches), records(given.queries), records(given.turns)
  list.left_out, list.queries_left_out = given.left_out, given.queries_left_out
  return list
end

-- The iterates of a finished run, from the database in a folder; nil: they were not recorded.
function iterates.read(folder, hash)
  local path = folder and folder .. "/results.db"
  if not path or not hash or system.kind(path) ~= "file" then return nil end
  local db <close> = require "ansatz.store".open(path, false)
  local kept = db:log(hash)
  return kept and iterates.of(kept.iterates)
end

-- ---- bound against step --------------------------------------------------------------------------------------------------------

local figure_fields = {
  file = plot.file_field "iterates", title = { "string" }, task = { "string", required = true }, property = { "string" }, row = { "string", required = true }, loop = { "string" }, search = { "count" },
  x = { choices = { "step", "time", "queries" }, default = "step" }, y = { choices = { "bound", "gap" }, default = "bound" }, log = { choices = { "", "x", "y", "xy" } },
  configs = { "table" }, width = { "count", default = 9 }, height = { "count", default = 6 }, tex_width = { "string" },
}

local function is_task(row, name) return row.task == name or (row.path and row.path:match "[^/]*$" == name) end

-- Returns the runs of a task, one for each configuration. The task is named as in tables, or by its file.
local function runs_of(self, o)
  local found, known = {}, {}
  for _, row in ipairs(self.rows) do
    if is_task(row, o.task) and (not o.property or row.property == o.property) then found[row.config] = found[row.config] or row end
    known[#known + 1] = row.task
  end
  if not next(found) then
    local near = host.suggest(o.task, known)
    schema.fail("results:iterates.task", near and "no task '%s': did you mean '%s'?" or "no task '%s'", o.task, near)
  end
  return found
end

-- Returns { x, bound } of the row at the end of each step, and the x at the end of the last search that contains the
-- row.
local function path_of(list, o)
  local points, known, base, last, search, begin, queries = {}, {}, 0, 0, nil, list[1] and list[1].at, 0
  local finish, loop
  for _, r in ipairs(list) do
    if search ~= r.search then base, search = last, r.search end -- the steps of several searches are added up
    last, queries = base + r.step, r.query or queries
    local x = o.x == "step" and last or o.x == "time" and r.at - begin or queries
    known[r.row or ""] = true
    if (not o.search or r.search == o.search) and (not o.loop or r.loop == o.loop) then
      if r.row == o.row then
        loop = loop or r.loop
        if loop ~= r.loop then schema.fail("results:iterates.loop", "'%s' is a row of several loops, of '%s' and '%s': name one", o.row, loop, r.loop) end
        if points[#points] and points[#points][1] == x then points[#points] = nil end
        points[#points + 1] = { x, r.bound or false }
      end
      if #points > 0 then finish = x end
    end
  end
  return points, finish, known
end

-- Returns the points of a staircase: each bound holds until the next one. There is no point where the row has no bound.
local function staircase(points, finish, gap)
  local list, least
  for i = #points, 1, -1 do least = least or points[i][2] end
  list = {}
  for _, p in ipairs(points) do
    local y = p[2] and (gap and least and math.abs(p[2] - least) or not gap and p[2]) or nil
    if y then list[#list + 1] = { p[1], y } end
  end
  if #list > 0 and finish > list[#list][1] then list[#list + 1] = { finish, list[#list][2] } end
  return list
end

-- Returns data to decide whether a logarithmic axis is easier to read: the least and the greatest value, and the
-- shortest line.
local function spread(series, d)
  local least, most, shortest = math.huge, -math.huge, math.huge
  for _, s in ipairs(series) do
    for _, p in ipairs(s.points) do least, most = math.min(least, p[d]), math.max(most, p[d]) end
    if #s.points > 0 then shortest = math.min(shortest, math.max(1e-9, s.points[#s.points][d])) end
  end
  return least, most, shortest
end

local units = { step = "step", time = "time (s)", queries = "solver queries" }

-- results:iterates{ task =, row = "x <= d", x = "step" | "time" | "queries", y = "bound" | "gap", file = }: one line
-- for each configuration. The gap is the distance to the last bound. More keys: property, loop, search (if a run has
-- several), configs, log, title, width, height.
function iterates.figure(self, given)
  local o = schema.check("results:iterates", figure_fields, given or {})
  local configs = results.chosen_configs(self, o.configs, "results:iterates.configs")
  if self.dry then return {} end
  local runs, series, rows_known, any, missing = runs_of(self, o), {}, {}, false, {}
  for _, config in ipairs(configs) do
    local list = runs[config] and runs[config].iterates
    missing[#missing + 1] = ("'%s'"):format(config)
    if list then
      any = true
      local points, finish, known = path_of(list, o)
      for name in pairs(known) do
        if name ~= "" then rows_known[#rows_known + 1] = name end
      end
      local drawn = staircase(points, finish, o.y == "gap")
      if #drawn > 0 then
        series[#series + 1] = plot.line_of(#series + 1, config, drawn)
        series[#series].steps = true
        missing[#missing] = nil
      end
    end
  end
  if not any then schema.fail("results:iterates", "no run of '%s' has iterates: az.config{ iterates = true } or az.experiment{ iterates = true } records them", o.task) end
  if #series == 0 then
    local near = host.suggest(o.row, rows_known)
    table.sort(rows_known)
    schema.fail("results:iterates.row", "'%s' has no bound in any run%s", o.row, near and ": did you mean '" .. near .. "'?" or rows_known[1] and " (there is '" .. rows_known[1] .. "')" or "")
  end
  if missing[1] then progress.line("plot %s: without %s, which recorded no bound of '%s'", o.file, table.concat(missing, ", "), o.row) end
  local axes = {}
  for d, name in ipairs { "x", "y" } do
    local low, high, shortest = spread(series, d)
    local smallest = name == "x" and o.x == "time" and 1e-4 or 1
    local logarithmic = o.log and o.log:find(name) ~= nil
    if o.log == nil then logarithmic = low >= 0 and high > 50 * math.max(smallest, name == "x" and shortest or low) end
    if logarithmic and low < 0 then schema.fail("results:iterates.log", "a logarithmic axis has no place for %g", low) end
    local whole = not (name == "x" and o.x == "time")
    local label = name == "x" and units[o.x] or o.y == "gap" and "gap to the last bound of " .. o.row or "bound d of " .. o.row
    axes[d] = axis.new { label = label, scale = logarithmic and "log" or "linear", low = logarithmic and math.max(low, smallest) or low, high = math.max(high, logarithmic and smallest or high),
      from = logarithmic and low < smallest and smallest or nil, whole = whole, near = not logarithmic and name == "y" }
    for _, s in ipairs(series) do
      for _, p in ipairs(s.points) do p[d] = logarithmic and math.max(p[d], axes[d].min) or p[d] end
    end
  end
  return plot.finish(self, o, { about = ("%s: %s of the row %s in %s over %s"):format(self.name, o.y, o.row, o.task, units[o.x]), x = axes[1], y = axes[2], series = series, legend = "inside" })
end

-- ---- queries -------------------------------------------------------------------------------------------------------------------

local query_fields = { configs = { "table" }, task = { "string" }, slowest = { "count", default = 10 }, file = { "string" } }

local function group(groups, key, q)
  local g = groups.by[key]
  if not g then
    g = { key = key, n = 0, ms = 0, most = 0, sat = 0, unsat = 0, unknown = 0 }
    groups.by[key], groups[#groups + 1] = g, g
  end
  g.n, g.ms, g.most = g.n + 1, g.ms + q.ms, math.max(g.most, q.ms)
  if g[q.answer] then g[q.answer] = g[q.answer] + 1 end
end

local function lines_of(groups, all)
  local lines = {}
  for i, g in ipairs(groups) do
    lines[i] = { g.title or g.key, tostring(g.n), tostring(g.sat), tostring(g.unsat), tostring(g.unknown), ("%.3f"):format(g.ms / 1e3), ("%.1f"):format(all > 0 and 100 * g.ms / all or 0), ("%.2f"):format(g.ms / g.n), ("%.2f"):format(g.most) }
  end
  return lines
end

local function titled(first, rest)
  local columns = { { title = first, left = true } }
  for _, title in ipairs(rest) do columns[#columns + 1] = { title = title } end
  return columns
end

local function decade(n) return n < 1 and 0 or math.floor(math.log(n, 10) + 1e-9) end

-- Adds the item. If there are more than `most`, removes the smallest one.
local function keep_slowest(list, most, item)
  local i = #list
  if i >= most and list[i].q.ms >= item.q.ms then return end
  while i > 0 and list[i].q.ms < item.q.ms do i = i - 1 end
  table.insert(list, i + 1, item)
  list[most + 1] = nil
end

-- results:queries{ configs =, task =, slowest = 10, file = }: time by kind of query (who made it, for what purpose, on
-- which formula) and by size, and the slowest queries, each with the command that writes and answers it.
function iterates.queries(self, given)
  local o = schema.check("results:queries", query_fields, given or {})
  local configs = results.chosen_configs(self, o.configs, "results:queries.configs")
  local wanted = {}
  for _, config in ipairs(configs) do wanted[config] = true end
  if self.dry then return "" end
  local kinds, sizes, slowest, all, runs, left_out = { by = {} }, { by = {} }, {}, 0, 0, 0
  for _, merged in ipairs(self.rows) do
    for _, row in ipairs(wanted[merged.config] and (not o.task or is_task(merged, o.task)) and (merged.runs or { merged }) or {}) do
      local list = row.iterates
      if list then runs, left_out = runs + 1, left_out + list.queries_left_out end
      for _, q in ipairs(list and list.queries or {}) do
        all = all + q.ms
        group(kinds, ("%s: %s (%s)"):format(q.by or "?", q["for"] or "?", q.formula or "?"), q)
        local size = decade(q.clauses)
        group(sizes, size, q)
        keep_slowest(slowest, o.slowest, { q = q, row = row })
      end
    end
  end
  if runs == 0 then schema.fail("results:queries", "no run has its queries: az.config{ iterates = true } or az.experiment{ iterates = true } records them") end
  table.sort(kinds, function(a, b) return a.ms > b.ms end)
  table.sort(sizes, function(a, b) return a.key < b.key end)
  for _, g in ipairs(sizes) do g.title = g.key == 0 and "below 10" or ("10^%d to 10^%d"):format(g.key, g.key + 1) end
  local numbers = { "queries", "sat", "unsat", "unknown", "time (s)", "share (%)", "mean (ms)", "most (ms)" }
  local out = { ("queries of %s%s"):format(text.counted(runs, "run"), left_out > 0 and (", without %d that were not kept"):format(left_out) or "") }
  out[#out + 1] = text.plain { columns = titled("asked by: for (formula)", numbers), blocks = { { lines = lines_of(kinds, all) } } }
  out[#out + 1] = text.plain { columns = titled("clauses", numbers), blocks = { { lines = lines_of(sizes, all) } } }
  out[#out + 1] = iterates.slowest(self, slowest)
  local answer = table.concat(out, "\n")
  if o.file then self:write(o.file, answer) end
  return answer
end

-- Returns the slowest queries, each with its command; a query has the same name as with --dump.
function iterates.slowest(self, list)
  local documents, numbers, out = {}, {}, { "slowest queries" }
  local db <close> = require "ansatz.store".open(self.out .. "/results.db", false)
  for _, item in ipairs(list) do
    if not numbers[item.row.hash] then
      documents[#documents + 1] = db:run(item.row.hash).document_text
      numbers[item.row.hash] = #documents
    end
  end
  local solver
  for _, name in ipairs { "z3", "boolector", "bitwuzla", "cvc5" } do solver = solver or shell.has(name) and name end
  local commands = #documents > 0 and details.commands(documents) or {}
  for i, item in ipairs(list) do
    local q = item.q
    local command = commands[numbers[item.row.hash]]:gsub(" %-%-iterates", "")
    out[#out + 1] = ("%3d  %.3f s  %s, %s: %s for %s, %s, %d clauses"):format(i, q.ms / 1e3, item.row.task, item.row.config, q.by or "?", q["for"] or "?", q.answer, q.clauses)
    -- Without a solver in the path, the file is named: any solver that reads SMT-LIB 2 takes it.
    out[#out + 1] = ("     %s --dump queries; %s queries/%s-%04d.smt2"):format(command, solver or "# for any SMT solver:", q.formula, q.number)
  end
  return table.concat(out, "\n") .. "\n"
end

-- ---- where the time went ---------------------------------------------------------------------------------------------------------

-- Returns spans of time { level, from, to, name } of a run, each within a span of the level above: stages, turns of
-- jobs, searches, queries. Successive queries of the same kind are joined to one span, so that there are few.
function iterates.spans(list)
  local spans, stage = {}, nil
  local function add(level, from, to, name)
    if to > from then spans[#spans + 1] = { level, from, to, name } end
  end
  if list.turns[1] then add(0, 0, list.turns[1].from, "front end") end
  for _, t in ipairs(list.turns) do
    local name = (t.property or "?") .. (t.stage and ", stage " .. t.stage or "")
    if stage and stage[4] == name then
      stage[3] = t.at
    else
      stage = { 0, t.from, t.at, name }
      spans[#spans + 1] = stage
    end
    add(1, t.from, t.at, ("%s, k = %d"):format(t.job, t.k))
  end
  for _, s in ipairs(list.searches) do add(2, s.from, s.at, ("%s by %s, k = %d: %d rows, %s"):format(s.domain, s.strategy or "?", s.k, s.rows, s.is)) end
  local turn_end = list.turns[1] and list.turns[#list.turns].at or 0
  local last
  local whole = turn_end > 0 and turn_end or 1
  for _, q in ipairs(list.queries) do
    local from, name = q.at - q.ms / 1e3, ("%s for %s"):format(q.by or "?", q["for"] or "?")
    if last and last.name == name and from - last.to < whole / 500 then
      last.to, last.n, last.ms = q.at, last.n + 1, last.ms + q.ms
    else
      last = { from = from, to = q.at, n = 1, name = name, ms = q.ms }
      spans[#spans + 1] = last
    end
  end
  for i, s in ipairs(spans) do
    if s.n then spans[i] = { 3, s.from, s.to, ("%d queries: %s, %.3f s solving"):format(s.n, s.name, s.ms / 1e3) } end
  end
  return spans
end

-- The same for a run whose iterates were not recorded: from `stats`, with turns in their order.
function iterates.turns(stats)
  local spans, now = {}, 0
  for _, r in ipairs(type(stats) == "table" and stats.turns or {}) do
    spans[#spans + 1] = { 1, now, now + r.seconds, ("%s, k = %d: %d solver calls"):format(r.phase, r.k, r.calls) }
    now = now + r.seconds
  end
  return spans
end

return iterates
