-- Typed tables: one schema determines the checks, the defaults and the messages. A table that passes the checks is
-- frozen.
local host = require "ansatz.host"
local schema = {}

local own = debug.getinfo(1, "S").source:match "^@.*/" -- the library's folder, if ANSATZ_LUA names one

-- Returns "file:line: " of the user's code that is running: the first level outside this library.
function schema.where()
  for level = 2, 60 do
    local info = debug.getinfo(level, "Sl")
    if not info then break end
    if info.currentline > 0 and not info.source:find "^=%(ansatz%)" and not (own and info.source:find(own, 1, true) == 1) then
      return ("%s:%d: "):format(info.short_src, info.currentline), info.source:match "^@(.*)$"
    end
  end
  return "", nil
end

-- Fails with an error of the user's, with file, line and key path.
function schema.fail(path, message, ...)
  host.fail(schema.where() .. (path and path .. ": " or "") .. message:format(...))
end

-- Returns the folder of the user's script, to which relative paths in it refer.
function schema.folder()
  local _, source = schema.where()
  return source and source:match "^(.*)/[^/]*$" or "."
end

function schema.frozen(name, value)
  return setmetatable({}, {
    __index = value,
    __newindex = function(_, key) schema.fail(name, "is frozen: '%s' cannot be set, build another one", tostring(key)) end,
    __pairs = function() return pairs(value) end,
    __len = function() return #value end,
    __name = name,
  })
end

local function article(noun) return (noun:find "^[aeiou]" and "an " or "a ") .. noun end

local function got(value)
  if value == nil then return "nothing" end
  if host.is_constructor(value) then return "a module without '()'" end
  local kind = host.kind(value)
  if kind then return article(kind) end
  local meta = getmetatable(value)
  return article(type(meta) == "table" and meta.__name or type(value))
end

local bytes = { B = 1, kB = 1e3, MB = 1e6, GB = 1e9, KiB = 2 ^ 10, MiB = 2 ^ 20, GiB = 2 ^ 30 }
local seconds = { s = 1, min = 60, h = 3600 }

local function unit(value, units, example)
  if type(value) ~= "string" then return nil, "expects text with a unit such as '" .. example .. "', got " .. got(value) end
  local number, name = value:match "^%s*([%d.]+)%s*(%a+)%s*$"
  if not tonumber(number) or not units[name] then return nil, ("expects text with a unit such as '%s', got '%s'"):format(example, value) end
  return tonumber(number) * units[name]
end

local function described(kind)
  return function(value)
    if host.kind(value) == kind then return value end
    return nil, ("expects a %s, got %s"):format(kind, type(value) == "string" and "text: it is written without quotes" or got(value))
  end
end

local function plain(wanted)
  return function(value)
    if type(value) == wanted then return value end
    return nil, ("expects %s, got %s"):format(article(wanted), got(value))
  end
end

schema.types = {
  string = plain "string",
  boolean = plain "boolean",
  table = plain "table",
  ["function"] = plain "function",
  domain = described "domain",
  strategy = described "strategy",
  count = function(value)
    if math.type(value) == "integer" and value >= 1 then return value end
    return nil, "expects a whole number from 1, got " .. (type(value) == "number" and tostring(value) or got(value))
  end,
  seconds = function(value)
    if type(value) == "number" then
      if value > 0 then return value end
      return nil, "expects a time above 0"
    end
    return unit(value, seconds, "10 s")
  end,
  bytes = function(value)
    local n, why = unit(value, bytes, "2 GB")
    return n and math.floor(n), why
  end,
}

-- Returns the items of a list in order, without the holes that { A, flag and B or nil, C } leaves: Lua's length of such
-- a table is any of its borders. Returns nil and the reason if a key is no index of a list.
function schema.list(value)
  local keys, items = {}, {}
  for key in pairs(value) do
    if math.type(key) ~= "integer" or key < 1 then return nil, ("'%s' is not an index of a list: items are counted from 1"):format(tostring(key)) end
    keys[#keys + 1] = key
  end
  table.sort(keys)
  for i, key in ipairs(keys) do items[i] = value[key] end
  return items
end

-- fields: { key = { type, default =, required =, choices = } }; list items of `given` are returned separately. `called`:
-- other names of keys, for messages.
function schema.check(path, fields, given, called)
  if type(given) ~= "table" or getmetatable(given) then
    schema.fail(path, "options are given in braces: %s{ key = value }, got %s", path, got(given))
  end
  local names = {}
  for name in pairs(fields) do names[#names + 1] = name end
  table.sort(names)
  local values, places = {}, {}
  for key, value in pairs(given) do
    if type(key) == "number" then
      places[key] = value
    elseif not fields[key] then
      local near = type(key) == "string" and host.suggest(key, names)
      schema.fail(path .. "." .. tostring(key), near and "no such key: did you mean '%s'?" or "no such key (there are: %s)",
        near or table.concat(names, ", "))
    end
  end
  local items, problem = schema.list(places)
  if not items then schema.fail(path, "%s", problem) end
  for _, name in ipairs(names) do
    local field, value, place = fields[name], given[name], path .. "." .. (called and called[name] or name)
    if value == nil then
      if field.required then schema.fail(place, "is missing") end
      values[name] = field.default
    elseif field.choices then
      local fits = false
      for _, choice in ipairs(field.choices) do fits = fits or choice == value end
      if not fits then
        local near = type(value) == "string" and host.suggest(value, field.choices)
        schema.fail(place, near and "no choice '%s': did you mean '%s'?" or "expects one of %s",
          near and value or "'" .. table.concat(field.choices, "', '") .. "'", near)
      end
      values[name] = value
    else
      local checked, why = (field.check or schema.types[field[1]])(value, place)
      if checked == nil then schema.fail(place, "%s", why) end
      values[name] = checked
    end
  end
  return values, items
end

schema.got = got

-- Checks an argument of a function against a type of Lua; `wanted` describes the expected value.
function schema.argument(path, value, kind, wanted)
  if type(value) ~= kind then schema.fail(path, "expects %s, got %s", wanted, got(value)) end
end
return schema
