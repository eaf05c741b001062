-- Suites: tasks with their properties and expected verdicts. They come from patterns of .yml and .set files, and from
-- single programs.
local host = require "ansatz.host"
local schema = require "ansatz.schema"
local system = host.system
local suite = {}

local function absolute(path, folder) return path:sub(1, 1) == "/" and path or folder .. "/" .. path end
local function folder_of(path) return path:match "^(.*)/[^/]*$" or "." end
-- Returns a pattern that matches only this path, whatever characters it contains.
local function literal(path) return (path:gsub("[%*%?%[%]{}\\]", "\\%0")) end
local function base(path) return (path:match "([^/]+)$" or path):gsub("%.%w+$", "") end

-- Returns an expected verdict such as "false(no-overflow)"; nil: none is given.
local function expectation(expected, property, subproperty)
  if expected == nil then return nil end
  return expected and "true" or ("false(%s)"):format(subproperty or property)
end

local function list(value) return type(value) == "table" and value or { value } end

-- Languages that `ansatz verify` reads.
local languages = { c = true, i = true, bc = true }

local function check_language(file, where, prefix)
  local ending = file:match "%.([^./]*)$"
  if not languages[ending] then
    schema.fail(where, "%s%s: a program ends in .c, .i or .bc%s", prefix or "", file, (ending == "yml" or ending == "yaml" or ending == "set") and "; a task file stands in the suite as it is, \"" .. file:match "[^/]*$" .. "\"" or "")
  end
end

-- Reads a task file, version 2.0.
local function read_yml(path)
  local yml, why = host.yaml.read(path)
  if not yml then schema.fail(nil, "%s", why) end
  if type(yml) ~= "table" or not yml.input_files then schema.fail(nil, "%s: has no input_files: is it a task file?", path) end
  local folder, files, properties = folder_of(path), {}, {}
  for i, file in ipairs(list(yml.input_files)) do
    files[i] = absolute(file, folder)
    if system.kind(files[i]) ~= "file" then schema.fail(nil, "%s: its input file %s is missing", path, files[i]) end
    check_language(files[i], nil, path .. ": ")
  end
  for _, property in ipairs(yml.properties or {}) do
    local file = property.property_file
    if file then
      if system.kind(absolute(file, folder)) ~= "file" then schema.fail(nil, "%s: its property file %s is missing", path, file) end
      local name = host.property(absolute(file, folder)) or base(file)
      properties[#properties + 1] = {
        name = name, file = absolute(file, folder), expected = expectation(property.expected_verdict, name, property.subproperty),
      }
    end
  end
  local model = type(yml.options) == "table" and yml.options.data_model
  return { name = base(path), path = path, files = files, properties = properties, data_model = model or "LP64" }
end

local task_fields = {
  file = { "string" }, files = { "table" }, name = { "string" }, property = { "string", default = "unreach-call" },
  expected = {
    check = function(value)
      if type(value) == "boolean" then return value and "true" or "false" end
      if type(value) == "string" and (value == "true" or value:find "^false") then return value end
      return nil, "expects true, false or a verdict such as 'false(no-overflow)'"
    end,
  },
  data_model = { choices = { "ILP32", "LP64" }, default = "LP64" },
}

-- az.task{ file = "x.c", expected = true, property = "unreach-call" }; the property may also be a file, "x.prp".
function suite.task(given)
  local t = schema.check("az.task", task_fields, given)
  local files, given_files = {}, t.files or list(t.file)
  if t.file and t.files then schema.fail("az.task.file", "there is 'files', too: give one or the other") end
  for i, file in ipairs(schema.list(given_files) or {}) do
    if type(file) ~= "string" then schema.fail("az.task.files", "item %d: expects a path, got %s", i, schema.got(file)) end
    files[i] = system.realpath(absolute(file, schema.folder())) or schema.fail("az.task", "%s is missing", file)
    check_language(files[i], "az.task.file")
  end
  if #files == 0 then schema.fail("az.task.file", "is missing") end
  local property_file = t.property:find "%.prp$" and absolute(t.property, schema.folder()) or nil
  if property_file then property_file = system.realpath(property_file) or schema.fail("az.task.property", "%s is missing", property_file) end
  local property, why = host.property(property_file or t.property)
  if not property then schema.fail("az.task.property", "%s", why) end
  local expected = t.expected == "false" and ("false(%s)"):format(property) or t.expected
  return schema.frozen("az.task", {
    name = t.name or base(files[1]), files = files, data_model = t.data_model,
    properties = { { name = property, file = property_file, expected = expected } },
  })
end

local suite_fields = { name = { "string" }, exclude = { "table", default = {} }, folder = { "string" }, keep = { "function" } }

-- Returns the task files that a pattern names: .yml files, those of the patterns in a .set file, or a folder's .yml
-- files.
local function expand(pattern, folder, into)
  local path = absolute(pattern, folder)
  if path:find "%.set$" and system.kind(path) == "file" then
    local text = assert(system.read(path))
    for line in text:gmatch "[^\n]+" do
      line = line:gsub("#.*", ""):match "^%s*(.-)%s*$"
      if line ~= "" then expand(line, folder_of(path), into) end
    end
    return
  end
  local kind = system.kind(path)
  local wanted = kind == "folder" and literal(path) .. "/*.yml" or kind == "file" and literal(path) or absolute(pattern, literal(folder))
  local found = system.glob(wanted)
  if #found == 0 then schema.fail("az.suite", "'%s' names no file (in %s)", pattern, folder) end
  for _, file in ipairs(found) do
    if file:find "%.set$" then
      expand(file, folder, into)
    elseif not file:find "%.ya?ml$" then
      schema.fail("az.suite", "%s: expects .yml or .set; a program alone needs az.task{ file =, expected = }", file)
    else
      into[#into + 1] = file
    end
  end
end

-- Returns the name of a suite: "loops" for loops/*.yml, "loops+arrays" for several: from the patterns if there are any,
-- else from the tasks' programs.
local function name_of(items, folder)
  local names, seen = {}, {}
  for _, item in ipairs(items) do
    local path = type(item) == "string" and absolute(item, folder) or type(items[1]) ~= "string" and item.files[1]
    if path then
      local name = base((system.kind(path) == "folder" or path:find "%.set$") and path or system.realpath(folder_of(path)) or folder_of(path))
      if not seen[name] then names[#names + 1], seen[name] = name, true end
    end
  end
  return #names <= 3 and table.concat(names, "+") or ("%s+%d more"):format(names[1], #names - 1)
end

-- az.suite{ name = "loops", "loops/*.yml", "more.set", az.task{ ... }, exclude = { "*slow*" }, keep = function(task) ... end }
function suite.suite(given)
  if type(given) == "string" then given = { given } end
  local s, items = schema.check("az.suite", suite_fields, given)
  if #items == 0 then schema.fail("az.suite", "is empty: it needs patterns of .yml or .set files, or tasks") end
  local folder, tasks, seen = s.folder or schema.folder(), {}, {}
  local named = {}
  for i, item in ipairs(items) do
    if type(item) == "string" then
      local files = {}
      expand(item, folder, files)
      for _, file in ipairs(files) do
        local skip = false
        for _, pattern in ipairs(s.exclude) do
          skip = skip or file:find(pattern:gsub("[%^%$%(%)%%%.%[%]%+%-]", "%%%0"):gsub("%*", ".*") .. "$") ~= nil
        end
        local path = system.realpath(file) or file
        if not skip and not seen[path] then
          seen[path] = true
          local task = read_yml(path)
          if not s.keep or s.keep(task) then tasks[#tasks + 1] = task end
        end
      end
    elseif type(item) == "table" and item.files and item.properties then -- from az.task, or from another suite
      local key = item.name .. "\0" .. table.concat(item.files, "\0")
      for _, property in ipairs(item.properties) do key = key .. "\0" .. property.name end
      if named[key] then schema.fail(("az.suite[%d]"):format(i), "the task '%s' is there already: if the two differ, give them names, az.task{ name = ..., ... }", item.name) end
      named[key] = true
      tasks[#tasks + 1] = item
    else
      schema.fail(("az.suite[%d]"):format(i), "expects a pattern or az.task{ ... }, got %s", schema.got(item))
    end
  end
  return schema.frozen("az.suite", { name = s.name or name_of(items, folder), tasks = tasks })
end

return suite
