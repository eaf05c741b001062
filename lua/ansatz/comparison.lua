-- Compares two configurations: task by task, by a statistical test, and by what one of them should prove if the other
-- does.
local schema = require "ansatz.schema"
local measures = require "ansatz.measures"
local results = require "ansatz.results"
local statistics = require "ansatz.statistics"
local containment = require "ansatz.containment"
local text = require "ansatz.text"
local progress = require "ansatz.progress"
local absent = require "ansatz.verdict".absent -- categories of runs without a result
local comparison = {}

local function short_key(row) return row.suite .. "\0" .. row.task .. "\0" .. row.property end

-- Finds the run of a configuration for a task. In results of another folder, a task is the same if its suite and name
-- are, or if its file is, in a suite of another name.
local function finder(self, config)
  local exact, short, files = {}, {}, {}
  for row in self:each(config) do
    exact[results.task_key(row)], short[short_key(row)] = row, row
    if row.path then files[row.path .. "\0" .. row.property] = row end
  end
  return function(row) return exact[results.task_key(row)] or short[short_key(row)] or row.path and files[row.path .. "\0" .. row.property] end
end

-- ---- task by task -----------------------------------------------------------------------------------------------------------------

local function mark(row, twin)
  if (row.verdict == "true" and twin.verdict:find "^false") or (twin.verdict == "true" and row.verdict:find "^false") then return "opposite" end
  if row.category == "wrong" or twin.category == "wrong" then return "WRONG" end
  local x, y = row.category == "correct", twin.category == "correct"
  return x ~= y and (x and "only first" or "only second") or ""
end

-- results:compare("a", "b") -> text: the tasks on which they differ ({ all = true }: every task), and a summary.
-- `other`: b is looked up in these other results.
function comparison.compare(self, a, b, given) return (comparison.compared(self, a, b, given)) end

-- Returns the same text, and the number of tasks on which b is worse: it has lost a right verdict of a, or has a wrong
-- one where a had none.
function comparison.compared(self, a, b, given)
  local other = given and given.other or self
  local o = schema.check("results:compare", { all = { "boolean" }, file = { "string" } }, given and { all = given.all, file = given.file } or {})
  results.check_config(self, a, "results:compare")
  results.check_config(other, b, "results:compare")
  if self.dry then return "", 0 end
  local twin_of, seconds = finder(other, b), measures.find "cpu"
  local lines, met, n, logs = {}, {}, { alone = { 0, 0 }, both = 0, first = 0, second = 0, opposite = 0, worse = 0, common = 0, not_run = 0, timed = 0 }, 0
  for row in (self:distinct()):each(a) do
    local twin = twin_of(row)
    if not twin then
      n.alone[1] = n.alone[1] + 1
    else
      met[results.task_key(twin)] = true
      local ran = not absent[row.category] and not absent[twin.category]
      n[ran and "common" or "not_run"] = n[ran and "common" or "not_run"] + 1
      local x, y = row.category == "correct", twin.category == "correct"
      if x and y then
        n.both = n.both + 1
        if row.cpu and twin.cpu then
          logs, n.timed = logs + math.log(math.max(twin.cpu, 0.001) / math.max(row.cpu, 0.001)), n.timed + 1
        end
      end
      if ran and x and not y then n.first = n.first + 1 end
      if ran and y and not x then n.second = n.second + 1 end
      if ran and ((x and not y) or (twin.category == "wrong" and row.category ~= "wrong")) then n.worse = n.worse + 1 end
      local said = ran and mark(row, twin) or "not run"
      if said == "opposite" then n.opposite = n.opposite + 1 end
      if row.category == "wrong" or twin.category == "wrong" then said = "WRONG" end
      if o.all or said ~= "" or row.verdict ~= twin.verdict then
        lines[#lines + 1] = { row.suite .. "/" .. row.task, row.property, row.expected or "-", row.verdict, seconds:format(row.cpu), twin.verdict, seconds:format(twin.cpu), said }
      end
    end
  end
  for row in (other:distinct()):each(b) do
    if not met[results.task_key(row)] then n.alone[2] = n.alone[2] + 1 end
  end
  local second = b ~= a and b or b .. " (second)"
  local made = ""
  if #lines > 0 then
    local columns = {}
    for i, title in ipairs { "task", "property", "expected", a, "time (s)", second, "time (s)", "" } do columns[i] = { title = title, left = i ~= 5 and i ~= 7 } end
    made = text.plain { columns = columns, blocks = { { lines = lines } } }
  end
  made = made .. ("%d tasks in common; right in both %d, only %s %d, only %s %d, opposite verdicts %d"):format(n.common, n.both, a, n.first, b ~= a and b or "second",
    n.second, n.opposite)
  if n.timed > 0 then made = made .. ("; time of the second over the first, geometric mean over those right in both: %.2f"):format(math.exp(logs / n.timed)) end
  if n.not_run > 0 then made = made .. ("; left out because one of the two did not run: %d"):format(n.not_run) end
  if n.alone[1] + n.alone[2] > 0 then made = made .. ("; tasks only of the first: %d, only of the second: %d"):format(n.alone[1], n.alone[2]) end
  made = made .. "\n"
  if o.file then self:write(o.file, made) end
  return made, n.worse
end

-- ---- is the difference more than chance? -----------------------------------------------------------------------------------------------

local rule = "Wilcoxon's signed-rank test of pairs, a pair a task, two-sided%s. A run without the right verdict counts with its "
  .. "limit; pairs that are equal, above all those that neither solves, say nothing. Effect: rank-biserial correlation, from -1 (the second is always %s) to 1 "
  .. "(the first is)."

local test_fields = {
  configs = { "table" }, baseline = { "string" }, measure = { "string", default = "cpu" }, file = { "string" }, format = { choices = { "text", "latex" } }, caption = { "string" },
  label = { "string" },
}

local function is_time(m) return m.name == "cpu" or m.name == "wall" end

-- Tests the pairs of configurations, or each configuration with the baseline. Returns a list of { first, second, tasks,
-- n, median, p, holm, effect }.
local function run_tests(self, o, m)
  local configs = results.chosen_configs(self, o.configs, "results:significance.configs")
  local all, tests, values, p, tasks, ended = self:distinct(), {}, {}, {}, {}, {}
  for _, row in ipairs(all.rows) do -- { configuration = { task = value } }
    tasks[results.task_key(row)] = true
    ended[row.config] = ended[row.config] or {}
    ended[row.config][results.task_key(row)] = row.category
    local value
    if is_time(m) and row.category ~= "correct" and not absent[row.category] then
      value = m.name == "wall" and self.limits.wall or self.limits.cpu
    elseif not absent[row.category] then
      value = m:value(row, self)
    end
    values[row.config] = values[row.config] or {}
    values[row.config][results.task_key(row)] = value
  end
  local function test(a, b)
    local differences, other, out = {}, values[b] or {}, { all = 0, alone = 0, not_run = 0, no_value = 0, unsolved = 0 }
    for task in pairs(tasks) do
      local x, y = (values[a] or {})[task], other[task]
      local first, second = (ended[a] or {})[task], (ended[b] or {})[task]
      out.all = out.all + 1
      if x and y then
        differences[#differences + 1] = y - x
        if first ~= "correct" and second ~= "correct" then out.unsolved = out.unsolved + 1 end
      elseif not first or not second then
        out.alone = out.alone + 1
      elseif absent[first] or absent[second] then
        out.not_run = out.not_run + 1
      else
        out.no_value = out.no_value + 1
      end
    end
    local t = statistics.wilcoxon(differences)
    t.left_out = out
    t.first, t.second, t.tasks = a, b, #differences
    t.median = #differences > 0 and measures.over.median(differences) or nil
    if m.better == "more" then t.effect = -t.effect end
    tests[#tests + 1], p[#p + 1] = t, t.p
  end
  for i, a in ipairs(configs) do
    if o.baseline and a ~= o.baseline then test(o.baseline, a) end
    for j = i + 1, o.baseline and 0 or #configs do test(a, configs[j]) end
  end
  for i, holm in ipairs(statistics.holm(p)) do tests[i].holm = holm end
  return tests
end

local function checked_tests(self, given)
  local o = schema.check("results:significance", test_fields, given or {})
  results.chosen_configs(self, o.configs, "results:significance.configs")
  if o.baseline then results.check_config(self, o.baseline, "results:significance.baseline") end
  local m = measures.find(o.measure, "results:significance.measure")
  if is_time(m) and not self.limits.cpu then schema.fail("results:significance", "the experiment has no limit of time that an unsolved task could count with") end
  return o, m, self.dry and {} or run_tests(self, o, m)
end

-- Tells which tasks are not in the pairs of a test, and why; and how many pairs count for nothing because neither
-- configuration solves the task.
local function pairs_of(t)
  local o, parts = t.left_out, {}
  local function part(n, text) if n > 0 then parts[#parts + 1] = ("%d %s"):format(n, text) end end
  part(o.alone, "with a run of only one of them")
  part(o.not_run, "not run")
  part(o.no_value, "without a value")
  return ("%s, %s: %d pairs of %d tasks%s%s."):format(t.first, t.second, t.tasks, o.all, #parts > 0 and " (left out: " .. table.concat(parts, ", ") .. ")" or "",
    o.unsolved > 0 and (", %d of them solved by neither"):format(o.unsolved) or "")
end

-- results:tests{ configs = { "a", "b", ... }, baseline = "a", measure = "cpu" } -> a list of { first, second, tasks, n,
-- median, p, holm, effect, left_out }.
function comparison.tests(self, given)
  local _, _, tests = checked_tests(self, given)
  return tests
end

-- results:significance{ the keys of tests, file = "tests.tex" } -> text.
function comparison.significance(self, given)
  local o, m, tests = checked_tests(self, given)
  local format = o.format or results.format_of(o.file, { tex = "latex", txt = "text" }, "results:significance.file", "text")
  if self.dry then return "" end
  local lines, columns = {}, {}
  local function small(x) return x < 0.0001 and "< 0.0001" or ("%.4f"):format(x) end
  for i, t in ipairs(tests) do
    lines[i] = { t.first, t.second, ("%d"):format(t.tasks), ("%d"):format(t.n), t.median and ("%.2g"):format(t.median) or "-", small(t.p), small(t.holm), ("%.2f"):format(t.effect) }
  end
  local used = {}
  for i, t in ipairs(tests) do used[i] = pairs_of(t) end
  local unit = m.unit and " (" .. m.unit .. ")" or ""
  for i, title in ipairs { "first", "second", "pairs", "unequal", "median difference" .. unit, "p", "p (Holm)", "effect" } do
    columns[i] = { title = title, short = i == 5 and "median" .. unit or nil, left = i <= 2 }
  end
  local made, problem = text[format == "latex" and "latex" or "plain"] {
    columns = columns, blocks = { { lines = lines } }, caption = o.caption, label = o.label,
    note = table.concat(used, " "),
    legend = (format == "text" or o.caption) and ("%s: "):format(m:label():gsub("^%l", string.upper)) .. rule:format(#tests > 1 and ("; p corrected for the %d tests by Holm"):format(#tests) or "", is_time(m) and "quicker" or m.better or "less") or nil,
  }
  if problem then progress.line("significance %s", problem) end
  if o.file then self:write(o.file, made) end
  return made
end

-- ---- monotonicity ---------------------------------------------------------------------------------------------------------------------

-- results:losses() -> a list of { less =, more =, row =, twin = }: the tasks that one configuration decides, but
-- another that contains it (containment.lua) does not. The larger one then ran out of time, or its strategy took
-- another course. This is no error, but it should not pass unnoticed.
function comparison.losses(self)
  local found, decided, lost = {}, {}, {}
  for _, row in ipairs((self:distinct()).rows) do
    local key = results.task_key(row)
    decided[row.config], lost[row.config] = decided[row.config] or {}, lost[row.config] or {}
    if row.category == "unknown" or row.category == "error" then lost[row.config][key] = row end
    if row.category ~= "wrong" and (row.verdict == "true" or row.verdict:find "^false") then table.insert(decided[row.config], { key = key, row = row }) end
  end
  for _, less in ipairs(self.configs) do
    for _, more in ipairs(self.configs) do
      local a, b = self.documents[less], self.documents[more]
      if less ~= more and a and b and containment.contains(b, a) then
        for _, d in ipairs(decided[less] or {}) do
          local twin = lost[more] and lost[more][d.key]
          if twin then found[#found + 1] = { less = less, more = more, row = d.row, twin = twin } end
        end
      end
    end
  end
  return found
end

-- results:monotonicity{ file = "losses.txt", limit = 1000 } -> text: the first `limit` losses.
function comparison.monotonicity(self, given)
  local o = schema.check("results:monotonicity", { file = { "string" }, limit = { "count", default = 1000 } }, given or {})
  if self.dry then return "" end
  local lines, columns, seconds = {}, {}, measures.find "cpu"
  local found = comparison.losses(self)
  for i = 1, math.min(#found, o.limit) do
    local f = found[i]
    lines[i] = { f.row.suite .. "/" .. f.row.task, f.row.property, f.less, f.row.verdict, seconds:format(f.row.cpu), f.more, f.twin.verdict, seconds:format(f.twin.cpu) }
  end
  for i, title in ipairs { "task", "property", "decided by", "verdict", "time (s)", "contains it", "verdict", "time (s)" } do
    columns[i] = { title = title, left = i ~= 5 and i ~= 8 }
  end
  local made = #lines == 0 and "Monotone: no configuration decides a task that one which contains it does not decide.\n" or text.plain {
    columns = columns, blocks = { { lines = lines } },
    note = ("Not monotone, %d times: a configuration that contains another (the same with more domains, rows, copies or techniques) does not decide what that one decides.%s"):format(#found,
      #found > o.limit and (" The first %d of them."):format(o.limit) or ""),
  }
  if o.file then self:write(o.file, made) end
  return made
end

return comparison
