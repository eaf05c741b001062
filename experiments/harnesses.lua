-- Proofs that public projects keep for CBMC beside their C code, unchanged: how many are read, what the verdicts are, how long they take,
-- what is missing; and what CBMC says where it is installed. The projects are not part of this one: fetch github.com/awslabs/aws-c-common,
-- FreeRTOS/coreMQTT, coreSNTP, coreHTTP and coreJSON, and aws/Device-Shadow-for-AWS-IoT-embedded-sdk, or some of them, into one folder, and name it.
--     ansatz run experiments/harnesses.lua FOLDER [STEP [SECONDS [PROPERTY [PATTERN]]]]
-- Every STEP-th proof is run (1: all; 2/4: the second of each four, so that several processes share the work), each for SECONDS (30), of the
-- property (unreach-call), of those whose name has PATTERN in it.
-- Memory safety is asked as valid-deref,valid-free: most of the harnesses never free what they allocate, so that valid-memtrack is false of them.
-- `make` reads the projects' makefiles. Headers that a build would generate are empty.
local az = require "ansatz"
if not arg[1] then error "names no folder with the projects: ansatz run experiments/harnesses.lua FOLDER" end
local folder, seconds = az.path(arg[1]), tonumber(arg[3] or 30)
local first, step = (arg[2] or "1"):match "^(%d+)/(%d+)$"
first, step = tonumber(first or 1), tonumber(step or arg[2] or 1)
if not (step and step > 0) then error "STEP is a number, or one of several parts: 2, 1/2" end
local property, pattern = arg[4] or "unreach-call", arg[5] or ""

local projects = {
  { "aws-c-common", "verification/cbmc/proofs", generated = { "aws/common/config.h" } },
  { "coreMQTT", "test/cbmc/proofs", generated = {} },
  { "coreSNTP", "test/cbmc/proofs", generated = {} },
  { "coreHTTP", "test/cbmc/proofs", generated = {} }, -- with its submodule llhttp, a release
  { "coreJSON", "test/cbmc/proofs", generated = {} }, -- once its build (litani) has made the copies of core_json.c
  { "Device-Shadow-for-AWS-IoT-embedded-sdk", "test/cbmc/proofs", generated = {} },
}

local function shell(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read "a"
  pipe:close()
  return text
end

local function quoted(text)
  return "'" .. text:gsub("'", [['\'']]) .. "'"
end

local function exists(path)
  local file = io.open(path)
  if file then file:close() end
  return file ~= nil
end

local scratch = shell("mktemp -d"):match "[^\n]+"
local printer = scratch .. "/variables.mk"
do
  local file = assert(io.open(printer, "w"))
  file:write [[
include Makefile
ansatz-variables:
	@echo ENTRY $(HARNESS_ENTRY)
	@for f in $(PROOF_SOURCES); do echo PROOF $$f; done
	@for f in $(PROJECT_SOURCES); do echo PROJECT $$f; done
	@for f in $(REMOVE_FUNCTION_BODY); do echo REMOVE $$f; done
	@for f in $(INCLUDES) $(DEFINES); do printf 'FLAG %s\n' "$$f"; done
	@echo 'CONTRACTS $(CHECK_FUNCTION_CONTRACTS)'
	@echo 'LOOPS $(UNWINDSET)'
	@echo 'ALLOCATIONS $(CBMC_FLAG_MALLOC_MAY_FAIL)'
]]
  file:close()
end

-- Reads the settings in the makefile of a proof; nil: it is not a proof.
local function read_proof(path)
  local p = { PROOF = {}, PROJECT = {}, REMOVE = {}, FLAG = {} }
  for line in shell(("cd %s && make -s -f %s ansatz-variables 2>/dev/null"):format(quoted(path), printer)):gmatch "[^\n]+" do
    local key, value = line:match "^(%u+) ?(.*)$"
    if type(p[key]) == "table" then
      p[key][#p[key] + 1] = value
    elseif key then
      p[key] = value
    end
  end
  return p.ENTRY and p.ENTRY ~= "" and p or nil
end

local function configuration(p, includes)
  local compiler, removed = { "-I" .. includes }, {}
  for _, flag in ipairs(p.FLAG) do
    if flag:find "^%-[ID]." then compiler[#compiler + 1] = flag end
  end
  for _, name in ipairs(p.REMOVE) do
    for _, file in ipairs(p.PROJECT) do removed[#removed + 1] = file .. ":" .. name end
  end
  return { harness = p.ENTRY, compiler = compiler, remove_function_body = removed, malloc_may_fail = not (p.ALLOCATIONS or ""):find "%-%-no%-" or nil }
end

local function files_of(p)
  local files, known = {}, {}
  for _, list in ipairs { p.PROOF, p.PROJECT } do
    for _, file in ipairs(list) do
      if not known[file] then files[#files + 1] = file end
      known[file] = true
    end
  end
  return files
end

local has_cbmc = shell("command -v cbmc"):find "%S"

-- CBMC's own answer, on the same files.
local function ask_cbmc(p, c)
  local words = { "timeout", tostring(seconds), "cbmc", "--function", p.ENTRY, "--no-standard-checks", "--unwind", "1" }
  if p.LOOPS and p.LOOPS:find "%S" then words[#words + 1] = "--unwindset " .. p.LOOPS:gsub("%s+", ","):gsub(",$", "") end
  for _, word in ipairs(c.compiler) do words[#words + 1] = quoted(word) end
  for _, file in ipairs(files_of(p)) do words[#words + 1] = quoted(file) end
  local said = shell(table.concat(words, " ") .. " 2>&1")
  return said:match "VERIFICATION (%u+)" or "no answer"
end

-- The folders with a proof.
local function names_in(proofs)
  local names = {}
  for line in shell(("ls %s 2>/dev/null"):format(quoted(proofs))):gmatch "[^\n]+" do
    if exists(("%s/%s/Makefile"):format(proofs, line)) and line:find(pattern, 1, true) then names[#names + 1] = line end
  end
  return names
end

for _, project in ipairs(projects) do
  local proofs, count = ("%s/%s/%s"):format(folder, project[1], project[2]), { proofs = 0, read = 0, ["true"] = 0, ["false"] = 0, unknown = 0 }
  local missing = {}
  for _, header in ipairs(project.generated) do
    shell(("mkdir -p %s && : >%s"):format(quoted(scratch .. "/" .. (header:match "^(.*)/" or ".")), quoted(scratch .. "/" .. header)))
  end
  for i, name in ipairs(names_in(proofs)) do
    local p = (i - first) % step == 0 and read_proof(proofs .. "/" .. name)
    if p and (p.CONTRACTS or ""):find "%S" then
      -- The harness only calls the function. Its preconditions are in a contract of CBMC's, which is not read.
      print(("%-44s %-10s          rests on a function contract"):format(name, "not asked"))
    elseif p then
      local c = configuration(p, scratch)
      c.property, c.cpu = property, seconds
      local fine, answer = pcall(az.verify, files_of(p), c)
      local verdict, why = "not read", tostring(answer)
      if fine then verdict, why = answer.verdict, answer.reason or "" end
      count.proofs = count.proofs + 1
      if fine then count.read = count.read + 1 end
      local kind = verdict:match "^%a+"
      if count[kind] then count[kind] = count[kind] + 1 end
      if kind ~= "true" and kind ~= "false" then
        local cause = why:gsub(" at [^ ]*:%d+.*", "")
        missing[cause] = (missing[cause] or 0) + 1
      end
      print(("%-44s %-10s %6.1f s  %s%s"):format(name, verdict, fine and answer.cpu or 0, has_cbmc and ("cbmc: " .. ask_cbmc(p, c) .. "  ") or "", why))
    end
  end
  if count.proofs > 0 then
    print(("%s: %d proofs, %d read, %d true, %d false, %d unknown"):format(project[1], count.proofs, count.read, count["true"], count["false"], count.unknown))
    for cause, n in pairs(missing) do print(("  %3d  %s"):format(n, cause)) end
  end
end
os.execute("rm -r " .. quoted(scratch))
