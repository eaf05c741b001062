-- Results for other tools: CSV and LaTeX macros. BenchExec's files are in benchexec.lua.
local host = require "ansatz.host"
local schema = require "ansatz.schema"
local measures = require "ansatz.measures"
local results = require "ansatz.results"
local text = require "ansatz.text"
local system, json = host.system, host.json
local export = {}

-- ---- CSV --------------------------------------------------------------------------------------------------------------------

local exported = {
  "suite", "task", "property", "expected", "config", "repetition", "verdict", "category", "reason", "score", "cpu", "wall", "memory", "k", "solver_calls", "certified",
  "certify_cpu", "stage", "by_domain", "by_strategy", "mode", "domain", "strategy", "cpu_limit", "wall_limit", "memory_limit", "work_limit", "version", "hash",
}

-- Writes six digits, as many as a clock has; whole numbers have no fraction.
local function plain(value)
  if math.type(value) ~= "float" then return tostring(value) end
  return value == math.floor(value) and math.abs(value) < 2 ^ 53 and ("%d"):format(value) or ("%.6g"):format(value)
end

local function quoted(value) return value:find '[,"\n\r]' and '"' .. value:gsub('"', '""'):gsub("[\r\n]+", " ") .. '"' or value end

-- Returns the settings that all runs of a configuration have in common.
local function settings(self, config)
  local d = self.documents[config] or {}
  local function described(value) return value and (host.describe(json.encode(value)) or value.module) end
  return {
    mode = d.mode, domain = described(d.domain), strategy = described(d.strategy), cpu_limit = self.limits.cpu, wall_limit = self.limits.wall,
    memory_limit = self.limits.memory, work_limit = self.limits.work, version = self.tool or nil,
  }
end

-- results:csv{ file = "results.csv", columns = { "clauses" } } -> the text: one line for each run. Units are seconds
-- and bytes; `columns` are further measures; an axis of a sweep is the column axis_NAME.
function export.csv(self, given)
  local o = schema.check("results:csv", { file = { "string" }, columns = { "table", default = {} } }, type(given) == "string" and { file = given } or given or {})
  results.format_of(o.file, { csv = "csv" }, "results:csv.file")
  local heads, more, common, axes, points = table.move(exported, 1, #exported, 1, {}), {}, {}, {}, {}
  for i, name in ipairs(schema.list(o.columns) or {}) do
    local m = measures.find(name, ("results:csv.columns[%d]"):format(i))
    local known = false
    for _, head in ipairs(exported) do known = known or head == m.name end
    if not known then
      more[#more + 1] = m
      heads[#heads + 1] = m.name
    end
  end
  for _, p in ipairs(self.axes) do
    if not axes[p.axis] then axes[p.axis], axes[#axes + 1], heads[#heads + 1] = true, p.axis, quoted("axis_" .. p.axis) end
    points[p.config .. "\0" .. p.axis] = p.value
  end
  local lines = { table.concat(heads, ",") }
  for _, config in ipairs(self.configs) do common[config] = settings(self, config) end
  for _, row in ipairs(self.rows) do
    for i, run in ipairs(row.runs or { row }) do
      local line, set = {}, common[run.config] or {}
      for c, name in ipairs(exported) do
        local value = run[name]
        if value == nil then value = set[name] end
        if name == "repetition" then value = i end
        line[c] = value == nil and "" or quoted(plain(value))
      end
      for _, m in ipairs(more) do
        local value = m:value(run, self)
        line[#line + 1] = value == nil and "" or plain(value)
      end
      for _, name in ipairs(axes) do line[#line + 1] = quoted(points[run.config .. "\0" .. name] or "") end
      lines[#lines + 1] = table.concat(line, ",")
    end
  end
  local made = table.concat(lines, "\n") .. "\n"
  if o.file then self:write(o.file, made) end
  return made
end

-- ---- LaTeX macros -------------------------------------------------------------------------------------------------------------

local in_macros = {
  "tasks", "right", "right_true", "right_false", "right_assuming", "unknown", "error", "timeout", "out_of_memory", "crash", "wrong", "score", "normalised_score", "time", "par2", "unique",
}

-- Returns the parts of macro names for these names, which consist of letters only. If names become equal, their signs
-- are written as words.
local function macro_names(names)
  local plainly, made, users = {}, {}, {}
  for _, name in ipairs(names) do
    local short = text.camel(name)
    plainly[short] = (plainly[short] or 0) + 1
  end
  for _, name in ipairs(names) do
    local short = text.camel(name)
    made[name] = plainly[short] > 1 and text.camel(name, true) or short
    if users[made[name]] or made[name] == "" then
      schema.fail("results:macros", users[made[name]] and "'%s' and '%s' have the same letters, and LaTeX macros have nothing else: rename one" or "'%s' has no letters for a macro: rename it", name,
        users[made[name]])
    end
    users[made[name]] = name
  end
  return made
end

-- results:macros{ file = "macros.tex", prefix = "az", columns = { measures } } -> one LaTeX macro for each statistic:
-- \azExperimentIntervalRight. With by_suite, also \azExperimentIntervalLoopsRight.
function export.macros(self, given)
  local o = schema.check("results:macros", {
    file = { "string" }, prefix = { "string", default = "az" }, columns = { "table", default = in_macros }, by_suite = { "boolean", default = false },
  }, type(given) == "string" and { file = given } or given or {})
  results.format_of(o.file, { tex = "tex" }, "results:macros.file")
  if not o.prefix:find "^%a+$" then schema.fail("results:macros.prefix", "expects letters, got '%s'", o.prefix) end
  local names = macro_names(self.configs)
  local list = {}
  for i, name in ipairs(schema.list(o.columns) or {}) do list[i] = measures.find(name, ("results:macros.columns[%d]"):format(i)) end
  if self.dry then return "" end
  local lines, prefix, defined = { "% " .. self.name .. ": made by ansatz " .. host.version .. ", " .. system.date() }, o.prefix .. text.camel(self.name), {}
  local function define(name, value, what)
    if defined[name] then schema.fail("results:macros", "\\%s would be %s and %s: rename a configuration or suite", name, defined[name], what) end
    defined[name] = what
    lines[#lines + 1] = ("\\newcommand{\\%s}{%s}"):format(name, text.escape(value))
  end
  local function all_of(part, rows, name, what)
    for _, m in ipairs(list) do
      local value = m:aggregate(rows, part)
      if value ~= nil then define(name .. text.camel(m.name), m:format(value), what .. ", " .. m.name) end
    end
  end
  local function of(part, suffix, what)
    local grouped = part:by "config"
    for _, config in ipairs(self.configs) do all_of(part, grouped[config] or {}, prefix .. names[config] .. suffix, ("'%s'%s"):format(config, what)) end
    if #self.configs > 1 then all_of(part, part:virtual_best(), prefix .. "VirtualBest" .. suffix, "the virtual best" .. what) end
  end
  of(self:distinct(), "", "")
  if o.by_suite then
    local suites, parts = macro_names(self:suites()), self:by "suite"
    for _, suite in ipairs(self:suites()) do of(self:part(parts[suite]), suites[suite], (" on '%s'"):format(suite)) end
  end
  if self.limits.cpu then define(prefix .. "CpuLimit", ("%g"):format(self.limits.cpu), "the limit of CPU time") end
  local made = table.concat(lines, "\n") .. "\n"
  if o.file then self:write(o.file, made) end
  return made
end

return export
