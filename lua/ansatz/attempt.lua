-- One run under its limits: starts its worker, and determines its outcome. Every executor, the nodes of a cluster and
-- az.verify carry out runs by this module.
local host = require "ansatz.host"
local command_line = require "ansatz.command_line"
local verdict = require "ansatz.verdict"
local system, json = host.system, host.json
local attempt = {}

-- The CPU time of a certification as a multiple of that of the proof; at least 2 (cli/certified.c).
attempt.certification = 5

-- Each record names the mechanism that enforces the limits.
attempt.mechanism = "CPU time and resident memory of the tree of processes, read from /proc as often as its headroom asks for; no cgroups"

attempt.files = { ".json", ".result.json", ".result.json.said", ".log" } -- endings of a run's files, each behind the run's path

-- The limits for the whole process tree of a run. verify ends itself at the limits of the document; these limits are
-- for processes that do not end.
function attempt.limits(document)
  local limits = document.limits
  local each = limits.cpu * 1.05 + 1 + (document.certify and math.max(2, attempt.certification * limits.cpu * 1.05) or 0)
  return {
    cpu = (document.cores or 1) * each, -- each process of a race has the whole limit
    wall = limits.wall and limits.wall + 2, memory = limits.memory * 1.05 + 30e6,
  }
end

-- Starts the worker of a document, which writes PATH.result.json. Returns its number in the pool.
function attempt.start(pool, document, path, tmpdir)
  local limits = attempt.limits(document)
  local words, why = command_line.words(document)
  if not words then host.fail(why) end
  return pool:start {
    argv = { system.program(), "worker", path .. ".result.json", command_line.module_path(document), "--json", "--trace", table.unpack(words, 2) }, stderr = path .. ".log", tmpdir = tmpdir,
    cpu = limits.cpu, wall = limits.wall, memory = limits.memory,
  }
end

-- Returns the outcome: { result = }, or { fault = why } for a run that was not carried out. `ended` tells how the
-- worker ended; nil if that is not known.
function attempt.outcome(path, ended)
  local text = system.read(path .. ".result.json")
  local result = text and json.decode(text)
  if ended and not result then ended.log = system.read(path .. ".log", 2000) end
  local fault = verdict.fault(result, ended)
  if fault then return { fault = fault } end
  if not result or (ended and ended.stopped) then
    -- The worker was ended before it could write a result: the output of verify so far is used.
    local said = (system.read(path .. ".result.json.said", 262144) or "") .. (system.read(path .. ".log", 2000) or "")
    result = { answer = result and result.answer, stderr = said:sub(-2000), log = said ~= "" and said or nil }
  end
  -- The worker measures only verify. If the pool had to end it, the pool's measures are larger.
  if ended then
    result.stopped = ended.stopped
    if ended.stopped or not result.cpu then
      result.cpu, result.wall, result.memory = ended.cpu, ended.wall, ended.memory
      result.exit, result.signal = ended.exit, ended.signal
    end
  end
  return { result = result }
end

function attempt.remove(path)
  for _, ending in ipairs(attempt.files) do system.remove(path .. ending) end
end

-- ---- what is left of an interrupted coordinator --------------------------------------------------

-- Returns the runs that ended while nobody waited for them, by their files: { [hash] = true }. FOLDER/done has the
-- files that the nodes of a cluster wrote.
function attempt.left(folder)
  local left = {}
  for _, name in ipairs(system.list(folder)) do
    local hash = name:match "^(%x+)%.result%.json$"
    if hash then left[hash] = true end
  end
  for hash in pairs(attempt.done(folder)) do left[hash] = true end
  return left
end

-- The same for runs of nodes only.
function attempt.done(folder)
  local done = {}
  for _, name in ipairs(system.list(folder .. "/done")) do
    local hash = name:match "^(%x+)%.json$"
    if hash then done[hash] = true end
  end
  return done
end

-- Returns the outcome of such a run; nil if the file is incomplete or gone.
function attempt.take(folder, hash)
  local path = ("%s/done/%s.json"):format(folder, hash)
  local text = system.kind(path) and system.read(path)
  local outcome = text and json.decode(text)
  if outcome then
    system.remove(path)
    return outcome
  end
  local own = folder .. "/" .. hash
  return system.kind(own .. ".result.json") and attempt.outcome(own) or nil
end

return attempt
