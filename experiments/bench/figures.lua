-- Shared by several experiments: rows of results by task, and lists of the tasks that are decided and of those that are
-- not.
local figures = {}

function figures.text(path)
  local file <close> = assert(io.open(path))
  return file:read "a"
end

-- Does the task allocate? Such tasks belong to memory.lua.
function figures.allocates(task)
  for _, file in ipairs(task.files) do
    if figures.text(file):find "[=(][^;\n]*alloca? *%(" then return true end
  end
  return false
end

function figures.has(task, property)
  for _, p in ipairs(task.properties) do
    if p.name == property then return true end
  end
  return false
end

function figures.right(row) return row and row.category == "correct" end

-- Returns { name = "suite/task", path =, expected =, [configuration] = row } for each task and property, by name.
function figures.tasks(results)
  local list, known = {}, {}
  for _, row in ipairs(results.rows) do
    local name = row.suite .. "/" .. row.task
    local task = known[name .. row.property]
    if not task then
      task = { name = name, path = row.path, expected = row.expected, property = row.property }
      known[name .. row.property], list[#list + 1] = task, task
    end
    task[row.config] = row
  end
  table.sort(list, function(a, b) return a.name < b.name end)
  return list
end

-- Returns as text how many of the wanted tasks the configuration decides correctly, and the others with their reasons.
function figures.report(tasks, title, wanted, config)
  local reached, missed = 0, {}
  for _, task in ipairs(tasks) do
    local row = wanted(task) and task[config]
    if figures.right(row) then
      reached = reached + 1
    elseif row then
      missed[#missed + 1] = ("  %-55s %s%s"):format(task.name, row.verdict, row.reason and ": " .. row.reason or "")
    end
  end
  table.insert(missed, 1, ("%s: %d of %d"):format(title, reached, reached + #missed))
  return table.concat(missed, "\n")
end

-- Wrong verdicts of our own runs.
function figures.wrong(results)
  local lines = {}
  for _, row in ipairs(results.rows) do
    if row.category == "wrong" and row.hash then lines[#lines + 1] = ("  %s/%s (%s): %s"):format(row.suite, row.task, row.config, row.verdict) end
  end
  table.insert(lines, 1, ("Wrong: %d"):format(#lines))
  return table.concat(lines, "\n")
end

-- Tasks left unknown although a counterexample was found, by why it does not count.
function figures.unconfirmed(results)
  local count, reasons, lines, total = {}, {}, {}, 0
  for _, row in ipairs(results.rows) do
    if row.hash and row.verdict == "unknown" and row.unconfirmed > 0 then
      local why = (row.reason or ""):gsub("%S+%.[ci]:[%d:]+", "PLACE"):gsub("%d+", "N")
      if not count[why] then reasons[#reasons + 1] = why end
      count[why], total = (count[why] or 0) + 1, total + 1
    end
  end
  table.sort(reasons, function(a, b) return count[a] > count[b] or count[a] == count[b] and a < b end)
  for i, why in ipairs(reasons) do lines[i] = ("  %4d  %s"):format(count[why], why) end
  table.insert(lines, 1, ("Counterexamples unconfirmed: %d"):format(total))
  return table.concat(lines, "\n")
end

function figures.median(numbers)
  table.sort(numbers)
  return numbers[(#numbers + 1) // 2]
end

-- Returns how many seconds on this machine correspond to one second on the baseline's machine.
function figures.factor(folder)
  local pipe <close> = assert(io.popen(folder .. "/calibrate"))
  return tonumber(pipe:read "a":match "[%d.]+%s*$") or 1
end

-- CPU time of the configuration against 2LS's, where both are right.
function figures.ratios(tasks, first, factor)
  local slow, fast, logs = {}, {}, 0
  for _, task in ipairs(tasks) do
    local ours, theirs = task[first], task["2LS"]
    if figures.right(ours) and figures.right(theirs) then
      local cpu = theirs.cpu * factor
      if cpu < 0.5 then
        fast[#fast + 1] = ours.cpu
      else
        slow[#slow + 1] = { name = task.name, ratio = ours.cpu / cpu, ours = ours.cpu, theirs = cpu }
        logs = logs + math.log(math.max(ours.cpu, 0.001) / cpu)
      end
    end
  end
  print(("CPU time against 2LS's times %.2f, where both are right (%s):"):format(factor, first))
  if #fast > 0 then print(("  below 0.5 s there: %d tasks, our median %.3f s"):format(#fast, figures.median(fast))) end
  if #slow == 0 then return end
  print(("  0.5 s or more there: %d tasks, geometric mean of the ratios %.3f; the worst:"):format(#slow, math.exp(logs / #slow)))
  table.sort(slow, function(a, b) return a.ratio > b.ratio end)
  for i = 1, math.min(10, #slow) do print(("    %-50s %6.2f  (%.2f s, 2LS %.2f s)"):format(slow[i].name, slow[i].ratio, slow[i].ours, slow[i].theirs)) end
end

-- Runs the named suites of a folder, restricted to tasks with the property (and, if `keep` is given, to those that it accepts). Prints the
-- table, with the verdicts of 2LS and CBMC that are recorded there, and the reasons, and writes the files that all such figures have.
-- given: { folder, names, property, title, configs, limits, by_suite, keep }. Returns the results and their tasks; nil if there are none.
function figures.beside(az, given)
  local suites, property, configs = {}, given.property, given.configs
  for _, name in ipairs(given.names) do
    local suite = az.suite {
      name = name, given.folder .. "/" .. name,
      keep = function(task) return figures.has(task, property) and (not given.keep or given.keep(task)) end,
    }
    if #suite.tasks > 0 then suites[#suites + 1] = suite end
  end
  if #suites == 0 then return end
  local results = az.run(az.experiment {
    name = given.title .. "-" .. property, suites = suites, configs = configs, property = property, limits = given.limits,
  })
  results:import("2LS", given.folder .. "/baseline-2ls.csv")
  results:import("CBMC", given.folder .. "/baseline-cbmc.csv")
  print(("==== %s ===="):format(property))
  print(results:table { file = property .. "-table.txt", by_suite = given.by_suite })
  results:table { file = property .. "-table.tex", by_suite = false }
  print(results:reasons { file = property .. "-reasons.txt" })
  results:csv { file = property .. "-results.csv" }
  results:scatter(configs[1].name, "2LS", { file = property .. "-2ls" })
  local tasks, either = figures.tasks(results), 0
  for _, task in ipairs(tasks) do
    if figures.right(task["2LS"]) or figures.right(task.CBMC) then either = either + 1 end
  end
  print(("Right by 2LS or CBMC: %d"):format(either))
  return results, tasks
end

return figures
