-- Entry contracts and compiler options of a configuration, as words for `ansatz verify`.
local schema = require "ansatz.schema"
local entry = {}

-- Returns the texts of a key, which has one or a list of them.
local function texts(key, value)
  if type(value) == "string" then return { value } end
  if type(value) ~= "table" or getmetatable(value) then return nil, ("'%s' expects a text or a list of texts, got %s"):format(key, schema.got(value)) end
  for i, text in ipairs(value) do
    if type(text) ~= "string" then return nil, ("'%s', item %d: expects a text, got %s"):format(key, i, schema.got(text)) end
  end
  return value
end

-- remove_function_body = { "f", "x.c:g" }
function entry.names(value)
  return texts("remove_function_body", value)
end

-- entry = { valid = true, buffer = "buf[len]", string = "s", maybe_null = { "p", "q" }, may_alias = "p,q", one_of = "f,g,h", assume = "n <= 16" }
function entry.contract(value)
  if type(value) ~= "table" or getmetatable(value) then return nil, "expects { valid = true, assume = \"n <= 16\" }, got " .. schema.got(value) end
  local options = { "valid", "buffer", "string", "allocated", "maybe_null", "may_alias", "one_of", "assume" }
  local words, known = {}, {}
  for _, key in ipairs(options) do known[key] = true end
  for key in pairs(value) do
    if not known[key] then return nil, ("has no key '%s' (there are: %s)"):format(tostring(key), table.concat(options, ", ")) end
  end
  for _, key in ipairs(options) do
    local given = value[key]
    if key == "valid" then
      local is_depth = math.type(given) == "integer" and given >= 1 and given <= 9
      if given ~= nil and type(given) ~= "boolean" and not is_depth then return nil, "'valid' expects true, false or a depth from 1 to 9, got " .. schema.got(given) end
      if given then words[#words + 1] = is_depth and "valid=" .. given or "valid" end
    elseif given ~= nil then
      local list, why = texts(key, given)
      if not list then return nil, why end
      local option = key == "buffer" and "valid" or key:gsub("_", "-")
      for _, text in ipairs(list) do words[#words + 1] = option .. "=" .. text end
    end
  end
  return words
end

-- compiler = { "-Iinclude", "-DNDEBUG", "--include=config.h" }: paths are relative to the script.
function entry.compiler(value)
  local list, why = texts("compiler", value)
  if not list then return nil, why end
  local words = {}
  for _, text in ipairs(list) do
    local option, rest = text:match "^(%-[ID])(.+)$"
    if not option then option, rest = text:match "^(%-%-include=)(.+)$" end
    if not option then return nil, ("takes '-IFOLDER', '-DNAME' and '--include=FILE', not '%s'"):format(text) end
    if option ~= "-D" and rest:sub(1, 1) ~= "/" then
      local folder = schema.folder()
      if folder:sub(1, 1) ~= "/" then folder = require "ansatz.host".system.cwd() .. "/" .. folder end
      rest = folder .. "/" .. rest
    end
    words[#words + 1] = option .. rest
  end
  return words
end

return entry
