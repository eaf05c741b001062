-- ansatz results FOLDER: lists the runs of an experiment, filtered and sorted; shows one of them in full, or writes all
-- as an HTML page.
local host = require "ansatz.host"
local results = require "ansatz.results"
local measures = require "ansatz.measures"
local details = require "ansatz.details"
local text = require "ansatz.text"
local system = host.system

-- Keys of rows that are not measures.
local texts = { "number", "suite", "task", "path", "property", "expected", "config", "verdict", "category", "reason", "hash" }
local is_text = {}
for _, name in ipairs(texts) do is_text[name] = true end

local function value_of(row, name, r)
  if is_text[name] then return row[name] end
  return measures.find(name, "--columns"):value(row, r)
end

local function check_name(name, option)
  if is_text[name] then return end
  local known = { table.unpack(texts) }
  for _, measure in ipairs(measures.names()) do
    if measure == name then return end
    known[#known + 1] = measure
  end
  local near = host.suggest(name, known)
  host.fail(("ansatz results: %s: no column '%s'%s"):format(option, name, near and (": did you mean '" .. near .. "'?") or " (there are: " .. table.concat(known, ", ") .. ")"))
end

-- --where 'cpu > 10 and verdict == "true"': a Lua expression over the row's columns and measures. A comparison is false
-- if the run has no value for it.
local function condition(source, r)
  local row
  local scope = setmetatable({ math = math, string = string, tonumber = tonumber, tostring = tostring }, { __index = function(_, name)
    check_name(name, "--where")
    return value_of(row, name, r)
  end })
  local f, why = load("return " .. source, "=--where", "t", scope)
  if not f then host.fail("ansatz results: --where: " .. why:gsub("^%-%-where:%d+: ", "")) end
  return function(candidate)
    row = candidate
    local fine, answer = pcall(f)
    if fine then return answer end
    if type(answer) == "string" and answer:find "nil" then return false end
    if type(answer) == "string" then host.fail("ansatz results: --where: " .. answer:gsub("^%-%-where:%d+: ", "")) end
    error(answer, 0)
  end
end

-- '*' and '?' match as in file names; a text without them matches as a part.
local function matcher(pattern)
  if not pattern:find "[*?]" then return function(s) return s ~= nil and s:find(pattern, 1, true) ~= nil end end
  local lua = "^" .. pattern:gsub("[%^%$%(%)%%%.%[%]%+%-]", "%%%0"):gsub("%*", ".*"):gsub("%?", ".") .. "$"
  return function(s) return s ~= nil and s:find(lua) ~= nil end
end

local function chosen(r, o)
  local tests = {}
  for _, name in ipairs { "suite", "task", "property", "verdict", "category" } do
    if o[name] then
      local fits = matcher(o[name])
      tests[#tests + 1] = function(row) return fits(row[name]) end
    end
  end
  if o.config then
    results.check_config(r, o.config, "ansatz results --config")
    tests[#tests + 1] = function(row) return row.config == o.config end
  end
  if o.where then tests[#tests + 1] = condition(o.where, r) end
  local list = {}
  for _, row in ipairs(r.rows) do
    local fits = true
    for _, test in ipairs(tests) do
      if fits and not test(row) then fits = false end
    end
    if fits then list[#list + 1] = row end
  end
  if o.sort then
    local descending, name = o.sort:match "^(%-?)(.+)$"
    check_name(name, "--sort")
    local keys = {}
    for i, row in ipairs(list) do keys[row] = { value_of(row, name, r), i } end
    table.sort(list, function(a, b) -- rows without a value come last
      local x, y = keys[a][1], keys[b][1]
      if x ~= y and x ~= nil and y ~= nil then
        if descending == "-" then x, y = y, x end
        return x < y
      end
      if x ~= y then return x ~= nil end
      return keys[a][2] < keys[b][2]
    end)
  end
  return list
end

local function columns_of(r, o)
  local names = {}
  for name in (o.columns or "number,suite,task,property,config,expected,verdict,category,cpu,memory"):gmatch "[^,%s]+" do
    check_name(name, "--columns")
    names[#names + 1] = name
  end
  return names
end

local function print_table(r, list, names)
  local columns, lines = {}, {}
  for i, name in ipairs(names) do
    columns[i] = { title = name == "number" and "#" or is_text[name] and name or measures.find(name):label(), left = is_text[name] and name ~= "number" }
  end
  for i, row in ipairs(list) do
    local line = {}
    for j, name in ipairs(names) do
      local value = value_of(row, name, r)
      line[j] = is_text[name] and (value == nil and "-" or tostring(value):gsub("%s+", " "):sub(1, 80)) or measures.find(name):format(value)
    end
    lines[i] = line
  end
  if #lines > 0 then io.write(text.plain { columns = columns, blocks = { { lines = lines } } }) end
end

local function print_csv(r, list, names)
  print(table.concat(names, ","))
  for _, row in ipairs(list) do
    local line = {}
    for j, name in ipairs(names) do
      local value = value_of(row, name, r)
      value = value == nil and "" or tostring(value)
      line[j] = value:find '[,"\r\n]' and '"' .. value:gsub('"', '""'):gsub("[\r\n]+", " ") .. '"' or value
    end
    print(table.concat(line, ","))
  end
end

local function list_experiments(db)
  local lines = {}
  for i, e in ipairs(db:experiments()) do
    local n = db.db:query("SELECT count(*) AS planned, count(runs.hash) AS finished FROM plan LEFT JOIN runs USING(hash) WHERE experiment = ?", e.name)[1]
    lines[i] = { e.name, e.started, e.tool, ("%d of %d"):format(n.finished, n.planned), table.concat(e.configs, ", "):sub(1, 60) }
  end
  local columns = {}
  for i, title in ipairs { "experiment", "started", "program", "finished", "configurations" } do columns[i] = { title = title, left = true } end
  io.write(text.plain { columns = columns, blocks = { { lines = lines } } })
end

local inspect = {
  options = {
    experiment = "value", where = "value", config = "value", suite = "value", task = "value", property = "value", verdict = "value", category = "value",
    columns = "value", sort = "value", html = "value", limit = "number", show = "number", command = "number", log = "number", csv = true, experiments = true,
  },
  least = 1,
  usage = [[
usage: ansatz results FOLDER[@EXPERIMENT] [options]

Lists the runs of an experiment, one in each line; FOLDER is its output folder.
  --where EXPR       runs for which a Lua expression over columns and measures holds:
                     'cpu > 10 and verdict == "true"'
  --config NAME, --suite NAME, --task NAME, --property NAME, --verdict V, --category C
                     runs whose column contains this; '*' matches any text. Categories
                     are correct, wrong, unknown, error, missing and fault
  --columns A,B,...  what is shown: number, suite, task, path, property, expected, config,
                     verdict, category, reason, hash, and measures (cpu, wall, memory ...)
  --sort [-]COLUMN   sorted by this column, with '-' in descending order
  --limit N          the first N
  --csv              as a CSV file
  --html FILE        as one HTML file: a table to sort and filter, plots
One run, by the number in the first column:
  --show N           everything: command line, why there is no verdict, source with
                     invariants, counterexample, log
  --command N        its command line
  --log N            its log
Experiments of the folder; NAME@1, NAME@2 ... are earlier results of NAME, from before a change:
  --experiments      lists them
  --experiment NAME  selects this one, as do FOLDER@NAME and FOLDER@1
]],
}

function inspect.run(o, words)
  o.folder = words[1]
  if words[2] then host.fail(("ansatz results: one folder at a time, got '%s' and '%s'"):format(words[1], words[2])) end
  local folder, version = o.folder, nil
  if not system.kind(folder) and folder:find "@[^/]*$" then folder, version = folder:match "^(.*)@([^/@]*)$" end
  local file = system.kind(folder) == "folder" and folder .. "/results.db" or folder
  if system.kind(file) ~= "file" then host.fail(o.folder .. ": there are no results here") end
  local store = require "ansatz.store"
  local db <close> = store.open(file, false)
  if o.experiments then return list_experiments(db) or 0 end
  local r = results.load(folder, o.experiment or version and (version:find "^%d+$" and "@" .. version or version))
  local number = o.show or o.command or o.log
  if number then
    local row, last = nil, 0
    for _, candidate in ipairs(r.rows) do
      for _, run in ipairs(candidate.runs or { candidate }) do -- each repetition has its own number
        last = math.max(last, run.number)
        if run.number == number then row = run end
      end
    end
    if not row then host.fail(("%s: there is no run %d (there are 1 to %d)"):format(o.folder, number, last)) end
    local run = db:run(row.hash)
    if not run then host.fail(("%s: run %d is not finished%s"):format(o.folder, number, row.reason and ": " .. row.reason or "")) end
    local d = details.of(run, row)
    if o.command then print(d.command) elseif o.log then io.write(d.log or "") else io.write(details.text(d, row)) end
    return 0
  end
  local list = chosen(r, o)
  if o.html then
    local part = r:where(function() return true end)
    part.rows = list
    if o.html:sub(1, 1) ~= "/" then o.html = system.cwd() .. "/" .. o.html end
    print("wrote " .. part:html { file = o.html })
    return 0
  end
  local names = columns_of(r, o)
  if o.csv then return print_csv(r, list, names) or 0 end
  local shown = list
  if o.limit and #list > o.limit then shown = table.move(list, 1, o.limit, 1, {}) end
  print_table(r, shown, names)
  local counts, order = {}, {}
  for _, row in ipairs(list) do
    if not counts[row.category] then order[#order + 1] = row.category end
    counts[row.category] = (counts[row.category] or 0) + 1
  end
  table.sort(order)
  for i, name in ipairs(order) do order[i] = ("%s %d"):format(name, counts[name]) end
  print(("%s%d of %d runs%s%s"):format(#shown > 0 and "\n" or "", #list, #r.rows, #shown < #list and (", %d of them shown"):format(#shown) or "", #order > 0 and ": " .. table.concat(order, ", ") or ""))
  return 0
end

return inspect
