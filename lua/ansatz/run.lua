-- The coordinator: plans the runs, reuses the results in the store, lets an executor carry out the other runs, and
-- writes one row for each finished run.
local host = require "ansatz.host"
local experiment = require "ansatz.experiment"
local results = require "ansatz.results"
local store = require "ansatz.store"
local changes = require "ansatz.changes"
local verdict = require "ansatz.verdict"
local progress = require "ansatz.progress"
local attempt = require "ansatz.attempt"
local here = require "ansatz.local"
local sweep = require "ansatz.sweep"
local repeated = require "ansatz.repeated"
local command_line = require "ansatz.command_line"
local shell = require "ansatz.shell"
local text = require "ansatz.text"
local schema = require "ansatz.schema"
local system = host.system

-- Stores the outcome of a run. If a run was not carried out, the reason is stored, unless there is a result already. An
-- outcome from another machine names the machine.
local function finish(db, folder, have, run, outcome)
  if not outcome.fault then
    db:add(run.hash, run.document, outcome.result, outcome.machine)
    have[run.hash] = true
  elseif not have[run.hash] then
    db:add_fault(run.hash, outcome.fault)
  end
  attempt.remove(folder .. "/" .. run.hash)
  return outcome.result, outcome.fault
end

-- Reports tasks that a configuration decides, but another one that contains it does not.
local function report_losses(made)
  local found = made:losses()
  for i = 1, math.min(3, #found) do
    local f = found[i]
    progress.line("not monotone: %s/%s (%s): '%s' says %s, '%s', which contains it, %s", f.row.suite, f.row.task, f.row.property, f.less, f.row.verdict, f.more, f.twin.verdict)
  end
  if #found > 3 then progress.line("not monotone: %d more; results:monotonicity() lists them", #found - 3) end
end

-- The number of tasks with which `ansatz check` opens files of a configuration, and seconds: for each, and for all.
local OPENED, OPENING, OPENING_ALL = 5, 10, 60

-- Opens the configuration file and the template file of each configuration as a worker would, with the first tasks: what
-- they return depends on the program. Problems of the tasks themselves are not reported.
local function open_files(runs)
  local tried, began = {}, system.now()
  for _, run in ipairs(runs) do
    if system.now() - began > OPENING_ALL then return end
    local document = host.json.decode(run.document)
    local names = { document.config }
    for path in (document.domain and host.json.encode(document.domain) or ""):gmatch '"file":"([^"]*)"' do names[#names + 1] = path:gsub("\\/", "/") end
    tried[run.config] = (tried[run.config] or 0) + 1
    local words = #names > 0 and tried[run.config] <= OPENED and command_line.words(document)
    if words then
      local said = shell.run(("timeout %d %s show template %s"):format(OPENING, shell.quote(system.program()), shell.words { table.unpack(words, 2) }))
      for line in said:gmatch "[^\n]+" do
        local ours = document.config and line:find "^ansatz: [%w_]+ /[^:]*%.lua:" -- a template file of a stage
        for _, name in ipairs(names) do ours = ours or line:find "^ansatz: " and line:find(name, 1, true) end
        if ours then schema.fail("az.run", "configuration '%s', task '%s': %s", run.config, run.task, line:sub(9)) end
      end
    end
  end
end

-- Does the runs that are not in the store yet. Returns the results of all runs.
local function execute(e)
  local options = host.options
  local runs = experiment.runs(e)
  if options.mode == "check" then
    open_files(runs)
    progress.line("%s: %s (%s), limits: %scpu %g s, wall %g s, memory %.0f MB", e.name, text.counted(#runs, "run"), text.counted(#e.configs, "configuration"),
      e.limits.work and ("work %g million units, "):format(e.limits.work / 1e6) or "", e.limits.cpu, e.limits.wall, e.limits.memory / 1e6)
    options.ran = true
    rawset(_G, "print", function() end) -- there are no results to print
    return results.new(e.name, {}, { out = nil, limits = e.limits, configs = e.configs, axes = sweep.of(e.configs), dry = true })
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
  machine.limits = attempt.mechanism
  local have = options.fresh and {} or db:have()
  local changed = changes.line(db, e, runs, have)
  if changed then progress.line("%s", changed) end
  db:plan(e, runs, machine)

  local pending, queued, by_hash, summary = {}, {}, {}, progress.new(#runs)
  local left = attempt.left(folder)
  for _, run in ipairs(runs) do
    by_hash[run.hash] = by_hash[run.hash] or {}
    table.insert(by_hash[run.hash], run)
    if not queued[run.hash] and (left[run.hash] or not have[run.hash]) then
      queued[run.hash] = true
      -- A worker of an interrupted coordinator may have finished. If it repeated a run, its result replaces the row.
      local outcome = left[run.hash] and attempt.take(folder, run.hash)
      if options.fresh then outcome = nil end
      if outcome then finish(db, folder, have, run, outcome) end
      if not have[run.hash] then pending[#pending + 1] = run end
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
      local result = db:short_result(hash)
      for _, run in ipairs(by_hash[hash]) do
        reused = reused + 1
        count(run, result)
      end
    end
  end
  local executor <close> = (e.executor or here).open { runs = pending, folder = folder, jobs = options.jobs or e.jobs, fresh = options.fresh, name = e.name }
  progress.line("%s: %s%s, %s", e.name, text.counted(#runs, "run"), reused > 0 and (", %d of them done before"):format(reused) or "", executor:about())
  summary:start(reused)
  local counted = {}
  local kept = reused
  while executor:left() > 0 do
    local fine, run, outcome = pcall(executor.wait, executor)
    if not fine then -- a signal, or a failure of the machine
      summary:finish()
      progress.line("%s: %d of %d runs are kept in %s; the same command goes on with the other %d", e.name, kept, #runs, options.out or e.out or "results/" .. e.name, #runs - kept)
      error(run, 0)
    end
    if run then
      local result, fault = finish(db, folder, have, run, outcome)
      if not counted[run.hash] then
        counted[run.hash] = true
        for _, twin in ipairs(by_hash[run.hash]) do
          count(twin, result, fault)
          kept = kept + (fault and 0 or 1)
        end
      end
    end
    summary:show()
  end
  summary:finish()
  options.not_run = (options.not_run or 0) + faults -- the exit status reports them
  if faults > 0 then progress.line("%s: %d of %d runs were not carried out, the last: %s", e.name, faults, #runs, reasons[#reasons]) end
  executor:close()
  system.remove_folder(folder .. "/done")
  system.remove_folder(folder)
  progress.line("%s: results are in %s ('ansatz results' with this folder lists the runs)", e.name, options.out or e.out or "results/" .. e.name)
  if options.verify_repeat then
    local _, differ = repeated.check(db, e, runs, db:have(), out .. "/repeated", options)
    options.differ = (options.differ or 0) + differ
  end
  local made = results.read(db, e.name, out)
  report_losses(made)
  return made
end

return execute
