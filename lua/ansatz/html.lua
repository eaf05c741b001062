-- results:html{ }: an experiment as a single HTML file that needs no network: a table to sort and filter, plots, and
-- all details of some runs. The data is compressed (RFC 1950) and in Base64, so that 60,000 runs fit; the browser's
-- DecompressionStream reads it.
local host = require "ansatz.host"
local schema = require "ansatz.schema"
local measures = require "ansatz.measures"
local details = require "ansatz.details"
local page = require "ansatz.html_page"
local progress = require "ansatz.progress"
local absent = require "ansatz.verdict".absent -- categories of runs without a result
local system, json = host.system, host.json
local html = {}

local MOST = 18e6 -- bytes; details that would make the file larger are left out

local function escape(s) return (tostring(s):gsub("[&<>\"']", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#39;" })) end
local function packed(text) return host.compress.base64(host.compress.compress(text)) end

-- Returns a column of texts: each text once, and for each row the index of its text. `null`: no value.
local function text_column(rows, name, title, width)
  local values, index, at = {}, {}, {}
  for i, row in ipairs(rows) do
    local value = row[name]
    if value == nil then
      at[i] = "null"
    else
      if not index[value] then
        values[#values + 1] = value
        index[value] = #values - 1
      end
      at[i] = index[value]
    end
  end
  if #values == 0 then values[1] = "-" end
  return ('{"name":%s,"title":%s,"width":%d,"values":%s,"at":[%s]}'):format(json.encode(name), json.encode(title or name), width, json.encode(values), table.concat(at, ","))
end

local function number_column(self, rows, m)
  local at, whole = {}, true
  for i, row in ipairs(rows) do
    local value = m:value(row, self)
    if value == nil or value ~= value or value == math.huge or value == -math.huge then
      at[i] = "null"
    else
      whole = whole and value == math.floor(value)
      at[i] = ("%.5g"):format(value)
      if at[i]:find "e%+" then at[i] = ("%.0f"):format(value) end
    end
  end
  return ('{"name":%s,"title":%s,"unit":%s,"measure":true,"whole":%s,"width":%d,"at":[%s]}'):format(json.encode(m.name), json.encode(m.title), json.encode(m.unit), tostring(whole),
    math.max(80, 9 * #m:label() + 10), table.concat(at, ","))
end

local function data(self, rows, columns)
  local list = {}
  local function width(name, least)
    local longest = #name
    for _, row in ipairs(rows) do longest = math.max(longest, #(row[name] or "")) end
    return math.max(least, math.min(360, 8 * longest + 14))
  end
  for _, name in ipairs { "suite", "task", "property", "config", "expected", "verdict", "category" } do list[#list + 1] = text_column(rows, name, nil, width(name, 80)) end
  for _, m in ipairs(columns) do list[#list + 1] = number_column(self, rows, m) end
  list[#list + 1] = text_column(rows, "reason", nil, 320)
  list[#list + 1] = text_column(rows, "path", nil, width("path", 120))
  local number, score = {}, {}
  for i, row in ipairs(rows) do number[i], score[i] = row.number or i, row.score end
  return ('{"n":%d,"configs":%s,"limit":%s,"folder":%s,"number":[%s],"score":[%s],"columns":[%s]}'):format(#rows, json.encode(self.configs), json.encode(self.limits.cpu), json.encode(self.out or "FOLDER"),
    table.concat(number, ","), table.concat(score, ","), table.concat(list, ","))
end

-- Returns everything about a run in sections: { { title, text }, ... }. The section "time" has spans of time instead of
-- a text.
local function sections(d, row)
  local list = {}
  local function add(title, content)
    if content and content ~= "" then list[#list + 1] = { title, content } end
  end
  add("command line", d.command)
  if row.verdict ~= "true" and not row.verdict:find "^false" then add("why there is no verdict", table.concat(details.why(d), "\n")) end
  local checks = {}
  for i, c in ipairs(d.checks) do
    if i <= 200 then checks[i] = ("%s  %s  %s: %s"):format(c.id, c.loc, c.text, c.verdict) end
  end
  if #d.spans > 0 then list[#list + 1] = { "time", d.spans } end
  add("checks", table.concat(checks, "\n"))
  add("source with invariants", details.annotated(d))
  add("counterexample", d.trace)
  add("log", d.log)
  add("program", ("%s, finished %s"):format(d.program or "?", d.finished))
  return list
end

-- Returns the details of the rows that `wanted` accepts, one script element each, as long as there is room.
local function details_of(self, rows, wanted, room)
  local picked, out = {}, {}
  for i, row in ipairs(rows) do
    if row.hash and not absent[row.category] and wanted(row, i) then picked[#picked + 1] = row end
  end
  local path = self.out and self.out .. "/results.db"
  if #picked == 0 or not path or system.kind(path) ~= "file" then return "", 0, #picked end
  local store = require "ansatz.store"
  local db <close> = store.open(path, false)
  local runs, documents = {}, {}
  for i, row in ipairs(picked) do
    runs[i] = db:run(row.hash) or false
    documents[i] = runs[i] and runs[i].document_text or "{}"
  end
  local commands, kept = details.commands(documents), 0
  for i, row in ipairs(picked) do
    local d = runs[i] and details.of(runs[i], row, commands[i])
    if d then
      local text = ('<script type="text/plain" id="d%d">%s</script>\n'):format(row.number or i, packed(json.encode(sections(d, row))))
      if #text > room then break end
      room = room - #text
      kept = kept + 1
      out[kept] = text
    end
  end
  return table.concat(out), kept, #picked - kept
end

local file_field = {
  default = "results.html",
  check = function(name)
    if type(name) == "string" and name:find "[^/]%.html?$" then return name end
    return nil, type(name) == "string" and ("'%s': its name must end in .html"):format(name) or "expects a name, got " .. schema.got(name)
  end,
}
local fields = { file = file_field, title = { "string" }, details = { "function" }, columns = { "table" } }
local usual = { "cpu", "wall", "memory", "k", "solver_calls", "clauses", "iterations", "rows_found" }

-- results:html{ file =, details = function(row) ... end, columns = { names of measures } } -> the file. Without
-- `details`, these are written for all runs if there are up to 2,000, else for those that are wrong or ended by a
-- crash.
function html.write(self, given)
  local o = schema.check("results:html", fields, type(given) == "string" and { file = given } or given or {})
  local columns = {}
  for i, name in ipairs(o.columns or usual) do columns[i] = measures.find(name, ("results:html.columns[%d]"):format(i)) end
  if not o.columns or columns[1] == nil or columns[1].name ~= "cpu" then -- columns that the summary reads
    local any = false
    for _, m in ipairs(columns) do any = any or m.name == "cpu" end
    if not any then table.insert(columns, 1, measures.find "cpu") end
  end
  if self.dry then return o.file end
  local rows = self.rows
  local wanted = o.details or function(row)
    return #rows <= 2000 or row.category == "wrong" or (row.category == "error" and row.verdict:find "^ERROR" ~= nil)
  end
  local body = packed(data(self, rows, columns))
  local embedded, kept, left = details_of(self, rows, wanted, MOST - #body)
  local title, losses = o.title or self.name, self:losses()
  local limits = {}
  if self.limits.work then limits[1] = ("work %g million units"):format(self.limits.work / 1e6) end
  if self.limits.cpu then limits[#limits + 1] = ("CPU %g s"):format(self.limits.cpu) end
  if self.limits.wall then limits[#limits + 1] = ("wall %g s"):format(self.limits.wall) end
  if self.limits.memory then limits[#limits + 1] = ("memory %.0f MB"):format(self.limits.memory / 1e6) end
  local out = {
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n',
    -- The page loads nothing from anywhere, whatever the data contains.
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; script-src \'unsafe-inline\'; style-src \'unsafe-inline\'">\n',
    "<title>", escape(title), "</title>\n<style>\n", page.style, "</style>\n</head>\n<body>\n",
    "<h1>", escape(title), "</h1>\n",
    ('<p class="about">%s. Limits: %s. Details of %d runs are in this page%s.</p>\n'):format(escape("ansatz " .. host.version .. ", " .. system.date():sub(1, 16):gsub("T", " ")), escape(#limits > 0 and table.concat(limits, ", ") or "none"), kept,
      left > 0 and (", of %d more there was no room or nothing is stored"):format(left) or ""),
    '<table class="summary" id="summary"></table>\n',
    #losses > 0 and ('<details><summary>Not monotone, %d times: a configuration that contains another does not decide what that one decides</summary><pre>%s</pre></details>\n'):format(#losses,
      escape(self:monotonicity { limit = 200 })) or "",
    '<p>Plots of <select id="measure" aria-label="measure"></select> over the runs of the table below; a point names its task, a click shows its run.</p>\n',
    '<div class="plots"><div><svg id="quantile" width="520" height="330"></svg></div><div><div><select id="x" aria-label="to the right"></select> against <select id="y" aria-label="upwards"></select></div><svg id="scatter" width="440" height="420"></svg></div></div>\n',
    '<h2><span id="count">loading</span></h2>\n<p class="views"><button id="view-runs">runs</button> <button id="view-tasks">tasks \u{d7} configurations</button>',
    '<label><input type="checkbox" id="differ"> only where verdicts differ</label></p>\n',
    '<div id="below"><div><div id="head"></div>\n<div id="body"></div></div>\n<div id="details"></div></div>\n<div id="tip"></div>\n',
    '<script type="text/plain" id="data">', body, "</script>\n", embedded, "<script>\n", page.script, "</script>\n</body>\n</html>\n",
  }
  local text = table.concat(out)
  if #text > 20e6 then progress.line("html %s: %.0f MB, which some browsers find hard: give fewer columns, or a part of the rows (results:where)", o.file, #text / 1e6) end
  return self:write(o.file, text)
end

return html
