-- Annotations of the library for the Lua language server: the second half of `ansatz modules --meta`. The functions are
-- listed from the library itself, so that none is missing; this file adds their types.
local types = [[
---@alias ansatz.size string|integer "2 GB"
---@alias ansatz.time string|number seconds, or "2 min"

---@class ansatz.entry an entry contract (docs/soundness.md 9)
---@field valid? boolean|integer pointers of arguments and globals lead to one object of their type each, links to a depth of two
---@field buffer? string|string[] "buf[len]"
---@field string? string|string[] "s"
---@field allocated? string|string[] "p"
---@field maybe_null? string|string[] "p"
---@field may_alias? string|string[] "p,q"
---@field one_of? string|string[] "f,g,h"
---@field assume? string|string[] "n <= 16"

---@class ansatz.config.options
---@field name? string
---@field mode? "kiki"|"bmc"|"kinduction"|"ai"|"termination"|"nontermination"
---@field domain? ansatz.domain
---@field strategy? ansatz.strategy for the domains that name none
---@field solver? string
---@field max_unwind? integer
---@field signed_overflow? "stated"|"strict"|"wrap"|"assume"
---@field undefined? "settled"|"strict"
---@field data_model? "ILP32"|"LP64"
---@field function? string where executions start
---@field entry? ansatz.entry what is said of the state in which it is entered
---@field compiler? string|string[] "-Iinclude", "-DNDEBUG", "--include=config.h"
---@field limits? table<string, number> of techniques; `ansatz limits` lists them; `work`: units of a budget
---@field switches? table<string, boolean|string>
---@field trust? string[] observations from outside the tree whose axioms are trusted
---@field replay? boolean
---@field witness_indices? boolean
---@field harness? string
---@field remove_function_body? string|string[] "F", "FILE:F"
---@field malloc_may_fail? boolean
---@field iterates? boolean what each strategy does is recorded
---@field invariants? boolean asks where each row holds, and which rows follow from others
---@field certify? boolean
---@field cores? integer processes that race for the verdict
---@field config? string a configuration file
---@field sandbox? "auto"|"strict"|"off"|"filter"

---@class ansatz.verify.options: ansatz.config.options
---@field property? string
---@field cpu? ansatz.time
---@field wall? ansatz.time
---@field memory? ansatz.size

---@class ansatz.answer
---@field verdict string "true", "false(unreach-call)", "unknown", "TIMEOUT"
---@field reason? string
---@field properties table[] as `verify --json` has them: name verdict checks invariants hints stats
---@field k? integer
---@field solver_calls? integer
---@field iterates? table[] with `iterates = true`: search step at loop number domain row old new old_bound bound why strategy query ms answer clauses; its fields searches queries turns
---@field cpu number
---@field wall number
---@field memory integer

---@class ansatz.task.options
---@field file? string
---@field files? string[]
---@field expected? boolean|string true, false, "false(no-overflow)"
---@field property? string
---@field data_model? "ILP32"|"LP64"
---@field name? string

---@class ansatz.suite.options
---@field [integer] string|ansatz.task patterns of .yml files, .set files, folders, tasks
---@field name? string
---@field exclude? string[]
---@field keep? fun(task: table): boolean
---@field folder? string

---@class ansatz.experiment.limits
---@field cpu? ansatz.time
---@field wall? ansatz.time
---@field memory? ansatz.size
---@field work? integer units of work, as --budget takes them

---@class ansatz.experiment.options
---@field name string
---@field suites ansatz.suite[]
---@field configs ansatz.config[]
---@field limits? ansatz.experiment.limits
---@field property? string
---@field jobs? integer
---@field repeats? integer
---@field out? string
---@field iterates? boolean what each strategy does is recorded
---@field invariants? boolean asks where each row holds, and which rows follow from others
---@field sandbox? "auto"|"strict"|"off"|"filter"
---@field executor? ansatz.executor

---@class ansatz.slurm.options
---@field partition? string
---@field account? string
---@field qos? string
---@field constraint? string
---@field time? ansatz.time of a task of an array
---@field memory? ansatz.size|false of a task
---@field cpus? integer of a task
---@field batch? integer runs that a task does one after the other
---@field tries? integer how often a run is submitted that leaves no result
---@field poll? ansatz.time between two looks at the queue
---@field grace? ansatz.time until the file of a node is seen in the shared folder
---@field options? string[] more options of sbatch

---@class ansatz.executor
---@class ansatz.task
---@class ansatz.suite
---@class ansatz.config
---@class ansatz.experiment
---@class ansatz.rows

---@class ansatz.row
---@field suite string
---@field task string
---@field path string
---@field property string
---@field expected? boolean|string
---@field config string
---@field verdict string
---@field reason? string
---@field category string
---@field score integer
---@field cpu number
---@field wall number
---@field memory integer
---@field k? integer
---@field solver_calls? integer
---@field stats? table<string, table>
---@field iterates? table[] as those of ansatz.answer
]]

-- By name: the annotations before the function.
local functions = {
  task = "---@param options ansatz.task.options\n---@return ansatz.task",
  suite = "---@param options ansatz.suite.options\n---@return ansatz.suite",
  config = "---@param options ansatz.config.options\n---@return ansatz.config",
  sweep = "--- A configuration for each combination of the values of its axes; the other keys are those of az.config.\n---@param options table\n---@return ansatz.config[]",
  experiment = "---@param options ansatz.experiment.options\n---@return ansatz.experiment",
  rows = "---@param options table rows of template polyhedra: \"x + 2*y\", loop type coefficients related guard\n---@return ansatz.rows",
  slurm = "--- Runs are carried out by Slurm.\n---@param options? ansatz.slurm.options\n---@return ansatz.executor",
  run = "--- Runs an experiment, or what of it is not in the store yet.\n---@param e ansatz.experiment\n---@return ansatz.results",
  verify = "--- One run, as `ansatz verify` does it.\n---@param file string|string[]\n---@param options? ansatz.verify.options\n---@return ansatz.answer",
  results = "--- The results of an earlier run.\n---@param folder string\n---@param name? string\n---@return ansatz.results",
  archive = "--- Packs an experiment with its results, hashes of tasks and versions; `ansatz rerun` repeats it. Returns the path.\n---@param options { results: string, file: string, name?: string }\n---@return string",
  load = "--- Loads a module from its .so file.\n---@param path string",
  path = "--- An argument of the script that is a path.\n---@param path string\n---@return string",
}

local methods = {
  each = "---@param config? string\n---@return ansatz.row[]",
  where = "---@param keep fun(row: ansatz.row): boolean\n---@return ansatz.results",
  suites = "---@return string[]",
  place = "---@param name string\n---@return string",
  write = "---@param name string\n---@param content string",
  statistics = "---@return table[]",
  table = "---@param given? table format file by_suite\n---@return string",
  reasons = "---@param given? table\n---@return string",
  winners = "---@param given? table file limit\n---@return string",
  compare = "---@param a string\n---@param b string\n---@param given? table all other\n---@return string",
  csv = "---@param given? string|table\n---@return string",
  macros = "---@param given? table\n---@return string",
  quantile = "---@param given? table\n---@return string[]",
  scatter = "---@param a string\n---@param b string\n---@param given? table\n---@return string[]",
  iterates = "---@param given table task row x y loop search configs log file\n---@return string[]",
  queries = "---@param given? table configs task slowest file\n---@return string",
  lines = "---@param given table\n---@return string[]",
}

local function sorted(t, keep)
  local names = {}
  for name, value in pairs(t) do
    if type(name) == "string" and keep(name, value) then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

-- Returns the names of a function's parameters.
local function parameters(f)
  local about, names = debug.getinfo(f, "u"), {}
  for i = 1, about.nparams do names[i] = debug.getlocal(f, i) or "x" .. i end
  if about.isvararg then names[#names + 1] = "..." end
  return names
end

local function show(prefix, name, f, known, skip)
  local names = parameters(f)
  if known[name] then
    names = {}
    for parameter in known[name]:gmatch "%-%-%-@param ([%w_]+)" do names[#names + 1] = parameter end
    print(known[name])
  elseif skip then
    table.remove(names, 1) -- removes self
  end
  print(("function %s%s(%s) end\n"):format(prefix, name, table.concat(names, ", ")))
end

return function()
  local az = require "ansatz"
  local results = require("ansatz.results").new("", {}, {})
  local is_function = function(name, value) return type(value) == "function" and name:sub(1, 2) ~= "__" end
  print(types)
  print("---@class ansatz.results\n---@field name string\n---@field rows ansatz.row[]\n---@field configs string[]\nlocal results = {}\n")
  local class = getmetatable(results)
  for _, name in ipairs(sorted(class, is_function)) do show("results:", name, class[name], methods, true) end
  print("---@class ansatz\n---@field version string\n---@field domains table<string, fun(options?: table): ansatz.domain>")
  for _, field in ipairs { "strategies:strategy", "segmentations:segmentation", "solvers:solver", "observations:observation" } do
    local name, kind = field:match "(.*):(.*)"
    print(("---@field %s table<string, fun(options?: table): ansatz.%s>"):format(name, kind))
  end
  print "local az = {}\n"
  for _, name in ipairs(sorted(az, is_function)) do show("az.", name, az[name], functions, false) end
  print "return az"
  return 0
end
