-- The store: one SQLite file for each output folder. It has one row for each finished run, with the hash of the run's
-- document as key; the plan lists the runs of an experiment. Only the coordinator writes.
local host = require "ansatz.host"
local sweep = require "ansatz.sweep"
local json = host.json
local store = {}
store.__index = store

local VERSION, APPLICATION = 1, 0x616e7361 -- "ansa"

function store.open(path, writable)
  local db = host.store.open(path, writable)
  local self = setmetatable({ db = db, path = path }, store)
  local tables = db:query("SELECT count(*) AS n FROM sqlite_master")[1].n
  local version = db:query("PRAGMA user_version")[1].user_version
  local application = db:query("PRAGMA application_id")[1].application_id
  if tables == 0 and writable then
    db:query "PRAGMA journal_mode = WAL"
    db:query "BEGIN IMMEDIATE"
    db:query(("PRAGMA application_id = %d"):format(APPLICATION))
    db:query(("PRAGMA user_version = %d"):format(VERSION))
    db:query [[CREATE TABLE runs(hash TEXT PRIMARY KEY, document TEXT NOT NULL, result TEXT NOT NULL, cpu REAL, wall REAL,
      memory INTEGER, machine TEXT, finished TEXT NOT NULL) WITHOUT ROWID]]
    db:query [[CREATE TABLE plan(experiment TEXT NOT NULL, position INTEGER NOT NULL, hash TEXT NOT NULL, suite TEXT NOT NULL, task TEXT NOT NULL,
      path TEXT NOT NULL, property TEXT NOT NULL, expected TEXT, config TEXT NOT NULL, PRIMARY KEY(experiment, position)) WITHOUT ROWID]]
    db:query [[CREATE TABLE experiments(name TEXT PRIMARY KEY, started TEXT NOT NULL, tool TEXT NOT NULL, script TEXT, script_hash TEXT, limits TEXT NOT NULL,
      configs TEXT NOT NULL, machine TEXT NOT NULL) WITHOUT ROWID]]
    db:query "COMMIT"
  elseif application ~= APPLICATION then
    host.fail(path .. ": is not a results database of ansatz")
  elseif version ~= VERSION then
    host.fail(("%s: results database of version %d, this program reads version %d: use another --out, or remove the file"):format(path, version, VERSION))
  end
  if writable then
    db:query "PRAGMA synchronous = NORMAL"
    -- Runs that were not carried out, and why: they have no results, and the next call repeats them. Older databases
    -- lack the table.
    db:query "CREATE TABLE IF NOT EXISTS faults(hash TEXT PRIMARY KEY, reason TEXT NOT NULL, finished TEXT NOT NULL) WITHOUT ROWID"
    -- The parts of results that tables need; results themselves, with all their invariants, are much larger.
    db:query "CREATE TABLE IF NOT EXISTS summaries(hash TEXT PRIMARY KEY, summary TEXT NOT NULL) WITHOUT ROWID"
    -- If a run is replaced or removed, its summary is removed, even if an older program does it.
    db:query "CREATE TRIGGER IF NOT EXISTS summary_is_old AFTER INSERT ON runs BEGIN DELETE FROM summaries WHERE hash = NEW.hash; END"
    db:query "CREATE TRIGGER IF NOT EXISTS summary_is_void AFTER DELETE ON runs BEGIN DELETE FROM summaries WHERE hash = OLD.hash; END"
    -- The standard error of a run, and its counterexample: compressed and separate, since most of them are never read.
    db:query "CREATE TABLE IF NOT EXISTS logs(hash TEXT PRIMARY KEY, content BLOB NOT NULL) WITHOUT ROWID"
    -- The positions of a sweep's configurations on its axes.
    db:query [[CREATE TABLE IF NOT EXISTS axes(experiment TEXT NOT NULL, config TEXT NOT NULL, axis TEXT NOT NULL, position INTEGER NOT NULL, place INTEGER NOT NULL,
      value TEXT NOT NULL, number REAL, PRIMARY KEY(experiment, config, axis)) WITHOUT ROWID]]
    -- For other programs (docs/results-db.md): one row for each run of the plan, with the verdict and category of
    -- verdict.lua.
    db:query [[CREATE VIEW IF NOT EXISTS outcomes AS
      WITH said AS (SELECT plan.*, runs.cpu, runs.wall, runs.memory, runs.machine, runs.finished, runs.hash IS NOT NULL AS ran,
          json_extract(experiments.limits, '$.cpu') AS cpu_limit, coalesce(summaries.summary, runs.result) AS result
        FROM plan JOIN experiments ON experiments.name = plan.experiment LEFT JOIN runs USING(hash) LEFT JOIN summaries USING(hash)),
      parts AS (SELECT *, json_extract(result, '$.stopped') AS stopped, json_extract(result, '$.answer.verdict') AS answer FROM said),
      told AS (SELECT *, CASE WHEN NOT ran THEN CASE WHEN hash IN (SELECT hash FROM faults) THEN 'NOT RUN' ELSE 'PENDING' END WHEN stopped = 'memory' THEN 'OUT OF MEMORY' WHEN stopped IN ('cpu', 'wall') OR cpu > cpu_limit THEN 'TIMEOUT'
          WHEN answer LIKE 'unknown (timeout%' THEN 'TIMEOUT' WHEN answer LIKE 'unknown (out of memory%' THEN 'OUT OF MEMORY' WHEN answer LIKE 'unknown (internal%' THEN 'ERROR'
          WHEN answer LIKE 'unknown%' THEN 'unknown' WHEN answer LIKE 'true%' THEN 'true' WHEN answer IS NOT NULL THEN answer ELSE 'ERROR' END AS verdict FROM parts)
      SELECT experiment, position, suite, task, path, property, expected, config, verdict,
        CASE WHEN verdict = 'NOT RUN' THEN 'fault' WHEN verdict = 'PENDING' THEN 'pending' WHEN verdict = 'unknown' THEN 'unknown' WHEN verdict <> 'true' AND verdict NOT LIKE 'false%' THEN 'error'
          WHEN expected IS NULL THEN 'missing' WHEN (verdict = 'true') <> (expected = 'true') THEN 'wrong'
          WHEN expected LIKE 'false(valid-%' AND expected NOT LIKE '%(valid-memsafety)' AND verdict LIKE '%(%' AND verdict <> expected THEN 'wrong' ELSE 'correct' END AS category,
        answer, cpu, wall, memory, json_extract(result, '$.answer.k') AS k, json_extract(result, '$.answer.solver_calls') AS solver_calls, cpu_limit, machine, finished, hash
      FROM told]]
  end
  self.has_logs = db:query("SELECT count(*) AS n FROM sqlite_master WHERE name = 'logs'")[1].n > 0
  self.has_faults = db:query("SELECT count(*) AS n FROM sqlite_master WHERE name = 'faults'")[1].n > 0
  self.has_axes = db:query("SELECT count(*) AS n FROM sqlite_master WHERE name = 'axes'")[1].n > 0
  self.has_summaries = db:query("SELECT count(*) AS n FROM sqlite_master WHERE name = 'summaries'")[1].n > 0
  return self
end

function store:close()
  self.db:close()
end
store.__close = store.close

-- Returns the last plan of an experiment: { hash, suite, task, path, property, config }.
function store:planned(name) return self.db:query("SELECT * FROM plan WHERE experiment = ? ORDER BY position", name) end

function store:document(hash)
  local row = self.db:query("SELECT document FROM runs WHERE hash = ?", hash)[1]
  return row and json.decode(row.document)
end

-- If the new plan leaves out finished runs of the last one, the last one stays readable as NAME@1, NAME@2 ...
local function keep_last(self, e, runs)
  local lost = {}
  for _, row in ipairs(self.db:query("SELECT hash FROM plan JOIN runs USING(hash) WHERE experiment = ?", e.name)) do lost[row.hash] = true end
  for _, run in ipairs(runs) do lost[run.hash] = nil end
  if not next(lost) then return end
  local version = 1
  for _, row in ipairs(self.db:query "SELECT name FROM experiments") do
    local base, n = row.name:match "^(.*)@(%d+)$"
    if base == e.name then version = math.max(version, tonumber(n) + 1) end
  end
  local name = ("%s@%d"):format(e.name, version)
  self.db:query("UPDATE plan SET experiment = ? WHERE experiment = ?", name, e.name)
  self.db:query("UPDATE experiments SET name = ? WHERE name = ?", name, e.name)
  self.db:query("UPDATE axes SET experiment = ? WHERE experiment = ?", name, e.name)
end

function store:plan(e, runs, machine)
  local configs = {}
  for i, c in ipairs(e.configs) do configs[i] = c.name end
  self.machine = json.encode(machine)
  self.db:query "BEGIN IMMEDIATE"
  keep_last(self, e, runs)
  self.db:query("DELETE FROM plan WHERE experiment = ?", e.name)
  for i, r in ipairs(runs) do
    self.db:query("INSERT INTO plan VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)", e.name, i, r.hash, r.suite, r.task, r.path, r.property, r.expected, r.config)
  end
  self.db:query("INSERT OR REPLACE INTO experiments VALUES(?, ?, ?, ?, ?, ?, ?, ?)", e.name, host.system.date(), "ansatz " .. host.version, e.script,
    e.script and host.system.sha256_file(e.script) or nil, json.encode(e.limits), json.encode(configs), self.machine)
  self.db:query("DELETE FROM axes WHERE experiment = ?", e.name)
  for i, p in ipairs(sweep.of(e.configs)) do self.db:query("INSERT INTO axes VALUES(?, ?, ?, ?, ?, ?, ?)", e.name, p.config, p.axis, i, p.place, p.value, p.number) end
  self.db:query "COMMIT"
end

-- Returns the hashes of all finished runs.
function store:have()
  local have = {}
  for _, row in ipairs(self.db:query "SELECT hash FROM runs") do have[row.hash] = true end
  return have
end

function store:short_result(hash)
  return json.decode(self.db:query("SELECT coalesce(summaries.summary, runs.result) AS result FROM runs LEFT JOIN summaries USING(hash) WHERE hash = ?", hash)[1].result)
end

-- Adds a run that was not carried out.
function store:add_fault(hash, reason)
  self.db:query("INSERT OR REPLACE INTO faults VALUES(?, ?, ?)", hash, reason, host.system.date())
end

-- Returns a result without the parts that only a look at this run needs. Lists are replaced by their lengths. A
-- summary's summary is the same.
function store.summary(result)
  local answer, short = type(result.answer) == "table" and result.answer, {}
  for key, value in pairs(result) do
    if key ~= "answer" and (key ~= "stderr" or not answer) and type(value) ~= "table" then short[key] = value end
  end
  if not answer then return short end
  short.answer = {}
  for key, value in pairs(answer) do
    if type(value) ~= "table" then short.answer[key] = value end
  end
  local decided = type(answer.properties) == "table" and answer.properties[1]
  if decided then
    local function length(list) return type(list) == "table" and #list or list end
    short.answer.properties = { { stats = decided.stats, by = decided.by, invariants = length(decided.invariants), unconfirmed = length(decided.unconfirmed) } }
  end
  return short
end

-- Takes the parts that only people read out of a result: { log =, traces = { [property] = }, iterates = }, or nil.
local function take_apart(result)
  local kept, any = { log = result.log, traces = {} }, result.log ~= nil
  result.log = nil
  local answer = type(result.answer) == "table" and result.answer or {}
  kept.iterates, answer.iterates = answer.iterates, nil
  any = any or kept.iterates ~= nil
  for _, property in ipairs(type(answer.properties) == "table" and answer.properties or {}) do
    if type(property) == "table" and property.trace then
      kept.traces[property.name], property.trace, any = property.trace, nil, true
    end
  end
  return any and kept or nil
end

-- Returns the output of a run, its counterexamples and its iterates, as text: { log =, traces = { [property] = },
-- iterates = }; nil: there are none, or they were not kept.
function store:log(hash)
  local row = self.has_logs and self.db:query("SELECT content FROM logs WHERE hash = ?", hash)[1]
  local text = row and host.compress.decompress(row.content)
  return text and json.decode(text)
end

-- Returns the document, the result and the log of a run; nil: it is not finished.
function store:run(hash)
  local row = self.db:query("SELECT * FROM runs WHERE hash = ?", hash)[1]
  return row and { document = json.decode(row.document), document_text = row.document, result = json.decode(row.result), finished = row.finished, machine = row.machine, log = self:log(hash) }
end

-- `machine`: the machine of the run; nil: this one.
function store:add(hash, document, result, machine)
  local kept = take_apart(result)
  self.db:query "BEGIN IMMEDIATE"
  if kept then
    self.db:query("INSERT OR REPLACE INTO logs VALUES(?, CAST(? AS BLOB))", hash, host.compress.compress(json.encode(kept)))
  else
    self.db:query("DELETE FROM logs WHERE hash = ?", hash)
  end
  self.db:query("DELETE FROM faults WHERE hash = ?", hash)
  self.db:query("INSERT OR REPLACE INTO runs VALUES(?, ?, ?, ?, ?, ?, ?, ?)", hash, document, json.encode(result), result.cpu, result.wall, result.memory,
    machine and json.encode(machine) or self.machine, host.system.date())
  self.db:query("INSERT INTO summaries VALUES(?, ?)", hash, json.encode(store.summary(result)))
  self.db:query "COMMIT"
end

-- Returns the experiments in the store: { name, started, limits, configs }. NAME@1, NAME@2 ... are versions of NAME
-- before a change.
function store:experiments()
  local list = self.db:query "SELECT * FROM experiments ORDER BY started"
  for _, e in ipairs(list) do
    e.limits, e.configs, e.machine = json.decode(e.limits), json.decode(e.configs), json.decode(e.machine)
  end
  return list
end

-- Returns the positions of configurations on the axes of a sweep (sweep.lua).
function store:axes(name) return self.has_axes and self.db:query("SELECT config, axis, place, value, number FROM axes WHERE experiment = ? ORDER BY position", name) or {} end

-- Returns the document of one run of each configuration: { [configuration] = document }. They differ only in the task.
function store:documents(name, configs)
  local documents = {}
  for _, config in ipairs(configs) do
    local first = self.db:query("SELECT document FROM plan JOIN runs USING(hash) WHERE experiment = ? AND config = ? ORDER BY position LIMIT 1", name, config)[1]
    documents[config] = first and json.decode(first.document)
  end
  return documents
end

-- Returns the rows of an experiment in the order of its plan, with summaries as results. `result` is nil if a run is
-- not finished; `fault` is the reason if that is known.
function store:rows(name)
  local fault, join = "NULL AS fault", ""
  if self.has_faults then
    fault, join = "faults.reason AS fault", "LEFT JOIN faults USING(hash)"
  end
  local result = "(SELECT result FROM runs WHERE runs.hash = plan.hash)"
  if self.has_summaries then
    result, join = ("coalesce(summaries.summary, %s)"):format(result), join .. " LEFT JOIN summaries USING(hash)"
  end
  local rows = self.db:query(([[SELECT plan.*, %s AS result, %s FROM plan %s WHERE experiment = ?
    ORDER BY position]]):format(result, fault, join), name)
  for _, row in ipairs(rows) do
    row.result = row.result and store.summary(json.decode(row.result))
  end
  return rows
end

return store
