-- Schedules of stages, judged by replaying the times that the stages took apart. A schedule is a list of { name, share }; a record is a task:
--   { front = seconds before the first stage, stages = { [name] = { cpu = seconds after that, right = true or false, stopped = true or false } } }
-- `stopped`: the run met its limit, so that the stage would have gone on. A stage that a record does not have is one whose needs the task does not meet.
local replay = {}

-- Returns the counts about the program that bench/facts.lua has put into the message of a run, as stages.lua reads them; nil: there are none.
function replay.facts(row)
  local counts = row.reason and row.reason:match "^facts (.*)"
  if not counts then return nil end
  local facts = setmetatable({ property = row.property }, { __index = function() return 0 end })
  for name, count in counts:gmatch "([%w_]+)=(%d+)" do facts[name] = tonumber(count) end
  return facts
end

-- Replays a schedule on a task within `budget` seconds, by the rule of core/kernel/kiki/schedule.c: a stage may use its share of the time
-- that is left when it begins; the last stage may use all of it. Returns whether the verdict is right, and the seconds used.
function replay.run(schedule, record, budget)
  local used, last = record.front, nil
  for _, entry in ipairs(schedule) do
    if record.stages[entry[1]] then last = entry end
  end
  for _, entry in ipairs(schedule) do
    local stage = record.stages[entry[1]]
    if stage and used < budget then
      local slice = (budget - used) * (entry == last and 1 or entry[2])
      if stage.right and stage.cpu <= slice then return true, used + stage.cpu end
      -- One that was stopped would have used all of its time; one that gave up would not.
      used = used + (stage.stopped and slice or math.min(stage.cpu, slice))
    end
  end
  return false, math.min(used, budget)
end

-- Returns the number of right verdicts over all records, and the mean time, in which an unsolved task counts as twice
-- the budget (PAR2).
function replay.judge(schedule, records, budget)
  local right, penalty = 0, 0
  for _, record in ipairs(records) do
    local solved, used = replay.run(schedule, record, budget)
    if solved then right = right + 1 end
    penalty = penalty + (solved and used or 2 * budget)
  end
  return right, #records > 0 and penalty / #records or 0
end

-- The best there is for orders and shares: each task by the stage that solves it soonest.
function replay.virtual_best(records, budget)
  local right, penalty = 0, 0
  for _, record in ipairs(records) do
    local best
    for _, stage in pairs(record.stages) do
      if stage.right and record.front + stage.cpu <= budget and (not best or stage.cpu < best) then best = stage.cpu end
    end
    if best then right = right + 1 end
    penalty = penalty + (best and record.front + best or 2 * budget)
  end
  return right, #records > 0 and penalty / #records or 0
end

-- Orders the stages greedily: next comes the stage that solves the most open tasks per second that it takes on them; if stages are equal,
-- the one that is first in `names`. Stages that solve no further task keep their order at the end.
function replay.greedy(names, records, share)
  local open, left, schedule = {}, { table.unpack(names) }, {}
  for i, record in ipairs(records) do open[i] = record end
  while #left > 0 do
    local best, best_rate = 1, 0
    for i, name in ipairs(left) do
      local solved, spent = 0, 0.001
      for _, record in ipairs(open) do
        local stage = record.stages[name]
        if stage then
          spent = spent + stage.cpu
          if stage.right then solved = solved + 1 end
        end
      end
      if solved / spent > best_rate then best, best_rate = i, solved / spent end
    end
    local name = table.remove(left, best)
    schedule[#schedule + 1] = { name, share }
    local rest = {}
    for _, record in ipairs(open) do
      local stage = record.stages[name]
      if not (stage and stage.right) then rest[#rest + 1] = record end
    end
    open = rest
  end
  return schedule
end

local function copy(schedule)
  local list = {}
  for i, entry in ipairs(schedule) do list[i] = { entry[1], entry[2] } end
  return list
end

-- All schedules that differ in one stage: in its place, or in its share.
local function neighbours(schedule, shares)
  local list = {}
  for i = 1, #schedule do
    for place = 1, #schedule do
      if place ~= i then
        local other = copy(schedule)
        table.insert(other, place, table.remove(other, i))
        list[#list + 1] = other
      end
    end
    for _, share in ipairs(shares) do
      if share ~= schedule[i][2] then
        local other = copy(schedule)
        other[i][2] = share
        list[#list + 1] = other
      end
    end
  end
  return list
end

-- Local search from `start`: moves to the best neighbour as long as it lowers PAR2 by more than the fraction `least`, since smaller changes
-- are noise. Deterministic: of equal neighbours, takes the first.
function replay.improve(start, records, budget, shares, least)
  local best = copy(start)
  local _, best_cost = replay.judge(best, records, budget)
  while true do
    local found, found_cost
    for _, other in ipairs(neighbours(best, shares)) do
      local _, cost = replay.judge(other, records, budget)
      if cost < best_cost * (1 - least) and (not found or cost < found_cost) then found, found_cost = other, cost end
    end
    if not found then return best, best_cost end
    best, best_cost = found, found_cost
  end
end

-- The better of the local searches from `today` and from the greedy order; `today` where neither is better.
function replay.fit(today, records, budget, shares, least)
  local names = {}
  for i, entry in ipairs(today) do names[i] = entry[1] end
  local best, cost = replay.improve(today, records, budget, shares, least)
  local other, other_cost = replay.improve(replay.greedy(names, records, 0.3), records, budget, shares, least)
  if other_cost < cost * (1 - least) then return other end
  return best
end

-- A hash of a name, the same everywhere (FNV-1a, 32 bits, then the mixer of MurmurHash3, as the low bits of FNV-1a depend on few bits of the name).
function replay.hash(name)
  local h = 2166136261
  for i = 1, #name do h = (h ~ name:byte(i)) * 16777619 & 0xffffffff end
  h = (h ~ h >> 16) * 0x85ebca6b & 0xffffffff
  h = (h ~ h >> 13) * 0xc2b2ae35 & 0xffffffff
  return h ~ h >> 16
end

-- A schedule as lua/ansatz/stages.lua has them.
function replay.print(schedule, indent)
  local lines, line = {}, indent
  for _, entry in ipairs(schedule) do
    local text = ('{ "%s", %g },'):format(entry[1], entry[2])
    if #line + #text + 1 > 150 then lines[#lines + 1], line = line, indent end
    line = line .. (line == indent and "" or " ") .. text
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

return replay
