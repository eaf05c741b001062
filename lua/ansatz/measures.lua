-- Measures: what can be said of a run in a number, and how the numbers of several runs become one. One registry for the columns of tables and CSV files,
-- the axes of plots, filters and HTML reports. A measure is declared once and used by its name:
--
--     az.measure { name = "turns", title = "turns", of = function(row) return row.stats and #row.stats.turns end, over = "median", better = "less" }
--
-- `of(row, results)` answers a number, or nil where the run has no such value. nil is no value, never 0: it enters no sum and no median, and a cell
-- without any value is "-". `over` makes one value of those of several runs: "sum", "mean", "median", "min", "max", or a function(values, rows, results)
-- that is given the values that there are and their rows. PAR2 is as in the SAT competitions, scores are as in SV-COMP.
--
-- For the library (columns, axes, filters):
--     measures.find(name or measure, key path)  the measure; an unknown name is an error with a suggestion
--     measures.names()                          the names, in the order of declaration
--     m:value(row, results)                     a number or nil
--     m:aggregate(rows, results)                a number or nil; and how many of the rows have a value
--     m:format(value)                           text with as many digits as one reads; "-" for nil
--     m:label(), m:label(true)                  "CPU time (s)", "CPU (s)" in short: for headings and axes
--     m:best(values, n)                         the best of values[1 .. n], nil where there is no better and worse
local host = require "ansatz.host"
local schema = require "ansatz.schema"
local absent = require "ansatz.verdict".absent -- categories of runs without a result
local measures = {}
local Measure = { __name = "az.measure" }
Measure.__index = Measure

local registered, order = {}, {}

-- ---- many values become one ---------------------------------------------------------------------------------------------

local function sum(values)
  local total = 0
  for _, value in ipairs(values) do total = total + value end
  return total
end
local function mean(values) return sum(values) / #values end
local function median(values)
  local sorted = table.move(values, 1, #values, 1, {})
  table.sort(sorted)
  local middle = #sorted // 2
  return #sorted % 2 == 1 and sorted[middle + 1] or (sorted[middle] + sorted[middle + 1]) / 2
end
local function extreme(choose)
  return function(values)
    local best = values[1]
    for _, value in ipairs(values) do best = choose(best, value) end
    return best
  end
end
measures.over = { sum = sum, mean = mean, median = median, min = extreme(math.min), max = extreme(math.max) }

-- ---- declaration ----------------------------------------------------------------------------------------------------------

local fields = {
  name = { "string", required = true },
  title = { "string" }, -- the heading; by default the name, with "_" as a space
  short = { "string" }, -- the heading if there is little room
  legend = { "string" }, -- an explanation, for the legend of a table
  unit = { "string" },
  of = { "function", required = true },
  over = {
    default = "sum",
    check = function(value)
      if type(value) == "function" or measures.over[value] then return value end
      local known = { "max", "mean", "median", "min", "sum" }
      local near = type(value) == "string" and host.suggest(value, known)
      return nil, near and ("no choice '%s': did you mean '%s'?"):format(value, near) or
        "expects 'max', 'mean', 'median', 'min', 'sum' or a function(values, rows), got " .. (type(value) == "string" and "'" .. value .. "'" or schema.got(value))
    end,
  },
  better = { choices = { "less", "more" } },
  format = { "string" }, -- for string.format; by default, the number of digits fits the value
}

-- Keys of rows that are not numbers: as names of measures they would be ambiguous in a filter.
local reserved = { suite = true, task = true, path = true, property = true, expected = true, config = true, verdict = true, category = true, reason = true, hash = true, stats = true, runs = true, axes = true }

local function declare(given)
  local m = schema.check("az.measure", fields, given)
  if not m.name:find "^%a[%w_]*$" then schema.fail("az.measure.name", "expects letters, digits and '_', got '%s'", m.name) end
  if reserved[m.name] then schema.fail("az.measure.name", "'%s' is a key of each row already: choose another name", m.name) end
  if registered[m.name] and host.options.mode ~= "console" then schema.fail("az.measure.name", "there is a measure '%s' already", m.name) end
  if m.format and not pcall(string.format, m.format, 1.5) then schema.fail("az.measure.format", "expects a format of one number such as '%%.1f', got '%s'", m.format) end
  m.title, m.digits, m.format = m.title or m.name:gsub("_", " "), m.format, nil
  if not registered[m.name] then order[#order + 1] = m.name end
  registered[m.name] = setmetatable(m, Measure)
  return m
end

function measures.names() return table.move(order, 1, #order, 1, {}) end

function measures.is(value) return getmetatable(value) == Measure end

function measures.find(wanted, path)
  if measures.is(wanted) then return wanted end
  if type(wanted) ~= "string" then schema.fail(path, "expects the name of a measure, got %s", schema.got(wanted)) end
  if registered[wanted] then return registered[wanted] end
  local near = host.suggest(wanted, order)
  schema.fail(path, near and "no measure '%s': did you mean '%s'?" or "no measure '%s' (there are: %s)", wanted, near or table.concat(order, ", "))
end

-- ---- use --------------------------------------------------------------------------------------------------------------------

local function checked(self, value, what)
  if value == nil then return nil end
  if type(value) ~= "number" or value ~= value then
    schema.fail("az.measure " .. self.name, "'%s' has to return a number, or nil for no value; it returned %s", what, value ~= value and "0/0" or schema.got(value))
  end
  return value
end

function Measure:value(row, results)
  local recorded = row.recorded -- columns of a CSV file
  if recorded and recorded[self.name] then return recorded[self.name] end
  if measures.built_in[self.name] then return self.of(row, results) end
  local fine, value = pcall(self.of, row, results)
  if fine then return checked(self, value, "of") end
  if type(value) == "string" then
    host.fail(("%s (az.measure %s, of %s/%s with %s; if a run has no value, it returns nil)"):format(value, self.name, row.suite or "?", row.task or "?", row.config or "?"))
  end
  error(value, 0)
end

function Measure:aggregate(rows, results)
  local values, with = {}, {}
  for _, row in ipairs(rows) do
    local value = self:value(row, results)
    if value ~= nil then
      values[#values + 1], with[#with + 1] = value, row
    end
  end
  if #values == 0 then return nil, 0 end
  if type(self.over) == "function" then return checked(self, self.over(values, with, results), "over"), #values end
  return measures.over[self.over](values), #values
end

-- Writes three significant digits; whole numbers are written in full.
local function readable(value)
  local size = math.abs(value)
  if value == math.huge or value == -math.huge then return value > 0 and "inf" or "-inf" end
  if value == math.floor(value) and size < 2 ^ 53 then return ("%d"):format(value) end
  if size >= 99.95 then return ("%.0f"):format(value) end
  if size >= 9.995 then return ("%.1f"):format(value) end
  if size >= 0.01 then return ("%.2f"):format(value) end
  return ("%.1g"):format(value)
end

-- Times have a fixed number of decimals for each magnitude, so that a column of them can be compared.
function measures.seconds(value)
  if value == math.huge then return "inf" end
  return (value < 9.995 and "%.2f" or value < 99.95 and "%.1f" or "%.0f"):format(value)
end

function Measure:format(value)
  if value == nil then return "-" end
  if self.digits then return self.digits:format(value) end
  return self.unit == "s" and measures.seconds(value) or readable(value)
end

function Measure:label(short)
  local title = short and self.short or self.title
  return self.unit and ("%s (%s)"):format(title, self.unit) or title
end

function Measure:best(values, n)
  if not self.better then return nil end
  local best
  for i = 1, n or #values do
    local value = values[i]
    if value ~= nil and (best == nil or (self.better == "less" and value < best) or (self.better == "more" and value > best)) then best = value end
  end
  return best
end

function Measure:__tostring() return "measure " .. self.name end

-- ---- built in -----------------------------------------------------------------------------------------------------------------
-- Rows of the virtual best (the quickest right run of each task) have `virtual`: measures that make sense only for a
-- configuration ignore them.

-- Counts runs of one kind.
local function counts(name, title, better, legend, holds)
  declare { name = name, title = title, better = better, legend = legend, of = function(row, results) return holds(row, results) and 1 or 0 end }
end
local shorter = { unknown = "unkn.", timeout = "TO", out_of_memory = "MO", wrong_true = "wr. true", wrong_false = "wr. false" }
local function counts_real(name, title, better, legend, holds)
  declare {
    name = name, title = title, short = shorter[name], better = better, legend = legend,
    of = function(row, results)
      if row.virtual then return nil end
      return holds(row, results) and 1 or 0
    end,
  }
end

counts("tasks", "tasks", nil, nil, function() return true end)
counts("right", "right", "more", "the expected verdict", function(row) return row.category == "correct" end)
counts("right_true", "true", "more", nil, function(row) return row.category == "correct" and row.verdict == "true" end)
counts("right_false", "false", "more", nil, function(row) return row.category == "correct" and row.verdict ~= "true" end)
counts("right_assuming", "assuming", nil, "right, under an assumption that the verdict names", function(row) return row.category == "correct" and row.reason ~= nil and row.reason:find "^assuming " ~= nil end)
counts_real("wrong", "wrong", "less", "the opposite of the expected verdict", function(row) return row.category == "wrong" end)
counts_real("wrong_true", "wrong true", "less", nil, function(row) return row.category == "wrong" and row.verdict == "true" end)
counts_real("wrong_false", "wrong false", "less", nil, function(row) return row.category == "wrong" and row.verdict ~= "true" end)
counts_real("unknown", "unknown", nil, "no verdict", function(row) return row.category == "unknown" end)
counts_real("error", "error", nil, "time-out, out of memory or crash", function(row) return row.category == "error" end)
counts_real("timeout", "time-out", nil, "the time limit was reached", function(row) return row.verdict == "TIMEOUT" end)
counts_real("out_of_memory", "memory", nil, "the memory limit was reached", function(row) return row.verdict == "OUT OF MEMORY" end)
counts_real("crash", "crash", nil, "ended without an answer", function(row) return row.category == "error" and row.verdict ~= "TIMEOUT" and row.verdict ~= "OUT OF MEMORY" end)
counts_real("unrated", "unrated", nil, "a verdict where none is expected", function(row) return row.category == "missing" end)
counts_real("not_run", "not run", nil, "what the run needs failed: no result, and 'ansatz run' repeats it", function(row) return row.category == "fault" end)
counts_real("pending", "pending", nil, "not started, or not ended: 'ansatz run' goes on with it", function(row) return row.category == "pending" end)

-- The score of a run: true 2, false 1, wrong true -32, wrong false -16.
local function score(row)
  if not absent[row.category] then return row.score end
end
declare { name = "score", better = "more", legend = "true 2, false 1, wrong true -32, wrong false -16", of = score }
-- The mean score of a suite's tasks, averaged over the suites, so that each suite weighs the same, times the number of
-- tasks: as SV-COMP defines it.
declare {
  name = "normalised_score", title = "norm. score", short = "norm.", better = "more", format = "%.1f", legend = "mean score of each suite's tasks, averaged over suites, times the number of tasks",
  of = score,
  over = function(values, rows)
    local of_suite, suites, total = {}, 0, 0
    for i, row in ipairs(rows) do
      local s = of_suite[row.suite]
      if not s then
        s = { score = 0, tasks = 0 }
        of_suite[row.suite], suites = s, suites + 1
      end
      s.score, s.tasks = s.score + values[i], s.tasks + 1
    end
    for _, s in pairs(of_suite) do total = total + s.score / s.tasks end
    return total / suites * #rows
  end,
}

local function of_right(key)
  return function(row)
    if row.category == "correct" then return row[key] end
  end
end
declare { name = "cpu", title = "CPU time", short = "CPU", unit = "s", better = "less", of = function(row) return row.cpu end }
declare { name = "wall", title = "wall time", short = "wall", unit = "s", better = "less", of = function(row) return row.wall end }
-- Solving less takes less time, so neither less nor more is better.
declare { name = "time", title = "time", unit = "s", legend = "CPU time of the right runs", of = of_right "cpu" }
declare {
  name = "par2", title = "PAR2", unit = "s", better = "less", over = "mean", legend = "mean CPU time, an unsolved run counted as twice its limit",
  of = function(row, results)
    if absent[row.category] then return nil end
    if row.category == "correct" then return row.cpu end
    local limit = row.limit or (results and results.limits.cpu)
    return limit and 2 * limit
  end,
}
declare {
  name = "unique", better = "more", legend = "right here only",
  of = function(row, results)
    if row.virtual or not results or #results.configs < 2 then return nil end
    local right = results:solvers(row)
    return right[row.config] and not next(right, next(right)) and 1 or 0
  end,
}
declare {
  name = "memory", legend = "maximum over the runs", unit = "MB", better = "less", over = "max", format = "%.0f", short = "mem.",
  of = function(row) return row.memory and row.memory / 1e6 end,
}

declare { name = "k", legend = "copies of a loop at which right verdicts were found, median", over = "median", of = of_right "k" }
declare { name = "solver_calls", title = "solver calls", short = "calls", better = "less", of = function(row) return row.solver_calls end }

-- Sums a number over all phases; nil if the run left no statistics. `replay` is left out: it runs programs, and has no
-- formulas.
local function of_phases(key)
  return function(row)
    local s = row.stats
    return s and s.base[key] + s.step[key] + s.domain[key]
  end
end
declare { name = "clauses", better = "less", of = of_phases "clauses" }
-- The calls of `step`, and not the bounds that a strategy tries in them, which `--iterates` lists. They are counted when a
-- search ends: if a limit ended the run within the first one, there is no number, rather than 0.
declare {
  name = "iterations", legend = "calls of the strategies for invariants; one call may try many bounds, which iterates list", better = "less",
  of = function(row)
    local steps = row.stats and row.stats.domain.steps
    if steps == 0 and (row.verdict == "TIMEOUT" or row.verdict == "OUT OF MEMORY") then return nil end
    return steps
  end,
}
declare { name = "rows_found", title = "rows found", short = "rows", of = function(row) return row.rows_found end } -- rows of invariants

-- The share of a phase in the CPU time; for several runs, that of their sums. The search for invariants (domain) is a
-- part of the inductive step, and replay is mostly a part of base, the search for counterexamples.
local phases = {
  { "base", "search for counterexamples" }, { "step", "inductive step" }, { "domain", "search for invariants, a part of step" }, { "replay", "native runs" },
}
for _, named in ipairs(phases) do
  local phase = named[1]
  declare {
    name = phase .. "_share", title = phase, unit = "%", format = "%.0f", legend = named[2] .. ", share of CPU time",
    of = function(row) return row.stats and row.cpu and row.cpu > 0 and math.min(100, 100 * row.stats[phase].seconds / row.cpu) or nil end,
    over = function(_, rows)
      local part, all = 0, 0
      for _, row in ipairs(rows) do part, all = part + row.stats[phase].seconds, all + row.cpu end
      return math.min(100, 100 * part / all)
    end,
  }
end

declare { name = "certified", better = "more", legend = "proofs that were checked again", of = function(row)
  if row.certified == nil or not tostring(row.verdict):find "^true" then return nil end
  return row.certified == "certified" and 1 or 0
end }
declare { name = "certify_cpu", title = "certification", unit = "s", better = "less", of = function(row) return row.certify_cpu end }

for _, name in ipairs { "time", "k" } do registered[name].of_right = true end -- other runs have no value, by definition

-- A script cannot redefine names of the library, not even in the console.
function measures.measure(given)
  if type(given) == "table" and measures.built_in[given.name] then schema.fail("az.measure.name", "'%s' is a measure of the library: choose another name", given.name) end
  return declare(given)
end
measures.built_in = {}
for _, name in ipairs(order) do measures.built_in[name] = true end

return measures
