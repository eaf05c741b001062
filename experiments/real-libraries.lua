-- Functions of public libraries, memory safety with and without an entry contract (docs/soundness.md 9). The libraries are not part of
-- this project: fetch github.com/zserge/jsmn, benhoyt/inih, codeplea/tinyexpr and DaveGamble/cJSON into one folder, and name it.
--     ansatz run experiments/real-libraries.lua FOLDER       (FOLDER has jsmn, inih, tinyexpr and cJSON)
local az = require "ansatz"
if not arg[1] then error "names no folder with the libraries: ansatz run experiments/real-libraries.lua FOLDER" end
local folder = az.path(arg[1])

local functions = {
  { "jsmn/jsmn.h", "jsmn_init", { valid = true } },
  { "jsmn/jsmn.h", "jsmn_parse", {
    valid = true, buffer = { "js[len]", "tokens[num_tokens]" },
    assume = { "parser->pos == 0 && parser->toknext == 0 && parser->toksuper == -1", "len <= 3 && num_tokens <= 3" },
  } },
  { "inih/ini.c", "ini_parse_string_length", { string = "string", assume = { "length <= 2", "__builtin_strlen(string) >= length" } } },
  { "inih/ini.c", "ini_parse", { string = "filename" } },
  { "tinyexpr/tinyexpr.c", "te_eval", { valid = true } },
  { "tinyexpr/tinyexpr.c", "te_free", { valid = true, maybe_null = "n" } },
  { "cJSON/cJSON.c", "cJSON_GetArraySize", { valid = true } },
  { "cJSON/cJSON.c", "cJSON_GetArrayItem", { valid = true } },
  { "cJSON/cJSON.c", "cJSON_GetStringValue", { valid = true, maybe_null = "item" } },
  { "cJSON/cJSON.c", "cJSON_IsTrue", { valid = true, maybe_null = "item" } },
  { "cJSON/cJSON.c", "cJSON_DetachItemViaPointer", { valid = true, maybe_null = { "parent", "item" } } },
}

for _, f in ipairs(functions) do
  local file, name, contract = f[1], f[2], f[3]
  local results = az.run(az.experiment {
    name = "real-libraries-" .. name,
    suites = { az.suite { az.task { file = folder .. "/" .. file, expected = true, property = "valid-deref", name = name } } },
    configs = {
      az.config { name = "no contract", ["function"] = name },
      az.config { name = "contract", ["function"] = name, entry = contract },
    },
    limits = { cpu = 60, memory = "4 GB" },
  })
  for _, row in ipairs(results.rows) do
    print(("%-28s %-12s %-40s %6.1f s  %s"):format(name, row.config, row.verdict, row.cpu or 0, row.reason or ""))
  end
end
