-- The default executor of `ansatz run`: does runs on this machine, a number of them at a time. Any executor has a
-- function `open(work)`, which returns a value with
--   left()         the number of runs that have not ended,
--   wait()         a run and its outcome (attempt.outcome), which belongs to the caller; nil if a moment has passed without one,
--   about()        a description of how runs are carried out, for people,
-- and which is closed when all is done, or after an error. `work` has `runs`, the `folder` for files of runs, `jobs`
-- (nil: not given), `fresh` and the experiment's `name`.
local host = require "ansatz.host"
local attempt = require "ansatz.attempt"
local system, json = host.system, host.json

local Local = {}
Local.__index = Local

local function open(work)
  -- Each run has a separate temporary folder, which is removed when the run ends, however it ends.
  local jobs = work.jobs or math.max(1, system.machine().cores)
  return setmetatable({ work = work, jobs = jobs, scratch = system.temporary_folder(), pool = host.pool.new(), running = {}, next_run = 1 }, Local)
end

function Local:about() return ("%d at a time"):format(self.jobs) end

function Local:left() return #self.work.runs - self.next_run + 1 + self.pool:running() end

local function start(self, run)
  local path, tmpdir = self.work.folder .. "/" .. run.hash, self.scratch:path() .. "/" .. run.hash
  local made, problem = system.make_folder(tmpdir)
  if not made then host.fail("a temporary folder cannot be created (TMPDIR chooses the place): " .. problem, "resource") end
  local written, message, disk_full = system.write(path .. ".json", run.document)
  if not written then host.fail("cannot write to the output folder: " .. message, disk_full and "resource" or "input") end
  self.running[attempt.start(self.pool, json.decode(run.document), path, tmpdir)] = run
end

function Local:wait()
  while self.pool:running() < self.jobs and self.next_run <= #self.work.runs do
    self.next_run = self.next_run + 1
    start(self, self.work.runs[self.next_run - 1])
  end
  local ended = self.pool:wait(0.25)
  if not ended then return nil end
  local run = self.running[ended.id]
  self.running[ended.id] = nil
  local outcome = attempt.outcome(self.work.folder .. "/" .. run.hash, ended)
  system.remove_tree(self.scratch:path() .. "/" .. run.hash)
  return run, outcome
end

function Local:close()
  self.pool:close()
  local scratch <close> = self.scratch
end
Local.__close = Local.close

return { open = open }
