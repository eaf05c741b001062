-- Everything about a run: its command line, why it has no verdict, checks, invariants beside the source,
-- counterexample, log. For `ansatz results` and HTML pages.
local host = require "ansatz.host"
local command_line = require "ansatz.command_line"
local implied = require "ansatz.implied"
local verdict = require "ansatz.verdict"
local system, json = host.system, host.json
local details = {}

-- Returns the command lines of `ansatz verify` for run documents.
function details.commands(documents)
  local list = {}
  for i, text in ipairs(documents) do list[i] = command_line.text(json.decode(text)) end
  return list
end

-- Returns the files of a task: { name, path, text }, with `changed` instead of the text if the file is no longer the
-- one that was verified.
local function sources(document)
  local list = {}
  for i, path in ipairs(document.files or {}) do
    local s = { name = path:match "[^/]*$", path = path }
    local digest = document.inputs and document.inputs[i]
    if system.sha256_file(path) == digest then
      s.text = system.read(path)
      if #s.text > 200000 then s.text, s.changed = nil, "longer than 200 kB" end
    else
      s.changed = system.kind(path) and "changed since the run" or "no longer there"
    end
    list[i] = s
  end
  return list
end

-- details.of(run, row, command) -> { command =, verdict =, reason =, checks =, unconfirmed =, approximations =, hints
-- =, limits =, invariants = { { file =, line =, view =, guard =, text = } }, left_out = number of invariants that
-- follow from others, asked = whether it is known where each holds, sources =, trace =, log =, stats =, spans =, program =, finished = }; nil if the run is not finished. `run`: store:run(hash).
function details.of(run, row, command)
  if not run then return nil end
  local answer = type(run.result.answer) == "table" and run.result.answer or {}
  local said, why = verdict.of(run.result, run.document.limits or {})
  local d = {
    verdict = said, reason = why, command = command or details.commands { run.document_text }[1], sources = sources(run.document), log = run.log and run.log.log or run.result.stderr, finished = run.finished,
    program = run.document.binary, modules = run.document.modules, checks = {}, invariants = {}, left_out = 0, asked = run.document.invariants == true, unconfirmed = {}, approximations = {}, hints = {}, limits = {},
  }
  for _, p in ipairs(type(answer.properties) == "table" and answer.properties or {}) do
    for _, key in ipairs { "checks", "unconfirmed", "approximations", "hints" } do
      for _, item in ipairs(p[key] or {}) do table.insert(d[key], item) end
    end
    for name, met in pairs(p.limits or {}) do d.limits[#d.limits + 1] = ("%s = %s, met %s times"):format(name, met.value, met.hits) end
    -- Invariants that follow from other rows are left out, as in `verify --invariants`.
    local rows = {}
    for i, inv in ipairs(p.invariants or {}) do
      local loop, guard = tostring(inv.view or ""):match "^(%S*)%s*(.*)$"
      rows[i] = { loop = loop, guard = guard, text = inv.text }
    end
    local follow = implied.of(rows)
    for i, inv in ipairs(p.invariants or {}) do
      local file, line = tostring(inv.loc):match "^(.-):(%d+)"
      if inv.implied or follow[i] then
        d.left_out = d.left_out + 1
      else
        local text = d.asked and inv.holds == "after the first iteration" and inv.text .. "   (after the first iteration)" or inv.text
        d.invariants[#d.invariants + 1] = { file = file or inv.loc, line = tonumber(line), view = inv.view, guard = rows[i].guard, text = text }
      end
    end
    d.trace = d.trace or (run.log and run.log.traces and run.log.traces[p.name])
    d.method, d.stats = p.method ~= "" and p.method or d.method, p.stats or d.stats
  end
  local iterates = require "ansatz.iterates" -- which requires this file
  local recorded = run.log and iterates.of(run.log.iterates)
  d.spans = recorded and iterates.spans(recorded) or iterates.turns(d.stats)
  table.sort(d.limits)
  return d
end

-- Returns the source with each invariant above the line of its loop; lines are numbered.
function details.annotated(d)
  local out, placed = {}, {}
  for _, s in ipairs(d.sources) do
    out[#out + 1] = s.path .. (s.changed and ": " .. s.changed or "")
    local at = {}
    for _, inv in ipairs(d.invariants) do
      -- Locations contain the names of files as the compiler writes them, so that the end of the path is compared.
      if inv.line and s.text and (inv.file == s.path or s.path:sub(-#inv.file - 1) == "/" .. inv.file or inv.file:match "[^/]*$" == s.name) then
        at[inv.line] = at[inv.line] or {}
        table.insert(at[inv.line], "// invariant" .. (inv.guard ~= "" and " of " .. inv.guard or "") .. ": " .. inv.text)
        placed[inv] = true
      end
    end
    local n = 0
    for line in ((s.text or ""):gsub("\n$", "") .. "\n"):gmatch "(.-)\n" do
      n = n + 1
      if not s.text then break end
      for _, text in ipairs(at[n] or {}) do out[#out + 1] = "      | " .. line:match "^%s*" .. text end
      out[#out + 1] = ("%5d | %s"):format(n, line)
    end
  end
  if d.left_out > 0 then out[#out + 1] = d.left_out == 1 and "1 more row follows from these" or d.left_out .. " more rows follow from these" end
  if #d.invariants > 0 and not d.asked then out[#out + 1] = "invariants: all hold after the first iteration of their loop; a run with `invariants = true` tells which also hold before it" end
  for _, inv in ipairs(d.invariants) do
    if not placed[inv] then out[#out + 1] = ("invariant at %s:%s: %s"):format(inv.file, inv.line or "?", inv.text) end
  end
  return table.concat(out, "\n") .. "\n"
end

-- Tells why there is no verdict, in lines: reason, undecided checks, unconfirmed and over-approximated parts, limits
-- that were reached, hints.
function details.why(d)
  local out = {}
  if d.reason then out[1] = d.reason end
  for _, c in ipairs(d.checks) do
    if c.verdict == "unknown" then out[#out + 1] = ("not decided: %s %s: %s"):format(c.id, c.loc, c.text) end
  end
  for _, w in ipairs(d.unconfirmed) do out[#out + 1] = "unconfirmed: " .. w end
  for _, a in ipairs(d.approximations) do out[#out + 1] = "over-approximated: " .. a end
  for _, l in ipairs(d.limits) do out[#out + 1] = "limit: " .. l end
  for _, h in ipairs(d.hints) do out[#out + 1] = h end
  return out
end

function details.text(d, row)
  local out = {}
  local function add(name, text) out[#out + 1] = ("%-12s %s"):format(name, text) end
  add("task", row.suite .. "/" .. row.task .. ", " .. row.property .. ", configuration '" .. row.config .. "'")
  add("verdict", row.verdict .. (row.expected and ", expected " .. row.expected or "") .. ": " .. row.category)
  if d.method then add("method", d.method .. (row.k and ", k = " .. row.k or "")) end
  if row.cpu then add("resources", ("CPU %.2f s, wall %.2f s, memory %.0f MB"):format(row.cpu, row.wall or 0, (row.memory or 0) / 1e6)) end
  add("finished", d.finished)
  add("program", d.program or "?")
  add("command", d.command)
  if row.verdict ~= "true" and not row.verdict:find "^false" then
    for i, line in ipairs(details.why(d)) do add(i == 1 and "why" or "", line) end
  else
    for i, c in ipairs(d.checks) do
      if i <= 20 then add(i == 1 and "checks" or "", ("%s %s: %s: %s"):format(c.id, c.loc, c.text, c.verdict)) end
    end
    if #d.checks > 20 then add("", ("and %d more"):format(#d.checks - 20)) end
  end
  out[#out + 1] = "\n" .. details.annotated(d)
  if d.trace then out[#out + 1] = "counterexample\n" .. d.trace end
  out[#out + 1] = d.log and "log\n" .. d.log or "log: empty"
  return table.concat(out, "\n") .. "\n"
end

return details
