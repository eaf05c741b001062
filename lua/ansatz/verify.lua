-- az.verify(file, options): one run as by `ansatz verify`, for the console and for small scripts.
local host = require "ansatz.host"
local schema = require "ansatz.schema"
local experiment = require "ansatz.experiment"
local verdict = require "ansatz.verdict"
local attempt = require "ansatz.attempt"
local system, json = host.system, host.json

local own = { property = { "string" }, cpu = { "seconds" }, wall = { "seconds" }, memory = { "bytes", default = 4000000000 } }

local Answer = {}
Answer.__index = Answer

-- Prints the parts that are interesting to people.
function Answer:__tostring()
  local lines = {}
  for _, property in ipairs(self.properties) do
    for _, check in ipairs(property.checks or {}) do lines[#lines + 1] = ("  %s  %s  %s: %s"):format(check.loc, check.id, check.text, check.verdict) end
    for _, row in ipairs(property.invariants or {}) do lines[#lines + 1] = ("  invariant  %s  loop %s: %s"):format(row.loc, row.view, row.text) end
    for _, hint in ipairs(property.hints or {}) do lines[#lines + 1] = "  " .. hint end
    lines[#lines + 1] = ("%s: %s"):format(property.name, property.verdict)
  end
  lines[#lines + 1] = ("%s%s   [%.2f s]"):format(self.verdict, self.reason and self.reason ~= "" and " (" .. self.reason .. ")" or "", self.cpu)
  return table.concat(lines, "\n")
end

local function absolute(path)
  if path:sub(1, 1) ~= "/" then path = schema.folder() .. "/" .. path end
  return system.realpath(path) or schema.fail("az.verify", "%s is missing", path)
end

-- file: a task, a C file or a list of them; options: those of az.config, and property, cpu, wall, memory.
return function(file, options)
  local configuration, limits = {}, {}
  if type(options or {}) ~= "table" or getmetatable(options) then schema.fail("az.verify", "expects a file and { name = value }, got %s", schema.got(options)) end
  for key, value in pairs(options or {}) do
    if own[key] then limits[key] = value else configuration[key] = value end
  end
  limits = schema.check("az.verify", own, limits)
  local c = experiment.config(configuration)
  local document = {
    format = 1, property = limits.property, limits = experiment.limits(c, limits), technique_limits = experiment.technique_limits(c), switches = c.switches,
  }
  for _, key in ipairs { "mode", "domain", "strategy", "solver", "max_unwind", "signed_overflow", "undefined", "function", "harness", "remove_function_body", "malloc_may_fail", "entry", "compiler", "data_model", "replay", "witness_indices", "iterates", "invariants", "certify", "cores", "trust", "config", "sandbox" } do
    document[key] = c[key]
  end
  document.timeout = document.limits.cpu
  if type(file) == "string" and (file:find "%.ya?ml$") then
    document.task = absolute(file)
  elseif type(file) == "string" or type(file) == "table" then
    document.files = {}
    for i, path in ipairs(type(file) == "table" and file or { file }) do document.files[i] = absolute(path) end
  else
    schema.fail("az.verify", "expects a file, got %s", schema.got(file))
  end

  local scratch <close> = system.temporary_folder()
  local path = scratch:path() .. "/run"
  local written, why = system.write(path .. ".json", json.encode(document))
  if not written then host.fail("cannot write to the temporary folder: " .. why, "resource") end
  local pool <close> = host.pool.new()
  attempt.start(pool, document, path, scratch:path())
  local ended
  repeat ended = pool:wait(0.25) until ended
  local text = system.kind(path .. ".result.json") and system.read(path .. ".result.json")
  local result = text and json.decode(text) or { stopped = ended.stopped }
  local fault = verdict.fault(text and result, ended)
  if fault then host.fail(fault, "resource") end
  -- Mistakes in the input are reported with the line that verify would print.
  if result.exit == 2 and type(result.stderr) == "string" then host.fail(((result.stderr:match "^[^\n]+" or ""):gsub("^ansatz: ", ""))) end
  local said, reason = verdict.of(result, document.limits)
  local answer = type(result.answer) == "table" and result.answer or {}
  return setmetatable({
    verdict = said, reason = reason, properties = answer.properties or {}, k = answer.k, solver_calls = answer.solver_calls, iterates = require "ansatz.iterates".of(answer.iterates),
    cpu = result.cpu or ended.cpu or 0, wall = result.wall or ended.wall or 0, memory = result.memory or ended.memory or 0,
  }, Answer)
end
