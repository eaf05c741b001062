-- Plots as papers have them: gnuplot for SVG, PDF and PNG, PGFPlots for LaTeX, the data in a plain file beside. Colours are Okabe and Ito's, told
-- apart without colour by their marks.
local host = require "ansatz.host"
local schema = require "ansatz.schema"
local results = require "ansatz.results"
local text = require "ansatz.text"
local progress = require "ansatz.progress"
local plot = {}

-- colour, gnuplot point type, PGFPlots mark
local styles = {
  { "0072B2", 7, "*" }, { "D55E00", 9, "triangle*" }, { "009E73", 5, "square*" }, { "CC79A7", 13, "diamond*" },
  { "E69F00", 6, "o" }, { "56B4E9", 8, "triangle" }, { "000000", 4, "square" }, { "999999", 12, "diamond" },
}
local dashes = { { "1", "solid" }, { "(9,4)", "dashed" }, { "(2,3)", "dotted" } } -- gnuplot, PGFPlots
local function style(i) return styles[(i - 1) % #styles + 1] end

local function quote(s) return '"' .. s:gsub('[\\"]', "\\%0") .. '"' end
-- The largest of 1, 2, 5 times a power of ten that is not above x.
local function nice_below(x)
  local power = 10 ^ math.floor(math.log(x, 10) + 1e-9)
  return (x >= 5 * power and 5 or x >= 2 * power and 2 or 1) * power
end
-- Tick labels: plain numbers where they are short.
local function tics(from, to) return from >= 0.001 and to <= 10000 and "%g" or "10^{%T}" end
-- Likewise, not below x.
local function nice_above(x)
  local below = nice_below(x)
  local power = 10 ^ math.floor(math.log(below, 10) + 1e-9)
  return below >= x * (1 - 1e-9) and below or below >= 5 * power and 10 * power or below >= 2 * power and 5 * power or 2 * power
end
local function number(x) return ("%.6g"):format(x) end

-- Where an axis' labels stand, nil: the plotter's choice. Short logarithmic axes have 1, 2 and 5 times powers of ten, short ones of whole numbers each.
local function places(from, to, logarithmic, whole)
  local list = {}
  if logarithmic and to / from <= 100 then
    local at = nice_below(from)
    while at <= to * (1 + 1e-9) do
      if at >= from * (1 - 1e-9) then list[#list + 1] = number(at) end
      at = nice_above(at * 1.01)
    end
  elseif not logarithmic and whole and to - from <= 12 then
    for at = from, to do list[#list + 1] = number(at) end
  end
  return #list > 1 and table.concat(list, ",") or nil
end

-- Runs gnuplot on the script for each form of output. Answers what was written.
local function render(self, name, script, size)
  local written = {}
  local forms = {
    { "svg", ('set terminal svg size %d,%d font "Helvetica,13" fontscale 0.85 linewidth 1.2 background rgb "white"'):format(size[1] * 62, size[2] * 62) },
    { "pdf", ('set terminal pdfcairo size %gcm,%gcm font "Helvetica,8" linewidth 1.2'):format(size[1], size[2]) },
    { "png", ('set terminal pngcairo size %d,%d font "Helvetica,12" linewidth 1.6 fontscale 1.15'):format(size[1] * 100, size[2] * 100) },
  }
  local path = self:write(name .. ".gp", "# gnuplot: run it in this folder; the data is beside it\nset encoding utf8\n"
    .. forms[2][2] .. "\nset output " .. quote(name:match "[^/]*$" .. ".pdf") .. "\n" .. script)
  if self.dry then return written end
  local folder = path:match "^(.*)/[^/]*$"
  local base = name:match "[^/]*$"
  for _, form in ipairs(forms) do
    local file = folder .. "/" .. base .. "." .. form[1]
    local part = ("%s/.%s.gp"):format(folder, base)
    host.system.write(part, ("cd %s\nset encoding utf8\n%s\nset output %s\n%s"):format(quote(folder), form[2], quote(base .. "." .. form[1]), script))
    local pipe = io.popen(("gnuplot '%s' 2>&1"):format(part:gsub("'", "'\\''")))
    local said = pipe and pipe:read "a" or ""
    local fine = pipe and pipe:close()
    host.system.remove(part)
    if fine then
      written[#written + 1] = file
    else
      progress.line("plot %s: no %s: %s", name, form[1], said:find "not found" and "gnuplot is not installed (gnuplot-nox); its script and data are there" or said:match "[^\n]+" or "gnuplot failed")
      if said:find "not found" then break end
    end
  end
  return written
end

-- ---- quantile -------------------------------------------------------------------------------------------------------------

-- The right runs in order of time; with scores the line starts at the sum of the wrong ones' scores.
local function series(self, config, scored, measure)
  local solved, at = {}, 0
  for row in self:each(config) do
    if row.category == "correct" then solved[#solved + 1] = row end
    if row.category == "wrong" then at = at + row.score end
  end
  table.sort(solved, function(a, b) return a[measure] < b[measure] end)
  local points = {}
  if not scored then at = 0 end
  for i, row in ipairs(solved) do
    at = at + (scored and row.score or 1)
    points[i] = { at, math.max(row[measure], 0.001) }
  end
  return points
end

local quantile_fields = {
  file = { "string", default = "quantile" }, score = { "boolean" }, title = { "string" }, configs = { "table" }, width = { "count", default = 9 },
  height = { "count", default = 6 }, measure = { choices = { "cpu", "wall" }, default = "cpu" },
}

function plot.quantile(self, given)
  local o = schema.check("results:quantile", quantile_fields, type(given) == "string" and { file = given } or given or {})
  local configs, all, rows, longest = o.configs or self.configs, {}, {}, 0
  local scored = o.score
  if scored == nil then -- wrong answers only show when scores are summed
    scored = false
    for _, row in ipairs(self.rows) do scored = scored or row.category == "wrong" end
  end
  local most, least_x, lowest, highest = 1, 0, math.huge, 0
  for i, config in ipairs(configs) do
    results.check_config(self, config, "results:quantile.configs")
    all[i] = series(self, config, scored, o.measure)
    longest = math.max(longest, #all[i])
    for _, p in ipairs(all[i]) do
      most, least_x = math.max(most, p[1]), math.min(least_x, p[1])
      lowest, highest = math.min(lowest, p[2]), math.max(highest, p[2])
    end
  end
  if self.dry then return {} end
  if longest == 0 then
    progress.line("plot %s: no run is right, so there is nothing to draw", o.file)
    return {}
  end
  local header = {}
  for i in ipairs(configs) do header[#header + 1] = ("x%d y%d"):format(i, i) end
  rows[1] = "# " .. self.name .. ": the n right runs that were fastest, " .. (scored and "by sum of scores" or "by number") .. "; " .. table.concat(configs, " | ")
  rows[2] = table.concat(header, " ")
  for n = 1, longest do
    local cells = {}
    for i in ipairs(configs) do
      local p = all[i][n]
      cells[i] = p and number(p[1]) .. " " .. number(p[2]) or "nan nan"
    end
    rows[#rows + 1] = table.concat(cells, " ")
  end
  self:write(o.file .. ".dat", table.concat(rows, "\n") .. "\n")
  local base = o.file:match "[^/]*$"
  local from, to = nice_below(lowest), self.limits.cpu and math.max(highest, self.limits.cpu) or 10 ^ math.ceil(math.log(highest, 10))
  local x_label = scored and "accumulated score" or "tasks solved"
  local y_label = (o.measure == "cpu" and "CPU time" or "wall time") .. " (s)"
  local every = math.max(1, longest // 14) -- marks, not a caterpillar
  local gp = {
    'set datafile missing "nan"', "set key top left reverse Left samplen 2.5 spacing 1.15 noenhanced", 'set border 3 lw 0.8 lc rgb "#444444"',
    "set tics nomirror scale 0.6", 'set grid y lw 0.5 lc rgb "#cccccc" dt 1', "set logscale y", 'set format y "' .. tics(from, to) .. '"',
    ("set xrange [%s:%s]"):format(number(least_x), number(most * 1.02)), ("set yrange [%s:%s]"):format(number(from), number(to)),
    "set xlabel " .. quote(x_label), "set ylabel " .. quote(y_label),
  }
  local at = places(from, to, true)
  if at then gp[#gp + 1] = ("set ytics (%s)"):format(at) end
  if o.title then gp[#gp + 1] = "set title " .. quote(o.title) .. " noenhanced" end
  local draws = {}
  for i, config in ipairs(configs) do
    local s, dash = style(i), dashes[(i - 1) // #styles % #dashes + 1]
    draws[i] = ('%s using %d:%d skip 2 with linespoints lw 1.5 dt %s lc rgb "#%s" pt %d ps 0.65 pi %d title %s'):format(quote(base .. ".dat"), 2 * i - 1, 2 * i,
      dash[1], s[1], s[2], every, quote(("%s (%d)"):format(config, #all[i])))
  end
  gp[#gp + 1] = "plot " .. table.concat(draws, ", \\\n     ")
  local tex = {
    "% " .. self.name .. ": \\input this; it needs \\usepackage{pgfplots} and the file " .. base .. ".dat",
    "\\begin{tikzpicture}", "\\begin{semilogyaxis}[", "  width=\\linewidth, height=0.66\\linewidth,",
    ("  xlabel={%s}, ylabel={%s},"):format(x_label, y_label), ("  xmin=%s, xmax=%s, ymin=%s, ymax=%s,"):format(number(least_x), number(most * 1.02), number(from), number(to)),
    "  axis lines=left, ymajorgrids, grid style={black!12}, unbounded coords=discard,", "  legend pos=north west, legend cell align=left, legend style={draw=none, fill=none, font=\\footnotesize},",
    "  label style={font=\\small}, tick label style={font=\\footnotesize}]",
  }
  if at then tex[5] = tex[5] .. (" ytick={%s}, log ticks with fixed point,"):format(at) end
  for i, config in ipairs(configs) do
    local s, dash = style(i), dashes[(i - 1) // #styles % #dashes + 1]
    tex[#tex + 1] = ("\\definecolor{ansatz%s}{HTML}{%s}"):format(text.camel(tostring(i)), s[1])
    tex[#tex + 1] = ("\\addplot[color=ansatz%s, thick, %s, mark=%s, mark size=1.6pt, mark options={solid}, mark repeat=%d] table[x=x%d, y=y%d] {%s.dat};"):format(
      text.camel(tostring(i)), dash[2], s[3], every, i, i, base)
    tex[#tex + 1] = ("\\addlegendentry{%s (%d)}"):format(text.escape(config), #all[i])
  end
  tex[#tex + 1] = "\\end{semilogyaxis}\n\\end{tikzpicture}"
  local written = render(self, o.file, table.concat(gp, "\n") .. "\n", { o.width, o.height })
  written[#written + 1] = self:write(o.file .. ".tex", table.concat(tex, "\n") .. "\n")
  return written
end

-- ---- scatter ----------------------------------------------------------------------------------------------------------------

local scatter_fields = { file = { "string", default = "scatter" }, title = { "string" }, measure = { choices = { "cpu", "wall" }, default = "cpu" }, size = { "count", default = 7 } }

-- Each task once: time of a to the right, of b upwards; what one of them does not solve lies on the border.
function plot.scatter(self, a, b, given)
  local o = schema.check("results:scatter", scatter_fields, type(given) == "string" and { file = given } or given or {})
  results.check_config(self, a, "results:scatter")
  results.check_config(self, b, "results:scatter")
  if self.dry then return {} end
  local limit, twins, least, most = self.limits.cpu, {}, math.huge, 0
  for row in self:each(b) do twins[results.task_key(row)] = row end
  local points = { {}, {} } -- expected true, expected false
  for row in self:each(a) do
    local twin = twins[results.task_key(row)]
    if twin and (row.category == "correct" or twin.category == "correct") then
      local x, y = row.category == "correct" and math.max(row[o.measure], 0.001), twin.category == "correct" and math.max(twin[o.measure], 0.001)
      for _, v in ipairs { x or y, y or x } do least, most = math.min(least, v), math.max(most, v) end
      table.insert(points[row.expected == "true" and 1 or 2], { x, y, row })
    end
  end
  if most == 0 then
    progress.line("plot %s: no run is right, so there is nothing to draw", o.file)
    return {}
  end
  local from = 10 ^ math.floor(math.log(least, 10) + 1e-9)
  local border = limit or 10 ^ math.ceil(math.log(most, 10))
  border = math.max(border, most)
  local to = border * 1.25
  local lines = { "# " .. self.name .. ": time of " .. a .. " and " .. b .. " (not solved: " .. number(border) .. "); first the tasks whose verdict is true, then false" }
  for i, list in ipairs(points) do
    if i > 1 then lines[#lines + 1] = "\n" end
    lines[#lines + 1] = "x y task"
    for _, p in ipairs(list) do
      lines[#lines + 1] = ("%s %s %s"):format(number(p[1] or border), number(p[2] or border), (p[3].suite .. "/" .. p[3].task):gsub("%s", "_"))
    end
    if #list == 0 then lines[#lines + 1] = "nan nan none" end
  end
  self:write(o.file .. ".dat", table.concat(lines, "\n") .. "\n")
  -- PGFPlots reads one table a file.
  local base = o.file:match "[^/]*$"
  for i, word in ipairs { "true", "false" } do
    local part = { "x y" }
    for _, p in ipairs(points[i]) do part[#part + 1] = number(p[1] or border) .. " " .. number(p[2] or border) end
    self:write(("%s-%s.dat"):format(o.file, word), table.concat(part, "\n") .. "\n")
  end
  local measure = (o.measure == "cpu" and "CPU time" or "wall time") .. " (s)"
  local gp = {
    'set datafile missing "nan"', "set key outside top center horizontal samplen 1 noenhanced", 'set border 15 lw 0.8 lc rgb "#444444"', "set tics nomirror scale 0.5", "set size square", "set logscale xy",
    'set format xy "' .. tics(from, to) .. '"', ("set xrange [%s:%s]"):format(number(from), number(to)), ("set yrange [%s:%s]"):format(number(from), number(to)),
    "set xlabel " .. quote(a .. ", " .. measure) .. " noenhanced", "set ylabel " .. quote(b .. ", " .. measure) .. " noenhanced",
    ('set arrow from %s,graph 0 to %s,graph 1 nohead lw 0.8 dt 3 lc rgb "#999999"'):format(number(border), number(border)),
    ('set arrow from graph 0,first %s to graph 1,first %s nohead lw 0.8 dt 3 lc rgb "#999999"'):format(number(border), number(border)),
  }
  if o.title then gp[#gp + 1] = "set title " .. quote(o.title) .. " noenhanced" end
  gp[#gp + 1] = ('plot x notitle with lines lw 0.9 lc rgb "#666666", 10*x notitle with lines lw 0.7 dt 2 lc rgb "#aaaaaa", x/10 notitle with lines lw 0.7 dt 2 lc rgb "#aaaaaa", \\\n'
    .. '     %s index 0 using 1:2 skip 2 with points pt 6 ps 0.9 lc rgb "#0072B2" title "true (%d)", \\\n     "" index 1 using 1:2 skip 1 with points pt 8 ps 0.9 lc rgb "#D55E00" title "false (%d)"'):format(
    quote(base .. ".dat"), #points[1], #points[2])
  local tex = {
    "% " .. self.name .. ": \\input this; it needs \\usepackage{pgfplots}, " .. base .. "-true.dat and " .. base .. "-false.dat", "\\begin{tikzpicture}", "\\begin{loglogaxis}[",
    "  width=\\linewidth, height=\\linewidth,", ("  xlabel={%s: %s}, ylabel={%s: %s},"):format(text.escape(a), measure, text.escape(b), measure),
    ("  xmin=%s, xmax=%s, ymin=%s, ymax=%s, domain=%s:%s,"):format(number(from), number(to), number(from), number(to), number(from), number(to)),
    "  legend pos=north west, legend cell align=left, legend style={draw=none, fill=none, font=\\footnotesize},", "  label style={font=\\small}, tick label style={font=\\footnotesize}]",
    "\\definecolor{ansatzTrue}{HTML}{0072B2}\\definecolor{ansatzFalse}{HTML}{D55E00}",
    "\\addplot[black!60, forget plot] {x};", "\\addplot[black!35, dashed, forget plot] {10*x};", "\\addplot[black!35, dashed, forget plot] {x/10};",
    ("\\addplot[only marks, mark=o, mark size=1.6pt, color=ansatzTrue] table[x=x, y=y] {%s-true.dat};\n\\addlegendentry{true (%d)}"):format(base, #points[1]),
    ("\\addplot[only marks, mark=triangle, mark size=1.8pt, color=ansatzFalse] table[x=x, y=y] {%s-false.dat};\n\\addlegendentry{false (%d)}"):format(base, #points[2]),
    "\\end{loglogaxis}\n\\end{tikzpicture}",
  }
  local written = render(self, o.file, table.concat(gp, "\n") .. "\n", { o.size, o.size })
  written[#written + 1] = self:write(o.file .. ".tex", table.concat(tex, "\n") .. "\n")
  return written
end

-- ---- lines ------------------------------------------------------------------------------------------------------------------

local lines_fields = {
  file = { "string", default = "lines" }, title = { "string" }, series = { "table", required = true }, x = { "string", default = "x" }, y = { "string", default = "y" },
  log = { choices = { "", "x", "y", "xy" }, default = "" }, width = { "count", default = 9 }, height = { "count", default = 6 },
}

-- series = { { name =, points = { { x, y }, ... } }, ... }: one line each, as for growth. like = n: colour and mark of the n-th instead of its own;
-- dash = 2, 3 ...: not solid. A line without a name is not in the legend, one without points is only there.
function plot.lines(self, given)
  local o = schema.check("results:lines", lines_fields, given or {})
  if self.dry then return {} end
  local longest, header, draws, base = 0, {}, {}, o.file:match "[^/]*$"
  local low, high, whole = { math.huge, math.huge }, { -math.huge, -math.huge }, { true, true }
  for i, line in ipairs(o.series) do
    if type(line) ~= "table" or type(line.points) ~= "table" then schema.fail(("results:lines.series[%d]"):format(i), "wants { name =, points = { { x, y }, ... } }") end
    longest = math.max(longest, #line.points)
    header[i] = ("x%d y%d"):format(i, i)
    for _, p in ipairs(line.points) do
      for d = 1, 2 do
        low[d], high[d] = math.min(low[d], p[d]), math.max(high[d], p[d])
        whole[d] = whole[d] and p[d] == math.floor(p[d])
      end
    end
  end
  if longest == 0 then
    progress.line("plot %s: no point, so there is nothing to draw", o.file)
    return {}
  end
  local rows = { "# " .. self.name .. ": " .. o.y .. " over " .. o.x, table.concat(header, " ") }
  for n = 1, longest do
    local cells = {}
    for i, line in ipairs(o.series) do
      local p = line.points[n]
      cells[i] = p and number(p[1]) .. " " .. number(p[2]) or "nan nan"
    end
    rows[#rows + 1] = table.concat(cells, " ")
  end
  self:write(o.file .. ".dat", table.concat(rows, "\n") .. "\n")
  local gp = {
    'set datafile missing "nan"', "set key outside right top Left reverse samplen 3 spacing 1.15 noenhanced", 'set border 3 lw 0.8 lc rgb "#444444"', "set tics nomirror scale 0.6",
    'set grid y lw 0.5 lc rgb "#cccccc" dt 1', "set xlabel " .. quote(o.x) .. " noenhanced", "set ylabel " .. quote(o.y) .. " noenhanced",
  }
  local axis, ticks = { "axis" }, ""
  for d, name in ipairs { "x", "y" } do
    local logarithmic = o.log:find(name) ~= nil
    local from, to = low[d], high[d]
    if logarithmic then
      from, to = nice_below(from), nice_above(to)
      gp[#gp + 1] = "set logscale " .. name
      gp[#gp + 1] = ('set format %s "%s"'):format(name, tics(low[d], high[d]))
      gp[#gp + 1] = ("set %srange [%s:%s]"):format(name, number(from), number(to))
    end
    local at = places(from, to, logarithmic, whole[d])
    if at then
      gp[#gp + 1] = ("set %stics (%s)"):format(name, at)
      ticks = ticks .. (" %stick={%s},"):format(name, at)
      if logarithmic and not ticks:find "fixed" then ticks = ticks .. " log ticks with fixed point," end
    end
  end
  if o.log == "x" or o.log == "y" then axis[1] = "semilog" .. o.log .. "axis" elseif o.log == "xy" then axis[1] = "loglogaxis" end
  if o.title then gp[#gp + 1] = "set title " .. quote(o.title) .. " noenhanced" end
  local tex = {
    "% " .. self.name .. ": \\input this; it needs \\usepackage{pgfplots} and the file " .. base .. ".dat", "\\begin{tikzpicture}", ("\\begin{%s}["):format(axis[1]),
    "  width=\\linewidth, height=0.66\\linewidth,", ("  xlabel={%s}, ylabel={%s},"):format(text.escape(o.x), text.escape(o.y)),
    "  axis lines=left, ymajorgrids, grid style={black!12}, unbounded coords=discard," .. ticks, "  legend pos=outer north east, legend cell align=left, legend style={draw=none, fill=none, font=\\footnotesize},",
    "  label style={font=\\small}, tick label style={font=\\footnotesize}]",
  }
  for i, line in ipairs(o.series) do
    local s = style(line.like or i)
    local every = math.max(1, #line.points // 14)
    local name, dash = line.name or tostring(i), line.dash or 1
    local look = ('with linespoints lw 1.5 dt %s lc rgb "#%s" pt %d ps 0.65'):format(dashes[(dash - 1) % 3 + 1][1], s[1], s[2])
    if #line.points == 0 and not line.like then look = ('with lines lw 1.5 dt %s lc rgb "#666666"'):format(dashes[(dash - 1) % 3 + 1][1]) end
    local title = name == "" and "notitle" or "title " .. quote(name)
    if #line.points > 0 then
      draws[#draws + 1] = ("%s using %d:%d skip 2 %s pi %d %s"):format(quote(base .. ".dat"), 2 * i - 1, 2 * i, look, every, title)
    elseif name ~= "" then
      draws[#draws + 1] = ("keyentry %s %s"):format(look, title)
    end
    tex[#tex + 1] = ("\\definecolor{ansatz%s}{HTML}{%s}"):format(text.camel(tostring(i)), (line.like or #line.points > 0) and s[1] or "666666")
    local drawn = ("color=ansatz%s, thick, %s"):format(text.camel(tostring(i)), dashes[(dash - 1) % 3 + 1][2])
    local marked = ("%s, mark=%s, mark size=1.6pt, mark options={solid}, mark repeat=%d"):format(drawn, s[3], every)
    if #line.points > 0 then
      tex[#tex + 1] = ("\\addplot[%s%s] table[x=x%d, y=y%d] {%s.dat};"):format(marked, name == "" and ", forget plot" or "", i, i, base)
    elseif name ~= "" then
      tex[#tex + 1] = ("\\addlegendimage{%s}"):format(line.like and marked or drawn)
    end
    if name ~= "" then tex[#tex + 1] = ("\\addlegendentry{%s}"):format(text.escape(name)) end
  end
  gp[#gp + 1] = "plot " .. table.concat(draws, ", \\\n     ")
  tex[#tex + 1] = ("\\end{%s}\n\\end{tikzpicture}"):format(axis[1])
  local written = render(self, o.file, table.concat(gp, "\n") .. "\n", { o.width, o.height })
  written[#written + 1] = self:write(o.file .. ".tex", table.concat(tex, "\n") .. "\n")
  return written
end

return plot
