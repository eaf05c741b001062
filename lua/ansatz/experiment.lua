-- Configurations and experiments, resolved to canonical run documents.
local host = require "ansatz.host"
local schema = require "ansatz.schema"
local entry = require "ansatz.entry"
local attempt = require "ansatz.attempt"
local includes = require "ansatz.includes"
local system, json = host.system, host.json
local experiment = {}

-- Reads { name = value }; each value is checked against the program's table.
local function settings(check, wanted)
  return function(value)
    if type(value) ~= "table" or getmetatable(value) then return nil, ("expects { name = %s }, got %s"):format(wanted, schema.got(value)) end
    local names = {}
    for name in pairs(value) do names[#names + 1] = name end
    table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
    for _, name in ipairs(names) do
      if type(name) ~= "string" then return nil, ("expects { name = %s }, got a list item"):format(wanted) end
      local fine, why = check(name, value[name])
      if not fine then return nil, why end
    end
    return value
  end
end

-- Reads units of work, as --budget does.
local function units(value)
  if math.type(value) == "float" then value = math.tointeger(value) or value end
  if math.type(value) == "integer" and value >= 1000 and value <= 1000000000000000 then return value end
  return nil, "expects a whole number of units from 1000 to 10^15, got " .. schema.got(value)
end

local function limit_of_config(name, value)
  if name ~= "work" then return host.check_limit(name, value) end
  local fine, why = units(value)
  return fine, why and "'work' " .. why
end

-- Returns the limits of a run's processes under a configuration. If the configuration has a budget of its own, the
-- limit of CPU time is only a safety net (cli/task_options.c).
function experiment.limits(c, of)
  local work = c.limits and c.limits.work or of.work
  local cpu = of.cpu or 60 + (work and 4e-6 * work or 0)
  return { cpu = cpu, wall = of.wall, memory = of.memory, work = work }
end

-- Returns the limits of techniques, without the others; nil: there are none.
function experiment.technique_limits(c)
  local kept = {}
  for name, value in pairs(c.limits or {}) do
    if name ~= "work" then kept[name] = value end
  end
  return next(kept) and kept or nil
end

local function names_of_observations(value)
  if type(value) ~= "table" then return nil, "expects a list of names, got " .. schema.got(value) end
  local names, problem = schema.list(value)
  if not names then return nil, problem end
  for _, name in ipairs(names) do
    local found, why = host.has("observation", name)
    if not found then return nil, why end
  end
  return names
end

-- The sandbox of workers, their compilers and the runs of programs, as for --sandbox.
local sandbox = { choices = { "auto", "strict", "off", "filter" } }

local config_fields = {
  name = {
    check = function(value)
      if type(value) == "string" and value:find "%S" and not value:find "%c" then return value end
      return nil, "expects a text of one line, got " .. (type(value) == "string" and ("'%s'"):format(value:gsub("%c", " ")) or schema.got(value))
    end,
  },
  mode = { choices = { "kiki", "bmc", "kinduction", "ai", "termination", "nontermination" } },
  domain = { "domain" },
  strategy = { "strategy" },
  solver = {
    check = function(value)
      if host.kind(value) == "solver" then return tostring(value) end -- with options: az.solvers.bitblast{ inprocessing = true }
      if type(value) ~= "string" then return nil, "expects a solver or the name of one, got " .. schema.got(value) end
      local found, why = host.has("solver", value)
      return found and value or nil, why
    end,
  },
  max_unwind = { "count" },
  signed_overflow = { choices = { "stated", "strict", "wrap", "assume" } },
  undefined = { choices = { "settled", "strict" } },
  data_model = { choices = { "ILP32", "LP64" } },
  ["function"] = { "string" },
  harness = { "string" }, -- instead of `function`: globals have their initial values
  remove_function_body = { check = entry.names }, -- functions whose bodies are ignored: "F", "FILE:F"
  malloc_may_fail = { "boolean" }, -- each call may fail
  entry = { check = entry.contract }, -- of that function: claims on the state in which it is entered
  compiler = { check = entry.compiler }, -- include paths and macros
  limits = { check = settings(limit_of_config, "a number") }, -- of techniques, and shares of time (see `ansatz limits`); `work`
  switches = { check = settings(host.check_switch, "true, false or a word") }, -- techniques that are on or off
  trust = { check = names_of_observations }, -- observations from outside of Ansatz whose axioms are trusted
  replay = { "boolean" }, -- false: counterexamples are not run natively
  witness_indices = { "boolean" }, -- after x = a[i], an auxiliary variable keeps i
  iterates = { "boolean" }, -- records what each strategy does, for row.iterates; overrides the experiment's
  invariants = { "boolean" }, -- asks where each row holds and which rows follow from others; overrides the experiment's
  certify = { "boolean" }, -- a fresh process checks the proofs of `true` verdicts
  cores = { "count" }, -- number of processes that race for the verdict
  config = { "string" }, -- a configuration file, as for --config
  sandbox = sandbox, -- overrides the experiment's
}

-- Describes the configuration as briefly as a person would: "kiki interval{ strategy = binsearch() }".
local function describe(c)
  local words = {}
  for _, key in ipairs { "mode", "domain", "strategy", "solver", "max_unwind", "signed_overflow", "undefined", "function", "harness", "remove_function_body", "malloc_may_fail", "entry", "compiler", "data_model", "limits", "switches", "trust", "replay", "witness_indices", "iterates", "invariants", "certify", "cores", "config", "sandbox" } do
    if type(c[key]) == "table" then
      local settings = {}
      for name, value in pairs(c[key]) do settings[#settings + 1] = (math.type(name) and "" or name .. "=") .. tostring(value) end
      table.sort(settings)
      words[#words + 1] = key .. "={" .. table.concat(settings, ",") .. "}"
    elseif c[key] ~= nil then
      words[#words + 1] = (key == "mode" or key == "domain") and tostring(c[key]) or key .. "=" .. tostring(c[key])
    end
  end
  return #words > 0 and table.concat(words, " ") or "auto"
end

-- az.config{ name =, mode =, domain =, strategy =, solver =, max_unwind =, signed_overflow =, undefined =, limits = {
-- }, switches = { }, ... }. `point` is its position on the axes of a sweep (sweep.lua).
function experiment.config(given, point)
  local path = point and "az.sweep" or "az.config"
  local c, items = schema.check(path, config_fields, given, point and { max_unwind = "k" })
  if #items > 0 then schema.fail(path .. "[1]", "takes no list items, only named options") end
  c.axes = point
  if c.config then
    if c.domain or c.mode then schema.fail(path .. ".config", "a configuration file decides mode and domain: give one or the other") end
    local file = c.config:sub(1, 1) == "/" and c.config or schema.folder() .. "/" .. c.config
    c.config = system.realpath(file) or schema.fail(path .. ".config", "%s is missing", file)
  end
  for _, key in ipairs { "domain", "strategy" } do
    if c[key] and (c.mode == "bmc" or c.mode == "kinduction") then
      schema.fail(path .. "." .. key, "mode '%s' looks for no invariants, so that a %s has no effect: leave it out, or use mode 'kiki'", c.mode, key)
    end
  end
  if c.harness and c["function"] then schema.fail(path .. ".harness", "stands in place of `function`: give one or the other") end
  if c.entry and (c["function"] or "main") == "main" then schema.fail(path .. ".entry", "is of a function: `function` names none, or main") end
  if c.domain then
    local fine, why = host.check_strategies(c.domain, c.strategy)
    if not fine then schema.fail(path .. (c.strategy and ".strategy" or ".domain"), "%s", why) end
  end
  c.name = c.name or describe(c)
  return schema.frozen("az.config", c)
end

local function list_of(kind)
  return function(value)
    if type(value) == "table" and getmetatable(value) then value = { value } end
    if type(value) ~= "table" then return nil, ("expects a list of %s{ ... }, got %s"):format(kind, schema.got(value)) end
    local given, why = schema.list(value)
    if not given then return nil, why end
    local items = {}
    for _, item in ipairs(given) do
      local meta = getmetatable(item)
      if kind == "az.config" and type(meta) == "table" and meta.__name == "az.sweep" then
        for i = 1, #item do items[#items + 1] = item[i] end
      else
        items[#items + 1] = item
      end
    end
    for i, item in ipairs(items) do
      local meta = getmetatable(item)
      if type(meta) ~= "table" or meta.__name ~= kind then
        return nil, ("item %d: expects %s{ ... }, got %s"):format(i, kind, schema.got(item))
      end
    end
    if #items == 0 then return nil, "is empty: it needs " .. kind .. "{ ... }" end
    return items
  end
end

local limit_fields = { cpu = { "seconds" }, wall = { "seconds" }, memory = { "bytes", default = 4000000000 }, work = { check = units } }

local experiment_fields = {
  name = { "string", required = true },
  suites = { check = list_of "az.suite", required = true },
  configs = { check = list_of "az.config", required = true },
  limits = { "table", default = {} },
  property = { "string" },
  jobs = { "count" },
  repeats = { "count", default = 1 }, -- number of times that each run is done, to estimate the spread of times
  out = { "string" },
  iterates = { "boolean" }, -- for all configurations
  invariants = { "boolean" }, -- for all configurations
  sandbox = sandbox,
  executor = {
    check = function(value)
      local meta = getmetatable(value)
      if type(meta) == "table" and meta.__name == "az.executor" then return value end
      return nil, "expects an executor such as az.slurm{ ... }, got " .. schema.got(value)
    end,
  },
}

-- az.experiment{ name =, suites = { ... }, configs = { ... }, limits = { cpu =, wall =, memory =, work = }, property =, jobs =, repeats =, out =, iterates =, invariants =, sandbox =, executor = }
function experiment.experiment(given)
  local e = schema.check("az.experiment", experiment_fields, given)
  if not e.name:find "^[%w][%w_.-]*$" then schema.fail("az.experiment.name", "names a folder: letters, digits, '_', '-' and '.'") end
  for name in pairs(e.limits) do
    if not limit_fields[name] and host.is_limit(name) then
      schema.fail("az.experiment.limits." .. name, "is a limit of a configuration: az.config{ limits = { %s = ... } }", name)
    end
  end
  local limits = schema.check("az.experiment.limits", limit_fields, e.limits)
  local certifies = false
  for _, c in ipairs(e.configs) do certifies = certifies or c.certify end
  -- A certification may take `attempt.certification` times as long as the proof.
  local most = limits.work or 0
  for _, c in ipairs(e.configs) do most = math.max(most, c.limits and c.limits.work or 0) end
  limits.cpu = limits.cpu or 60 + 4e-6 * most
  limits.wall = limits.wall or (certifies and 1 + attempt.certification or 1) * 2 * limits.cpu + 10
  e.limits = limits
  local names = {}
  for _, c in ipairs(e.configs) do
    if names[c.name] then schema.fail("az.experiment.configs", "two configurations are called '%s': give them names", c.name) end
    names[c.name] = true
  end
  names = {}
  for i, s in ipairs(e.suites) do
    local other = names[s.name]
    if other == s then schema.fail("az.experiment.suites", "item %d: the suite '%s' is there already", i, s.name) end
    if other then schema.fail("az.experiment.suites", "item %d: two suites are called '%s': give them names, az.suite{ name = ..., ... }", i, s.name) end
    names[s.name] = s
  end
  local _, source = schema.where()
  e.script = source
  return schema.frozen("az.experiment", e)
end

local hashes = {}
local function hash_of(path)
  if not hashes[path] then
    local digest, why = system.sha256_file(path)
    if not digest then host.fail(why) end
    hashes[path] = digest
  end
  return hashes[path]
end

-- The parts of this program that determine a result: its build and its modules.
local function program()
  local modules, files = {}, nil
  for i, m in ipairs(host.about.modules()) do
    modules[i] = ("%s %s %s"):format(m.kind, m.name, m.version)
    if m.origin ~= "built in" then
      modules[i] = modules[i] .. " " .. hash_of(m.origin)
      files = files or {}
      files[#files + 1] = system.realpath(m.origin)
    end
  end
  return { binary = system.program_id() or hash_of(system.program()), modules = modules, files = files }
end

-- Keys for places of things: the document identifies their contents by hash.
local places = { task = true, files = true, config = true, module_files = true, property_file = true, included_files = true }

local function key_of(document)
  local key = {}
  for name, value in pairs(document) do
    if not places[name] then key[name] = value end
  end
  return system.sha256(json.encode(key))
end

-- Returns the paths and hashes of files that the task's files include; nil: none.
local function included(task, compiler)
  local paths, digests = {}, {}
  includes.each(task.files, compiler, function(path) paths[#paths + 1], digests[#digests + 1] = path, hash_of(path) end)
  if #paths > 0 then return paths, digests end
end

-- Adds the runs of one repetition in order: { suite, task, property, expected, config, document, hash }.
local function add_runs(runs, e, made_by, repetition)
  for _, suite in ipairs(e.suites) do
    for _, task in ipairs(suite.tasks) do
      for _, property in ipairs(task.properties) do
        if not e.property or e.property == property.name then
          local inputs = {}
          for i, file in ipairs(task.files) do inputs[i] = hash_of(file) end
          for _, config in ipairs(e.configs) do
            local paths, digests = included(task, config.compiler)
            local function asked(key)
              if config[key] ~= nil then return config[key] or nil end
              return e[key] or nil
            end
            local document = {
              format = 1, binary = made_by.binary, modules = made_by.modules, module_files = made_by.files, inputs = inputs, task = task.path, files = task.files,
              included = digests, included_files = paths,
              property = property.name, property_file = property.file, property_hash = property.file and hash_of(property.file), data_model = config.data_model or task.data_model, mode = config.mode, domain = config.domain,
              strategy = config.strategy, solver = config.solver, max_unwind = config.max_unwind,
              -- The `limits` of the document are those of the worker.
              technique_limits = experiment.technique_limits(config), switches = config.switches, trust = config.trust,
              signed_overflow = config.signed_overflow, undefined = config.undefined, ["function"] = config["function"], harness = config.harness, remove_function_body = config.remove_function_body, malloc_may_fail = config.malloc_may_fail or nil, entry = config.entry, compiler = config.compiler, replay = config.replay, witness_indices = config.witness_indices or nil, iterates = asked "iterates", invariants = asked "invariants", config = config.config, certify = config.certify or nil, cores = config.cores,
              sandbox = config.sandbox or e.sandbox,
              config_hash = config.config and hash_of(config.config), timeout = e.limits.cpu, repetition = repetition > 1 and repetition or nil,
              limits = experiment.limits(config, e.limits),
            }
            runs[#runs + 1] = {
              suite = suite.name, task = task.name, path = task.path or task.files[1], property = property.name,
              expected = property.expected, config = config.name, certify = config.certify, document = json.encode(document), hash = key_of(document),
            }
          end
        end
      end
    end
  end
end

-- Returns all runs, one repetition after the other.
function experiment.runs(e)
  local runs, made_by = {}, program()
  for repetition = 1, e.repeats do add_runs(runs, e, made_by, repetition) end
  if #runs == 0 then
    local names, known = {}, {}
    for _, suite in ipairs(e.suites) do
      for _, task in ipairs(suite.tasks) do
        for _, property in ipairs(task.properties) do
          if not known[property.name] then known[property.name], names[#names + 1] = true, property.name end
        end
      end
    end
    if not e.property or #names == 0 then schema.fail("az.experiment", "its suites have no task with a property") end
    local near = host.suggest(e.property, names)
    schema.fail("az.experiment.property", "no task of its suites has '%s'" .. (near and ": did you mean '%s'?" or " (they have: %s)"), e.property, near or table.concat(names, ", "))
  end
  return runs
end

return experiment
