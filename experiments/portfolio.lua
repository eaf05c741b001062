-- The order and the shares of the stages of the shipped configuration (lua/ansatz/stages.lua): each stage runs apart once, on the tasks that k-induction
-- alone leaves open and that meet the stage's needs; schedules are then judged by replaying the recorded times. They are fitted on one half of the suites
-- and judged on the other.
--     ansatz run experiments/portfolio.lua --jobs 2 -- SUITES [SECONDS [SHARE_OF_TASKS]]
-- SUITES: the folder with the suites. SECONDS of CPU a stage: 3. SHARE_OF_TASKS: 1; less for a trial, chosen by the hashes of the
-- tasks' names. Finished runs are kept: a larger share of the same program builds on a smaller one.
--
-- What the replay leaves out:
-- - In a portfolio stages share a formula, their unwindings and the rows found so far: a stage may be quicker after another than apart, or slower where
--   these rows make the solver slow, and together they may prove what neither proves apart. What k-induction does in every run apart (all but the front
--   end) is counted once for each stage, though it is done once.
-- - Observations are built for all stages of a formula. A stage apart pays for its own alone.
-- - Stages are tried again at greater k; the replay lets each run once, with all of its share.
-- - A stage that was stopped after SECONDS counts as one that would not have ended within its share, even if that is longer.
-- - Test runs are off here (on in the portfolio): the errors that they find are no merit of a stage. A wrong verdict counts as none, and is listed.
-- - Two runs of one stage differ by some hundredths of a second; improvements below 0.2 % of PAR2 are ignored.
local az = require "ansatz"
local stages = require "ansatz.stages"
local replay = dofile((debug.getinfo(1, "S").source:match "^@(.*/)" or "") .. "bench/replay.lua")
local folder, seconds, portion = ...
if not folder then error("usage: ansatz run experiments/portfolio.lua -- SUITES [SECONDS [SHARE_OF_TASKS]]", 0) end
seconds, portion = tonumber(seconds) or 3, tonumber(portion) or 1

local BUDGET = 10 -- seconds that a schedule has for a task
local INDUCTION = 1 -- seconds of k-induction that decide whether a task is open
local SHARES, LEAST = { 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6 }, 0.002
local wanted = { ["unreach-call"] = true, ["no-overflow"] = true, ["valid-memsafety"] = true }

-- ---- tasks ----------------------------------------------------------------------------------------------------------------

local function key(suite, task, property) return suite .. "/" .. task .. "/" .. property end

-- The suites' tasks with those of their properties that `keep` keeps.
local function select_suites(suites, keep)
  local list = {}
  for _, suite in ipairs(suites) do
    local items = { name = suite.name }
    for _, task in ipairs(suite.tasks) do
      local kept = {}
      for _, property in ipairs(task.properties) do
        if keep(suite.name, task, property) then kept[#kept + 1] = property end
      end
      if #kept > 0 then items[#items + 1] = { name = task.name, path = task.path, files = task.files, properties = kept, data_model = task.data_model } end
    end
    if #items > 0 then list[#list + 1] = az.suite(items) end
  end
  return list
end

local function all_suites()
  local names, tasks = {}, {}
  for _, task in ipairs(az.suite { name = "all", az.path(folder) .. "/*/*.yml" }.tasks) do
    local name = task.path:match "([^/]+)/[^/]+$"
    if not tasks[name] then names[#names + 1], tasks[name] = name, { name = name } end
    table.insert(tasks[name], task)
  end
  table.sort(names)
  local list = {}
  for i, name in ipairs(names) do list[i] = az.suite(tasks[name]) end
  return list
end

local function run(name, suites, config, cpu)
  return az.run(az.experiment {
    name = name, suites = suites, configs = { config }, limits = { cpu = cpu, wall = 20 * cpu + 10, memory = "4 GB" }, out = "results/portfolio",
  })
end

local function in_portion(suite, task) return replay.hash(suite .. "/" .. task.name) < portion * 2 ^ 32 end
local suites = select_suites(all_suites(), function(suite, task, property)
  return wanted[property.name] and property.expected ~= nil and in_portion(suite, task)
end)

-- ---- runs -----------------------------------------------------------------------------------------------------------------

local induction = run("k-induction", suites, az.config { name = "k-induction", mode = "kinduction" }, INDUCTION)
if induction.dry then return end
local records, wrong = {}, {}
for row in induction:each() do
  if row.category == "wrong" then wrong[#wrong + 1] = row end
  if row.category ~= "correct" then
    records[key(row.suite, row.task, row.property)] = { suite = row.suite, task = row.task, property = row.property, stages = {} }
  end
end
local function is_open(suite, task, property) return records[key(suite, task.name, property.name)] end

-- What the program has, and how long the front end takes.
local open = select_suites(suites, is_open)
if #open == 0 then
  print "k-induction leaves nothing open: there is nothing to schedule."
  return
end
for row in run("facts", open, az.config { name = "facts", config = "bench/facts.lua" }, 10):each() do
  local record = records[key(row.suite, row.task, row.property)]
  record.front = row.cpu or 0
  record.facts = replay.facts(row)
  -- Without loops there are no stages: one unwinding is the whole program.
  if record.facts and record.facts.loops == 0 and record.facts.recursion == 0 then record.facts = nil end
end

local names = {}
for name in pairs(stages.candidates) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do
  local candidate = stages.candidates[name]
  local meeting = select_suites(open, function(suite, task, property)
    local record = is_open(suite, task, property)
    return record and record.facts and candidate.needs(record.facts)
  end)
  if #meeting > 0 then
    local config = az.config { name = name, mode = "kiki", domain = candidate.domain, switches = { lockstep = false } }
    for row in run("stage-" .. name, meeting, config, seconds):each() do
      local record = records[key(row.suite, row.task, row.property)]
      if row.category == "wrong" then wrong[#wrong + 1] = row end
      record.stages[name] = row.cpu and { cpu = math.max(0, row.cpu - record.front), right = row.category == "correct", stopped = row.verdict == "TIMEOUT" }
    end
  end
end

-- ---- schedules ------------------------------------------------------------------------------------------------------------

-- By class of program, then by half: schedules are fitted on half 1 and judged on half 2.
local by_class, halves, count = {}, { {}, {} }, { 0, 0 }
for _, class in ipairs(stages.classes) do by_class[class.name] = { {}, {} } end
local sorted = {}
for name in pairs(records) do sorted[#sorted + 1] = name end
table.sort(sorted)
for _, name in ipairs(sorted) do
  local record = records[name]
  if record.facts then
    local half = 1 + (replay.hash(record.suite) >> 31)
    count[half] = count[half] + 1
    if halves[half][#halves[half]] ~= record.suite then table.insert(halves[half], record.suite) end
    table.insert(by_class[stages.class_of(record.facts).name][half], record)
  end
end

local out = {}
local function say(...) out[#out + 1] = select("#", ...) > 1 and string.format(...) or (...) end
say("Stages of %g s, schedules of %g s; %d tasks with loops that k-induction leaves open after %g s.", seconds, BUDGET, count[1] + count[2], INDUCTION)
for half, use in ipairs { "fitted on", "judged on" } do say("%s %d tasks of: %s", use, count[half], table.concat(halves[half], " ")) end

local fitted = {}
for _, class in ipairs(stages.classes) do fitted[class.name] = replay.fit(class.order, by_class[class.name][1], BUDGET, SHARES, LEAST) end

-- Right verdicts and PAR2 on a half, of a class or of all.
local total = { {}, {} }
local function judge(class, half, which)
  local list = by_class[class.name][half]
  local right, par2
  if which == "virtual best" then
    right, par2 = replay.virtual_best(list, BUDGET)
  else
    right, par2 = replay.judge(which == "fitted" and fitted[class.name] or class.order, list, BUDGET)
  end
  local sum = total[half][which] or { tasks = 0, right = 0, seconds = 0 }
  total[half][which] = sum
  sum.tasks, sum.right, sum.seconds = sum.tasks + #list, sum.right + right, sum.seconds + par2 * #list
  return right, par2
end
local schedules = { "today's", "fitted", "virtual best" }
local line = "%-18s %-13s %6s %6s %8s   %6s %6s %8s"
say ""
say(line, "", "", "fitted", "on", "", "judged", "on", "")
say(line, "class", "schedule", "tasks", "right", "PAR2 (s)", "tasks", "right", "PAR2 (s)")
for _, class in ipairs(stages.classes) do
  for _, which in ipairs(schedules) do
    local cells = {}
    for half = 1, 2 do
      local right, par2 = judge(class, half, which)
      cells[half] = { #by_class[class.name][half], right, ("%.3f"):format(par2) }
    end
    say(line, class.name, which, cells[1][1], cells[1][2], cells[1][3], cells[2][1], cells[2][2], cells[2][3])
  end
end
for _, which in ipairs(schedules) do
  local cells = {}
  for half = 1, 2 do
    local sum = total[half][which]
    cells[half] = { sum.tasks, sum.right, ("%.3f"):format(sum.tasks > 0 and sum.seconds / sum.tasks or 0) }
  end
  say(line, "all", which, cells[1][1], cells[1][2], cells[1][3], cells[2][1], cells[2][2], cells[2][3])
end

say ""
say("Wrong verdicts: %d", #wrong)
for _, row in ipairs(wrong) do say("  %s (%s): %s", key(row.suite, row.task, row.property), row.config, row.verdict) end
say ""
say "-- stages.classes[].order, as fitted:"
for _, class in ipairs(stages.classes) do
  say('  -- "%s"', class.name)
  say "    order = {"
  say(replay.print(fitted[class.name], "      "))
  say "    },"
end
local text = table.concat(out, "\n")
print(text)
induction:write("portfolio.txt", text .. "\n")
