-- ansatz modules: the modules that can be composed, with their options; also as Markdown and as annotations for Lua
-- language servers.
local host = require "ansatz.host"
local about = host.about

local plurals = { domain = "domains", strategy = "strategies", segmentation = "segmentation policies", solver = "solvers", observation = "observations" }

local function wants(option)
  return option.wants .. (option.required and ", required" or option.initial and ", default " .. option.initial or "")
end

local function print_module(m)
  print(("%s %s, version %s (%s)\n  %s"):format(m.kind, m.name, m.version, m.origin, m.summary))
  if #m.options == 0 then print "\n  It has no options." end
  for _, o in ipairs(m.options) do print(("\n  %s: %s\n      %s"):format(o.name, wants(o), o.summary)) end
end

local function print_list(list)
  local kind
  for _, m in ipairs(list) do
    if m.kind ~= kind then print((kind and "\n" or "") .. plurals[m.kind]) end
    kind = m.kind
    print(("  %-14s %s"):format(m.name, m.summary))
    local names = {}
    for i, o in ipairs(m.options) do names[i] = o.name end
    if #names > 0 then print(("  %-14s options: %s"):format("", table.concat(names, ", "))) end
  end
  if #list == 0 then print "There are no modules." end
end

local function print_markdown(list)
  local kind
  print "# Modules\n\nMade by `ansatz modules --markdown` from the option tables."
  for _, m in ipairs(list) do
    if m.kind ~= kind then print("\n## " .. plurals[m.kind]:gsub("^%l", string.upper)) end
    kind = m.kind
    print(("\n### %s\n\n%s (version %s)"):format(m.name, m.summary, m.version))
    if #m.options > 0 then print "\n| option | value | meaning |\n| --- | --- | --- |" end
    for _, o in ipairs(m.options) do print(("| `%s` | %s | %s |"):format(o.name, wants(o), o.summary)) end
  end
end

local function lua_type(option)
  return option.type == "enumeration" and '"' .. table.concat(option.choices, '"|"') .. '"' or option.type
end

local function print_meta(list)
  print "---@meta ansatz\n-- Made by `ansatz modules --meta` for the Lua language server.\n"
  for _, kind in ipairs { "domain", "strategy", "segmentation", "solver", "observation" } do print("---@class ansatz." .. kind) end
  for _, m in ipairs(list) do
    local class = ("ansatz.%s.%s.options"):format(m.kind, m.name)
    print("\n---@class " .. class)
    for _, o in ipairs(m.options) do print(("---@field %s%s %s %s"):format(o.name, o.required and "" or "?", lua_type(o), o.summary)) end
    print(("--- %s\n---@param options? %s\n---@return ansatz.%s\nfunction %s(options) end"):format(m.summary, class, m.kind, m.name))
  end
  print ""
  return require "ansatz.meta"() -- the rest: the library's functions
end

local modules = {
  most = 1,
  options = { markdown = true, meta = true },
  usage = [[
usage: ansatz modules [NAME] [--markdown | --meta]

Without a name, lists all modules; with one, its options. --markdown writes the reference page, --meta annotations for the Lua language server.
Modules are looked up in the folders of ANSATZ_PATH, next to the program and in the installation.
]],
}

function modules.run(given, words)
  local list, found = about.modules(), nil
  if words[1] then
    for _, m in ipairs(list) do
      if m.name == words[1] then
        if found then print "" end
        found = true
        print_module(m)
      end
    end
  elseif given.markdown then
    print_markdown(list)
  elseif given.meta then
    print_meta(list)
  else
    print_list(list)
  end
  io.stdout:flush()
  for _, problem in ipairs(select(3, about.module_folders())) do io.stderr:write("ansatz: " .. problem .. "\n") end
  if words[1] and not found then host.fail(select(2, host.has("module", words[1]))) end
end

return modules
