-- Reports what changed since the last run of an experiment, and how many runs have to be repeated because of it. A run
-- is identified by the hash of its document. If the same run has another hash in the last plan, the difference of the
-- two documents is the reason.
local host = require "ansatz.host"
local json = host.json
local changes = {}

local function name_of(module) return module:match "^%S+ %S+" or module end

-- Notes modules that are new, missing or different.
local function modules(old, new, note)
  local before, now = {}, {}
  for _, m in ipairs(old) do before[name_of(m)] = m end
  for _, m in ipairs(new) do now[name_of(m)] = m end
  for name, m in pairs(now) do
    if before[name] ~= m then note(("module %s%s"):format(name, before[name] and "" or ", which is new")) end
  end
  for name in pairs(before) do
    if not now[name] then note(("module %s, which is gone"):format(name)) end
  end
end

-- Keys of documents whose values are places of things, or repeat other values.
local silent = { binary = true, modules = true, module_files = true, inputs = true, included = true, included_files = true, property_file = true, property_hash = true, task = true, files = true, config = true, config_hash = true, timeout = true, limits = true, format = true }

local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  return json.encode(a) == json.encode(b)
end

-- Calls note(cause) for each difference between the documents.
local function causes(old, new, run, note)
  if old.binary ~= new.binary then note "the program" end
  if not same(old.modules, new.modules) then modules(old.modules or {}, new.modules or {}, note) end
  if not same(old.inputs, new.inputs) or not same(old.included, new.included) or (old.property_hash and old.property_hash ~= new.property_hash) then note(("the task %s/%s"):format(run.suite, run.task)) end
  if not same(old.limits, new.limits) or old.timeout ~= new.timeout then note "the limits" end
  if old.config_hash ~= new.config_hash then note(("the configuration file of '%s'"):format(run.config)) end
  local keys, differ = {}, {}
  for key in pairs(old) do keys[key] = true end
  for key in pairs(new) do keys[key] = true end
  for key in pairs(keys) do
    if not silent[key] and not same(old[key], new[key]) then differ[#differ + 1] = key end
  end
  table.sort(differ)
  if #differ > 0 then note(("the configuration '%s' (%s)"):format(run.config, table.concat(differ, ", "))) end
end

-- Returns a function that names each run of a plan; repetitions of a run are distinguished by their order.
local function namer()
  local seen = {}
  return function(run)
    local key = table.concat({ run.suite, run.task, run.path, run.property, run.config }, "\0")
    seen[key] = (seen[key] or 0) + 1
    return key .. "\0" .. seen[key]
  end
end

-- Returns a line that tells what changed, and how many finished runs have to be repeated; nil if nothing changed.
-- `have`: hashes of finished runs.
function changes.line(db, e, runs, have)
  local old, old_key, new_key = {}, namer(), namer()
  for _, run in ipairs(db:planned(e.name)) do old[old_key(run)] = run end
  local count, order, repeated = {}, {}, 0
  for _, run in ipairs(runs) do
    local before = old[new_key(run)]
    if not have[run.hash] and before and before.hash ~= run.hash and have[before.hash] then
      repeated = repeated + 1
      local found = false
      local function note(cause)
        found = true
        if not count[cause] then
          count[cause] = 0
          order[#order + 1] = cause
        end
        count[cause] = count[cause] + 1
      end
      local document = db:document(before.hash)
      causes(document, json.decode(run.document), run, note)
      if not found then note "the format of a run's document" end
    end
  end
  if repeated == 0 then return nil end
  table.sort(order, function(a, b)
    if count[a] ~= count[b] then return count[a] > count[b] end
    return a < b
  end)
  local said = {}
  for i = 1, math.min(#order, 5) do said[i] = ("%s (%d)"):format(order[i], count[order[i]]) end
  if #order > 5 then said[6] = ("%d others"):format(#order - 5) end
  return ("%s: %d of %d runs are repeated, as these changed: %s"):format(e.name, repeated, #runs, table.concat(said, ", "))
end

return changes
