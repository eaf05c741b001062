-- ansatz worker --node FOLDER LIST N: does the N-th task of an array of jobs on a node. FOLDER/LIST.list names the runs
-- of all tasks. The runs of this task are carried out as `ansatz run` does on its own machine, in a temporary folder of
-- the node, and each leaves one file, FOLDER/done/HASH.json, which appears by rename.
local host = require "ansatz.host"
local attempt = require "ansatz.attempt"
local system, json = host.system, host.json

-- Checks that everything is still as the run's hash recorded it when the run was planned, since its result is stored
-- under that hash.
local function changed(document)
  local function differs(path, hash) return path and hash and system.sha256_file(path) ~= hash and path .. " has changed since the run was planned" end
  local files = document.files or {}
  for i, hash in ipairs(document.inputs or {}) do
    local why = differs(files[i], hash)
    if why then return why end
  end
  for i, hash in ipairs(document.included or {}) do
    local why = differs((document.included_files or {})[i], hash)
    if why then return why end
  end
  for _, path in ipairs(document.module_files or {}) do
    local hash, known = system.sha256_file(path), false
    for _, name in ipairs(document.modules or {}) do known = known or name:match " (%x+)$" == hash end
    if not known then return path .. " has changed since the run was planned" end
  end
  local program = system.program()
  if (system.program_id() or system.sha256_file(program)) ~= document.binary then return program .. " has changed since the run was planned" end
  return differs(document.property_file, document.property_hash) or differs(document.config, document.config_hash)
end

local function carry_out(document, text, machine)
  local why = changed(document)
  if why then return { fault = why } end
  local scratch <close> = system.temporary_folder()
  local path = scratch:path() .. "/run"
  local written, message = system.write(path .. ".json", text)
  if not written then return { fault = "cannot write to the node's temporary folder: " .. message } end
  local pool <close> = host.pool.new()
  attempt.start(pool, document, path, scratch:path())
  local ended
  repeat ended = pool:wait(0.25) until ended
  local outcome = attempt.outcome(path, ended)
  outcome.machine = machine
  return outcome
end

local node = { least = 3, usage = "usage: ansatz worker --node FOLDER LIST N (started by ansatz run)\n" }

function node.run(_, words)
  local folder, name, task = words[1], words[2], math.tointeger(tonumber(words[3]))
  local list_file = ("%s/%s.list"):format(folder, name)
  local text = system.kind(list_file) and system.read(list_file)
  if not text then return 0 end -- all of the runs have ended meanwhile, and nobody waits for them
  local list = json.decode(text)
  if not list or not task then host.fail(list_file .. ": is not a list of runs, or the task has no number") end
  local machine = system.machine()
  machine.limits, machine.node = attempt.mechanism, os.getenv "SLURMD_NODENAME"
  for i = task * list.batch + 1, math.min((task + 1) * list.batch, #list.runs) do
    local path, done = ("%s/%s.json"):format(folder, list.runs[i]), ("%s/done/%s.json"):format(folder, list.runs[i])
    -- A run without its document is stored already.
    local document_text = system.kind(path) and not system.kind(done) and system.read(path)
    local document = document_text and json.decode(document_text)
    if document then
      local written, why = system.write(done, json.encode(carry_out(document, document_text, machine)))
      if not written then host.fail("cannot write to the output folder: " .. why, "resource") end
    end
  end
  return 0
end

return node
