-- Finds the files that the sources of a task include, so that a stored result is not reused after a header has changed.
-- #include lines are read in the text, even in code that is not compiled: one file too many only means one run too
-- many. Names that macros expand to, and system headers, are not found.
local system = require "ansatz.host".system
local includes = {}

local named = {} -- by file: its #include lines, { sign, name }
local function lines_of(path)
  if not named[path] then
    local list = {}
    for sign, name in ("\n" .. (system.read(path) or "")):gmatch '\n[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)' do list[#list + 1] = { sign = sign, name = name } end
    named[path] = list
  end
  return named[path]
end

-- Calls found(path) once for each file that those in `files` include, in the order in which they are read; `compiler`
-- as in az.config.
function includes.each(files, compiler, found)
  local folders, waiting, known = {}, {}, {}
  local function add(path)
    if known[path] or system.kind(path) ~= "file" then return known[path] end
    known[path] = true
    waiting[#waiting + 1] = path
    found(path)
    return true
  end
  for _, path in ipairs(files) do known[path], waiting[#waiting + 1] = true, path end
  for _, word in ipairs(compiler or {}) do
    local forced = word:match "^%-%-include=(.+)$"
    folders[#folders + 1] = word:match "^%-I(.+)$"
    if forced then add(forced) end
  end
  local at = 1
  while waiting[at] do
    local own = waiting[at]:match "^(.*)/[^/]*$" or "."
    for _, line in ipairs(lines_of(waiting[at])) do
      local absolute = line.name:sub(1, 1) == "/"
      local there = absolute and add(line.name) or line.sign == '"' and not absolute and add(own .. "/" .. line.name)
      for _, folder in ipairs(folders) do there = there or not absolute and add(folder .. "/" .. line.name) end
    end
    at = at + 1
  end
end

return includes
