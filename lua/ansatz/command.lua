-- The commands of the program that are written in Lua. The module of a command returns a table, or if it has several
-- commands, a table of them by name:
--   usage    the text that --help prints; if words are missing, it goes to standard error
--   options  by name: true for a flag, "value", "number" (from 1) or { "number", greatest }
--   least    the number of words that are needed (0)
--   most     the greatest number of words (any)
--   rest     after that many words, all others are passed on, as all are that follow "--"
--   run      gets the values of options by name (without dashes), the words and the rest; returns the exit status, nil is 0
local host = require "ansatz.host"

local modules = {
  check = "experiments",
  compare = "compare",
  doctor = "doctor",
  limits = "limits",
  lua = "experiments",
  modules = "modules",
  ["new-paper"] = "new_paper",
  node = "node",
  reduce = "reduce",
  report = "report",
  rerun = "archive",
  results = "inspect",
  run = "experiments",
}

-- Reports a mistake in the command line.
local function misuse(name, message, ...)
  io.stderr:write(("ansatz %s: %s\n"):format(name, message:format(...)))
  return 2
end

local function unknown(name, option, options)
  local known = { "--help" }
  for other in pairs(options) do known[#known + 1] = "--" .. other end
  table.sort(known)
  local near = host.suggest(option, known)
  return misuse(name, "unknown option '%s'%s", option:gsub("%c", "?"), near and (": did you mean '%s'?"):format(near) or (" ('ansatz %s --help' lists them)"):format(name))
end

return function()
  local name = table.remove(arg, 1)
  local module = require("ansatz." .. modules[name])
  local command = module[name] or module
  local options, least = command.options or {}, command.least or 0
  local given, words, i = {}, {}, 1
  while arg[i] and arg[i] ~= "--" and #words ~= (command.rest or math.huge) + 1 do
    local option = arg[i]:match "^%-%-(.+)$"
    local takes = options[option]
    if option == "help" or arg[i] == "-h" then
      io.write(command.usage)
      return 0
    elseif not takes and arg[i]:sub(1, 1) == "-" then
      return unknown(name, arg[i], options)
    elseif takes == true then
      given[option] = true
    elseif takes then
      local greatest = type(takes) == "table" and takes[2]
      local value, is_number = arg[i + 1], takes == "number" or greatest
      if not value then return misuse(name, "%s expects a %s", arg[i], is_number and "number" or "value") end
      if is_number then
        local number = math.tointeger(tonumber(value))
        if not number or number < 1 or number > (greatest or math.maxinteger) then
          return misuse(name, "%s expects a number from 1%s, got '%s'", arg[i], greatest and " to " .. greatest or "", value)
        end
        value = number
      end
      given[option], i = value, i + 1
    else
      words[#words + 1] = arg[i]
    end
    i = i + 1
  end
  local rest = {}
  if #words == (command.rest or math.huge) + 1 then rest[1] = table.remove(words) end
  if arg[i] == "--" then i = i + 1 end
  table.move(arg, i, #arg, #rest + 1, rest)
  if #words < least or (command.rest == 0 and #rest == 0) then
    io.stderr:write(command.usage)
    return 2
  end
  if command.most and #words > command.most then
    return misuse(name, "unexpected argument '%s'", words[command.most + 1])
  end
  return command.run(given, words, rest) or 0
end
