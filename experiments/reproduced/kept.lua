-- Runs that a paper keeps: papers/NAME/data has, for each of its experiments, SCRIPT.csv, which results:csv wrote (verdicts, times and limits of the runs), and
-- SCRIPT-about.csv with what the rows do not say: how many tasks they are a sample of, the machine, the program's commit, the date.
local host = require "ansatz.host"
local csv = require "ansatz.csv"
local kept = {}

-- The arguments of an experiment, SUITES|RUNS.csv|- [SECONDS [SAMPLE]]: { folder =, recorded =, seconds =, sample = }, where SUITES is nil for `-`.
function kept.arguments(az, otherwise, source, seconds, sample)
  if source == "-" then source = nil end
  local recorded = source and source:find "%.csv$" and az.path(source) or nil
  return { folder = not recorded and source or nil, recorded = recorded, seconds = tonumber(seconds) or otherwise, sample = tonumber(sample) }
end

-- The file NAME beside the runs that are recorded.
function kept.beside(recorded, name) return recorded:match "^(.*/)" .. name end

-- Lines of a CSV file with the names of its columns: { name = text }.
function kept.read(file)
  local content, why = host.system.read(file)
  if not content then host.fail(why) end
  local lines, damaged = csv.cells(content)
  if not lines then host.fail(("%s:%d: a quoted cell does not end"):format(file, damaged)) end
  local names, list = table.remove(lines, 1), {}
  for i, cells in ipairs(lines) do
    list[i] = {}
    for c, name in ipairs(names) do list[i][name] = cells[c] end
  end
  return list
end

-- Writes a table { name = text } to a file, with facts that hold for all runs: they were made here and now.
function kept.write_about(results, file, about)
  local machine = results.machine or {}
  about.machine = ("%s, %s cores"):format(machine.cpu or "unknown processor", machine.cores or "?")
  about.commit, about.date = host.commit, host.system.date():sub(1, 10)
  local lines = { "name,value" }
  for name, value in pairs(about) do lines[#lines + 1] = ('%s,"%s"'):format(name, (tostring(value):gsub('"', '""'))) end
  table.sort(lines, function(a, b) return (a == "name,value" and "" or a) < (b == "name,value" and "" or b) end)
  results:write(file, table.concat(lines, "\n") .. "\n")
end

function kept.read_about(file)
  local about = {}
  for _, line in ipairs(kept.read(file)) do about[line.name] = line.value end
  return about
end

-- Returns the limits of each run, in words.
function kept.limit(results)
  if not results.limits.work then return ("%g~s of CPU time"):format(results.limits.cpu) end
  return ("a budget of %g million units of work, about as many seconds, and at most %g~s of CPU time"):format(results.limits.work / 1e6, results.limits.cpu)
end

return kept
