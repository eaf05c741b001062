-- az.slurm{ ... }: an executor (see lua/ansatz/local.lua) that gives runs to Slurm as arrays of jobs. The state of a
-- run comes from two places: the file that its node writes (node.lua), and squeue, which tells whether a task of an
-- array may still write one. No accounting (sacct) is needed.
--
-- Each array has a unique name, NAME; NAME.list in the folder for work tells which runs its tasks do. The queue is
-- searched by these names, never by numbers of jobs. So arrays are found again after this program, the controller or a
-- node has died, and even if it is not known whether sbatch succeeded. A run is lost if its task is in no queue and its
-- file has not come for a while; it is then submitted again.
local host = require "ansatz.host"
local schema = require "ansatz.schema"
local attempt = require "ansatz.attempt"
local progress = require "ansatz.progress"
local system, json = host.system, host.json

local fields = {
  partition = { "string" }, account = { "string" }, qos = { "string" }, constraint = { "string" },
  time = { "seconds" }, -- of a task; by default, the greatest time that its runs may take
  memory = { -- of a task; false: no memory is requested
    check = function(value)
      if value == false then return false end
      return schema.types.bytes(value)
    end,
  },
  cpus = { "count", default = 1 }, -- of a task
  batch = { "count", default = 1 }, -- number of runs that a task does one after the other
  tries = { "count", default = 3 }, -- number of times that a run without a result is submitted
  poll = { "seconds", default = 5 }, -- time between two readings of the queue
  grace = { "seconds", default = 60 }, -- time until a file that a node has written is visible in the shared folder
  options = { "table", default = {} }, -- further options of sbatch: { "--exclusive" }
}

local Slurm = {}
Slurm.__index = Slurm

local function quoted(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

-- Runs a command of Slurm. Returns its output, or nil and its message. It may hang as long as the controller does.
local function command(self, words)
  table.insert(words, 1, "/usr/bin/env")
  local out, err = self.scratch:path() .. "/out", self.scratch:path() .. "/err"
  self.pool:start { argv = words, stdout = out, stderr = err, wall = 150 }
  local ended
  repeat ended = self.pool:wait(0.25) until ended
  if ended.exit == 0 then return system.read(out) or "" end
  if ended.exit == 127 then host.fail(("slurm: '%s' is not installed here: run this on a machine that submits to the cluster, or leave out `executor`"):format(words[2]), "resource") end
  local said = (system.read(err) or ""):match "^%s*(.-)%s*$"
  return nil, said ~= "" and said:match "[^\n]*$" or words[2] .. " does not answer"
end

-- ---- the queue -----------------------------------------------------------------------------------

-- States of tasks that have ended. Tasks in other states may still write their files.
local over = { COMPLETED = true, FAILED = true, CANCELLED = true, TIMEOUT = true, NODE_FAIL = true, BOOT_FAIL = true, OUT_OF_MEMORY = true, DEADLINE = true,
  PREEMPTED = true, REVOKED = true, HELD = true }

-- Returns the tasks of this experiment: { [name] = { [task] = state } }; nil while the controller does not answer.
local function look_at_queue(self)
  local text, why = command(self, { "squeue", "--me", "-h", "-r", "-t", "all", "-o", "%j|%K|%T|%r" })
  if not text then
    if not self.silent then progress.line("slurm: %s: waiting for it", why) end
    self.silent = true
    return nil
  end
  self.silent = false
  local queue, held = {}, nil
  for name, task, state, reason in text:gmatch "([^|\n]*)|([^|\n]*)|([^|\n]*)|([^\n]*)" do
    if name:sub(1, #self.prefix) == self.prefix and tonumber(task) then
      queue[name] = queue[name] or {}
      -- A node could not start the task: Slurm keeps it until an operator intervenes, so that it counts as lost.
      if reason:find "^launch failed requeued held" then state = "HELD" end
      -- A requeued task is also listed under its old number.
      if not queue[name][tonumber(task)] or not over[state] then queue[name][tonumber(task)] = state end
      if state == "PENDING" and reason:lower():find "held" then held = reason end
    end
  end
  if held and held ~= self.held then progress.line("slurm: tasks are held (%s): 'scontrol release' lets them go on", held) end
  self.held = held
  return queue
end

local function cancel(self, names)
  for _, name in ipairs(names) do command(self, { "scancel", "-Q", "--name=" .. name }) end
end

local function forget(self, name)
  for _, ending in ipairs { ".list", ".sh", ".said" } do system.remove(self.work.folder .. "/" .. name .. ending) end
  self.arrays[name] = nil
end

-- ---- submission ----------------------------------------------------------------------------------

local function write(self, name, text)
  local written, why, full = system.write(self.work.folder .. "/" .. name, text)
  if not written then host.fail("cannot write to the output folder: " .. why, full and "resource" or "input") end
end

-- Returns the time and memory of the longest and the largest of the runs, as options of sbatch.
local function resources(self, runs, batch)
  local wall, memory = 0, 0
  for _, run in ipairs(runs) do
    local limits = attempt.limits(json.decode(run.document))
    wall, memory = math.max(wall, limits.wall), math.max(memory, limits.memory)
  end
  local o, need = self.options, batch * (wall + 10)
  if o.time and o.time < need then
    host.fail(("az.slurm.time: %d runs one after the other, each with a wall limit of %g s, need %d s"):format(batch, wall, math.ceil(need)))
  end
  local words = { ("--time=%d"):format(math.ceil((o.time or need) / 60)), "--cpus-per-task=" .. o.cpus }
  -- The memory also has to suffice for this program, and for what the node's system adds.
  if o.memory ~= false then words[#words + 1] = ("--mem=%d"):format(math.ceil((o.memory or memory + 200e6) / 2 ^ 20)) end
  for _, key in ipairs { "partition", "account", "qos", "constraint" } do
    if o[key] then words[#words + 1] = ("--%s=%s"):format(key, o[key]) end
  end
  for _, word in ipairs(o.options) do words[#words + 1] = word end
  return words
end

-- Gives an array to Slurm. If sbatch fails, it is not known whether the controller has the array: it is kept, and the
-- queue will tell.
local function submit(self, array)
  local words = { "sbatch", "--parsable", "--requeue", "--job-name=" .. array.name, "--output=/dev/null", "--chdir=" .. self.work.folder, "--nodes=1", "--ntasks=1",
    ("--array=0-%d%s"):format(array.tasks - 1, self.work.jobs and "%" .. self.work.jobs or "") }
  for _, word in ipairs(array.resources) do words[#words + 1] = word end
  words[#words + 1] = self.work.folder .. "/" .. array.name .. ".sh"
  local fine, why = command(self, words)
  array.submitted = fine and true
  return fine, why
end

-- Makes the next array of runs to submit.
local function make_array(self)
  local batch = self.options.batch
  local count = math.min(#self.todo, self.most * batch)
  self.serial = self.serial + 1
  local array = { name = ("%s%d"):format(self.prefix, self.serial), tasks = math.ceil(count / batch) }
  local list, runs = { batch = batch, runs = {} }, {}
  for i = 1, count do
    local run = table.remove(self.todo)
    runs[i], list.runs[i] = run, run.hash
    write(self, run.hash .. ".json", run.document)
    self.waiting[run.hash] = { run = run, array = array.name, task = (i - 1) // batch }
  end
  array.resources = resources(self, runs, batch)
  write(self, array.name .. ".list", json.encode(list))
  write(self, array.name .. ".sh", ([[
#!/bin/sh
# Made by `ansatz run`: a task of an array of jobs.
[ -z "$TMPDIR" ] || [ -d "$TMPDIR" ] || unset TMPDIR
exec %s worker --node %s %s "$SLURM_ARRAY_TASK_ID" 2>>%s
]]):format(quoted(system.program()), quoted(self.work.folder), array.name, quoted(self.work.folder .. "/" .. array.name .. ".said")))
  self.arrays[array.name] = array
  return array
end

-- Returns whether tasks of this experiment are in the queue.
local function any_alive(queue)
  for _, tasks in pairs(queue) do
    for _, state in pairs(tasks) do
      if not over[state] then return true end
    end
  end
  return false
end

-- Submits as much as possible; `queue`: the tasks that are there. With a bound on concurrent runs (--jobs), there is
-- one array at a time, since Slurm counts tasks by array.
local function submit_all(self, queue)
  local busy = any_alive(queue)
  for _, array in pairs(self.arrays) do
    if array.submitted == false or array.submitted == nil then
      if queue[array.name] then
        array.submitted, busy = true, true
      else
        local fine, why = submit(self, array)
        -- If the queue is full, or the controller is away, waits. At the start, with no task in the queue, it is an
        -- error.
        if not fine and not busy and not self.began then host.fail("slurm: sbatch: " .. why, "resource") end
        if not fine then return end
        busy, self.began = true, true
      end
    end
  end
  while #self.todo > 0 and not (busy and self.work.jobs) do
    local fine, why = submit(self, make_array(self))
    if not fine and not busy and not self.began then host.fail("slurm: sbatch: " .. why, "resource") end
    if not fine then return end
    busy, self.began = true, true
  end
end

-- ---- what came of it -----------------------------------------------------------------------------

-- Submits a run without a result again, or gives it up with the reason.
local function again(self, hash, why)
  local entry = self.waiting[hash]
  self.waiting[hash] = nil
  self.tries[hash] = (self.tries[hash] or 0) + 1
  if self.tries[hash] < self.options.tries then
    self.todo[#self.todo + 1] = entry.run
  else
    self.ready[#self.ready + 1] = { entry.run, { fault = why } }
  end
end

local function last_words(self, name)
  local path = ("%s/%s.said"):format(self.work.folder, name)
  local said = system.kind(path) and system.read(path, 500) or ""
  return said:match "([^\n]+)\n*$"
end

-- Takes the files that nodes have written. If a run was repeated, its new outcome replaces the old one.
local function take_files(self)
  for hash in pairs(attempt.done(self.work.folder)) do
    local run, outcome = self.by_hash[hash], nil
    if run then outcome = attempt.take(self.work.folder, hash) end
    if outcome and outcome.fault and self.waiting[hash] then
      again(self, hash, outcome.fault)
    elseif outcome and not outcome.fault then
      self.waiting[hash] = nil
      for i, queued in ipairs(self.todo) do
        if queued == run then
          table.remove(self.todo, i)
          break
        end
      end
      self.ready[#self.ready + 1] = { run, outcome }
    end
  end
end

-- Finds runs whose tasks are no longer in any queue.
local function find_lost(self, queue, now)
  for hash, entry in pairs(self.waiting) do
    local state, array = (queue[entry.array] or {})[entry.task], self.arrays[entry.array]
    if (state and not over[state]) or not (array and array.submitted) then
      entry.missing = nil
    elseif not entry.missing then
      entry.missing = now
    elseif now - entry.missing > self.options.grace then
      local said = last_words(self, entry.array)
      again(self, hash, ("task %d of Slurm's job %s ended %d times without a result%s%s"):format(entry.task, entry.array, self.options.tries,
        state and " (" .. state .. ")" or "", said and ": " .. said or ""))
    end
  end
end

-- ---- the executor --------------------------------------------------------------------------------

-- Takes over arrays of an earlier call: waits for those that may still bring results, and cancels the others.
local function adopt(self, queue)
  local stale = {}
  for _, file in ipairs(system.list(self.work.folder)) do
    local name = file:match "^(.*)%.list$"
    if name and name:sub(1, #self.prefix) == self.prefix then
      self.arrays[name] = { name = name, submitted = true }
      self.serial = math.max(self.serial, tonumber(name:sub(#self.prefix + 1)) or 0)
      local list, used = json.decode(system.read(self.work.folder .. "/" .. file) or ""), false
      for i, hash in ipairs(not self.work.fresh and list and list.runs or {}) do
        local task = (i - 1) // list.batch
        local state = (queue[name] or {})[task]
        if self.by_hash[hash] and not self.waiting[hash] and state and not over[state] then
          self.waiting[hash], used = { run = self.by_hash[hash], array = name, task = task }, true
        end
      end
      if not used then
        stale[#stale + 1] = name
        forget(self, name)
      end
    end
  end
  for name in pairs(queue) do
    self.serial = math.max(self.serial, tonumber(name:sub(#self.prefix + 1)) or 0)
    if not self.arrays[name] then stale[#stale + 1] = name end
  end
  cancel(self, stale)
end

local function open(options, work)
  local self = setmetatable({ options = options, work = work, by_hash = {}, waiting = {}, todo = {}, tries = {}, ready = {}, arrays = {}, serial = 0 }, Slurm)
  self.prefix = ("ansatz-%s-"):format(system.sha256(work.folder .. "\n" .. work.name):sub(1, 10))
  self.scratch, self.pool = system.temporary_folder(), host.pool.new()
  if #work.runs == 0 then return self end
  local text, why = command(self, { "scontrol", "show", "config" })
  if not text then host.fail("slurm: " .. why, "resource") end
  self.most = tonumber(text:match "MaxArraySize%s*=%s*(%d+)") or 1001
  if self.most < 1 then host.fail("slurm: this cluster has no arrays of jobs (MaxArraySize)", "resource") end
  local made, problem = system.make_folder(work.folder .. "/done")
  if not made then host.fail("cannot write to the output folder: " .. problem, "resource") end
  local queue = look_at_queue(self)
  if not queue then host.fail("slurm: squeue does not answer", "resource") end
  for _, run in ipairs(work.runs) do self.by_hash[run.hash] = run end
  adopt(self, queue)
  for i = #work.runs, 1, -1 do -- from the end, since runs are taken from the end of the list
    if not self.waiting[work.runs[i].hash] then self.todo[#self.todo + 1] = work.runs[i] end
  end
  submit_all(self, queue)
  self.looked = system.now()
  return self
end

local function count(list)
  local n = 0
  for _ in pairs(list) do n = n + 1 end
  return n
end

function Slurm:about() return "by Slurm" .. (self.work.jobs and (", %d at a time"):format(self.work.jobs) or "") end

function Slurm:left() return #self.todo + count(self.waiting) + #self.ready end

function Slurm:wait()
  if #self.ready == 0 then
    self.pool:pause(math.min(0.5, self.options.poll))
    local queue, now = nil, system.now()
    -- The files are read after the queue: a task that has left the queue has written its file by then, apart from the
    -- delay of the shared folder.
    if now - self.looked >= self.options.poll then queue = look_at_queue(self) end
    take_files(self)
    if queue then
      find_lost(self, queue, now)
      submit_all(self, queue)
      self.looked = system.now()
    end
  end
  local first = table.remove(self.ready)
  if first then return first[1], first[2] end
end

-- When all is done, requeued tasks whose runs have finished are cancelled. If it ends early, tasks continue, and the
-- next call finds them.
function Slurm:close()
  if not self.scratch then return end
  local scratch <close> = self.scratch
  local pool <close> = self.pool
  if self:left() == 0 then
    local names = {}
    for name in pairs(self.arrays) do names[#names + 1] = name end
    cancel(self, names)
    for _, name in ipairs(names) do forget(self, name) end
  elseif next(self.waiting) then
    local names = {}
    for name, array in pairs(self.arrays) do names[#names + 1] = array.submitted and "scancel --name=" .. name or nil end
    table.sort(names)
    progress.line("slurm: %d runs stay in the queue, and the next 'ansatz run' takes their results; to end them: %s", count(self.waiting), table.concat(names, "; "))
  end
  self.scratch = nil
end
Slurm.__close = Slurm.close

local slurm = {}

-- az.slurm{ partition =, account =, qos =, constraint =, time =, memory =, cpus =, batch =, tries =, poll =, grace =, options = { } }
function slurm.executor(given)
  local options, items = schema.check("az.slurm", fields, given or {})
  if #items > 0 then schema.fail("az.slurm[1]", "takes no list items, only named options") end
  for i, word in ipairs(options.options) do
    if type(word) ~= "string" or word:sub(1, 1) ~= "-" then schema.fail("az.slurm.options", "item %d: expects an option of sbatch such as '--exclusive'", i) end
  end
  return schema.frozen("az.executor", { open = function(work) return open(options, work) end })
end

return slurm
