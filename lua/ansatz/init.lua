-- local az = require "ansatz": descriptions, suites, experiments, results.
local host = require "ansatz.host"
local schema = require "ansatz.schema"
local suite = require "ansatz.suite"
local experiment = require "ansatz.experiment"

local az = {
  version = host.version,
  domains = host.scope "domain",
  strategies = host.scope "strategy",
  segmentations = host.scope "segmentation",
  solvers = host.scope "solver",
  observations = host.scope "observation",
  rows = host.rows,
  task = suite.task,
  suite = suite.suite,
  config = function(given) return experiment.config(given) end,
  sweep = require "ansatz.sweep".sweep,
  experiment = experiment.experiment,
  slurm = require "ansatz.slurm".executor,
  measure = require "ansatz.measures".measure,
}

-- Runs an experiment, or the part of it that is not in the store yet. Returns its results.
function az.run(e)
  local meta = getmetatable(e)
  if type(meta) ~= "table" or meta.__name ~= "az.experiment" then
    schema.fail("az.run", "expects an az.experiment{ ... }, got %s", schema.got(e))
  end
  return require "ansatz.run"(e)
end

-- Does one run as `ansatz verify` does: az.verify("x.c", { domain = interval(), property = "no-overflow" }).
function az.verify(file, options) return require "ansatz.verify"(file, options) end

-- Returns the results that an earlier run left in a folder.
function az.results(folder, name)
  schema.argument("az.results", folder, "string", "a folder of results")
  return require "ansatz.results".load(folder, name)
end

-- az.archive{ results = "results/x", file = "x.tar.gz" }: writes all that is needed to check an experiment elsewhere
-- into one file; `ansatz rerun` repeats it.
function az.archive(given) return require "ansatz.archive".make(given) end

-- Reads a benchmark definition of BenchExec as a table for az.experiment, and writes one from an experiment.
function az.read_benchmark(file) return require "ansatz.benchexec".read(file) end
function az.write_benchmark(e, file) return require "ansatz.benchexec".write(e, file) end

-- Loads a module from its file; its constructor is then in az.domains, az.strategies ...
function az.load(path)
  schema.argument("az.load", path, "string", "the path of a module")
  if path:sub(1, 1) ~= "/" then path = schema.folder() .. "/" .. path end
  local fine, why = pcall(host.load_module, path)
  if not fine then schema.fail("az.load", "%s", why) end
end

-- Returns the path of an argument of the script, relative to the current folder, as users type it.
function az.path(path)
  schema.argument("az.path", path, "string", "a path")
  return path:sub(1, 1) == "/" and path or host.system.cwd() .. "/" .. path
end

return setmetatable(az, {
  __index = function(_, key)
    local names = {}
    for name in pairs(az) do names[#names + 1] = name end
    local near = type(key) == "string" and host.suggest(key, names)
    schema.fail("az." .. tostring(key), near and "no such function: did you mean '%s'?" or "no such function", near)
  end,
  __newindex = function(_, key) schema.fail("az." .. tostring(key), "the library is frozen") end,
})
