-- The command line of `ansatz verify` for a run's document: the run's worker starts it, and people type it to repeat
-- the run.
local host = require "ansatz.host"
local json = host.json
local command_line = {}

local texts = {
  { "data_model", "--data-model" }, { "function", "--function" }, { "harness", "--harness" }, { "mode", "--mode" }, { "signed_overflow", "--signed-overflow" },
  { "undefined", "--undefined" }, { "evaluation_order", "--evaluation-order" }, { "sandbox", "--sandbox" }, { "config", "--config" }, { "solver", "--solver" },
}
local flags = {
  { "certify", "--certify" }, { "witness_indices", "--witness-indices" }, { "iterates", "--iterates" }, { "invariants", "--invariants" }, { "malloc_may_fail", "--malloc-may-fail" },
}

local function sorted_keys(t)
  local keys = {}
  for key in pairs(t or {}) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

-- Returns the words after `ansatz`; nil and the reason if a module is missing.
function command_line.words(document)
  local words, limits = { "verify" }, document.limits or {}
  local function add(option, value, format)
    if value ~= nil then words[#words + 1], words[#words + 2] = option, (format or "%s"):format(value) end
  end
  add("--property", document.property_file or document.property) -- a property file tells more than a name: which error function it is about
  for _, entry in ipairs(texts) do add(entry[2], document[entry[1]]) end
  add("--max-unwind", document.max_unwind)
  add("--cores", document.cores)
  add("--timeout", document.timeout, "%.6g")
  add("--wall", limits.wall, "%.6g")
  add("--budget", limits.work)
  if limits.memory and limits.memory >= 1 then add("--memory", limits.memory, "%.0f") end
  if document.replay == false then words[#words + 1] = "--no-replay" end
  for _, entry in ipairs(flags) do
    if document[entry[1]] then words[#words + 1] = entry[2] end
  end
  for _, body in ipairs(document.remove_function_body or {}) do add("--remove-function-body", body) end
  for _, clause in ipairs(document.entry or {}) do words[#words + 1] = "--" .. clause end
  table.move(document.compiler or {}, 1, #(document.compiler or {}), #words + 1, words)
  for _, name in ipairs(document.trust or {}) do add("--trust", name) end
  for _, name in ipairs(sorted_keys(document.technique_limits)) do add("--limit", document.technique_limits[name], name .. "=%.17g") end
  for _, name in ipairs(sorted_keys(document.switches)) do 
    local value = document.switches[name]
    add("--switch", name .. "=" .. (value == true and "on" or value or "off"))
  end
  for _, path in ipairs(document.module_files or {}) do pcall(host.load_module, path) end -- a module that cannot be loaded is reported as missing below
  for _, key in ipairs { "domain", "strategy" } do
    if document[key] then
      local expression, why = host.describe(json.encode(document[key]))
      if not expression then return nil, why end
      add("--" .. key, expression)
    end
  end
  local files = document.task and { document.task } or document.files or {}
  if #files == 0 then return nil, 'a run document needs "task" or "files"' end
  return table.move(files, 1, #files, #words + 1, words)
end

-- Returns the folders for ANSATZ_PATH, beginning with those of modules that the experiment loaded by path. "":
-- ANSATZ_PATH stays unchanged.
function command_line.module_path(document)
  local path
  for _, file in ipairs(document.module_files or {}) do
    local rest = path or os.getenv "ANSATZ_PATH"
    path = file:match "^(.*)/" .. (rest and ":" .. rest or "")
  end
  return path or ""
end

-- Returns a word as a shell reads it.
local function quoted(word)
  if word:find "^[%w_+=./,:@%%-]+$" then return word end
  return "'" .. word:gsub("\n", " "):gsub("'", "'\\''") .. "'"
end

-- Returns the command line of a document; if there is none, a comment with the reason.
function command_line.text(document)
  local words, why = command_line.words(document)
  if not words then return "# " .. why end
  for i, word in ipairs(words) do words[i] = quoted(word) end
  return "ansatz " .. table.concat(words, " ")
end

return command_line
