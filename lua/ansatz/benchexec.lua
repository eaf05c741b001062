-- BenchExec (https://github.com/sosy-lab/benchexec): writes results as its result files, which table-generator reads,
-- and benchmark definitions from experiments; reads definitions as experiments. If a definition contains something that
-- an experiment cannot express, this is an error with its line, and never ignored.
local host = require "ansatz.host"
local schema = require "ansatz.schema"
local experiment = require "ansatz.experiment"
local suite = require "ansatz.suite"
local xml = require "ansatz.xml"
local command_line = require "ansatz.command_line"
local absent = require "ansatz.verdict".absent -- categories of runs without a result
local system, json = host.system, host.json
local benchexec = {}
local escape = xml.escape

local function slug(name) return (name:gsub("[^%w_.-]+", "-")) end

-- ---- results ------------------------------------------------------------------------------------------------------------------

-- BenchExec names the kind of a violation only for memory safety.
local function expectation(expected)
  if not expected then return "" end
  local kind = expected:match "^false%((valid%-%a+)%)$"
  if expected:find "^false" then expected = kind and kind ~= "valid-memsafety" and ("false(%s)"):format(kind) or "false" end
  return (' expectedVerdict="%s"'):format(escape(expected))
end

local function status_of(row)
  if row.category == "error" and not row.verdict:find "^%u" then return "ERROR" end
  return row.verdict
end

local function run_element(row)
  local files = escape(row.path)
  local lines = { ('  <run name="%s" files="[%s]" properties="%s"%s>'):format(files, files, escape(row.property), expectation(row.expected)) }
  local function column(title, value, hidden)
    lines[#lines + 1] = ('    <column title="%s" value="%s"%s/>'):format(title, escape(value), hidden and ' hidden="true"' or "")
  end
  column("status", status_of(row))
  if row.cpu then column("cputime", ("%.9gs"):format(row.cpu)) end
  if row.wall then column("walltime", ("%.9gs"):format(row.wall)) end
  if row.memory then column("memory", ("%.0fB"):format(row.memory)) end
  column("category", row.category, true)
  lines[#lines + 1] = "  </run>"
  return table.concat(lines, "\n")
end

-- Converts 2026-11-22T18:03:41+0000 to 2026-11-22T18:03:41+00:00.
local function iso(date) return (date:gsub("([+-]%d%d)(%d%d)$", "%1:%2")) end

local function header(self, config, block)
  local m, limits = self.machine or {}, ""
  if self.limits.cpu then limits = limits .. (' timelimit="%gs"'):format(self.limits.cpu) end
  if self.limits.memory then limits = limits .. (' memlimit="%.0fB"'):format(self.limits.memory) end
  local date = system.date()
  return table.concat({
    '<?xml version="1.0" encoding="utf-8"?>',
    '<!DOCTYPE result PUBLIC "+//IDN sosy-lab.org//DTD BenchExec result 3.12//EN" "https://www.sosy-lab.org/benchexec/result-3.12.dtd">',
    ('<result benchmarkname="%s" name="%s" block="%s" displayName="%s" date="%s" starttime="%s" tool="Ansatz" toolmodule="interop.ansatz" version="%s" generator="Ansatz %s" options="%s"%s>'):format(
      escape(self.name), escape(config .. "." .. block), escape(block), escape(config), date:sub(1, 19):gsub("T", " ") .. " UTC", iso(date), host.version, host.version, escape(config), limits),
    '  <columns><column title="status"/><column title="cputime"/><column title="walltime"/><column title="memory"/></columns>',
    ('  <systeminfo hostname="%s"><os name="%s"/><cpu cores="%s" model="%s"/><ram size="%sB"/><environment/></systeminfo>'):format(escape(m.host or "unknown"), escape(m.system or "unknown"),
      escape(m.cores or "unknown"), escape(m.cpu or "unknown"), escape(m.memory or 0)),
  }, "\n")
end

-- results:xml{ folder = } -> result files, one for each configuration and suite. Runs that were not carried out are
-- left out.
function benchexec.results(self, given)
  local o = schema.check("results:xml", { folder = { "string", default = "benchexec" } }, given or {})
  local written = {}
  for _, config in ipairs(self.configs) do
    for _, block in ipairs(self:suites()) do
      local lines = { header(self, config, block) }
      for row in self:each(config) do
        for _, run in ipairs(row.suite == block and (row.runs or { row }) or {}) do
          if not absent[run.category] then lines[#lines + 1] = run_element(run) end
        end
      end
      if #lines > 1 then
        lines[#lines + 1] = "</result>\n"
        written[#written + 1] = self:write(("%s/%s.%s.%s.results.xml"):format(o.folder, slug(self.name), slug(config), slug(block)), table.concat(lines, "\n"))
      end
    end
  end
  return written
end

-- ---- definitions: write ----------------------------------------------------------------------------------------------------------

-- Options that the tool-info module adds itself, from the limits and the task.
local added = { ["--property"] = true, ["--timeout"] = true, ["--wall"] = true, ["--memory"] = true }

-- Returns the options of a configuration: { { "--mode", "bmc" }, ... }; an option without a value is a name alone.
local function options_of(document, model)
  local words, why = command_line.words(document)
  if not words then host.fail(why) end
  local list, last = {}, #words - (document.task and 1 or #document.files)
  local i = 2 -- the words after "verify"
  while i <= last do
    local valued = words[i + 1] and i < last and not words[i + 1]:find "^%-%-"
    if not added[words[i]] and not (words[i] == "--data-model" and not model) then list[#list + 1] = { words[i], valued and words[i + 1] or nil } end
    i = i + (valued and 2 or 1)
  end
  return list
end

local function yaml_text(s) return '"' .. s:gsub('[\\"]', "\\%0"):gsub("\n", "\\n") .. '"' end

local checks = {
  ["unreach-call"] = "G ! call(reach_error())", ["no-overflow"] = "G ! overflow", termination = "F end", ["valid-memsafety"] = { "G valid-free", "G valid-deref", "G valid-memtrack" },
  ["valid-memcleanup"] = "G valid-memcleanup",
}

local function property_text(name)
  local formulas, lines = checks[name] or "G ! " .. name, {}
  for i, formula in ipairs(type(formulas) == "table" and formulas or { formulas }) do lines[i] = ("CHECK( init(main()), LTL(%s) )"):format(formula) end
  return table.concat(lines, "\n") .. "\n"
end

-- Returns a function that writes files relative to the folder of the definition.
local function writer(folder)
  return function(name, content)
    local path = folder .. "/" .. name
    local fine, why, full = system.make_folder(path:match "^(.*)/[^/]*$")
    if fine then fine, why, full = system.write(path, content) end
    if not fine then host.fail("cannot write: " .. why, full and "resource" or "input") end
    return path
  end
end

-- Returns the task file of a task; if there is none, writes one beside the definition.
local function task_file(task, property, write, base, number)
  if task.path then return task.path end
  local lines = { 'format_version: "2.0"', "input_files:" }
  for _, file in ipairs(task.files) do lines[#lines + 1] = "  - " .. yaml_text(file) end
  lines[#lines + 1] = "properties:"
  lines[#lines + 1] = "  - property_file: " .. yaml_text(property.file or property.name .. ".prp")
  if property.expected then
    lines[#lines + 1] = "    expected_verdict: " .. (property.expected == "true" and "true" or "false")
    local kind = property.expected:match "%((valid%-%a+)%)"
    if kind and kind ~= property.name then lines[#lines + 1] = "    subproperty: " .. kind end
  end
  lines[#lines + 1] = ("options:\n  language: C\n  data_model: %s\n"):format(task.data_model)
  return write(("%s-tasks/%d-%s.yml"):format(base, number, slug(task.name)), table.concat(lines, "\n"))
end

-- az.write_benchmark(experiment, "x.xml") -> the files written: the definition, and the files that it needs beside the
-- tasks' own ones. A relative path is in the script's folder.
function benchexec.write(e, file)
  local meta = getmetatable(e)
  if type(meta) ~= "table" or meta.__name ~= "az.experiment" then schema.fail("az.write_benchmark", "expects an az.experiment{ ... }, got %s", schema.got(e)) end
  if type(file) ~= "string" or not file:find "%.xml$" then schema.fail("az.write_benchmark", "expects the name of an .xml file") end
  local path = file:sub(1, 1) == "/" and file or schema.folder() .. "/" .. file
  if e.limits.cpu ~= math.floor(e.limits.cpu) then schema.fail("az.write_benchmark", "BenchExec takes whole seconds, the limit of CPU time is %g s", e.limits.cpu) end
  if host.options.mode == "check" then return { path } end
  local folder, base = path:match "^(.*)/([^/]*)%.xml$"
  local write, written = writer(folder), {}
  -- One run of each configuration tells its options.
  local first = {}
  for _, run in ipairs(experiment.runs(e)) do first[run.config] = first[run.config] or json.decode(run.document) end
  local out = {
    '<?xml version="1.0"?>',
    '<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 2.3//EN" "https://www.sosy-lab.org/benchexec/benchmark-2.3.dtd">',
    ('<benchmark tool="interop.ansatz" displayName="%s" timelimit="%g s" hardtimelimit="%g s" walltimelimit="%g s" memlimit="%.0f B" cpuCores="1">'):format(escape(e.name), e.limits.cpu,
      math.ceil(e.limits.cpu * 1.05 + 1), math.ceil(e.limits.wall), e.limits.memory),
  }
  for _, config in ipairs(e.configs) do
    out[#out + 1] = ('  <rundefinition name="%s">'):format(escape(config.name))
    for _, option in ipairs(options_of(first[config.name], config.data_model)) do
      out[#out + 1] = option[2] and ('    <option name="%s">%s</option>'):format(escape(option[1]), escape(option[2])) or ('    <option name="%s"/>'):format(escape(option[1]))
    end
    out[#out + 1] = "  </rundefinition>"
  end
  local number = 0
  for _, s in ipairs(e.suites) do
    -- A block of tasks has only one property.
    local order, blocks = {}, {}
    for _, task in ipairs(s.tasks) do
      for _, property in ipairs(task.properties) do
        if not e.property or e.property == property.name then
          local name = property.name .. "\0" .. (property.file or "")
          if not blocks[name] then
            blocks[name] = { property = property, files = {} }
            order[#order + 1] = name
          end
          number = number + 1
          table.insert(blocks[name].files, task_file(task, property, function(where, content)
            written[#written + 1] = write(where, content)
            return where
          end, base, number))
        end
      end
    end
    for i, name in ipairs(order) do
      local block = blocks[name]
      if not block.property.file then
        block.file = ("%s-tasks/%s.prp"):format(base, block.property.name)
        written[#written + 1] = write(block.file, property_text(block.property.name))
      end
      out[#out + 1] = ('  <tasks name="%s">'):format(escape(i == 1 and #order == 1 and s.name or s.name .. "." .. block.property.name))
      for _, task in ipairs(block.files) do out[#out + 1] = ("    <include>%s</include>"):format(escape((task:gsub("[%[%]%*%?]", "[%0]")))) end
      out[#out + 1] = ("    <propertyfile>%s</propertyfile>\n  </tasks>"):format(escape(block.file or block.property.file))
    end
  end
  out[#out + 1] = "</benchmark>\n"
  table.insert(written, 1, write(base .. ".xml", table.concat(out, "\n")))
  return written
end

-- ---- definitions: read -----------------------------------------------------------------------------------------------------------

local units = { s = 1, min = 60, h = 3600, d = 86400, B = 1, kB = 1e3, MB = 1e6, GB = 1e9, TB = 1e12 }

local function quantity(text, fail, what, known)
  local number, unit = text:match "^%s*([%d.]+)%s*(%a*)%s*$"
  if not tonumber(number) or (unit ~= "" and not known[unit]) then fail("%s expects a number with a unit, got '%s'", what, text) end
  return tonumber(number) * (unit ~= "" and units[unit] or 1)
end

-- Reads a description such as interval{ strategy = binsearch() }; only constructors of modules are in scope.
local function described(text, fail, option)
  local scopes = { host.scope "domain", host.scope "strategy", host.scope "segmentation", host.scope "observation" }
  local scope = setmetatable({ rows = host.rows }, { __index = function(_, name)
    for _, modules in ipairs(scopes) do
      local fine, found = pcall(function() return modules[name] end)
      if fine and found ~= nil then return found end
    end
  end })
  local f, why = load("return " .. text, "=" .. option, "t", scope)
  local fine, value = pcall(f or error, why)
  if fine and host.is_constructor(value) then value = value {} end
  if not fine or not host.kind(value) then fail("%s: '%s' is not a description of a module%s", option, text, fine and "" or ": " .. tostring(value):gsub("^[^:]*:%d+: ", "")) end
  return value
end

local function setting(value, fail, option)
  local name, said = value:match "^([%w_]+)=(.+)$"
  if not name then fail("%s expects NAME=VALUE, got '%s'", option, value) end
  return name, said
end

-- Options of `ansatz verify`, as keys of az.config.
local readers = {
  ["--mode"] = function(c, v) c.mode = v end,
  ["--solver"] = function(c, v) c.solver = v end,
  ["--data-model"] = function(c, v) c.data_model = v end,
  ["--function"] = function(c, v) c["function"] = v end,
  ["--signed-overflow"] = function(c, v) c.signed_overflow = v end,
  ["--undefined"] = function(c, v) c.undefined = v end,
  ["--sandbox"] = function(c, v) c.sandbox = v end,
  ["--config"] = function(c, v) c.config = v end,
  ["--domain"] = function(c, v, fail) c.domain = described(v, fail, "--domain") end,
  ["--strategy"] = function(c, v, fail) c.strategy = described(v, fail, "--strategy") end,
  ["--max-unwind"] = function(c, v, fail) c.max_unwind = math.tointeger(tonumber(v)) or fail("--max-unwind expects a number, got '%s'", v) end,
  ["--trust"] = function(c, v) c.trust = c.trust or {} table.insert(c.trust, v) end,
  ["--limit"] = function(c, v, fail)
    local name, said = setting(v, fail, "--limit")
    c.limits = c.limits or {}
    c.limits[name] = tonumber(said) or fail("--limit expects NAME=NUMBER, got '%s'", v)
  end,
  ["--switch"] = function(c, v, fail)
    local name, said = setting(v, fail, "--switch")
    c.switches = c.switches or {}
    if said == "on" or said == "off" then said = said == "on" end -- otherwise it is a word
    c.switches[name] = said
  end,
  ["--no-replay"] = function(c) c.replay = false end,
  ["--witness-indices"] = function(c) c.witness_indices = true end,
  ["--iterates"] = function(c) c.iterates = true end,
  ["--invariants"] = function(c) c.invariants = true end,
  ["--certify"] = function(c) c.certify = true end,
}
local silent = { ["--json"] = true, ["--trace"] = true, ["--stats"] = true } -- options that only change the output

local function text_of(element) return (element.text:match "^%s*(.-)%s*$") end

local function read_option(config, element, fail)
  local name, value = element.attributes.name or text_of(element), element.attributes.name and text_of(element) or ""
  if silent[name] then return end
  local known = {}
  for option in pairs(readers) do known[#known + 1] = option end
  table.sort(known)
  if not readers[name] then
    local near = host.suggest(name, known)
    fail(near and "the option '%s' is not known: did you mean '%s'?" or "the option '%s' cannot be read as a configuration", name, near)
  end
  readers[name](config, value ~= "" and value or nil, fail)
end

-- Returns the tasks of a <tasks> element as one suite.
local function read_tasks(element, folder, properties, fail_at, number)
  local patterns, excluded, own = {}, {}, {}
  for _, child in ipairs(element) do
    local function fail(...) fail_at(child, ...) end
    local text = text_of(child)
    if text:find "%${" then fail("variables such as '%s' are not read", text) end
    if child.name == "include" or child.name == "includesfile" then
      -- BenchExec only warns of a pattern that matches nothing; here it is an error, as everywhere.
      patterns[#patterns + 1] = (text:gsub("%[([%[%]%*%?])%]", "%1"))
    elseif child.name == "exclude" then
      excluded[#excluded + 1] = text
    elseif child.name == "propertyfile" then
      own[#own + 1] = child
    elseif child.name == "excludesfile" or child.name == "append" or child.name == "withoutfile" or child.name == "option" then
      fail("<%s> in <tasks> has no counterpart in a suite", child.name)
    end
  end
  if #patterns == 0 then fail_at(element, "<tasks> includes no file") end
  if #own == 0 then own = properties end
  if #own > 1 then fail_at(own[2], "several property files for the same tasks") end
  local property, expected
  if own[1] then
    local path = text_of(own[1])
    if path:sub(1, 1) ~= "/" then path = folder .. "/" .. path end
    property, expected = host.property(path), own[1].attributes.expectedverdict
    if not property then fail_at(own[1], "%s is not a supported property file", path) end
    if expected then fail_at(own[1], "'expectedverdict': the verdicts are those of the task files") end
  end
  local items = { name = element.attributes.name or ("tasks-%d"):format(number), folder = folder, exclude = excluded }
  for i, pattern in ipairs(patterns) do items[i] = pattern end
  local made = suite.suite(items)
  if not property then return made end
  -- As in BenchExec, these are the tasks that have the block's property, with only this property.
  local tasks = { name = made.name }
  for _, task in ipairs(made.tasks) do
    for _, p in ipairs(task.properties) do
      if p.name == property then
        tasks[#tasks + 1] = { name = task.name, path = task.path, files = task.files, data_model = task.data_model, properties = { p } }
      end
    end
  end
  if #tasks == 0 then fail_at(element, "no task of this block has the property '%s'", property) end
  return suite.suite(tasks)
end

-- az.read_benchmark "x.xml" -> { name =, suites =, configs =, limits = }, as az.experiment takes it. Run definitions
-- become configurations if the tool is Ansatz; for another tool, `configs` is empty, and the caller fills it in.
function benchexec.read(file)
  if type(file) ~= "string" then schema.fail("az.read_benchmark", "expects the name of an .xml file, got %s", schema.got(file)) end
  local path = file:sub(1, 1) == "/" and file or schema.folder() .. "/" .. file
  local content, why = system.read(path)
  if not content then schema.fail("az.read_benchmark", "%s", why) end
  local root, wrong = xml.parse(content)
  if not root then host.fail(path .. ":" .. wrong) end
  local function fail_at(element, message, ...) host.fail(("%s:%d: "):format(path, element.line) .. message:format(...)) end
  if root.name ~= "benchmark" then fail_at(root, "expects a <benchmark>, got <%s>", root.name) end
  local folder = path:match "^(.*)/[^/]*$"
  local a, limits = root.attributes, {}
  local function fail(...) fail_at(root, ...) end
  local times, sizes = { s = true, min = true, h = true, d = true }, { B = true, kB = true, MB = true, GB = true, TB = true }
  if a.timelimit then limits.cpu = quantity(a.timelimit, fail, "timelimit", times) end
  if not limits.cpu and a.hardtimelimit then limits.cpu = quantity(a.hardtimelimit, fail, "hardtimelimit", times) end
  if a.walltimelimit then limits.wall = quantity(a.walltimelimit, fail, "walltimelimit", times) end
  if a.memlimit then limits.memory = ("%.0f B"):format(quantity(a.memlimit, fail, "memlimit", sizes)) end
  local ours = (a.tool or ""):match "([^.]*)$" == "ansatz"
  local properties, common, definitions, blocks = {}, {}, {}, {}
  for _, child in ipairs(root) do
    if child.name == "propertyfile" then properties[#properties + 1] = child end
    if child.name == "option" then common[#common + 1] = child end
    if child.name == "rundefinition" then definitions[#definitions + 1] = child end
    if child.name == "tasks" then blocks[#blocks + 1] = child end
  end
  local configs = {}
  for i, definition in ipairs(ours and definitions or {}) do
    local config = { name = definition.attributes.name or tostring(i) }
    for _, option in ipairs(common) do read_option(config, option, function(...) fail_at(option, ...) end) end
    for _, child in ipairs(definition) do
      if child.name == "option" then read_option(config, child, function(...) fail_at(child, ...) end) end
      if child.name == "tasks" or child.name == "propertyfile" then fail_at(child, "<%s> of one run definition alone: an experiment runs every configuration on every suite", child.name) end
    end
    if config.config and config.config:sub(1, 1) ~= "/" then config.config = folder .. "/" .. config.config end
    configs[i] = experiment.config(config)
  end
  local suites, names = {}, {}
  for i, block in ipairs(blocks) do
    local made = read_tasks(block, folder, properties, fail_at, i)
    if names[made.name] then fail_at(block, "two blocks of tasks are called '%s'", made.name) end
    suites[i], names[made.name] = made, true
  end
  if #suites == 0 then fail "there is no <tasks>" end
  local name = path:match "([^/]*)%.xml$" or path:match "[^/]*$"
  return { name = slug(name), suites = suites, configs = configs, limits = limits }
end

return benchexec
