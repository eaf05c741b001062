-- Tables of results, as text and as LaTeX: the verdicts of configurations by suite or by task, and the reasons why
-- there is no verdict.
local schema = require "ansatz.schema"
local measures = require "ansatz.measures"
local results = require "ansatz.results"
local statistics = require "ansatz.statistics"
local text = require "ansatz.text"
local sweep = require "ansatz.sweep"
local progress = require "ansatz.progress"
local absent = require "ansatz.verdict".absent -- categories of runs without a result
local tables = {}

-- ---- statistics ---------------------------------------------------------------------------------------------------------------

local counted = { "tasks", "right", "right_true", "right_false", "right_assuming", "wrong", "unknown", "error", "unrated", "not_run", "pending", "certified", "score", "time", "par2", "unique" }

-- Returns a list with { config =, tasks =, right = ... } for each configuration; if there are several, `best` is that
-- of the virtual best. Each task counts once, although several suites may have it.
function tables.statistics(self)
  local all, list = self:distinct(), {}
  local rows = all:by "config"
  local function tally(config, of)
    local t = { config = config }
    for _, name in ipairs(counted) do t[name] = measures.find(name):aggregate(of, all) end
    for _, name in ipairs { "right", "right_true", "right_false", "certified", "score", "time" } do t[name] = t[name] or 0 end
    t.timeouts, t.all_time = measures.find "timeout":aggregate(of, all) or 0, measures.find "cpu":aggregate(of, all) or 0
    return t
  end
  for i, config in ipairs(self.configs) do list[i] = tally(config, rows[config] or {}) end
  if #self.configs > 1 then
    list.best = tally("virtual best", all:virtual_best())
    list.best.virtual = true
  end
  return list
end

-- ---- cells ---------------------------------------------------------------------------------------------------------------------

-- The end of a run, in words for a table of tasks.
local endings = { TIMEOUT = "time-out", ["OUT OF MEMORY"] = "memory", ["NOT RUN"] = "not run", PENDING = "pending" }
local words = {
  verdict = {
    title = "verdict",
    of = function(row)
      local said = endings[row.verdict] or row.verdict:match "^%a+"
      if row.category == "wrong" then said = "wrong " .. said end
      return (said == "ERROR" and "crash" or said) .. (row.differs and " *" or "")
    end,
  },
  reason = { title = "reason", of = function(row) return row.reason or "" end },
}

-- Returns a measure over rows, { text =, value =, spread = }; spread is half an interval of 95 % confidence if runs
-- were repeated. Also counts the rows with a value.
local function cell(context, m, rows)
  local value, count = m:aggregate(rows, context.results)
  if count > 0 and count < #rows then
    local note = context.partial[m.name] or { count = 0, rows = 0 }
    note.count, note.rows = note.count + count, note.rows + #rows
    context.partial[m.name] = note
  end
  local made = { value = value, text = m:format(value) }
  if context.repeats < 2 or value == nil then return made end
  local values = {}
  for i = 1, context.repeats do
    local part = {}
    for n, row in ipairs(rows) do
      part[n] = row.runs and row.runs[i]
      if not part[n] or absent[part[n].category] then return made end -- not all repetitions exist
    end
    values[i] = m:aggregate(part, context.results)
    if values[i] == nil then return made end
  end
  local mean, spread = statistics.confidence(values)
  made.value, made.text = mean, m:format(mean)
  if spread > 0 then made.spread = m:format(spread) end
  return made
end

-- Marks the best of competing cells; none if several have the same text.
local function mark_best(m, cells)
  local values, same = {}, true
  for i, c in ipairs(cells) do
    values[i] = c.value
    same = same and c.text == cells[1].text
  end
  local best = m:best(values, #cells)
  if #cells < 2 or same or best == nil then return end
  local only, text = nil, m:format(best)
  for _, c in ipairs(cells) do
    if c.value ~= nil and c.text == text then
      if only then return end
      only = c
    end
  end
  if only then only.best = true end
end

-- ---- forms of tables ---------------------------------------------------------------------------------------------------------------

-- One line for each configuration, in a block for each suite and one for all suites.
local function by_block(context, o, list)
  local t = { columns = { { title = "configuration", left = true } }, blocks = {} }
  for i, m in ipairs(list) do t.columns[i + 1] = { title = m:label(), short = m:label(true) } end
  local function block(title, part)
    local lines, grouped = {}, part:by "config"
    for _, m in ipairs(list) do
      local competing = {}
      for i, config in ipairs(context.configs) do
        lines[i] = lines[i] or { config }
        competing[i] = cell(context, m, grouped[config] or {})
        table.insert(lines[i], competing[i])
      end
      mark_best(m, competing)
    end
    local last
    if #context.configs > 1 then
      local line, best = { "virtual best" }, part:virtual_best()
      for _, m in ipairs(list) do line[#line + 1] = m:format((m:aggregate(best, part))) end
      lines[#lines + 1] = line
      last = #lines
    end
    t.blocks[#t.blocks + 1] = { title = title, lines = lines, last = last }
  end
  local suites = context.results:suites()
  if o.by_suite and #suites > 1 then
    local parts = context.results:by "suite"
    for _, suite in ipairs(suites) do block(suite, context.results:part(parts[suite])) end
  end
  block(#suites > 1 and "all suites" or suites[1], context.all)
  return t
end

-- Makes a grid from two keys of a row: lines and groups of columns. Each group has a column for each measure.
local function grid(context, list, line_names, group_names, rows_of, titles)
  local t, lines = { columns = { { title = titles.line, left = true } }, blocks = {} }, {}
  for _, group in ipairs(group_names) do
    for _, m in ipairs(list) do
      t.columns[#t.columns + 1] = { title = #list > 1 and m:label() or "", short = #list > 1 and m:label(true) or nil, group = titles.group(group) }
    end
  end
  for i, line in ipairs(line_names) do
    lines[i] = { titles.name(line) }
    for _, group in ipairs(group_names) do
      for _, m in ipairs(list) do table.insert(lines[i], cell(context, m, rows_of(line, group))) end
    end
  end
  t.blocks[1] = { lines = lines }
  if #list == 1 then t.columns[1].title = "" end
  return t
end

local ALL = {} -- the line or group of all suites

local function suite_rows(context)
  local parts, all = {}, context.all:by "config"
  for suite, rows in pairs(context.results:by "suite") do parts[suite] = context.results:part(rows):by "config" end
  return function(suite, config) return (suite == ALL and all or parts[suite])[config] or {} end
end

local function suites_and_all(context)
  local names = context.results:suites()
  if #names > 1 then names[#names + 1] = ALL end
  return names
end

local function suite_title(context)
  local tasks = {}
  for suite, rows in pairs(context.results:by "suite") do
    local seen, n = {}, 0
    for _, row in ipairs(rows) do
      local key = results.task_key(row)
      if not seen[key] then seen[key], n = true, n + 1 end
    end
    tasks[suite] = n
  end
  local total, first = 0, context.configs[1]
  for _, row in ipairs(context.all.rows) do
    if row.config == first then total = total + 1 end
  end
  return function(suite) return suite == ALL and ("all (%d)"):format(total) or ("%s (%d)"):format(suite, tasks[suite]) end
end

-- Configurations x suites.
local function compact(context, list)
  local rows, title, suites = suite_rows(context), suite_title(context), suites_and_all(context)
  local t = grid(context, list, context.configs, suites, function(config, suite) return rows(suite, config) end,
    { line = "configuration", group = title, name = function(config) return config end })
  for column = 2, #t.columns do
    local m, competing = list[(column - 2) % #list + 1], {}
    for i, line in ipairs(t.blocks[1].lines) do competing[i] = line[column] end
    mark_best(m, competing)
  end
  return t
end

-- Marks the best cell of each line and measure; the groups of columns are configurations.
local function mark_lines(t, list, lines)
  for _, line in ipairs(lines) do
    for k, m in ipairs(list) do
      local competing = {}
      for column = 1 + k, #t.columns, #list do competing[#competing + 1] = line[column] end
      mark_best(m, competing)
    end
  end
end

-- Suites x configurations.
local function by_suite(context, list)
  local suites = suites_and_all(context)
  local t = grid(context, list, suites, context.configs, suite_rows(context), { line = "suite", group = function(config) return config end, name = suite_title(context) })
  mark_lines(t, list, t.blocks[1].lines)
  if #suites > 1 then t.blocks[1].last = #suites end
  return t
end

-- Points of an axis of a sweep x points of another axis, or x all combinations of the others.
local function by_axes(context, list, names)
  local what, rows = "results:table.axes", context.all:by "config"
  local a, groups, alone = sweep.along(context.results, context.configs, names[1], what)
  if names[2] then
    local other = sweep.places(context.results, context.configs, names[2], what)
    local by_place, sorted = {}, {}
    for _, g in ipairs(groups) do
      for i, config in pairs(g.at) do
        local place = other.of { config = config }
        if place then
          by_place[place] = by_place[place] or { name = ("%s = %s"):format(names[2], other.names[place]), at = {} }
          if by_place[place].at[i] then schema.fail(what, "'%s' and '%s' would share a cell: choose configs = { ... }", by_place[place].at[i], config) end
          by_place[place].at[i] = config
        end
      end
    end
    for i in ipairs(other.names) do sorted[#sorted + 1] = by_place[i] end
    groups = sorted
  end
  local lines = {}
  for i in ipairs(a.values) do lines[i] = i end
  local t = grid(context, list, lines, groups, function(i, g) return g.at[i] and rows[g.at[i]] or {} end,
    { line = a.name, group = function(g) return g.name end, name = function(i) return a.values[i].text end })
  t.columns[1].title = a.name
  for _, config in ipairs(names[2] and {} or alone) do -- a line for each configuration that is not on the axis, in the first group of columns
    local line = { config }
    for k, m in ipairs(list) do line[1 + k] = cell(context, m, rows[config] or {}) end
    for column = #list + 2, #t.columns do line[column] = "" end
    t.blocks[1].lines[#lines + 1], t.blocks[1].last = line, t.blocks[1].last or #lines + 1
    lines[#lines + 1] = config
  end
  for k, m in ipairs(list) do -- all points compete
    local competing = {}
    for _, line in ipairs(t.blocks[1].lines) do
      for column = 1 + k, #t.columns, #list do competing[#competing + 1] = type(line[column]) == "table" and line[column] or nil end
    end
    mark_best(m, competing)
  end
  return t
end

-- Tasks x configurations. Columns may also be words: the verdict, the reason.
local function by_task(context, list)
  local t, tasks, several = { columns = { { title = "task", left = true } }, blocks = {} }, {}, {}
  for _, row in ipairs(context.results.rows) do
    several[row.property] = true
    local key = results.task_key(row)
    if not tasks[key] then
      tasks[key] = { row = row }
      tasks[#tasks + 1] = tasks[key]
    end
    tasks[key][row.config] = row
  end
  several = next(several, next(several)) ~= nil
  if several then t.columns[2] = { title = "property", left = true } end
  t.columns[#t.columns + 1] = { title = "expected", left = true }
  local first, blocks, measured = #t.columns, {}, {}
  for _, config in ipairs(context.configs) do
    for _, m in ipairs(list) do t.columns[#t.columns + 1] = { title = m.label and m:label() or m.title, short = m.label and m:label(true), group = config, left = not m.label } end
  end
  for _, task in ipairs(tasks) do
    local line = { task.row.task }
    if several then line[2] = task.row.property end
    line[#line + 1] = task.row.expected and task.row.expected:match "^%a+" or "-"
    for _, config in ipairs(context.configs) do
      local row = task[config]
      for _, m in ipairs(list) do line[#line + 1] = not row and "-" or m.label and cell(context, m, { row }) or m.of(row) end
    end
    for k, m in ipairs(list) do -- a time counts only with a right verdict
      local competing = {}
      for i, config in ipairs(context.configs) do
        local row = task[config]
        if m.label and row and row.category == "correct" then competing[#competing + 1] = line[first + (i - 1) * #list + k] end
      end
      if m.label then mark_best(m, competing) end
    end
    local suite = task.row.suite
    if not blocks[suite] then
      blocks[suite] = { title = suite, lines = {} }
      t.blocks[#t.blocks + 1] = blocks[suite]
    end
    table.insert(blocks[suite].lines, line)
    measured[#measured + 1] = line
  end
  return t
end

-- ---- the table ----------------------------------------------------------------------------------------------------------------------

local standard = { "tasks", "right", "right_true", "right_false", "right_assuming", "wrong", "unknown", "timeout", "out_of_memory", "crash", "unrated", "not_run", "pending", "score", "time", "par2", "unique" }
-- Of these columns, those that are 0 for all runs are left out.
local if_any = { right_assuming = true, timeout = true, out_of_memory = true, crash = true, unrated = true, not_run = true, pending = true, unique = true }

local function columns(context, o)
  local list, wanted = {}, o.columns
  if wanted then
    local why
    wanted, why = schema.list(wanted)
    if not wanted then schema.fail("results:table.columns", "%s", why) end
    if #wanted == 0 then schema.fail("results:table.columns", "is empty: it needs names of measures") end
  end
  for i, name in ipairs(wanted or (o.rows == "tasks" and { "verdict", "cpu" }) or ((o.compact or o.axes or o.rows == "suites") and { "right" }) or standard) do
    if o.rows == "tasks" and words[name] then
      list[#list + 1] = words[name]
    else
      local m = measures.find(name, ("results:table.columns[%d]"):format(i))
      local value = (wanted or not if_any[name]) and 1 or m:aggregate(context.all.rows, context.all) or 0
      if value ~= 0 then list[#list + 1] = m end
    end
  end
  return list
end

-- Explains the columns, how runs were counted, and other things that readers have to know.
local function notes(context, list)
  local legend, note = {}, {}
  for _, m in ipairs(list) do
    if m.legend then legend[#legend + 1] = { title = m.title, short = m.short, text = m.legend } end
  end
  local limits = context.results.limits
  local of = {}
  if limits.work then of[1] = ("%g million units of work"):format(limits.work / 1e6) end
  if limits.cpu then of[#of + 1] = ("%g s of CPU time"):format(limits.cpu) end
  if #of > 0 then legend[#legend + 1] = (#of == 1 and "Limit: " or "Limits: ") .. table.concat(of, ", ") end
  if context.repeats > 1 then legend[#legend + 1] = ("Means of %d runs with their 95 %% confidence"):format(context.repeats) end
  if context.twice > 0 and context.totals then note[#note + 1] = ("%d %s in several suites and counted once in all."):format(context.twice, context.twice == 1 and "task is" or "tasks are") end
  local differing = {}
  for _, row in ipairs(context.all.rows) do
    if row.differs then differing[#differing + 1] = ("%s/%s with %s (%s)"):format(row.suite, row.task, row.config, row.differs) end
  end
  local waited = 0
  for _, row in ipairs(context.all.rows) do
    if row.verdict == "TIMEOUT" and row.reason and row.reason:find "wall" then waited = waited + 1 end
  end
  if waited > 0 then
    note[#note + 1] = ("%d of the time-outs %s by wall time%s: the machine was busy, or the run waited."):format(waited, waited == 1 and "is" or "are", limits.wall and (" (limit %g s)"):format(limits.wall) or "")
  end
  local missing, planned = 0, 0
  for _, row in ipairs(context.all.rows) do
    for _, run in ipairs(row.runs or {}) do
      planned, missing = planned + 1, missing + (absent[run.category] and 1 or 0)
    end
  end
  if missing > 0 then note[#note + 1] = ("%d of %d repeated runs are not finished or could not be carried out: without confidence."):format(missing, planned) end
  if #differing > 0 then
    note[#note + 1] = ("Verdicts differ between repeated runs, %d times, and count as the least of them: %s%s."):format(#differing, table.concat(differing, "; ", 1, math.min(5, #differing)), #differing > 5 and "; ..." or "")
  end
  for _, i in ipairs(context.results.imported) do
    local shown = false
    for _, config in ipairs(context.configs) do shown = shown or config == i.config end
    if shown then
      note[#note + 1] = ("%s: as recorded in %s%s%s%s."):format(i.config, i.file:match "[^/]*$", i.missing > 0 and (", for %d of %d tasks"):format(i.tasks, i.of) or "",
        i.speed ~= 1 and (", times multiplied by %g"):format(i.speed) or "", i.late > 0 and (", %d %s beyond the limit"):format(i.late, i.late == 1 and "verdict" or "verdicts") or "")
    end
  end
  for _, m in ipairs(list) do
    local p = context.partial[m.name]
    -- Times of right runs are those of a part by definition.
    if p and not m.of_right then note[#note + 1] = ("%s: of %d of %d runs, the others have no value."):format(m.title:gsub("^%l", string.upper), p.count, p.rows) end
  end
  for _, config in ipairs(context.configs) do
    local certified = measures.find "certified":aggregate(context.certified[config] or {}) or 0
    local right = measures.find "right_true":aggregate(context.certified[config] or {}) or 0
    if certified > 0 then note[#note + 1] = ("Certified (%s): %d of %d that are true."):format(config, certified, right) end
  end
  return legend, table.concat(note, " ")
end

local fields = {
  file = { "string" }, format = { choices = { "text", "latex" } }, caption = { "string" }, label = { "string" },
  columns = { "table" }, configs = { "table" }, rows = { choices = { "configs", "suites", "tasks" }, default = "configs" }, compact = { "boolean", default = false }, axes = { "table" },
  by_suite = { "boolean", default = true }, best = { "boolean" }, width = { check = function(value)
    if type(value) == "number" and value > 0 then return value end
    return nil, "expects a number of centimetres, got " .. (type(value) == "number" and tostring(value) or schema.got(value))
  end, default = 12.2 },
  legend = { check = function(value)
    if type(value) == "boolean" or type(value) == "string" then return value end
    return nil, "expects true, false or a text, got " .. schema.got(value)
  end },
}

local formats = { tex = "latex", txt = "text" }

-- results:table{ ... } -> text; lua/README.md lists the keys.
function tables.table(self, given)
  local o = schema.check("results:table", fields, type(given) == "string" and { file = given } or given or {})
  local format = o.format or results.format_of(o.file, formats, "results:table.file", "text")
  local configs = results.chosen_configs(self, o.configs, "results:table.configs")
  if o.compact and o.rows ~= "configs" then schema.fail("results:table.compact", "is configurations x suites: leave out rows = '%s'", o.rows) end
  if o.axes then
    if o.compact or o.rows ~= "configs" then schema.fail("results:table.axes", "leave out " .. (o.compact and "compact" or "rows")) end
    if #o.axes < 1 or #o.axes > 2 or type(o.axes[1]) ~= "string" then schema.fail("results:table.axes", "expects the names of one or two axes") end
    for _, name in ipairs(o.axes) do
      if name == "suite" or name == "config" then schema.fail("results:table.axes", "'%s' is not an axis of a sweep", name) end
      sweep.places(self, configs, name, "results:table.axes")
    end
    if o.axes[1] == o.axes[2] then schema.fail("results:table.axes", "names '%s' twice", o.axes[1]) end
  end
  local chosen = {}
  for _, config in ipairs(configs) do chosen[config] = true end
  local of_these = o.configs and self:where(function(row) return chosen[row.config] end) or self
  local all, twice = of_these:distinct()
  local context = {
    results = of_these, all = all, twice = twice, configs = configs, repeats = self.repeats or 1, partial = {}, certified = all:by "config", totals = o.rows ~= "tasks",
  }
  local list = columns(context, o)
  if self.dry then return "" end
  if #of_these.rows == 0 then
    progress.line("table%s: there are no runs for it", o.file and " " .. o.file or "")
    return ""
  end
  local form = o.axes and function(about, measured) return by_axes(about, measured, o.axes) end or o.compact and compact or o.rows == "suites" and by_suite or o.rows == "tasks" and by_task
  local t = form and form(context, list) or by_block(context, o, list)
  t.width, t.caption, t.label = o.width, o.caption, o.label
  local legend, note = notes(context, list)
  if form and #list == 1 and o.rows ~= "tasks" then table.insert(legend, 1, "Cells: " .. list[1]:label()) end
  local shown = o.legend
  if shown == nil then shown = format == "text" or o.caption ~= nil end
  if type(shown) == "string" then
    t.legend = shown
  elseif shown then
    if format == "latex" and note ~= "" then legend[#legend + 1] = note:gsub("%.$", "") end
    t.legend = legend
  end
  if format == "text" or not shown then t.note = note end -- in LaTeX, it is a comment
  if o.best == false then
    for _, block in ipairs(t.blocks) do
      for _, line in ipairs(block.lines) do
        for _, c in ipairs(line) do
          if type(c) == "table" then c.best = nil end
        end
      end
    end
  end
  local made, problem = text[format == "latex" and "latex" or "plain"](t)
  if problem then progress.line("table%s %s", o.file and " " .. o.file or "", problem) end
  if o.file then self:write(o.file, made) end
  return made
end

-- results:winners() -> text: the stages, domains and strategies that decided right verdicts, how often, at which k
-- (median) and in which time; one column for each configuration. If no rows decided (unwinding, counterexamples), only
-- the stage is given.
function tables.winners(self, given)
  local o = schema.check("results:winners", { file = { "string" }, limit = { "count", default = 40 } }, given or {})
  local found, order = {}, {}
  for _, row in ipairs(self.rows) do
    if row.category == "correct" and row.stage then
      local by = row.by_domain or (row.verdict == "true" and "(no rows)" or "(counterexample)")
      local key = ("%06d\0%s\0%s"):format(row.stage, by, row.by_strategy or "")
      if not found[key] then
        found[key] = { stage = row.stage, by = by, strategy = row.by_strategy or "", ks = {}, cpu = 0 }
        order[#order + 1] = key
      end
      local w = found[key]
      w[row.config], w.ks[#w.ks + 1], w.cpu = (w[row.config] or 0) + 1, row.k or 0, w.cpu + (row.cpu or 0)
    end
  end
  table.sort(order)
  local columns = { { title = "stage" }, { title = "domain", left = true }, { title = "strategy", left = true } }
  for _, config in ipairs(self.configs) do columns[#columns + 1] = { title = config } end
  columns[#columns + 1], columns[#columns + 2] = { title = "k" }, { title = "CPU s" }
  local lines = {}
  for i = 1, math.min(#order, o.limit) do
    local w = found[order[i]]
    local line = { tostring(w.stage), w.by, w.strategy }
    for _, config in ipairs(self.configs) do line[#line + 1] = tostring(w[config] or 0) end
    table.sort(w.ks)
    line[#line + 1], line[#line + 2] = tostring(w.ks[(#w.ks + 1) // 2]), ("%.1f"):format(w.cpu)
    lines[i] = line
  end
  local made = #lines > 0 and text.plain { columns = columns, blocks = { { lines = lines } } } or ""
  if o.file then self:write(o.file, made) end
  return made
end

-- results:reasons() -> text: why there is no verdict, how often; one column for each configuration. Numbers in a reason
-- count as equal.
function tables.reasons(self, given)
  local o = schema.check("results:reasons", { file = { "string" }, limit = { "count", default = 25 } }, given or {})
  local count, order = {}, {}
  for _, row in ipairs(self.rows) do
    if row.category == "unknown" or row.category == "error" or absent[row.category] then
      local why = row.verdict
      if why == "TIMEOUT" and row.reason and row.reason:find "wall" then why = "TIMEOUT (wall time: the machine was busy, or the run waited)" end
      if row.category == "pending" then why = "pending: not started, or not ended" end
      -- For a crash, the last output is given, without the parts that vary between runs.
      if row.category == "error" and row.reason and row.verdict:find "^ERROR" and not row.verdict:find(row.reason, 1, true) then
        why = row.verdict .. ": " .. row.reason:gsub("/%S+", "PATH"):gsub("%S+%.[ci]:[%d:]+", "PLACE"):gsub("%d+", "N")
      end
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
  local columns, lines = { { title = "no verdict because", left = true } }, {}
  for i, config in ipairs(self.configs) do columns[i + 1] = { title = config } end
  for i = 1, math.min(#order, o.limit) do
    local line = { order[i]:sub(1, 90) }
    for j, config in ipairs(self.configs) do line[j + 1] = tostring(count[order[i]][config] or 0) end
    lines[i] = line
  end
  local made = #lines > 0 and text.plain { columns = columns, blocks = { { lines = lines } } } or ""
  if #order > o.limit then made = made .. ("and %d more reasons: results:reasons{ limit = %d }\n"):format(#order - o.limit, #order) end
  if o.file then self:write(o.file, made) end
  return made
end

return tables
