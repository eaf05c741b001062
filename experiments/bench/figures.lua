-- What the figures of several issues have in common: rows of results by task, and lists of what is reached and what is not.
local figures = {}

function figures.text(path)
  local file <close> = assert(io.open(path))
  return file:read "a"
end

-- Tasks that allocate are another issue's.
function figures.allocates(task)
  for _, file in ipairs(task.files) do
    if figures.text(file):find "[=(][^;\n]*alloca? *%(" then return true end
  end
  return false
end

function figures.right(row) return row and row.category == "correct" end

-- { name = "suite/task", path =, expected =, [configuration] = row } for each task and property, by name.
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

-- How many of the tasks that are wanted the configuration has right, and those that it has not, with their reasons.
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

function figures.median(numbers)
  table.sort(numbers)
  return numbers[(#numbers + 1) // 2]
end

return figures
