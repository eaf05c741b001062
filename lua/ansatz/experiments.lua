-- ansatz run, ansatz check and ansatz lua: scripts that use the library.
local host = require "ansatz.host"

-- Runs a script, which gets its arguments as `...` and `arg`. Returns the exit status.
local function execute(file, arguments)
  local script, why = loadfile(file, "t")
  if not script then error(why, 0) end
  rawset(_G, "arg", arguments)
  script(table.unpack(arguments))
  local options = host.options
  if (options.not_run or 0) > 0 then
    host.fail(("%d runs were not carried out and are not results: the next 'ansatz run' repeats them"):format(options.not_run), "fault")
  end
  return (options.differ or 0) > 0 and 1 or 0
end

local run = {
  options = { jobs = { "number", 4096 }, out = "value", fresh = true, ["verify-repeat"] = { "number", 4096 } },
  least = 1,
  rest = 1,
  usage = [[
usage: ansatz run EXPERIMENT.lua [options] [-- ARGS]

  --jobs N   runs at a time (default: as the experiment says, else the number of cores)
  --out DIR  where results go (default: as the experiment says, else results/NAME)
  --fresh    repeat runs that are in the store already
  --verify-repeat N
             then repeat N finished runs and report whether verdict, k and invariants are
             the same; for runs with a budget (limits = { work = ... }), whether the whole
             answer is. Exit status 1 if one differs

Finished runs are kept in DIR/results.db: an interrupted experiment resumes. ARGS are passed to the script.
]],
}

function run.run(given, words, rest)
  local options = host.options
  options.out, options.jobs = given.out, given.jobs
  options.fresh, options.verify_repeat = given.fresh, given["verify-repeat"]
  return execute(words[1], rest)
end

local check = {
  least = 1,
  rest = 1,
  usage = [[
usage: ansatz check EXPERIMENT.lua [-- ARGS]

Validates an experiment: its Lua, names, options, tasks and files. Configuration and template files
are opened with the first tasks. Nothing else runs, nothing is written.
]],
}

-- The code after an experiment has no results when a script is only checked. A plain string as error comes from the
-- missing results; any other error is a failure of the check.
function check.run(_, words, rest)
  host.options.mode = "check"
  local say = print
  local fine, why = pcall(execute, words[1], rest)
  if not fine and not (host.options.ran and type(why) == "string") then error(why, 0) end
  say(words[1] .. ": no errors found")
end

local script = {
  rest = 0,
  usage = "usage: ansatz lua [SCRIPT [ARGS]]\n\nWithout a script: an interactive console ('az' is the library, Tab completes its names, history in ~/.ansatz_history).\n",
}

function script.run(_, _, rest)
  return execute(table.remove(rest, 1), rest)
end

return { run = run, check = check, lua = script }
