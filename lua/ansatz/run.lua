-- The coordinator: plans the runs, reuses what the store has, starts workers under limits, writes one row a finished run.
local host = require "ansatz.host"
local experiment = require "ansatz.experiment"
local results = require "ansatz.results"
local store = require "ansatz.store"
local changes = require "ansatz.changes"
local verdict = require "ansatz.verdict"
local progress = require "ansatz.progress"
local system, json = host.system, host.json

-- "stopped by polling": which mechanism enforces the limits goes into each record.
local mechanism = "CPU time and resident memory of the tree of processes, read from /proc as often as its headroom asks for; no cgroups"

local files = { ".json", ".result.json", ".result.json.said", ".log" } -- of a run, in the folder for work

-- Stores how a run ended. A run that was not carried out leaves no result, but the reason.
local function finish(db, folder, run, ended)
  local path = ("%s/%s"):format(folder, run.hash)
  local text = system.read(path .. ".result.json")
  local result = text and json.decode(text)
  if ended and not result then ended.log = system.read(path .. ".log", 2000) end
  local fault = verdict.fault(result, ended)
  if fault then
    db:add_fault(run.hash, fault)
    for _, ending in ipairs(files) do system.remove(path .. ending) end
    return nil, fault
  end
  if not result or (ended and ended.stopped) then
    -- The worker was ended before it could tell: what verify said so far is there.
    local said = (system.read(path .. ".result.json.said", 262144) or "") .. (system.read(path .. ".log", 2000) or "")
    result = { answer = result and result.answer, stderr = said:sub(-2000), log = said ~= "" and said or nil }
  end
  -- The worker's own measures are of verify alone; what the coordinator saw is the larger when it had to stop it.
  if ended then
    result.stopped = ended.stopped
    if ended.stopped or not result.cpu then
      result.cpu, result.wall, result.memory = ended.cpu, ended.wall, ended.memory
      result.exit, result.signal = ended.exit, ended.signal
    end
  end
  db:add(run.hash, run.document, result)
  for _, ending in ipairs(files) do system.remove(path .. ending) end
  return result
end

-- Where a configuration that contains another one does not decide what that one does.
local function report_losses(made)
  local found = made:losses()
  for i = 1, math.min(3, #found) do
    local f = found[i]
    progress.line("not monotone: %s/%s (%s): '%s' says %s, '%s', which contains it, %s", f.row.suite, f.row.task, f.row.property, f.less, f.row.verdict, f.more, f.twin.verdict)
  end
  if #found > 3 then progress.line("not monotone: %d more; results:monotonicity() lists them", #found - 3) end
end

-- Runs what is not in the store yet; returns the results of all runs.
local function execute(e)
  local options = host.options
  local runs = experiment.runs(e)
  if options.mode == "check" then
    progress.line("%s: %d runs (%d configurations), limits: cpu %g s, wall %g s, memory %.0f MB", e.name, #runs, #e.configs,
      e.limits.cpu, e.limits.wall, e.limits.memory / 1e6)
    options.ran = true
    rawset(_G, "print", function() end) -- there is nothing to say
    return results.new(e.name, {}, { out = nil, limits = e.limits, configs = e.configs, dry = true })
  end
  local out = options.out or e.out or "results/" .. e.name
  local folder = out .. "/work"
  local made, why, full = system.make_folder(folder)
  if not made then host.fail("cannot write to the output folder: " .. why, full and "resource" or "input") end
  out = system.realpath(out)
  folder = out .. "/work"
  local lock <close>, holder = system.lock(out .. "/.lock")
  if not lock then host.fail(("%s: another 'ansatz run'%s is using this output folder: wait for it, or use another --out"):format(out, holder), "resource") end
  local db <close> = store.open(out .. "/results.db", true)
  local machine = system.machine()
  machine.limits = mechanism
  local have = options.fresh and {} or db:have()
  local changed = changes.line(db, e, runs, have)
  if changed then progress.line("%s", changed) end
  db:plan(e, runs, machine)

  local pending, queued, by_hash, summary = {}, {}, {}, progress.new(#runs)
  for _, run in ipairs(runs) do
    by_hash[run.hash] = by_hash[run.hash] or {}
    table.insert(by_hash[run.hash], run)
    if not have[run.hash] and not queued[run.hash] then
      queued[run.hash] = true
      -- A worker of an interrupted coordinator may have finished.
      if not options.fresh and system.kind(folder .. "/" .. run.hash .. ".result.json") and finish(db, folder, run, nil) then
        have[run.hash] = true
      else
        pending[#pending + 1] = run
      end
    end
  end
  local faults, reasons = 0, {}
  local function count(run, result, fault)
    local said = fault and verdict.not_run or verdict.of(result, e.limits)
    if fault then
      faults, reasons[#reasons + 1] = faults + 1, fault
    end
    summary:add(verdict.category(said, run.expected), said)
  end
  local reused = 0
  for hash in pairs(by_hash) do
    if have[hash] then
      local result = db:result(hash)
      for _, run in ipairs(by_hash[hash]) do
        reused = reused + 1
        count(run, result)
      end
    end
  end
  local jobs = options.jobs or e.jobs or math.max(1, machine.cores)
  progress.line("%s: %d runs%s, %d at a time", e.name, #runs, reused > 0 and (", %d of them done before"):format(reused) or "", jobs)
  summary:start(reused, jobs)

  -- Each run has a temporary folder of its own, removed when it ends, however it ends.
  local scratch <close> = system.temporary_folder()
  local pool <close> = host.pool.new()
  local running, next_run, program = {}, 1, system.program()
  while next_run <= #pending or pool:running() > 0 do
    while pool:running() < jobs and next_run <= #pending do
      local run = pending[next_run]
      next_run = next_run + 1
      local path, tmpdir = folder .. "/" .. run.hash, scratch:path() .. "/" .. run.hash
      local made, problem = system.make_folder(tmpdir)
      if not made then host.fail("cannot make a temporary folder (TMPDIR says where): " .. problem, "resource") end
      local written, message, disk_full = system.write(path .. ".json", run.document)
      if not written then host.fail("cannot write to the output folder: " .. message, disk_full and "resource" or "input") end
      local limits = e.limits
      -- verify ends itself at the limit; the pool's limit is for what does not.
      local id = pool:start {
        argv = { program, "worker", path .. ".json", path .. ".result.json" }, stderr = path .. ".log",
        cpu = limits.cpu * 1.05 + 1 + (run.certify and math.max(2, experiment.certification * limits.cpu * 1.05) or 0),
        wall = limits.wall and limits.wall + 2, memory = limits.memory * 1.05 + 30e6, tmpdir = tmpdir,
      }
      running[id] = run
    end
    local ended = pool:wait(0.25)
    if ended then
      local run = running[ended.id]
      running[ended.id] = nil
      local result, fault = finish(db, folder, run, ended)
      system.remove_tree(scratch:path() .. "/" .. run.hash)
      for _, twin in ipairs(by_hash[run.hash]) do count(twin, result, fault) end
    end
    summary:show()
  end
  summary:finish()
  options.not_run = (options.not_run or 0) + faults -- the exit status says so
  if faults > 0 then progress.line("%s: %d of %d runs were not carried out, the last: %s", e.name, faults, #runs, reasons[#reasons]) end
  system.remove_folder(folder)
  local made = results.read(db, e.name, out)
  report_losses(made)
  return made
end

return execute
