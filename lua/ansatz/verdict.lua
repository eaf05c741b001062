-- The meaning of a run's outcome: verdict, category, score (the rules of SV-COMP).
local verdict = {}

local signals = { [4] = "SIGILL", [6] = "SIGABRT", [7] = "SIGBUS", [8] = "SIGFPE", [9] = "SIGKILL", [11] = "SIGSEGV", [24] = "SIGXCPU" }

local function one_line(text)
  local last
  for line in (text or ""):gmatch "[^\n]+" do last = line end
  return last and last:gsub("^ansatz:%s*", ""):sub(1, 200)
end

-- Signals by which somebody, or the system when memory runs out, ends a process. A crash has other signals.
local from_outside = { [1] = "SIGHUP", [2] = "SIGINT", [9] = "SIGKILL", [15] = "SIGTERM" }

-- Returns the reason why a run tells nothing about its task, or nil: something it needs failed (disk, compiler,
-- processes), or somebody ended it. `result`: the worker's output, nil if there is none; `ended`: how the worker itself
-- ended, nil if that is not known.
function verdict.fault(result, ended)
  if ended and ended.stopped then return nil end -- it reached a limit of the run
  if not result then
    if not ended then return "the worker left no result" end
    if from_outside[ended.signal] then return "the worker was killed from outside by " .. from_outside[ended.signal] end
    if ended.exit and ended.exit ~= 0 and ended.exit ~= 2 then return one_line(ended.log) or "the worker ended with status " .. ended.exit end
    return nil
  end
  if type(result.answer) == "table" and type(result.answer.fault) == "string" then return result.answer.fault end
  if not result.answer and from_outside[result.signal] then return "verify was killed from outside by " .. from_outside[result.signal] end
  if not result.answer and result.exit == 127 then return "verify cannot be started" end
  return nil
end

-- Returns the verdict of a worker's result under the run's limits, and the reason; for `true`, its assumption
-- ("assuming no signed overflow", for example).
function verdict.of(result, limits)
  local answer = result.answer
  if result.stopped == "memory" then return "OUT OF MEMORY", "memory limit" end
  if result.stopped == "cpu" or result.stopped == "wall" then return "TIMEOUT", result.stopped .. " limit" end
  if limits.cpu and (result.cpu or 0) > limits.cpu then return "TIMEOUT", "cpu limit" end
  if type(answer) == "table" and type(answer.verdict) == "string" then
    local why = answer.verdict:match "^unknown%s*%((.*)%)$"
    if why then
      if why:find "^timeout" then return "TIMEOUT", why end
      if why:find "^out of memory" then return "OUT OF MEMORY", why end
      if why:find "^internal" then return "ERROR (" .. why .. ")", why end
      return "unknown", why
    end
    if answer.verdict == "unknown" then return "unknown", answer.reason or "no reason given" end
    local said, assumed = answer.verdict:match "^(true)%s*%((.*)%)$"
    if said then return said, assumed end
    return answer.verdict, nil
  end
  local why, said = one_line(result.stderr), (result.stderr or ""):lower()
  if said:find "out of memory" or said:find "bad_alloc" then return "OUT OF MEMORY", why end
  if result.signal then return ("ERROR (%s)"):format(signals[result.signal] or "signal " .. result.signal), why end
  return ("ERROR (exit %s)"):format(result.exit or "?"), why
end

-- The verdict of a run that tells nothing about its task.
verdict.not_run = "NOT RUN"
-- The verdict of a run that was not started yet, or is running.
verdict.pending = "PENDING"
-- Categories of runs without a result.
verdict.absent = { fault = true, pending = true }

-- Returns the category: correct, wrong, unknown, error; missing: a verdict where none is expected; fault: the run was
-- not carried out; pending: it was not started, or has not ended.
function verdict.category(said, expected)
  if said == verdict.pending then return "pending" end
  if said == verdict.not_run then return "fault" end
  if said == "unknown" then return "unknown" end
  if said ~= "true" and not said:find "^false" then return "error" end
  if not expected then return "missing" end
  if expected == "true" or said == "true" then return said == expected and "correct" or "wrong" end
  -- Only memory safety has several kinds of violation; a task that names none accepts any.
  local property, sub = expected:match "%((valid%-.*)%)", said:match "%((.*)%)"
  if not property or not sub or property == "valid-memsafety" or property == sub then return "correct" end
  return "wrong"
end

-- The score: true +2, false +1, wrong false -16, wrong true -32.
function verdict.score(said, category)
  if category == "correct" then return said == "true" and 2 or 1 end
  if category == "wrong" then return said == "true" and -32 or -16 end
  return 0
end

return verdict
