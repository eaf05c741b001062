-- ansatz compare: A and B are each an output folder or its results.db, followed by "@experiment" if it has several
-- experiments, or by "@1" for the results before a change, and then by ":configuration".
local host = require "ansatz.host"
local comparison = require "ansatz.comparison"
local results = require "ansatz.results"
local system = host.system

local function open(argument)
  local path, config = argument, nil
  if not system.kind(path) then
    path, config = argument:match "^(.-):(.+)$"
    path = path or argument
  end
  local folder, name = path:match "^(.+)@([^/@]*@?[^/@]+)$"
  if not system.kind(path) and folder and system.kind(folder) then return results.load(folder, name:find "^%d+$" and "@" .. name or name), config end
  if not system.kind(path) then host.fail(argument .. ": there are no results here") end
  return results.load(path), config
end

local function pick(r, config, path)
  if config then
    for _, name in ipairs(r.configs) do
      if name == config then return config end
    end
    local near = host.suggest(config, r.configs)
    host.fail(("%s has no configuration '%s'%s"):format(path, config, near and (": did you mean '" .. near .. "'?") or " (it has: " .. table.concat(r.configs, ", ") .. ")"))
  end
end

local compare = {
  options = { all = true, check = true },
  least = 2,
  most = 2,
  usage = [[
usage: ansatz compare A B [--all] [--check]

A and B are output folders of experiments (or their results.db), with '@EXPERIMENT' or '@1' (earlier results, from before a change) and ':CONFIGURATION' appended to pick one:
  ansatz compare results/quickstart:bmc results/quickstart:kiki
Shows the tasks on which they differ, with --all every task, and a summary. With --check the exit status is 1 if B has lost a right verdict of A, or has a wrong one where A had none.
]],
}

function compare.run(given, paths)
  local worse = 0
  if #paths > 2 then host.fail "ansatz compare: two results at a time" end
  local a, config_a = open(paths[1])
  local b, config_b = open(paths[2])
  config_a, config_b = pick(a, config_a, paths[1]), pick(b, config_b, paths[2])
  local pairs_of = {}
  if config_a or config_b or (#a.configs == 1 and #b.configs == 1) then
    if not config_a and #a.configs > 1 then host.fail(paths[1] .. ": which configuration? Write " .. paths[1] .. ":NAME, one of: " .. table.concat(a.configs, ", ")) end
    if not config_b and #b.configs > 1 then host.fail(paths[2] .. ": which configuration? Write " .. paths[2] .. ":NAME, one of: " .. table.concat(b.configs, ", ")) end
    pairs_of[1] = { config_a or a.configs[1], config_b or b.configs[1] }
  else -- the configurations that both results have
    for _, name in ipairs(a.configs) do
      for _, other in ipairs(b.configs) do
        if name == other then pairs_of[#pairs_of + 1] = { name, name } end
      end
    end
    if #pairs_of == 0 then
      host.fail(("they have no configuration in common: write %s:NAME %s:NAME (the first has: %s; the second: %s)"):format(paths[1], paths[2], table.concat(a.configs, ", "),
        table.concat(b.configs, ", ")))
    end
  end
  for i, pair in ipairs(pairs_of) do
    if #pairs_of > 1 then print((i > 1 and "\n" or "") .. pair[1]) end
    local said, n = comparison.compared(a, pair[1], pair[2], { all = given.all or false, other = b })
    io.write(said)
    worse = worse + n
  end
  if not given.check then return 0 end
  print(worse == 0 and "check: the second is nowhere worse" or ("check: the second is worse on %d %s"):format(worse, worse == 1 and "task" or "tasks"))
  return worse == 0 and 0 or 1
end

return compare
