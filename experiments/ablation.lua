-- What each technique of the shipped configuration decides alone, and what it costs where it does not help. Two kinds of techniques: the templates that are
-- stages of lua/ansatz/stages.lua, and the switches that are on (`ansatz limits`).
--     ansatz run experiments/ablation.lua [--jobs 2] [-- SUITES [SECONDS [SAMPLE [OTHERS]]]]
-- SUITES is a folder with suites; without it the project's own programs are run. SECONDS is the CPU time of a run (5), SAMPLE the number of tasks of each
-- property (all). `auto` runs on all of these first. Then each template is left out:
-- - on the tasks that a stage with it decided: those that are lost without it are decided by it alone;
-- - on OTHERS (10) of the tasks that a later stage decided: there it did not help, and the ratio of CPU times, with it to without it, is its cost.
-- Each switch is turned off on 5 * OTHERS of the tasks that are decided. Losses and gains near the limit are noise: times are given for what is lost.
local az = require "ansatz"
local stages = require "ansatz.stages"
local here = debug.getinfo(1, "S").source:match "^@(.*/)" or ""
local categories, replay = dofile(here .. "reproduced/categories.lua"), dofile(here .. "bench/replay.lua")
local folder, seconds, sample, others = ...
if folder == "-" then folder = nil end
seconds, sample, others = tonumber(seconds) or 5, tonumber(sample), tonumber(others) or 10
local out = "results/ablation"
local switches = { "candidates", "samples", "instantiation", "slicing", "strides", "incremental" }

local function key(row) return row.suite .. "/" .. row.task .. "/" .. row.property end

local suites = categories.suites(az, { "Safety", "Memory", "Overflow", "Ends" }, folder, sample)

-- The suites' tasks that `keep` keeps.
local function select_tasks(keep)
  local list = {}
  for _, suite in ipairs(suites) do
    local items = { name = suite.name }
    for _, task in ipairs(suite.tasks) do
      if keep[suite.name .. "/" .. task.name .. "/" .. task.properties[1].name] then
        items[#items + 1] = { name = task.name, path = task.path, files = task.files, properties = task.properties, data_model = task.data_model }
      end
    end
    if #items > 0 then list[#list + 1] = az.suite(items) end
  end
  return list
end

local function run(name, chosen, config, cpu)
  return az.run(az.experiment {
    name = name, suites = chosen, configs = { config }, limits = { cpu = cpu, wall = 20 * cpu + 10, memory = "4 GB" }, out = out,
  })
end

-- ---- all techniques -------------------------------------------------------------------------------------------------------

local all = run("auto", suites, az.config { name = "auto" }, seconds)
if all.dry then return end
local decided, keys, wrong, questions = {}, {}, 0, 0
for row in all:each() do
  questions = questions + 1
  if row.category == "wrong" then wrong = wrong + 1 end
  if row.category == "correct" then
    decided[key(row)] = { cpu = row.cpu, stage = tonumber(row.stage), property = row.property }
    keys[#keys + 1] = key(row)
  end
end
-- An order that depends on the names alone, for samples.
table.sort(keys, function(a, b)
  local x, y = replay.hash(a), replay.hash(b)
  return x < y or (x == y and a < b)
end)

-- The templates of a task's stages up to the one that decided: names of stages.candidates; rankings and first stages have none.
local name_of = {}
for name, candidate in pairs(stages.candidates) do name_of[candidate.domain] = name end
local looped = {}
for _, k in ipairs(keys) do looped[k] = decided[k].stage and decided[k].stage > 1 or nil end
if next(looped) then
  for row in run("facts", select_tasks(looped), az.config { name = "facts", config = "bench/facts.lua" }, 10):each() do
    local facts = replay.facts(row)
    if facts then
      local record, list = decided[key(row)], stages.of(facts)
      record.by, record.before = list[record.stage] and name_of[list[record.stage].domain], {}
      for i = 1, record.stage - 1 do
        local name = list[i] and name_of[list[i].domain]
        if name and name ~= record.by then record.before[name] = true end
      end
    end
  end
end

-- ---- one technique less ---------------------------------------------------------------------------------------------------

-- Returns the configuration without a template. Configurations are files, since the stages depend on the program.
local function without(name)
  local path = ("%s/without-%s.lua"):format(out, name)
  local file <close> = assert(io.open(path, "w"))
  file:write(([[
local stages = require "ansatz.stages"
stages.candidates.%s.needs = function() return false end
return require "ansatz.auto"
]]):format(name))
  file:close()
  return az.config { name = "without " .. name, config = az.path(path) }
end

-- Compares a run without a technique with `auto`: the tasks that are lost, and the geometric mean of the ratios of CPU times, with it to without it.
local function compare(results)
  local lost, sum, both = {}, 0, 0
  for row in results:each() do
    local before = decided[key(row)]
    if row.category ~= "correct" then
      lost[#lost + 1] = ("%s (%.1f s)"):format(key(row), before.cpu)
    else
      sum, both = sum + math.log(math.max(before.cpu, 0.001) / math.max(row.cpu, 0.001)), both + 1
    end
    if row.category == "wrong" then wrong = wrong + 1 end
  end
  table.sort(lost)
  return lost, both > 0 and ("%.2f"):format(math.exp(sum / both)) or "--"
end

local lines = {}
local function say(...) lines[#lines + 1] = string.format(...) end
say("%g s a run, %d questions, %d right", seconds, questions, #keys)
say ""
say("%-18s %8s %6s %10s   %7s %6s %10s   %s", "without", "decided", "alone", "CPU", "others", "lost", "CPU", "decided alone")
local names = {}
for name in pairs(stages.candidates) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do
  local helped, idle, helps, idles = {}, {}, 0, 0
  for _, k in ipairs(keys) do
    local record = decided[k]
    if record.by == name then
      helped[k], helps = true, helps + 1
    elseif record.before and record.before[name] and idles < others then
      idle[k], idles = true, idles + 1
    end
  end
  if helps + idles > 0 then
    local c = without(name)
    local alone, ratio, lost, cost = {}, "--", {}, "--"
    if helps > 0 then alone, ratio = compare(run("without-" .. name, select_tasks(helped), c, seconds)) end
    if idles > 0 then lost, cost = compare(run("others-" .. name, select_tasks(idle), c, seconds)) end
    say("%-18s %8d %6d %10s   %7d %6d %10s   %s", name, helps, #alone, ratio, idles, #lost, cost, table.concat(alone, ", "))
  end
end
say ""
say("%-18s %8s %6s %10s   %s", "switched off", "tasks", "lost", "CPU", "which are lost")
local some, count = {}, 0
for _, k in ipairs(keys) do
  if count < 5 * others and decided[k].stage then some[k], count = true, count + 1 end
end
for _, name in ipairs(switches) do
  local lost, cost = compare(run("switch-" .. name, select_tasks(some), az.config { name = "no " .. name, switches = { [name] = false } }, seconds))
  say("%-18s %8d %6d %10s   %s", name, count, #lost, cost, table.concat(lost, ", "))
end
say ""
say("wrong verdicts in all runs: %d", wrong)
local text = table.concat(lines, "\n")
print(text)
all:write("ablation.txt", text .. "\n")
