-- Results from a file that results:csv wrote, as papers keep their results: tables and plots can be made even if the
-- runs cannot be repeated. The rows lack everything that such a file does not have (iterates, times of phases, the
-- machine). Its other columns are those of measures: row.recorded.
local host = require "ansatz.host"
local csv = require "ansatz.csv"
local schema = require "ansatz.schema"

local numbers = { score = true, cpu = true, wall = true, memory = true, k = true, solver_calls = true, certify_cpu = true, stage = true }
local texts = {
  suite = true, task = true, property = true, expected = true, config = true, verdict = true, category = true, reason = true, hash = true, by_domain = true, by_strategy = true,
}
local limits = { cpu_limit = "cpu", wall_limit = "wall", memory_limit = "memory", work_limit = "work" }

local function number(file, line, column, text)
  local value = tonumber(text)
  if not value then schema.fail(nil, "%s:%d: %s is not a number: '%s'", file, line, column, text) end
  return math.tointeger(value) or value
end

-- Returns the rows of a file, and the arguments that `results.new` needs about them.
return function(file)
  local content, why = host.system.read(file)
  if not content then schema.fail(nil, "%s", why) end
  local lines, problem = csv.cells(content)
  if not lines then schema.fail(nil, "%s:%d: a quoted cell does not end", file, problem) end
  local names = table.remove(lines, 1) or {}
  local has = {}
  for _, name in ipairs(names) do has[name] = true end
  for _, name in ipairs { "suite", "task", "property", "config", "verdict", "category" } do
    if not has[name] then schema.fail(nil, "%s: has no column '%s': results are read from files of results:csv{ }", file, name) end
  end
  local rows, about, known = {}, { configs = {}, limits = {}, documents = {} }, {}
  for i, cells in ipairs(lines) do
    if #cells ~= #names then schema.fail(nil, "%s:%d: has %d cells, and there are %d columns", file, cells.line, #cells, #names) end
    local row = { unconfirmed = 0 }
    for c, name in ipairs(names) do
      local text = cells[c] ~= "" and cells[c] or nil
      if text and numbers[name] then
        row[name] = number(file, cells.line, name, text)
      elseif text and limits[name] then
        about.limits[limits[name]] = number(file, cells.line, name, text)
      elseif name == "certified" then
        row[name] = text and text == "true" or nil
      elseif name == "version" then
        about.tool = about.tool or text
      elseif texts[name] then
        row[name] = text
      elseif text and tonumber(text) then
        row.recorded = row.recorded or {}
        row.recorded[name] = number(file, cells.line, name, text)
      end
    end
    for _, name in ipairs { "suite", "task", "property", "config", "verdict", "category" } do
      if not row[name] then schema.fail(nil, "%s:%d: has no %s", file, cells.line, name) end
    end
    row.path = row.suite .. "/" .. row.task
    if not known[row.config] then known[row.config], about.configs[#about.configs + 1] = true, row.config end
    rows[i] = row
  end
  for _, row in ipairs(rows) do row.limit = about.limits.cpu end
  return rows, about
end
