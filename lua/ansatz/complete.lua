-- Completion in the console: the names that may follow the typed text, "az.ver" -> { "az.verify" }.
local az = require "ansatz"
local keywords = { "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while" }

-- Adds the keys of a table, and of the tables that it inherits from.
local function add_keys(names, object, depth)
  if type(object) ~= "table" or depth > 4 then return end
  for key in pairs(object) do names[key] = true end
  local class = getmetatable(object)
  if type(class) ~= "table" then return end
  add_keys(names, type(class.__index) == "table" and class.__index or class, depth + 1)
end

return function(text)
  local path, start = text:match "^(.*[.:])([%w_]*)$"
  local names = {}
  if path then
    local object = _G
    for name in path:gmatch "[%w_]+" do
      local fine, value = pcall(function() return object[name] end)
      if not fine then return {} end
      object = value
    end
    if type(object) == "string" then object = string end
    add_keys(names, object, 0)
  else
    start = text
    for key in pairs(_G) do names[key] = true end
    for _, word in ipairs(keywords) do names[word] = true end
    for _, scope in ipairs { az.domains, az.strategies, az.segmentations, az.observations } do -- constructors are global names
      for key in pairs(scope) do names[key] = true end
    end
  end
  local found = {}
  for name in pairs(names) do
    local fits = type(name) == "string" and name:sub(1, #start) == start and name:match "^[%a_][%w_]*$"
    if fits and not (name:sub(1, 2) == "__" and start == "") then found[#found + 1] = (path or "") .. name end
  end
  table.sort(found)
  return found
end
