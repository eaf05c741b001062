-- The contents of the plots of papers. figure.lua draws them, and axis.lua computes positions.
local schema = require "ansatz.schema"
local results = require "ansatz.results"
local measures = require "ansatz.measures"
local axis = require "ansatz.axis"
local figure = require "ansatz.figure"
local sweep = require "ansatz.sweep"
local progress = require "ansatz.progress"
local absent = require "ansatz.verdict".absent -- categories of runs without a result
local plot = {}

local guide = "888888" -- guide lines

-- Returns the limit of a measure, if the runs had one. Among the library's measures, times and memory (in MB) have
-- limits.
local function limit_of(self, m)
  if not measures.built_in[m.name] then return nil end
  if m.name == "cpu" or m.name == "time" then return self.limits.cpu end
  if m.name == "memory" then return self.limits.memory and self.limits.memory / 1e6 end
  return m.name == "wall" and self.limits.wall or nil
end

local function above_zero(value)
  if type(value) == "number" and value > 0 then return value end
  return nil, "expects a number above 0, got " .. (type(value) == "number" and tostring(value) or schema.got(value))
end

-- Returns the keys that all plots of a measure have, and those of this one.
local function fields(own)
  own.title, own.configs, own.tex_width = { "string" }, { "table" }, { "string" }
  own.width, own.height = own.width or { "count", default = 9 }, own.height or { "count", default = 6 }
  own.measure = { check = measures.find, default = measures.find("cpu", "measure") }
  own.scale, own.from = { choices = { "mixed", "log", "linear" } }, { check = above_zero }
  return own
end

-- A plot is written in all formats, so that its name has no ending.
local function file_field(default)
  return {
    default = default,
    check = function(name)
      if type(name) ~= "string" then return nil, "expects a name, got " .. schema.got(name) end
      local ending = name:match "%.(%a+)$"
      if ending and ("svg pdf png tex dat gp eps jpg"):find(ending, 1, true) then return nil, ("'%s': a plot is written as .svg, .pdf, .png and .tex: give its name without '.%s'"):format(name, ending) end
      if name == "" or name:find "/$" then return nil, ("'%s' names no file"):format(name) end
      return name
    end,
  }
end

local function options(what, known, given) return schema.check(what, known, type(given) == "string" and { file = given } or given or {}) end

local function nothing(file)
  progress.line("plot %s: no run is right, so there is nothing to draw", file)
  return {}
end

-- Returns the axis of a measure. Times are logarithmic from 0.1 s on (from 0.01 s if none is above 10 s), so that guide
-- lines for a constant factor are straight. Values below that are drawn at the lower end, and the label and the text
-- say so. Other measures are logarithmic if their values differ much.
local function measured(o, m, label, low, high, limit, lanes)
  local from = o.from or m.unit == "s" and (o.scale or "log") == "log" and ((limit or high) > 10 and 0.1 or 0.01) or nil
  local scale = o.scale or (from and "log") or (low > 0 and high > 100 * low and "log") or "linear"
  if scale == "log" and low <= 0 and not from then schema.fail("results." .. o.file, "a logarithmic axis has no place for %g: give 'from', or another 'scale'", low) end
  if scale == "log" and from then high = math.max(high, from) end
  return axis.new { label = label, scale = scale, low = low, high = high, from = from, limit = limit, lanes = lanes, sparse = lanes ~= nil }
end
-- Values below the lower end are drawn at it; the axis's label says so.
local function shown(a, v) return math.max(v, a.min) end

-- Chooses enough points for marks to tell lines apart, at different places on each line, and one at its end.
local function some(points, i)
  local every, list = math.max(1, #points // 8), {}
  for n = 1 + (i - 1) * every // 3 % every, #points - 1, every do list[#list + 1] = points[n] end
  list[#list + 1] = points[#points]
  return list
end

local function line_of(i, name, points)
  local s = figure.style(i)
  return { name = name, points = points, colour = s[1], mark = s, line = true, dash = i, marks = #points > 0 and some(points, i) or nil }
end

local function limit_rule(which, a, m, limit)
  if not limit or limit > a.top * 1.001 then return {} end
  return { { axis = which, value = limit, text = ("limit %g %s"):format(limit, m.unit) } }
end

local function finish(self, o, f)
  for _, a in ipairs { f.x, f.y } do
    if a.scale == "log" and a.from and a.clipped and not f.about:find "what is less" then f.about = f.about .. ("; axes of times begin at %g s, where what is less stands"):format(a.from) end
  end
  if f.x.scale == "mixed" or f.y.scale == "mixed" then f.about = f.about .. "; times below 1 s are on a linear scale, those above on a logarithmic one" end
  f.title, f.width, f.height, f.tex_width = o.title, o.width or f.width, o.height or f.height, o.tex_width
  return figure.write(self, o.file, f)
end

-- For plots in other files.
plot.file_field, plot.line_of, plot.finish = file_field, line_of, finish

-- ---- quantile -------------------------------------------------------------------------------------------------------------

-- Returns the right runs in order of time, or only those that `decided` accepts. With scores, the line starts at the
-- sum of the scores of wrong runs.
local function fastest(self, config, scored, m, decided)
  local solved, at = {}, 0
  for row in self:each(config) do
    if row.category == "correct" and (not decided or decided(row)) then
      local value = m:value(row, self)
      if value then solved[#solved + 1] = { value, row.score } end
    end
    if row.category == "wrong" then at = at + row.score end
  end
  table.sort(solved, function(a, b) return a[1] < b[1] end)
  local points = {}
  if not scored then at = 0 end
  for i, p in ipairs(solved) do
    at = at + (scored and p[2] or 1)
    points[i] = { at, p[1] }
  end
  return points
end

-- The part that decided a right run, for `results:quantile{ by = }`: its stage, or the domain or strategy of the rows
-- that the proof used.
local deciders = {
  stage = function(row) return row.stage and ("stage %d"):format(row.stage) or "no stage" end,
  domain = function(row) return row.by_domain or row.verdict == "true" and "no rows" or "counterexample" end,
  strategy = function(row) return row.by_strategy or row.verdict == "true" and "no rows" or "counterexample" end,
}
local most_deciders = 7 -- maximum of lines for a configuration beside that of all its runs, so that they can be told apart

-- Returns the lines of a configuration by the part that decided, with name and filter: the most frequent ones, and the
-- rest together.
local function lines_by(self, config, by)
  local count, order, drawn = {}, {}, {}
  for row in self:each(config) do
    if row.category == "correct" then
      local name = deciders[by](row)
      if not count[name] then order[#order + 1] = name end
      count[name] = (count[name] or 0) + 1
    end
  end
  table.sort(order, function(a, b)
    if count[a] ~= count[b] then return count[a] > count[b] end
    return a < b
  end)
  local lines = { { name = config } }
  local kept = #order > most_deciders and most_deciders - 1 or #order
  for i = 1, kept do
    drawn[order[i]] = true
    lines[#lines + 1] = { name = config .. ", " .. order[i], decided = function(row) return deciders[by](row) == order[i] end }
  end
  if kept < #order then lines[#lines + 1] = { name = config .. ", others", decided = function(row) return not drawn[deciders[by](row)] end } end
  return lines
end

local quantile_fields = fields { file = file_field "quantile", score = { "boolean" }, by = { choices = { "stage", "domain", "strategy" } } }

function plot.quantile(self, given)
  local o = options("results:quantile", quantile_fields, given)
  local configs, m, scored = o.configs or self.configs, o.measure, o.score
  if scored == nil then -- wrong answers are visible only if scores are summed
    scored = false
    local drawn = {}
    for _, config in ipairs(configs) do drawn[config] = true end
    for _, row in ipairs(self.rows) do scored = scored or (row.category == "wrong" and drawn[row.config] ~= nil) end
  end
  for _, config in ipairs(configs) do results.check_config(self, config, "results:quantile.configs") end
  if self.dry then return {} end
  local series, low_x, high_x, low, high = {}, 0, 0, math.huge, -math.huge
  for _, config in ipairs(configs) do
    for _, line in ipairs(o.by and lines_by(self, config, o.by) or { { name = config } }) do
      local points = fastest(self, config, scored, m, line.decided)
      for _, p in ipairs(points) do
        low_x, high_x, low, high = math.min(low_x, p[1]), math.max(high_x, p[1]), math.min(low, p[2]), math.max(high, p[2])
      end
      series[#series + 1] = line_of(#series + 1, ("%s (%d)"):format(line.name, #points), points)
    end
  end
  if low == math.huge then return nothing(o.file) end
  local limit = limit_of(self, m)
  local y = measured(o, m, m:label(), low, high, limit)
  for _, s in ipairs(series) do
    for _, p in ipairs(s.points) do p[2] = shown(y, p[2]) end
  end
  local x = axis.new { label = scored and "accumulated score of right verdicts" or "tasks solved", scale = "linear", low = low_x, high = high_x, whole = true, exact = true }
  return finish(self, o, {
    about = self.name .. ": the n right runs that were fastest, " .. (scored and "by sum of scores" or "by number") .. ", and the " .. m:label() .. " of the n-th" .. (o.by and "; by the " .. o.by .. " that decided" or ""), x = x, y = y, series = series,
    rules = limit_rule("y", y, m, limit), legend = o.by and "right" or "inside",
  })
end

-- ---- survival --------------------------------------------------------------------------------------------------------------

local survival_fields = fields { file = file_field "survival" }

-- results:survival: the share of tasks that are still open after a time; a task that is not solved within the limit
-- stays open.
function plot.survival(self, given)
  local o = options("results:survival", survival_fields, given)
  local configs, m = o.configs or self.configs, o.measure
  for _, config in ipairs(configs) do results.check_config(self, config, "results:survival.configs") end
  if self.dry then return {} end
  local solved, tasks, low, high = {}, {}, math.huge, -math.huge
  for i, config in ipairs(configs) do
    solved[i], tasks[i] = fastest(self, config, false, m), 0
    for row in self:each(config) do
      if not absent[row.category] then tasks[i] = tasks[i] + 1 end
    end
    for _, p in ipairs(solved[i]) do low, high = math.min(low, p[2]), math.max(high, p[2]) end
  end
  if low == math.huge then return nothing(o.file) end
  local limit = limit_of(self, m)
  local x = measured(o, m, m:label(), low, high, limit)
  local series = {}
  for i, config in ipairs(configs) do
    local points = { { x.min, 100 } }
    for n, p in ipairs(solved[i]) do points[#points + 1] = { shown(x, p[2]), 100 * (1 - n / tasks[i]) } end
    points[#points + 1] = { x.top, points[#points][2] }
    series[i] = line_of(i, config, points)
    series[i].steps = true
  end
  local y = axis.new { label = "tasks still open (%)", scale = "linear", low = 0, high = 100, limit = 100, wanted = 5, flush = true }
  return finish(self, o, {
    about = self.name .. ": the share of tasks that is not solved yet, over " .. m:label(), x = x, y = y, series = series, rules = limit_rule("x", x, m, limit),
    legend = "inside",
  })
end

-- ---- scatter ----------------------------------------------------------------------------------------------------------------

local scatter_fields = fields { file = file_field "scatter", size = { "count", default = 8 } }
scatter_fields.width, scatter_fields.height, scatter_fields.configs = nil, nil, nil

-- Returns the name of the lane for a run without a time; nil for a right run.
local lane_names = { "time-out", "unknown", "error", "wrong" }
local function lane_of(row)
  if row.category == "correct" then return nil end
  if row.verdict == "TIMEOUT" then return "time-out" end
  return row.category == "wrong" and "wrong" or row.category == "unknown" and "unknown" or row.category == "missing" and "unknown" or "error"
end

-- Adds lines on which one time is a constant multiple of the other, within the limits of both, and their labels.
local function diagonals(x, y, series, texts)
  for _, d in ipairs { { 1, "equal", 0.5 }, { 10, "10\u{d7}", 0.6 }, { 0.1, "\u{f7}10", 0.6 } } do
    local factor, points = d[1], {}
    local from, to = axis.position(x, x.min), axis.position(x, x.top)
    for i = 0, 200 do
      local u = axis.value(x, from + (to - from) * i / 200)
      local v = u * factor
      if v >= y.min * (1 - 1e-9) and v <= y.top * (1 + 1e-9) then points[#points + 1] = { u, math.min(v, y.top) } end
    end
    if #points > 1 then
      -- The line ends exactly at the limit.
      if y.top / factor <= x.top and points[#points][2] < y.top then points[#points + 1] = { y.top / factor, y.top } end
      series[#series + 1] = { points = points, colour = guide, line = true, thick = factor == 1 and 1.2 or 0.9, dash = factor == 1 and 1 or 2, title = "guide line: " .. d[2] }
      if factor ~= 1 then
        local p = points[math.max(1, #points * 7 // 10)]
        texts[#texts + 1] = { p[1], p[2], d[2], anchor = factor > 1 and "right" or "left", tex_anchor = factor > 1 and "south east" or "north west", dx = factor > 1 and -0.4 or 0.4, dy = factor > 1 and 0.3 or -0.3, colour = "555555" }
      end
    end
  end
end

-- Draws each task that one of them solves, once: the time of a to the right, that of b upwards. A task that one of them
-- does not solve is drawn in a lane beyond its limit.
function plot.scatter(self, a, b, given)
  local o = options("results:scatter", scatter_fields, given)
  results.check_config(self, a, "results:scatter")
  results.check_config(self, b, "results:scatter")
  if self.dry then return {} end
  local m, twins, low, high, lanes_used = o.measure, {}, math.huge, -math.huge, { ["time-out"] = true, unknown = true }
  for row in self:each(b) do twins[results.task_key(row)] = row end
  local tasks = {}
  for row in self:each(a) do
    local twin = twins[results.task_key(row)]
    if twin and not absent[row.category] and not absent[twin.category] and (row.category == "correct" or twin.category == "correct") then
      local task = { lane_of(row) or m:value(row, self), lane_of(twin) or m:value(twin, self), row = row }
      if task[1] and task[2] then -- otherwise the measure has no value
        for i = 1, 2 do
          if type(task[i]) == "number" then low, high = math.min(low, task[i]), math.max(high, task[i]) else lanes_used[task[i]] = true end
        end
        tasks[#tasks + 1] = task
      end
    end
  end
  if low == math.huge then return nothing(o.file) end
  local lanes = {}
  for _, name in ipairs(lane_names) do
    if lanes_used[name] then lanes[#lanes + 1] = name end
  end
  local limit = limit_of(self, m)
  local x, y = measured(o, m, a .. ", " .. m:label(), low, high, limit, lanes), measured(o, m, b .. ", " .. m:label(), low, high, limit, lanes)
  local points = { {}, {} }
  for _, task in ipairs(tasks) do
    local px, py = x.lane[task[1]] or shown(x, task[1]), y.lane[task[2]] or shown(y, task[2])
    table.insert(points[task.row.expected == "true" and 1 or 2], { px, py, name = task.row.suite .. "/" .. task.row.task })
  end
  local series, texts = {}, {}
  diagonals(x, y, series, texts)
  for i, look in ipairs { { "expected true", figure.style(5), "0072B2", 0.8 }, { "expected false", figure.style(6), "D55E00", 0.85 } } do
    series[#series + 1] = { name = ("%s (%d)"):format(look[1], #points[i]), points = points[i], mark = look[2], colour = look[3], size = look[4], title = look[1] }
  end
  local rules = limit_rule("x", x, m, limit)
  for _, r in ipairs(limit_rule("y", y, m, limit)) do rules[#rules + 1] = r end
  o.width, o.height = o.size, o.size
  return finish(self, o, {
    about = self.name .. ": " .. m:label() .. " of " .. a .. " and " .. b .. ", one point for each task; an unsolved one stands in a lane beyond the limit", x = x, y = y, series = series, texts = texts, rules = rules,
    rects = { { x.top, y.min, x.max, y.max, fill = "F2F2F2" }, { x.min, y.top, x.top, y.max, fill = "F2F2F2" } }, legend = "above", frame = true, square = true,
  })
end

-- ---- lines ------------------------------------------------------------------------------------------------------------------

local lines_fields = {
  file = file_field "lines", title = { "string" }, series = { "table" }, x = { "string" }, y = { "string" }, axis = { "string" }, measure = { check = measures.find }, configs = { "table" },
  log = { choices = { "", "x", "y", "xy" } }, ticks = { choices = { "points", "even" } }, width = { "count", default = 9 }, height = { "count", default = 6 }, tex_width = { "string" },
}

-- Returns the words with which all names of a line's configurations begin: the name of their sweep, or "".
local function common_words(names)
  local common
  for _, name in pairs(names) do
    common = common or name
    while name:sub(1, #common) ~= common do common = common:sub(1, -2) end
  end
  return (common or ""):match "^(.*) " or ""
end

-- Makes the lines of a sweep along one of its axes: one for each combination of the other axes; upwards is a measure
-- over all runs of a configuration. Configurations that are not on the axis are lines across. An axis of numbers is
-- logarithmic if they span more than a decade, and has its ticks at the points.
local function along(self, o)
  local m = o.measure or measures.find "right"
  local a, groups, alone = sweep.along(self, results.chosen_configs(self, o.configs, "results:lines.configs"), o.axis, "results:lines.axis")
  o.x, o.y, o.ticks, o.series = o.x or o.axis, o.y or m:label(), o.ticks or "points", {}
  if self.dry then return end
  local rows, first, last = self:distinct():by "config", 1, #a.values
  if a.numeric then first, last = a.values[1].number, a.values[#a.values].number end
  for _, g in ipairs(groups) do
    local points = {}
    for i, v in ipairs(a.values) do
      local value = g.at[i] and m:aggregate(rows[g.at[i]] or {}, self)
      if value then points[#points + 1] = { a.numeric and v.number or i, value } end
    end
    local name = g.name
    if name == "" and #groups + #alone > 1 then
      name = common_words(g.at)
      if name == "" then name = o.axis end
    end
    if #points > 0 then o.series[#o.series + 1] = { name = name, points = points } end
  end
  for _, config in ipairs(alone) do
    local value = m:aggregate(rows[config] or {}, self)
    if value then o.series[#o.series + 1] = { name = config, points = { { first, value }, { last, value } }, bare = true } end
  end
  if not a.numeric then
    o.names = {}
    for i, v in ipairs(a.values) do o.names[i] = v.text end
  elseif not o.log and first > 0 and last > 10 * first then
    o.log = "x"
  end
end

-- series = { { name =, points = { { x, y }, ... } }, ... }: one line each, for example for growth. like = n: the colour
-- and mark of the n-th line; dash = 2, 3 ...: a dashed line. A line without a name is not in the legend, and one
-- without points is only there.
function plot.lines(self, given)
  local o = schema.check("results:lines", lines_fields, given or {})
  if (o.series == nil) == (o.axis == nil) then schema.fail("results:lines", "needs one of series = { ... } and axis = \"name\"") end
  if o.axis then along(self, o) elseif o.measure or o.configs then schema.fail("results:lines." .. (o.measure and "measure" or "configs"), "is of axis = \"name\"; points that are given have their values") end
  o.x, o.y, o.log = o.x or "x", o.y or "y", o.log or ""
  local low, high, whole, any = { math.huge, math.huge }, { -math.huge, -math.huge }, { true, true }, false
  for i, line in ipairs(o.series) do
    if type(line) ~= "table" or type(line.points) ~= "table" then schema.fail(("results:lines.series[%d]"):format(i), "expects { name =, points = { { x, y }, ... } }") end
    for _, p in ipairs(line.points) do
      any = true
      for d, name in ipairs { "x", "y" } do
        if type(p) ~= "table" or type(p[d]) ~= "number" then schema.fail(("results:lines.series[%d]"):format(i), "a point is { x, y }, two numbers") end
        if o.log:find(name) and p[d] <= 0 then schema.fail("results:lines.log", "a logarithmic axis has no place for %g", p[d]) end
        low[d], high[d] = math.min(low[d], p[d]), math.max(high[d], p[d])
        whole[d] = whole[d] and p[d] == math.floor(p[d])
      end
    end
  end
  if self.dry then return {} end
  if not any then
    progress.line("plot %s: no point, so there is nothing to draw", o.file)
    return {}
  end
  local axes = {}
  local places, seen = {}, {}
  for _, line in ipairs(o.ticks == "points" and o.series or {}) do
    for _, p in ipairs(line.points) do
      if not seen[p[1]] then seen[p[1]], places[#places + 1] = true, p[1] end
    end
  end
  table.sort(places)
  for d, name in ipairs { "x", "y" } do
    axes[d] = name == "x" and o.names and axis.names(o.x, o.names, 0.3) or axis.new {
      label = o[name], scale = o.log:find(name) and "log" or "linear", low = low[d], high = high[d], whole = whole[d], near = name == "x", at = name == "x" and places[1] and places or nil,
    }
  end
  local series, named = {}, 0
  for i, line in ipairs(o.series) do
    local s = figure.style(line.like or i)
    local bare = #line.points == 0 and not line.like
    local name = line.name or tostring(i)
    if name ~= "" then named = named + 1 end
    series[i] = {
      name = name ~= "" and name or nil, title = name, points = line.points, colour = bare and "666666" or s[1], mark = not bare and not line.bare and s or nil, line = true, dash = line.dash or (line.like and 1) or i,
      marks = #line.points > 14 and some(line.points, i) or nil,
    }
  end
  return finish(self, o, { about = self.name .. ": " .. o.y .. " over " .. o.x, x = axes[1], y = axes[2], series = series, legend = named > 0 and "inside" or nil })
end

-- ---- heat map ---------------------------------------------------------------------------------------------------------------

-- From white to a dark blue, darker in grey, too: ColorBrewer's Blues, with mixtures in between.
local shades = { { 247, 251, 255 }, { 198, 219, 239 }, { 107, 174, 214 }, { 33, 113, 181 }, { 8, 48, 107 } }
local function shade(share)
  local at = math.max(0, math.min(1, share)) * (#shades - 1)
  local i = math.min(math.floor(at), #shades - 2)
  local mixed = {}
  for c = 1, 3 do mixed[c] = math.floor(shades[i + 1][c] + (shades[i + 2][c] - shades[i + 1][c]) * (at - i) + 0.5) end
  return ("%02X%02X%02X"):format(mixed[1], mixed[2], mixed[3])
end

local heat_fields = {
  file = file_field "heat", title = { "string" }, measure = { check = measures.find }, configs = { "table" }, x = { "string", default = "config" }, y = { "string", default = "suite" }, width = { "count" }, height = { "count" }, tex_width = { "string" },
}

-- results:heat: suites upwards and configurations to the right, or axes of a sweep: the share of tasks with a right
-- verdict, or a measure, as a number and as a shade.
function plot.heat(self, given)
  local o = options("results:heat", heat_fields, given)
  local configs, m = results.chosen_configs(self, o.configs, "results:heat.configs"), o.measure
  if o.x == o.y then schema.fail("results:heat.y", "is '%s', as x is", o.y) end
  local across, up = sweep.places(self, configs, o.x, "results:heat.x"), sweep.places(self, configs, o.y, "results:heat.y")
  if self.dry then return {} end
  local cells, of, low, high, chosen = {}, {}, math.huge, -math.huge, {}
  for _, config in ipairs(configs) do chosen[config] = true end
  for _, row in ipairs(o.x ~= "suite" and o.y ~= "suite" and self:distinct().rows or self.rows) do
    local i, j = up.of(row), across.of(row)
    if chosen[row.config] and i and j and not absent[row.category] then
      local key = i .. "\0" .. j
      if of[key] and of[key] ~= row.config then
        schema.fail("results:heat", "'%s' and '%s' would share a cell: choose configs = { ... }, or another axis as x or y", of[key], row.config)
      end
      cells[key], of[key] = cells[key] or {}, row.config
      table.insert(cells[key], row)
    end
  end
  for key, rows in pairs(cells) do
    local value = m and m:aggregate(rows, self)
    if not m then
      value = 0
      for _, row in ipairs(rows) do value = value + (row.category == "correct" and 100 / #rows or 0) end
    end
    cells[key] = value
    if value then low, high = math.min(low, value), math.max(high, value) end
  end
  if low == math.huge then
    progress.line("plot %s: no run has such a value, so there is nothing to draw", o.file)
    return {}
  end
  if not m then low, high = 0, 100 end
  local names, rects, texts = {}, {}, {}
  local lines = #up.names
  for i, key in ipairs(up.keys) do
    names[lines + 1 - i] = up.names[i] -- the first one is at the top
    for j, other in ipairs(across.keys) do
      local value, y = cells[key .. "\0" .. other], lines + 1 - i
      if value then
        local share = high > low and (value - low) / (high - low) or 0.5
        rects[#rects + 1] = { j - 0.5, y - 0.5, j + 0.5, y + 0.5, fill = shade(share) }
        texts[#texts + 1] = { j, y, m and m:format(value) or ("%.0f%%"):format(value), colour = share > 0.55 and "FFFFFF" or "222222" }
      end
    end
  end
  local x, y = axis.names(across.label, across.names), axis.names(up.label, names)
  -- Returns the room for names; long ones are rotated.
  local function longest(list)
    local n = 0
    for _, name in ipairs(list) do n = math.max(n, utf8.len(name) or #name) end
    return n
  end
  x.rotate = longest(across.names) > 5
  o.width = o.width or math.max(6, math.ceil(1 + 0.16 * longest(names) + 1.2 * #across.names))
  o.height = o.height or math.max(4, math.ceil((across.label and 1.8 or 1.2) + 0.6 * lines + 0.11 * longest(across.names)))
  return finish(self, o, { about = self.name .. ": " .. (m and m:label() or "share of tasks with the right verdict") .. (", %s by %s"):format(o.y, o.x), x = x, y = y, rects = rects, texts = texts, series = {}, grid = false })
end

-- ---- evolution ----------------------------------------------------------------------------------------------------------------

local evolution_fields = {
  file = file_field "evolution", title = { "string" }, measure = { check = measures.find, default = measures.find("right", "measure") }, versions = { "table", required = true }, name = { "string", default = "now" }, configs = { "table" },
  width = { "count", default = 9 }, height = { "count", default = 6 }, tex_width = { "string" },
}

-- results:evolution: a measure (by default the number of right verdicts) over versions of the tool: versions = { {
-- "1.0", az.results "results/v1" }, ... } in their order, followed by these results. Only tasks that all versions have
-- count, so that the growth of a suite is not taken for progress.
function plot.evolution(self, given)
  local o = options("results:evolution", evolution_fields, given)
  local versions = {}
  for i, v in ipairs(o.versions) do
    local meta = type(v) == "table" and type(v[2]) == "table" and getmetatable(v[2])
    if type(v) ~= "table" or type(v[1]) ~= "string" or not meta or meta.__name ~= "az.results" then
      schema.fail(("results:evolution.versions[%d]"):format(i), "expects { \"name\", az.results(folder) }")
    end
    versions[i] = { name = v[1], results = v[2] }
  end
  versions[#versions + 1] = { name = o.name, results = self }
  local configs = o.configs or self.configs
  for _, config in ipairs(configs) do results.check_config(self, config, "results:evolution.configs") end
  if self.dry then return {} end
  local function key(row) return row.suite .. "\0" .. row.task .. "\0" .. row.property end
  local times = {}
  for n, v in ipairs(versions) do
    for _, row in ipairs(v.results.rows) do
      if (times[key(row)] or 0) == n - 1 then times[key(row)] = n end
    end
  end
  local common = 0
  for _, n in pairs(times) do common = common + (n == #versions and 1 or 0) end
  local names, series, low, high = {}, {}, 0, 0
  for n, v in ipairs(versions) do names[n] = v.name end
  for i, config in ipairs(configs) do
    local points = {}
    for n, v in ipairs(versions) do
      local rows = {}
      for row in v.results:each(config) do
        if times[key(row)] == #versions then rows[#rows + 1] = row end
      end
      local value = o.measure:aggregate(rows, v.results)
      if value then
        points[#points + 1] = { n, value }
        low, high = math.min(low, value), math.max(high, value)
      end
    end
    local s = figure.style(i)
    series[i] = { name = config, points = points, colour = s[1], mark = s, line = true, dash = i }
  end
  if common == 0 then
    progress.line("plot %s: the versions have no task in common, so there is nothing to draw", o.file)
    return {}
  end
  local y = axis.new { label = ("%s, of %d tasks"):format(o.measure:label(), common), scale = "linear", low = low, high = high, whole = o.measure.name == "right" }
  return finish(self, o, { about = self.name .. ": " .. o.measure:label() .. " over versions, on the tasks that all have", x = axis.names(nil, names, 0.3), y = y, series = series, legend = "inside" })
end

return plot
