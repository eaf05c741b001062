-- Commands of a shell, for the Lua code around the program: words are quoted, whatever they contain.
local host = require "ansatz.host"
local shell = {}

function shell.quote(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

function shell.words(list)
  local quoted = {}
  for i, word in ipairs(list) do quoted[i] = shell.quote(word) end
  return table.concat(quoted, " ")
end

-- Removes the program's name from a command such as "ansatz verify x.c", also with its path.
function shell.drop_program(words)
  if words[1] and words[1]:match "[^/]*$" == "ansatz" then table.remove(words, 1) end
end

-- Returns the output of a command (with standard error, unless the command redirects it) and its status; a signal is
-- 128 + its number, as in shells.
function shell.run(command)
  local pipe = assert(io.popen("{ " .. command .. "\n} 2>&1", "r"))
  local said = pipe:read "a"
  local _, how, status = pipe:close()
  return said, how == "signal" and 128 + status or status
end

function shell.has(program) return select(2, shell.run("command -v " .. shell.quote(program))) == 0 end

-- Writes a file. A failure is an error of the user's.
function shell.write(path, content)
  local fine, why = host.system.write(path, content)
  if not fine then host.fail("cannot write: " .. why) end
end

return shell
