-- az.archive{ results = "results/x", file = "x.tar.gz" }: writes all that is needed to check an experiment elsewhere;
-- `ansatz rerun ARCHIVE` checks it. An archive is a folder NAME with results.db, the script, manifest.json (versions,
-- commit, machine, number of runs), tasks.sha256 (as sha256sum reads it) and doctor.txt. It does not contain the tasks,
-- which have their own licences.
local host = require "ansatz.host"
local schema = require "ansatz.schema"
local store = require "ansatz.store"
local repeated = require "ansatz.repeated"
local system, json = host.system, host.json
local archive = {}

-- Runs a program to its end; its output goes to a file.
local function execute(argv, out)
  local pool <close> = host.pool.new()
  pool:start { argv = argv, stdout = out, stderr = out }
  local ended
  repeat ended = pool:wait(0.25) until ended
  return ended.exit
end

local function tar(...)
  local status = execute { "/bin/tar", ... }
  if status ~= 0 then host.fail(("tar ended with status %s"):format(status or "?"), "resource") end
end

local function save(path, content)
  local written, why, full = system.write(path, content)
  if not written then host.fail(("%s: %s"):format(path, why), full and "resource" or "input") end
end

local function folder_of(path) return path:match "^(.*)/[^/]*$" or "." end

-- Returns the longest folder path that all files have in common.
local function root_of(files)
  local root
  for _, file in ipairs(files) do
    local folder = folder_of(file.path)
    root = root or folder
    while root ~= "" and (folder .. "/"):sub(1, #root + 1) ~= root .. "/" do root = folder_of(root) end
  end
  return root or ""
end

-- Returns the files of all runs, each once: { path, hash }.
local function files_of(runs)
  local files, seen = {}, {}
  local function add(path, hash)
    if path and hash and not seen[path] then
      seen[path] = true
      files[#files + 1] = { path = path, hash = hash }
    end
  end
  for _, run in ipairs(runs) do
    local d = json.decode(run.document)
    for i, path in ipairs(d.files or {}) do add(path, (d.inputs or {})[i]) end
    for i, path in ipairs(d.included_files or {}) do add(path, (d.included or {})[i]) end
    add(d.property_file, d.property_hash)
    add(d.config, d.config_hash)
  end
  table.sort(files, function(a, b) return a.path < b.path end)
  return files
end

-- Returns the finished runs of an experiment in the order of its plan.
local function runs_of(db, name)
  local runs, have = {}, db:have()
  for _, row in ipairs(db:planned(name)) do
    if have[row.hash] then
      row.document = db:run(row.hash).document_text
      runs[#runs + 1] = row
    end
  end
  return runs, have
end

local function experiment_of(db, name, what)
  local found
  for _, e in ipairs(db:experiments()) do
    if name and e.name == name or not name and not e.name:find("@", 1, true) then found = e end
  end
  return found or schema.fail(what, "there is no experiment%s in the store", name and " '" .. name .. "'" or "")
end

function archive.make(given)
  local o = schema.check("az.archive", { results = { "string", required = true }, name = { "string" }, file = { "string", required = true } }, given)
  if not o.file:find "%.tar%.gz$" then schema.fail("az.archive.file", "'%s': its name must end in .tar.gz", o.file) end
  local folder = system.realpath(o.results) or schema.fail("az.archive.results", "%s is missing", o.results)
  local db <close> = store.open(folder .. "/results.db", false)
  local e = experiment_of(db, o.name, "az.archive.name")
  local runs = runs_of(db, e.name)
  local files, scratch <close> = files_of(runs), system.temporary_folder()
  local top = scratch:path() .. "/" .. e.name
  system.make_folder(top)
  db.db:query("VACUUM INTO ?", top .. "/results.db")
  local sums = {}
  for i, file in ipairs(files) do sums[i] = file.hash .. "  " .. file.path .. "\n" end
  save(top .. "/tasks.sha256", table.concat(sums))
  local script = e.script and system.kind(e.script) and system.read(e.script)
  if script then save(top .. "/" .. e.script:match "[^/]*$", script) end
  execute({ system.program(), "doctor" }, top .. "/doctor.txt")
  save(top .. "/manifest.json", json.encode {
    format = 1, experiment = e.name, script = script and e.script:match "[^/]*$" or nil, version = host.version, commit = host.commit, made = system.date(),
    machine = system.machine(), runs = #runs, root = root_of(files),
  })
  local path = o.file:sub(1, 1) == "/" and o.file or system.cwd() .. "/" .. o.file
  tar("-C", scratch:path(), "--sort=name", "-czf", path, e.name)
  return path
end

-- Returns what has changed since the run was stored, or nil.
local function changed(document)
  for i, path in ipairs(document.files or {}) do
    if not system.kind(path) then return path .. " is missing (--tasks FOLDER names the folder of the tasks)" end
    if system.sha256_file(path) ~= (document.inputs or {})[i] then return path .. " is not the file that was verified" end
  end
end

-- Replaces a folder in the text by another one.
local function moved(text, from, to)
  if from == to or from == "" then return text end
  return (text:gsub(from:gsub("%p", "%%%0"), (to:gsub("%%", "%%%%"))))
end

-- ansatz rerun
archive.rerun = {
  options = { jobs = "number", sample = "number", tasks = "value" },
  least = 1,
  usage = [[
usage: ansatz rerun ARCHIVE.tar.gz [options]

Repeats the runs of an archive that az.archive{ ... } made, and reports those whose verdict,
k or invariants differ; for runs with a budget, those whose whole answer differs. Exit
status 1 if one differs.

  --jobs N        runs at a time (default: the number of cores)
  --tasks FOLDER  where the tasks are (default: where they were)
  --sample N      repeat this many of the runs (default: all)
]],
}

function archive.rerun.run(given, words)
  local file = words[1]
  if #words > 1 then schema.fail("ansatz rerun", "one archive at a time") end
  local scratch <close> = system.temporary_folder()
  local path = system.realpath(file) or schema.fail("ansatz rerun", "%s is missing", file)
  tar("-C", scratch:path(), "-xzf", path)
  local top = scratch:path() .. "/" .. (system.list(scratch:path())[1] or "")
  local text = system.kind(top .. "/manifest.json") and system.read(top .. "/manifest.json")
  local manifest = text and json.decode(text) or schema.fail("ansatz rerun", "%s is not an archive of az.archive", file)
  local db <close> = store.open(top .. "/results.db", true)
  local runs, have = runs_of(db, manifest.experiment)
  local tasks = given.tasks and (system.realpath(given.tasks) or schema.fail("ansatz rerun", "--tasks: %s is missing", given.tasks)) or manifest.root
  for _, run in ipairs(runs) do
    run.document = moved(run.document, manifest.root, tasks)
    local why = changed(json.decode(run.document))
    if why then schema.fail("ansatz rerun", "%s", why) end
  end
  if manifest.commit ~= host.commit then
    io.stderr:write(("%s: made by ansatz %s, commit %s; this is %s, commit %s\n"):format(manifest.experiment, manifest.version, manifest.commit, host.version, host.commit))
  end
  local options = host.options
  options.verify_repeat = given.sample or #runs
  options.restored = function(said) return moved(said, tasks, manifest.root) end
  local _, differ = repeated.check(db, { name = manifest.experiment, jobs = given.jobs }, runs, have, scratch:path() .. "/repeated", options)
  return differ > 0 and 1 or 0
end

return archive
