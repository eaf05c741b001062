-- Two configurations beside each other: task by task, by a statistical test, and by what one should prove if the other does.
local schema = require "ansatz.schema"
local measures = require "ansatz.measures"
local results = require "ansatz.results"
local statistics = require "ansatz.statistics"
local containment = require "ansatz.containment"
local text = require "ansatz.text"
local comparison = {}

local function short_key(row) return row.suite .. "\0" .. row.task .. "\0" .. row.property end

-- The runs of a configuration by task. In another folder the same suite and name are the same task.
local function finder(self, config)
  local exact, short = {}, {}
  for row in self:each(config) do
    exact[results.task_key(row)], short[short_key(row)] = row, row
  end
  return function(row) return exact[results.task_key(row)] or short[short_key(row)] end
end

-- ---- task by task -----------------------------------------------------------------------------------------------------------------

local function mark(row, twin)
  if (row.verdict == "true" and twin.verdict:find "^false") or (twin.verdict == "true" and row.verdict:find "^false") then return "opposite" end
  if row.category == "wrong" or twin.category == "wrong" then return "WRONG" end
  local x, y = row.category == "correct", twin.category == "correct"
  return x ~= y and (x and "only first" or "only second") or ""
end

-- results:compare("a", "b") -> text: the tasks where they differ ({ all = true }: every task), and a summary. `other`: b is looked up in other results.
function comparison.compare(self, a, b, given)
  local other = given and given.other or self
  local o = schema.check("results:compare", { all = { "boolean" }, file = { "string" } }, given and { all = given.all, file = given.file } or {})
  results.check_config(self, a, "results:compare")
  results.check_config(other, b, "results:compare")
  if self.dry then return "" end
  local twin_of, seconds = finder(other, b), measures.find "cpu"
  local lines, n, logs = {}, { both = 0, first = 0, second = 0, opposite = 0, common = 0, not_run = 0 }, 0
  for row in self:each(a) do
    local twin = twin_of(row)
    if twin then
      local ran = row.category ~= "fault" and twin.category ~= "fault"
      n[ran and "common" or "not_run"] = n[ran and "common" or "not_run"] + 1
      local x, y = row.category == "correct", twin.category == "correct"
      if x and y then
        n.both = n.both + 1
        logs = logs + math.log(math.max(twin.cpu, 0.001) / math.max(row.cpu, 0.001))
      end
      if ran and x and not y then n.first = n.first + 1 end
      if ran and y and not x then n.second = n.second + 1 end
      local said = ran and mark(row, twin) or "not run"
      if said == "opposite" then n.opposite = n.opposite + 1 end
      if row.category == "wrong" or twin.category == "wrong" then said = "WRONG" end
      if o.all or said ~= "" or row.verdict ~= twin.verdict then
        lines[#lines + 1] = { row.suite .. "/" .. row.task, row.property, row.expected or "-", row.verdict, twin.verdict, seconds:format(row.cpu), seconds:format(twin.cpu), said }
      end
    end
  end
  local second = b ~= a and b or b .. " (second)"
  local made = ""
  if #lines > 0 then
    local columns = {}
    for i, title in ipairs { "task", "property", "expected", a, second, "time", "time", "" } do columns[i] = { title = title, left = i <= 5 } end
    made = text.plain { columns = columns, blocks = { { lines = lines } } }
  end
  made = made .. ("%d tasks in common; right in both %d, only %s %d, only %s %d, opposite verdicts %d"):format(n.common, n.both, a, n.first, b ~= a and b or "second",
    n.second, n.opposite)
  if n.both > 0 then made = made .. ("; time of the second over the first, geometric mean over those right in both: %.2f"):format(math.exp(logs / n.both)) end
  if n.not_run > 0 then made = made .. ("; left out because one of the two did not run: %d"):format(n.not_run) end
  made = made .. "\n"
  if o.file then self:write(o.file, made) end
  return made
end

-- ---- is the difference more than chance? -----------------------------------------------------------------------------------------------

local rule = "Wilcoxon's signed-rank test of pairs, a pair a task, two-sided; p corrected for the %d tests by Holm. A run without the right verdict counts with its "
  .. "limit; pairs that are equal, above all those that neither solves, say nothing. Effect: rank-biserial correlation, from -1 (the second is always %s) to 1 "
  .. "(the first is)."

-- results:significance{ configs = { "a", "b", ... }, baseline = "a", measure = "cpu" } -> text, and a list of { first, second, n, median, p, holm, effect }.
function comparison.significance(self, given)
  local o = schema.check("results:significance", {
    configs = { "table" }, baseline = { "string" }, measure = { "string", default = "cpu" }, file = { "string" }, format = { choices = { "text", "latex" } }, caption = { "string" }, label = { "string" },
  }, given or {})
  local format = o.format or results.format_of(o.file, { tex = "latex", txt = "text" }, "results:significance.file", "text")
  local configs = results.chosen_configs(self, o.configs, "results:significance.configs")
  if o.baseline then results.check_config(self, o.baseline, "results:significance.baseline") end
  local m = measures.find(o.measure, "results:significance.measure")
  local timed = m.name == "cpu" or m.name == "wall"
  if timed and not self.limits.cpu then schema.fail("results:significance", "the experiment has no limit of time that an unsolved task could count with") end
  if self.dry then return "", {} end
  local function value(row)
    if row.category == "fault" then return nil end
    if timed and row.category ~= "correct" then return m.name == "wall" and (self.limits.wall or self.limits.cpu) or self.limits.cpu end
    return m:value(row, self)
  end
  local all, tests = self:distinct(), {}
  local function test(a, b)
    local twin_of, differences = finder(all, b), {}
    for row in all:each(a) do
      local twin = twin_of(row)
      local x, y = value(row), twin and value(twin)
      if x and y then differences[#differences + 1] = y - x end
    end
    local t = statistics.wilcoxon(differences)
    t.first, t.second, t.tasks = a, b, #differences
    t.median = #differences > 0 and measures.over.median(differences) or nil
    if m.better == "more" then t.effect = -t.effect end
    tests[#tests + 1] = t
  end
  for i, a in ipairs(configs) do
    if o.baseline and a ~= o.baseline then test(o.baseline, a) end
    for j = i + 1, o.baseline and 0 or #configs do test(a, configs[j]) end
  end
  local p, lines = {}, {}
  for i, t in ipairs(tests) do p[i] = t.p end
  for i, holm in ipairs(statistics.holm(p)) do tests[i].holm = holm end
  local function small(x) return x < 0.0001 and "< 0.0001" or ("%.4f"):format(x) end
  for i, t in ipairs(tests) do
    lines[i] = { t.first, t.second, ("%d"):format(t.tasks), ("%d"):format(t.n), t.median and ("%.2g"):format(t.median) or "-", small(t.p), small(t.holm), ("%.2f"):format(t.effect) }
  end
  local columns = {}
  for i, title in ipairs { "first", "second", "pairs", "unequal", "median difference" .. (m.unit and " (" .. m.unit .. ")" or ""), "p", "p (Holm)", "effect" } do
    columns[i] = { title = title, left = i <= 2 }
  end
  local worse = m.better == "more" and "more" or m.better == "less" and "less" or "less"
  local made, problem = text[format == "latex" and "latex" or "plain"] {
    columns = columns, blocks = { { lines = lines } }, caption = o.caption, label = o.label,
    legend = (format == "text" or o.caption) and ("%s: "):format(m:label():gsub("^%l", string.upper)) .. rule:format(#tests, timed and "quicker" or worse) or nil,
  }
  if problem then require "ansatz.progress".line("significance: %s", problem) end
  if o.file then self:write(o.file, made) end
  return made, tests
end

-- ---- monotonicity ---------------------------------------------------------------------------------------------------------------------

-- results:monotonicity() -> text, and a list of { less =, more =, row =, twin = }: the tasks that a configuration decides and one that contains it
-- (containment.lua) does not. It then lost its time, or its strategy its way: no error, but nothing that should pass in silence.
function comparison.monotonicity(self, given)
  local o = schema.check("results:monotonicity", { file = { "string" } }, given or {})
  if self.dry then return "", {} end
  local found, lines = {}, {}
  local all = self:distinct()
  for _, less in ipairs(self.configs) do
    for _, more in ipairs(self.configs) do
      local a, b = self.documents[less], self.documents[more]
      if less ~= more and a and b and containment.contains(b, a) and not (containment.contains(a, b) and less > more) then
        local twin_of = finder(all, more)
        for row in all:each(less) do
          local twin = twin_of(row)
          local decided = row.verdict == "true" or row.verdict:find "^false"
          local lost = twin and (twin.category == "unknown" or twin.category == "error")
          if decided and lost and row.category ~= "wrong" then
            found[#found + 1] = { less = less, more = more, row = row, twin = twin }
            lines[#lines + 1] = { row.suite .. "/" .. row.task, row.property, less, row.verdict, measures.find "cpu":format(row.cpu), more, twin.verdict, measures.find "cpu":format(twin.cpu) }
          end
        end
      end
    end
  end
  local made = ""
  if #lines > 0 then
    local columns = {}
    for i, title in ipairs { "task", "property", "decided by", "verdict", "time (s)", "contains it", "verdict", "time (s)" } do
      columns[i] = { title = title, left = i ~= 5 and i ~= 8 }
    end
    made = text.plain { columns = columns, blocks = { { lines = lines } },
      note = ("Not monotone, %d times: a configuration that contains another (the same with more domains, rows, copies or techniques) does not decide what that one decides."):format(#lines) }
  end
  if o.file then self:write(o.file, made) end
  return made, found
end

return comparison
