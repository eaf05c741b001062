-- ansatz report: collects all that the report of an error needs in one archive, without the environment and the home
-- folder.
local host = require "ansatz.host"
local shell = require "ansatz.shell"
local system = host.system

local ABOUT = [[
Report of `ansatz report`. Files:
  command.txt   the command and its exit status
  output.txt    what it said, standard error too
  events.json   its log of events, one JSON object a line (commands that take --log-json)
  version.txt   version, modules
  doctor.txt    `ansatz doctor`
  machine.txt   uname, cores, memory
  input/        the files that the command names, and those that a task file names
]]

-- Returns the files of the command: those that exist, and the input files of a task.
local function inputs(words)
  local list, seen = {}, {}
  local function add(path)
    if system.kind(path) == "file" and not seen[path] and not path:find "%.so$" then seen[path], list[#list + 1] = true, path end
  end
  for _, word in ipairs(words) do
    add(word)
    if word:find "%.ya?ml$" and system.kind(word) == "file" then
      local folder = word:match "^(.*)/[^/]*$" or "."
      for name in (system.read(word) or ""):gmatch "['\"]?([%w_./%-]+%.[cihp]+r?p?)['\"]?" do add(folder .. "/" .. name) end
    end
  end
  return list
end

local report = {
  options = { out = "value" },
  rest = 0,
  usage = [[
usage: ansatz report [--out FILE.tar.gz] [--] COMMAND ...

Runs 'ansatz COMMAND ...' and packs all that an error report needs into one archive: the command, its
output, its log of events, the input files, 'ansatz doctor', the version, the modules and the machine.
Look through it before you send it: it contains the input.
]],
}

function report.run(given, _, words)
  local out = given.out
  shell.drop_program(words)
  out = out or "ansatz-report.tar.gz"
  if not out:find "%.tar%.gz$" then host.fail(("'%s': the name of the archive ends in .tar.gz"):format(out)) end
  local scratch <close> = system.temporary_folder()
  local folder = scratch:path() .. "/" .. out:match "([^/]*)%.tar%.gz$"
  local made, why = system.make_folder(folder .. "/input")
  if not made then host.fail("cannot write: " .. why, "resource") end
  local program, command = system.program(), { table.unpack(words) }
  if words[1] == "verify" or words[1] == "show" or words[1] == "certify" then
    table.insert(command, 2, "--log-json")
    table.insert(command, 3, folder .. "/events.json")
  end
  local said, status = shell.run(shell.quote(program) .. " " .. shell.words(command))
  shell.write(folder .. "/command.txt", "ansatz " .. shell.words(words) .. "\nexit status " .. tostring(status) .. "\n")
  shell.write(folder .. "/output.txt", said)
  shell.write(folder .. "/version.txt", (shell.run(shell.quote(program) .. " --version; " .. shell.quote(program) .. " modules")))
  shell.write(folder .. "/doctor.txt", (shell.run(shell.quote(program) .. " doctor")))
  shell.write(folder .. "/machine.txt", (shell.run "uname -srm; nproc; grep MemTotal /proc/meminfo; cat /etc/os-release"))
  shell.write(folder .. "/README.txt", ABOUT)
  local files = inputs(words)
  for n, path in ipairs(files) do
    local content = system.read(path)
    if content then shell.write(("%s/input/%02d-%s"):format(folder, n, path:match "[^/]*$"), content) end
  end
  local packed, failed = shell.run("tar -czf " .. shell.quote(out) .. " -C " .. shell.quote(scratch:path()) .. " " .. shell.quote(folder:match "[^/]*$"))
  if failed ~= 0 then host.fail("the archive cannot be written: " .. packed:match "[^\n]*", "resource") end
  io.write(said)
  print(("report: %s: the command, its output and log, %d input files, doctor, version and machine; look through it before you send it"):format(out, #files))
  return 0
end

return report
