-- Verdicts of another tool, or of an earlier program, on the tasks of these results: adds the content of a CSV file as
-- another configuration.
local host = require "ansatz.host"
local csv = require "ansatz.csv"
local schema = require "ansatz.schema"
local results = require "ansatz.results"
local verdict = require "ansatz.verdict"
local progress = require "ansatz.progress"

-- Returns the verdict in the notation of these results.
local function written_here(said, row)
  local lower = said:lower()
  if lower == "timeout" or lower == "time-out" then return "TIMEOUT" end
  if lower == "out of memory" or lower == "memory" then return "OUT OF MEMORY" end
  if lower:find "^unknown" then return "unknown" end
  if lower == "error" or lower == "crash" then return "ERROR" end
  if lower == "true" then return "true" end
  if lower ~= "false" then return said end
  return row.expected and row.expected:find "^false" and row.expected or ("false(%s)"):format(row.property)
end

-- Returns whether the text is a verdict; anything else counts as an error, and is named.
local function is_verdict(said)
  local lower = said:lower()
  for _, form in ipairs { "true", "false", "false%(.*%)", "unknown.*", "time%-?out", "out of memory", "memory", "error.*", "crash.*", "not run", "pending" } do
    if lower:find("^" .. form .. "$") then return true end
  end
  return false
end

local READ = { suite = true, task = true, path = true, property = true, expected = true, verdict = true, cpu = true, wall = true, memory = true, mem_mb = true, config = true, repetition = true }
-- Columns that results:csv{ } writes beside these.
local OWN = "category reason score k solver_calls certified certify_cpu stage by_domain by_strategy mode domain strategy cpu_limit wall_limit memory_limit work_limit version hash"

-- Returns the last `n` parts of a path, without the ending of a task or C file.
local function tail(path, n)
  local parts = {}
  for part in path:gsub("%.%l+$", ""):gmatch "[^/]+" do
    if part ~= "." then parts[#parts + 1] = part end
  end
  n = n or #parts
  return n <= #parts and table.concat(parts, "/", #parts - n + 1) or nil, n
end

-- Finds the tasks of the results for a line of the file: by its path, which may be only the end of a task's path (such
-- as suite/task), or else by the names of suite and task. Returns a list of rows; nil and the paths if the end of a
-- path matches several files.
local function finder(self)
  local by_label, by_end, rows, seen = {}, {}, {}, {}
  for _, row in ipairs(self.rows) do
    local key = results.task_key(row)
    if not seen[key] then
      seen[key], rows[#rows + 1] = true, row
      local label = row.suite .. "\0" .. row.task
      by_label[label] = by_label[label] or {}
      table.insert(by_label[label], row)
    end
  end
  local function with_end(n)
    if not by_end[n] then
      by_end[n] = {}
      for _, row in ipairs(rows) do
        local key = row.path and tail(row.path, n)
        if key then
          by_end[n][key] = by_end[n][key] or {}
          table.insert(by_end[n][key], row)
        end
      end
    end
    return by_end[n]
  end
  local function of_property(list, property)
    local found, paths, known = {}, {}, {}
    for _, row in ipairs(list or {}) do
      if not property or row.property == property then
        found[#found + 1] = row
        if not known[row.path] then known[row.path], paths[#paths + 1] = true, row.path end
      end
    end
    return found, paths
  end
  return rows, function(r)
    local given = r.path or r.suite and r.suite .. "/" .. r.task
    local found, paths
    if given then
      local key, n = tail(given)
      found, paths = of_property(with_end(n)[key], r.property)
      if #paths == 1 then return found end
      if #paths > 1 and r.path then return nil, paths end
    end
    if r.task and r.suite then return (of_property(by_label[r.suite .. "\0" .. r.task], r.property)) end
    if r.task then
      found, paths = of_property(with_end(1)[tail(r.task)], r.property)
      if #paths > 1 then return nil, paths end
      return found
    end
    return found or {}
  end
end

-- Returns a text such as "12 (loops 10, arrays 2)": the number, and the suites with the most first; "12" if no line names
-- a suite.
local function counted(list)
  local of, names, parts = {}, {}, {}
  for _, item in ipairs(list) do
    if not of[item.suite] then names[#names + 1] = item.suite end
    of[item.suite] = (of[item.suite] or 0) + 1
  end
  table.sort(names, function(a, b)
    if of[a] ~= of[b] then return of[a] > of[b] end
    return a < b
  end)
  if #names == 1 and names[1] == "-" then return tostring(#list) end
  for i = 1, math.min(6, #names) do parts[i] = ("%s %d"):format(names[i], of[names[i]]) end
  return ("%d (%s%s)"):format(#list, table.concat(parts, ", "), #names > 6 and (", %d more suites"):format(#names - 6) or "")
end

local function some(list)
  local names = {}
  for i = 1, math.min(3, #list) do names[i] = (list[i].suite == "-" and "" or list[i].suite .. "/") .. list[i].task end
  return table.concat(names, ", ") .. (#list > 3 and ", ..." or "")
end

local function above_zero(value)
  if type(value) == "number" and value > 0 then return value end
  return nil, "expects a number above 0, got " .. (type(value) == "number" and tostring(value) or schema.got(value))
end
local fields = { config = { "string" }, cpu_limit = { "seconds" }, speed = { default = 1, check = above_zero } }

-- Returns the lines of the file for one configuration, as tables by column.
local function read(file, theirs, name, fail)
  local content, why = host.system.read(file)
  if not content then fail("%s", why) end
  local lines, problem = csv.cells(content)
  if not lines then fail("%s:%d: a quoted cell does not end", file, problem) end
  local names, list, configs, known, unread = table.remove(lines, 1) or {}, {}, {}, {}, {}
  local has = {}
  for _, column in ipairs(names) do
    has[column] = true
    if not READ[column] and not (" " .. OWN .. " "):find(" " .. column .. " ", 1, true) and not column:find "^axis_" then unread[#unread + 1] = column end
  end
  if not has.verdict or not (has.path or has.task) then fail("%s: expects the columns verdict, and path or task (its first line has: %s)", file, table.concat(names, ", ")) end
  for _, cells in ipairs(lines) do
    if #cells ~= #names then fail("%s:%d: has %d cells, and there are %d columns", file, cells.line, #cells, #names) end
    local r = { line = cells.line }
    for i, column in ipairs(names) do r[column] = cells[i] ~= "" and cells[i] or nil end
    if not r.verdict or not (r.path or r.task) then fail("%s:%d: has no %s", file, cells.line, r.verdict and "task" or "verdict") end
    for _, column in ipairs { "cpu", "wall", "memory", "mem_mb" } do
      if r[column] and not tonumber(r[column]) then fail("%s:%d: %s is not a number: '%s'", file, cells.line, column, r[column]) end
    end
    local own = r.config or ""
    if not known[own] then known[own], configs[#configs + 1] = true, own end
    if not theirs or own == theirs then list[#list + 1] = r end
  end
  if theirs and not known[theirs] then fail("%s: has no configuration '%s' (there are: %s)", file, theirs, table.concat(configs, ", ")) end
  if not theirs and #configs > 1 then fail("%s: which of its configurations? results:import(%q, %q, NAME) with one of: %s", file, name, file, table.concat(configs, ", ")) end
  return list, unread
end

-- results:import("2LS", "baseline.csv" [, "configuration" | { config =, cpu_limit =, speed = }]): lua/README.md
-- describes the columns. Lines that match no task are counted and named, on standard error and below tables.
return function(self, config, file, given)
  local function fail(message, ...) schema.fail("results:import", message, ...) end
  if type(config) ~= "string" or type(file) ~= "string" then fail "expects the name that the configuration gets, and a CSV file" end
  local o = schema.check("results:import", fields, type(given) == "string" and { config = given } or given or {})
  for _, name in ipairs(self.configs) do
    if name == config then fail("there is a configuration '%s' already", config) end
  end
  local list, unread = read(file, o.config, config, fail)
  local tasks, find = finder(self)
  local n, lost, vague, late, differs, again, seen = 0, {}, {}, 0, {}, {}, {}
  local elsewhere, odd = {}, {} -- lines about a property that their task has not, and those whose verdict is none
  local added = {}
  for _, r in ipairs(list) do
    local found, paths = find(r)
    local named = { suite = r.suite or r.path and r.path:match "([^/]+)/[^/]+$" or "-", task = r.task or r.path:match "[^/]*$" }
    if not found then
      named.task = ("%s (%s)"):format(named.task, table.concat(paths, ", ", 1, 2))
      vague[#vague + 1] = named
    elseif #found == 0 then
      local others = r.property and find { path = r.path, suite = r.suite, task = r.task }
      if others and #others > 0 then
        named.task = ("%s (%s, and not %s)"):format(named.task, r.property, others[1].property)
        elsewhere[#elsewhere + 1] = named
      else
        lost[#lost + 1] = named
      end
    end
    if found and #found > 0 and not is_verdict(r.verdict) then odd[#odd + 1] = ("line %d ('%s')"):format(r.line, r.verdict) end
    for _, row in ipairs(found or {}) do
      local key = results.task_key(row)
      if seen[key] then
        if #again == 0 or again[#again].line ~= r.line then -- of repeated runs, only the first counts
          again[#again + 1] = { line = r.line, task = row.task, first = seen[key].line, other = r.verdict ~= seen[key].verdict }
        end
      else
        local cpu, wall = tonumber(r.cpu), tonumber(r.wall)
        cpu, wall = cpu and cpu * o.speed, wall and wall * o.speed
        seen[key], n = r, n + 1
        local ending, reason = written_here(r.verdict, row), nil
        local decided = ending == "true" or ending:find "^false"
        local limit = math.min(self.limits.cpu or math.huge, (o.cpu_limit or math.huge) * o.speed)
        if decided and ((cpu and cpu > limit) or (wall and wall > (self.limits.wall or math.huge))) then
          ending, reason, late = "TIMEOUT", "beyond the limit here", late + 1
        end
        local own = row.expected and row.expected:match "^%a+"
        if r.expected and own and r.expected:match "^%a+" ~= own then differs[#differs + 1] = row end
        local category = verdict.category(ending, row.expected)
        added[#added + 1] = {
          suite = row.suite, task = row.task, path = row.path, property = row.property, expected = row.expected, config = config, verdict = ending,
          reason = reason or ending == "unknown" and "as recorded" or nil, category = category, score = verdict.score(ending, category), cpu = cpu, wall = wall,
          memory = tonumber(r.memory) or tonumber(r.mem_mb) and tonumber(r.mem_mb) * 1e6, unconfirmed = 0, limit = self.limits.cpu,
        }
      end
    end
  end
  for _, row in ipairs(added) do self.rows[#self.rows + 1] = row end
  self.configs[#self.configs + 1] = config
  local missing, notes = {}, {}
  for _, row in ipairs(tasks) do
    if not seen[results.task_key(row)] then missing[#missing + 1] = row end
  end
  local function note(text, ...) notes[#notes + 1] = text:format(...) end
  if #missing > 0 then note("no line for %s of %d tasks: %s", counted(missing), #tasks, some(missing)) end
  if #lost > 0 then note("no task for %s of %d lines: %s", counted(lost), #list, some(lost)) end
  if #elsewhere > 0 then note("another property than that of the task for %s of %d lines: %s", counted(elsewhere), #list, some(elsewhere)) end
  if #odd > 0 then note("%d line%s no verdict that is known, and count%s as error: %s%s", #odd, #odd == 1 and " has" or "s have", #odd == 1 and "s" or "", table.concat(odd, ", ", 1, math.min(3, #odd)), #odd > 3 and ", ..." or "") end
  if #vague > 0 then note("several tasks for %s lines: %s", counted(vague), some(vague)) end
  if #differs > 0 then note("another expected verdict for %s tasks: %s", counted(differs), some(differs)) end
  if late > 0 then note("%d verdict%s longer than the limit and count%s as time-out%s", late, late == 1 and " took" or "s took", late == 1 and "s" or "", late == 1 and "" or "s") end
  if #again > 0 then
    local said = {}
    for i = 1, math.min(#again, 3) do
      local a = again[i]
      said[i] = ("line %d (%s%s)"):format(a.line, a.task, a.other and (", with another verdict than line %d"):format(a.first) or "")
    end
    note("%d line%s of a task that an earlier line is about, and not read: %s%s", #again, #again == 1 and " is" or "s are", table.concat(said, ", "), #again > 3 and ", ..." or "")
  end
  if o.cpu_limit and self.limits.cpu and o.cpu_limit * o.speed < self.limits.cpu then note("its limit is %g s here, that of this experiment %g s", o.cpu_limit * o.speed, self.limits.cpu) end
  if #unread > 0 then note("columns that are not read: %s", table.concat(unread, ", ")) end
  local about = ("import of '%s': %s: %d of %d tasks%s"):format(config, file, n, #tasks, o.speed ~= 1 and (", times multiplied by %g"):format(o.speed) or "")
  if #self.rows > 0 then
    progress.line("%s", about)
    for _, text in ipairs(notes) do progress.line("import of '%s': %s", config, text) end
  end
  self.imported[#self.imported + 1] = { config = config, file = file, tasks = n, of = #tasks, missing = #missing, lost = #lost + #elsewhere + #vague, late = late, notes = notes, speed = o.speed }
  return self
end
