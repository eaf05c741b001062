-- Verdicts of another tool, or of an earlier program, on the tasks of these results: a CSV file becomes one more configuration.
local host = require "ansatz.host"
local schema = require "ansatz.schema"
local results = require "ansatz.results"
local verdict = require "ansatz.verdict"
local progress = require "ansatz.progress"

-- The cells of a CSV file (RFC 4180), a list of lists with the number of the line each began in.
local function read_csv(content)
  local rows, cells, at, line = {}, {}, 1, 1
  local began = 1
  content = content:gsub("\r\n", "\n"):gsub("\n*$", "\n")
  while at <= #content do
    local cell
    if content:sub(at, at) == '"' then
      local parts = {}
      repeat
        local to = content:find('"', at + 1, true)
        if not to then return nil, began end
        parts[#parts + 1] = content:sub(at + 1, to - 1)
        at = to + 1
      until content:sub(at, at) ~= '"'
      cell = table.concat(parts, '"')
      for _ in cell:gmatch "\n" do line = line + 1 end
    else
      local to = content:find("[,\n]", at)
      cell = content:sub(at, to - 1)
      at = to
    end
    cells[#cells + 1] = cell
    local behind = content:sub(at, at)
    if behind ~= "," and behind ~= "\n" then return nil, line end
    at = at + 1
    if behind == "\n" then
      cells.line, line = began, line + 1
      if #cells > 1 or cells[1] ~= "" then rows[#rows + 1] = cells end
      cells, began = {}, line
    end
  end
  return rows
end

-- As verdicts are written here.
local function spoken(said, row)
  if said == "timeout" then return "TIMEOUT" end
  if said == "error" then return "ERROR" end
  if said ~= "false" then return said end
  return row.expected and row.expected:find "^false" and row.expected or ("false(%s)"):format(row.property)
end

-- results:import("2LS", "baseline.csv" [, "configuration"]): the file has the columns suite, task, property, verdict, cpu and maybe wall, memory (bytes)
-- or mem_mb, and config: then it is that configuration's lines that are taken.
return function(self, config, file, theirs)
  local function fail(message, ...) schema.fail("results:import", message, ...) end
  if type(config) ~= "string" or type(file) ~= "string" then fail "expects the name that the configuration gets, and a CSV file" end
  for _, name in ipairs(self.configs) do
    if name == config then fail("there is a configuration '%s' already", config) end
  end
  local content, why = host.system.read(file)
  if not content then fail("%s", why) end
  local lines, problem = read_csv(content)
  if not lines then fail("%s:%d: a quoted cell does not end", file, problem) end
  local names, said, configs, known = table.remove(lines, 1) or {}, {}, {}, {}
  for _, cells in ipairs(lines) do
    local r = {}
    for i, name in ipairs(names) do r[name] = cells[i] end
    if not (r.suite and r.task and r.property and r.verdict) then fail("%s:%d: expects the columns suite, task, property, verdict", file, cells.line) end
    local own = r.config or ""
    if not known[own] then
      known[own], configs[#configs + 1] = true, own
    end
    if not theirs or own == theirs then
      local key = r.suite .. "\0" .. r.task .. "\0" .. r.property
      said[key] = said[key] or r -- of repeated runs the first
    end
  end
  if theirs and not known[theirs] then fail("%s: has no configuration '%s' (there are: %s)", file, theirs, table.concat(configs, ", ")) end
  if not theirs and #configs > 1 then fail("%s: which of its configurations? results:import(%q, %q, NAME) with one of: %s", file, config, file, table.concat(configs, ", ")) end
  local seen, added = {}, 0
  for i = 1, #self.rows do
    local row = self.rows[i]
    local key, r = results.task_key(row), said[row.suite .. "\0" .. row.task .. "\0" .. row.property]
    if not seen[key] and r then
      seen[key], added = true, added + 1
      local ending = spoken(r.verdict, row)
      local category = verdict.category(ending, row.expected)
      self.rows[#self.rows + 1] = {
        suite = row.suite, task = row.task, path = row.path, property = row.property, expected = row.expected, config = config, verdict = ending,
        reason = ending == "unknown" and "as recorded" or nil, category = category, score = verdict.score(ending, category), cpu = tonumber(r.cpu),
        wall = tonumber(r.wall), memory = tonumber(r.memory) or tonumber(r.mem_mb) and tonumber(r.mem_mb) * 1e6, unconfirmed = 0,
      }
    end
  end
  if #self.rows > 0 and added == 0 then
    progress.line("import of '%s': %s: none of its %d lines is about a task of these results (suite, task and property have to be the same)", config, file, #lines)
  end
  self.configs[#self.configs + 1] = config
  return self
end
