-- A figure is a description: axes, series of points, rectangles, lines across the plot, texts, a legend. Two plotters
-- draw it, with the same result: gnuplot (SVG, PDF, PNG) and PGFPlots (LaTeX, with the data inside). Colours are Okabe
-- and Ito's, in an order in which neighbours differ in grey, too; marks and dashes distinguish series without colour.
local host = require "ansatz.host"
local axis = require "ansatz.axis"
local text = require "ansatz.text"
local progress = require "ansatz.progress"
local figure = {}

-- colour, gnuplot's point type, PGFPlots' mark; filled and open marks alternate
local styles = {
  { "0072B2", 7, "*" }, { "D55E00", 8, "triangle" }, { "000000", 5, "square*" }, { "CC79A7", 12, "diamond" },
  { "009E73", 6, "o" }, { "E69F00", 9, "triangle*" }, { "56B4E9", 4, "square" }, { "888888", 13, "diamond*" },
}
local open = { [4] = true, [6] = true, [8] = true, [12] = true } -- gnuplot's open marks; the next number is the filled one
local dashes = { { "solid", "solid" }, { "(12,5)", "dashed" }, { "(2,3)", "densely dotted" }, { "(12,4,2,4)", "dash dot" } }
function figure.style(i) return styles[(i - 1) % #styles + 1] end
-- Each round of the colours begins with another dash, so that the first 32 series differ.
local function dash(i) return dashes[((i or 1) - 1 + ((i or 1) - 1) // #styles) % #dashes + 1] end

local function number(v) return ("%.7g"):format(v) end

-- ---- gnuplot ----------------------------------------------------------------------------------------------------------------

-- Single quotes are used, since gnuplot executes text in backquotes within double ones.
local function quote(s) return "'" .. s:gsub("\n", " "):gsub("'", "''") .. "'" end

local transform = { linear = "%s", log = "log10(%s)", mixed = "(%s < 1 ? %s : 1 + log10(%s))" }
local function place(a, v) return number(axis.position(a, v)) end

local function gnuplot_tick(label)
  return quote((label:gsub("^<=", "\u{2264}"):gsub("%*10", "\u{b7}10"):gsub("10%^(%-?%d+)$", "10^{%1}")))
end

local function gnuplot_axis(gp, name, a)
  local list = {}
  for _, t in ipairs(a.ticks) do list[#list + 1] = ("%s %s"):format(a.named and quote((t[2]:gsub("%%", "%%%%"))) or gnuplot_tick(t[2]), place(a, t[1])) end -- labels of ticks are formats
  for _, v in ipairs(a.minor) do list[#list + 1] = ("'' %s 1"):format(place(a, v)) end
  if name == "y" then
    for _, t in ipairs(a.lanes) do list[#list + 1] = ("%s %s"):format(quote(t[2]), place(a, t[1])) end
  end
  gp[#gp + 1] = ("set %srange [%s:%s]"):format(name, place(a, a.min), place(a, a.max))
  local shape = a.named and " noenhanced" .. (a.rotate and " rotate by 35 right" or "") or ""
  gp[#gp + 1] = ("set %stics (%s)%s"):format(name, table.concat(list, ", "), shape)
  gp[#gp + 1] = ("set %slabel %s noenhanced%s"):format(name, quote(a.label or ""), name == "x" and #a.lanes > 0 and " offset 0,-2.4" or "")
  if name == "x" then
    for _, t in ipairs(a.lanes) do
      gp[#gp + 1] = ("set label %s at first %s, graph 0 right rotate by 90 offset 0,-0.5 noenhanced"):format(quote(t[2]), place(a, t[1]))
    end
  end
end

local function gnuplot_rule(gp, f, r)
  local v = place(f[r.axis], r.value)
  if not r.text then return end
  if r.axis == "x" then
    gp[#gp + 1] = ("set label %s at first %s, graph 1 %s offset 0,0.55 noenhanced"):format(quote(r.text), v, axis.share(f.x, r.value) > 0.9 and "right" or "center")
  elseif axis.share(f.y, r.value) > 0.97 then
    gp[#gp + 1] = ("set label %s at graph 1, first %s right offset 0,0.55 noenhanced"):format(quote(r.text), v)
  else
    gp[#gp + 1] = ("set label %s at graph 1, first %s center rotate by 90 offset 0.9,0 noenhanced"):format(quote(r.text), v)
  end
end

-- Returns the points that are drawn as marks; for a line, these are some of its points.
local function marks_of(s) return s.mark and (s.marks or s.points) or {} end

-- Writes the data: one block for each series, with two empty lines between blocks; two blocks for a series with a line
-- and marks.
local function data(f)
  local out, index = { "# " .. f.about }, 0
  local function block(points, title)
    out[#out + 1] = ("%s# %d: %s"):format(index > 0 and "\n\n" or "", index, title)
    for _, p in ipairs(points) do
      out[#out + 1] = number(p[1]) .. " " .. number(p[2]) .. (p.name and "  # " .. p.name:gsub("%s", "_") or "")
    end
    index = index + 1
    return index - 1
  end
  for _, s in ipairs(f.series) do
    local title = s.title or s.name or "guide line"
    if s.line and #s.points > 0 then s.line_index = block(s.points, title) end
    local marks = marks_of(s)
    if #marks > 0 then s.mark_index = block(marks, title .. (s.line and ": where marks stand" or "")) end
  end
  for _, r in ipairs(f.rules) do -- drawn as data, since gnuplot's SVG has no dashes in arrows
    local v = r.value
    r.index = block(r.axis == "x" and { { v, f.y.min }, { v, f.y.max } } or { { f.x.min, v }, { f.x.max, v } }, r.text or "line across")
  end
  return table.concat(out, "\n") .. "\n"
end

-- Finds a place where the legend covers nothing: a corner inside, else below or to the right of the plot. Sizes are
-- estimates, in cm of 8 pt text.
local function legend_place(f)
  local l, longest, rows = f.legend, 0, 0
  if l ~= "inside" then return l end
  for _, s in ipairs(f.series) do
    if s.name then longest, rows = math.max(longest, utf8.len(s.name) or #s.name), rows + 1 end
  end
  local w, h = (1.3 + 0.165 * longest) / (f.width - 1.8), (0.2 + 0.42 * rows) / (f.height - 1.6)
  local below = #f.rules > 0 and 0.05 or 0
  local function covers(x, y) -- x, y: the lower left of the legend
    for _, s in ipairs(f.series) do
      local px, py
      for _, p in ipairs(s.points) do
        local qx, qy = axis.share(f.x, p[1]), axis.share(f.y, p[2])
        for i = 0, 4 do -- also on the way from the last point
          local u, v = qx, qy
          if px then u, v = px + (qx - px) * i / 4, py + (qy - py) * i / 4 end
          if u > x and u < x + w and v > y and v < y + h then return true end
        end
        px, py = qx, qy
      end
    end
    return false
  end
  for _, corner in ipairs { { "top left", 0.01, 0.99 - below - h }, { "bottom right", 0.99 - w, 0.01 }, { "top right", 0.99 - w, 0.99 - below - h }, { "bottom left", 0.01, 0.01 } } do
    if w < 0.9 and h < 0.9 and not covers(corner[2], corner[3]) then return corner[1] end
  end
  return longest > 14 and "below" or "right"
end

local function gnuplot_legend(f)
  local l = f.legend
  local common = " Left reverse samplen 2.2 spacing 1.15 noenhanced"
  if not l then return "set key off" end
  if l == "right" then return "set key outside right top" .. common end
  if l == "below" then return "set key outside center bottom horizontal maxcols 2 width KW" .. common end
  if l == "above" then return "set key at graph 0.5, graph 1.09 center bottom horizontal maxrows 1 Left reverse samplen 0.4 width KW+2 noenhanced" end
  local vertical, side = l:match "^(%a+) (%a+)$"
  return ("set key at graph %s, graph %s %s %s"):format(side == "left" and "0.02" or "0.98", vertical == "top" and (#f.rules > 0 and "0.94" or "0.98") or "0.03", side, vertical) .. common
end

local function gnuplot(f, file)
  local gp = {
    "set encoding utf8", "set border " .. (f.frame and 15 or 3) .. " lw 1 lc rgb '#444444'", "set tics nomirror out scale 0.6,0.3",
    gnuplot_legend(f), "set style fill solid 1 noborder",
  }
  if f.grid ~= false then gp[#gp + 1] = "set grid xtics ytics lt 1 lw 0.7 lc rgb '#c8c8c8'" end
  if f.square then gp[#gp + 1] = "set size square" end
  if #f.x.lanes > 0 then gp[#gp + 1] = "set bmargin 6.6\nset rmargin 3\nset tmargin " .. (f.title and 5.2 or 3.6) end
  if f.title then gp[#gp + 1] = ("set title %s noenhanced%s"):format(quote(f.title), #f.x.lanes > 0 and " offset 0,2" or #f.rules > 0 and " offset 0,0.6" or "") end
  gnuplot_axis(gp, "x", f.x)
  gnuplot_axis(gp, "y", f.y)
  for _, r in ipairs(f.rects) do
    gp[#gp + 1] = ("set object rectangle from first %s, first %s to first %s, first %s fc rgb '#%s' fs solid noborder %s"):format(place(f.x, r[1]), place(f.y, r[2]), place(f.x, r[3]), place(f.y, r[4]),
      r.fill, f.grid == false and "front" or "behind")
  end
  for _, r in ipairs(f.rules) do gnuplot_rule(gp, f, r) end
  for _, t in ipairs(f.texts) do
    gp[#gp + 1] = ("set label %s at first %s, first %s %s front noenhanced textcolor rgb '#%s'%s"):format(quote(t[3]), place(f.x, t[1]), place(f.y, t[2]), t.anchor or "center", t.colour or "444444",
      t.dx and (" offset %s,%s"):format(t.dx, t.dy or 0) or "")
  end
  local draws = {}
  local function using(index)
    local x, y = transform[f.x.scale]:gsub("%%s", "$1"), transform[f.y.scale]:gsub("%%s", "$2")
    return ("%s index %d using (%s):(%s)"):format(quote(file), index, x, y)
  end
  for _, s in ipairs(f.series) do
    local line = ("lw %s dt %s lc rgb '#%s'"):format(s.thick or 1.8, dash(s.dash)[1], s.colour)
    local mark = s.mark and ("pt %d ps PS*%s lc rgb '#%s' lw 1.2"):format(s.mark[2], s.size or 0.75, s.colour)
    if s.line_index then draws[#draws + 1] = ("%s with %s %s notitle"):format(using(s.line_index), s.steps and "steps" or "lines", line) end
    -- An open mark on a line is filled with white.
    if s.mark_index and s.line and open[s.mark[2]] then draws[#draws + 1] = ("%s with points pt %d ps PS*%s lc rgb 'white' notitle"):format(using(s.mark_index), s.mark[2] + 1, s.size or 0.75) end
    if s.mark_index then draws[#draws + 1] = ("%s with points %s notitle"):format(using(s.mark_index), mark) end
    if s.name then
      local look = s.line and mark and ("linespoints %s pt %d ps PS*%s"):format(line, s.mark[2], s.size or 0.75) or s.line and "lines " .. line or "points " .. mark
      draws[#draws + 1] = ("keyentry with %s title %s"):format(look, quote(s.name))
    end
  end
  for _, r in ipairs(f.rules) do draws[#draws + 1] = using(r.index) .. " with lines lw 1.2 dt (8,4) lc rgb '#444444' notitle" end
  if #draws == 0 then draws[1] = "NaN notitle" end
  gp[#gp + 1] = "plot " .. table.concat(draws, ", \\\n     ")
  return table.concat(gp, "\n") .. "\n"
end

-- ---- PGFPlots -----------------------------------------------------------------------------------------------------------------

-- Returns text for LaTeX in its default encoding.
local function tex_text(s)
  return (text.escape(s):gsub("[<>|]", { ["<"] = "\\textless{}", [">"] = "\\textgreater{}", ["|"] = "\\textbar{}" }):gsub("\u{d7}", "$\\times$"):gsub("\u{f7}", "$\\div$"):gsub("\u{2264}", "$\\leq$"))
end

local function tex_tick(label)
  local at_most, rest = label:match "^(<?=?)(.*)$"
  rest = rest:find "%^" and "$" .. rest:gsub("%*", "\\cdot "):gsub("%^(%-?%d+)$", "^{%1}") .. "$" or rest:find "^%-" and "$" .. rest .. "$" or rest
  return "{" .. (at_most == "<=" and "$\\leq$" or "") .. rest .. "}"
end

local function tex_axis(o, name, a)
  local values, labels, minor = {}, {}, {}
  for i, t in ipairs(a.ticks) do values[i], labels[i] = number(t[1]), a.named and "{" .. tex_text(t[2]) .. "}" or tex_tick(t[2]) end
  for i, v in ipairs(a.minor) do minor[i] = number(v) end
  o[#o + 1] = ("%slabel={%s}, %smin=%s, %smax=%s,"):format(name, tex_text(a.label or ""), name, number(a.min), name, number(a.max))
  if a.scale == "log" then o[#o + 1] = name .. "mode=log," end
  if a.scale == "mixed" then -- linear below 1, logarithmic above
    o[#o + 1] = ("%s coord trafo/.code={\\pgfmathparse{min(#1, 1) + log10(max(#1, 1))}},"):format(name)
    o[#o + 1] = ("%s coord inv trafo/.code={\\pgfmathparse{min(#1, 1) * 10^(max(#1, 1) - 1)}},"):format(name)
  end
  o[#o + 1] = ("%stick={%s}, %sticklabels={%s},"):format(name, table.concat(values, ","), name, table.concat(labels, ","))
  if a.named and a.rotate then o[#o + 1] = ("%sticklabel style={rotate=35, anchor=east},"):format(name) end
  local extra, words = {}, {}
  for i, t in ipairs(a.lanes) do extra[i], words[i] = number(t[1]), "{" .. tex_text(t[2]) .. "}" end
  if #extra > 0 then
    o[#o + 1] = ("extra %s ticks={%s}, extra %s tick labels={%s}, extra %s tick style={grid=none%s},"):format(name, table.concat(extra, ","), name, table.concat(words, ","), name,
      name == "x" and ", tick label style={rotate=90, anchor=east}" or "")
  end
  return minor
end

-- PGFPlots takes minor ticks only as a number between ticks, so short lines stand for them.
local function tex_minor(out, f, name, minor)
  for _, v in ipairs(minor) do
    out[#out + 1] = name == "x" and ("\\draw[black!60] (axis cs:%s,%s) -- ([yshift=-1.2pt]axis cs:%s,%s);"):format(v, number(f.y.min), v, number(f.y.min))
      or ("\\draw[black!60] (axis cs:%s,%s) -- ([xshift=-1.2pt]axis cs:%s,%s);"):format(number(f.x.min), v, number(f.x.min), v)
  end
end

-- Leaves out points that cannot be told apart in print, since TeX has little memory.
local function thin(f, points, line)
  if #points <= 400 then return points end
  local kept, seen, last = {}, {}, nil
  for i, p in ipairs(points) do
    local x, y = axis.share(f.x, p[1]) * 400 // 1, axis.share(f.y, p[2]) * 400 // 1
    local key = x * 1000 + y
    if line then
      if key ~= last or i == #points then kept[#kept + 1] = p end
      last = key
    elseif not seen[key] then
      seen[key] = true
      kept[#kept + 1] = p
    end
  end
  return kept
end

local function coordinates(points)
  local list, out = {}, {}
  for i, p in ipairs(points) do
    list[#list + 1] = ("(%s,%s)"):format(number(p[1]), number(p[2]))
    if #list == 8 or i == #points then
      out[#out + 1] = "  " .. table.concat(list, " ")
      list = {}
    end
  end
  return "coordinates {\n" .. table.concat(out, "\n") .. "\n};"
end

local anchors = { left = "west", right = "east", center = "center" } -- gnuplot names the side at which the text begins

local function tex_legend(f)
  local l = f.legend
  local style = "legend cell align=left, legend style={draw=none, fill=white, fill opacity=0.8, text opacity=1, font=\\footnotesize"
  if l == "right" then return style .. ", at={(1.03,1)}, anchor=north west}," end
  if l == "below" then return style .. ", at={(0.5,-0.24)}, anchor=north, legend columns=2}," end
  if l == "above" then return style .. ", at={(0.5,1.09)}, anchor=south, legend columns=-1, /tikz/every even column/.append style={column sep=4pt}}," end
  local vertical, side = (l or "top left"):match "^(%a+) (%a+)$"
  return style .. (", at={(%s,%s)}, anchor=%s %s},"):format(side == "left" and "0.02" or "0.98", vertical == "top" and (#f.rules > 0 and "0.94" or "0.98") or "0.03",
    vertical == "top" and "north" or "south", side == "left" and "west" or "east")
end

local function pgfplots(f, base)
  local out = {
    "% " .. f.about:gsub("\n", " "), ("%% %s.tex: \\input it; it needs \\usepackage{pgfplots} (with \\pgfplotsset{compat=1.16} or later) and nothing else: the data are inside."):format(base),
    "\\begin{tikzpicture}", "\\begin{axis}[",
  }
  local o = {
    f.tex_width and ("width={%s}, height={%s*(%s)},"):format(f.tex_width, number(f.square and 1 or f.height / f.width), f.tex_width) or ("width=%scm, height=%scm,"):format(number(f.width), number(f.height)),
    "label style={font=\\small}, tick label style={font=\\footnotesize}, tick align=outside, tickpos=left, clip=false, scaled ticks=false,",
    f.frame and "axis line style={black!70}," or "axis lines=left, axis line style={black!70, -},",
    f.grid ~= false and "grid=major, grid style={black!22, line width=0.3pt}," or "grid=none,",
    tex_legend(f),
  }
  if f.title then o[#o + 1] = ("title={%s}, title style={font=\\small%s},"):format(tex_text(f.title), f.legend == "above" and ", yshift=4ex" or #f.rules > 0 and ", yshift=1ex" or "") end
  local minor_x, minor_y = tex_axis(o, "x", f.x), tex_axis(o, "y", f.y)
  for _, line in ipairs(o) do out[#out + 1] = "  " .. line end
  out[#out + 1] = "]"
  local colours = {}
  local function colour(hex)
    if not colours[hex] then
      colours[hex] = true
      out[#out + 1] = ("\\definecolor{ansatz%s}{HTML}{%s}"):format(hex, hex)
    end
    return "ansatz" .. hex
  end
  for _, r in ipairs(f.rects) do
    local fill = colour(r.fill)
    out[#out + 1] = ("\\fill[%s] (axis cs:%s,%s) rectangle (axis cs:%s,%s);"):format(fill, number(r[1]), number(r[2]), number(r[3]), number(r[4]))
  end
  tex_minor(out, f, "x", minor_x)
  tex_minor(out, f, "y", minor_y)
  for _, r in ipairs(f.rules) do
    local v = number(r.value)
    local vertical = r.axis == "x"
    local node = vertical and (axis.share(f.x, r.value) > 0.9 and "above left, inner xsep=0pt" or "above") or axis.share(f.y, r.value) > 0.97 and "above left, inner xsep=0pt" or "below, rotate=90, anchor=north"
    out[#out + 1] = ("\\draw[black!75, dashed, thin] (axis cs:%s,%s) -- (axis cs:%s,%s)%s;"):format(vertical and v or number(f.x.min), vertical and number(f.y.min) or v, vertical and v or number(f.x.max),
      vertical and number(f.y.max) or v, r.text and (" node[%s, font=\\scriptsize, inner ysep=2pt] {%s}"):format(node, tex_text(r.text)) or "")
  end
  for _, s in ipairs(f.series) do
    local c = colour(s.colour)
    local line = ("%s, line width=%spt, %s"):format(c, number((s.thick or 1.8) * 0.5), dash(s.dash)[2])
    local filled = s.line and s.mark and open[s.mark[2]] -- an open mark on a line is filled with white
    local form = s.mark and (not filled and s.mark[3] or s.mark[3] == "o" and "*" or s.mark[3] .. "*")
    local mark = s.mark and ("mark=%s, mark size=%spt, mark options={solid, line width=0.5pt%s}"):format(form, number((s.size or 0.75) * 2.4), filled and ", fill=white" or "")
    if s.line and #s.points > 0 then out[#out + 1] = ("\\addplot[%s, no marks%s, forget plot] %s"):format(line, s.steps and ", const plot" or "", coordinates(thin(f, s.points, true))) end
    local marks = marks_of(s)
    if #marks > 0 then out[#out + 1] = ("\\addplot[%s, only marks, %s, forget plot] %s"):format(c, mark, coordinates(thin(f, marks, false))) end
    if s.name then
      out[#out + 1] = ("\\addlegendimage{%s%s}\n\\addlegendentry{%s}"):format(s.line and line or c .. ", only marks", mark and ", " .. mark or "", tex_text(s.name))
    end
  end
  for _, t in ipairs(f.texts) do
    local c = colour(t.colour or "444444")
    out[#out + 1] = ("\\node[font=\\scriptsize, text=%s, anchor=%s, inner sep=2pt] at (axis cs:%s,%s) {%s};"):format(c, t.tex_anchor or anchors[t.anchor or "center"], number(t[1]), number(t[2]), tex_text(t[3]))
  end
  out[#out + 1] = "\\end{axis}\n\\end{tikzpicture}"
  return table.concat(out, "\n") .. "\n"
end

-- ---- files ----------------------------------------------------------------------------------------------------------------------

-- Text is 7 pt in a figure of `width` cm in all forms of output. gnuplot's terminals differ in the size of marks (PS)
-- and in the width that they assume for text (KW, characters).
local function terminals(f)
  local w, h = f.width, f.height
  return {
    { "svg", ('set terminal svg size %d,%d font "Helvetica,12" linewidth 1.4 background rgb "white"\nPS = 1\nKW = -6'):format(w * 50, h * 50) },
    { "pdf", ('set terminal pdfcairo size %gcm,%gcm font "Helvetica,7" fontscale 0.66 linewidth 1\nPS = 0.7\nKW = -3'):format(w, h) },
    { "png", ('set terminal pngcairo size %d,%d font "Helvetica,18" linewidth 2.4\nPS = 2.4\nKW = -3'):format(w * 100, h * 100) },
  }
end

-- Runs gnuplot on the script for each form of output. Returns the files written.
local function render(self, name, script, f)
  local written, forms = {}, terminals(f)
  local base = name:match "[^/]*$"
  local path = self:write(name .. ".gp", "# gnuplot: run it in this folder; the data are beside it\n" .. forms[2][2] .. "\nset output " .. quote(base .. ".pdf") .. "\n" .. script)
  local folder = path:match "^(.*)/[^/]*$"
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

-- figure.write(results, "folder/name", { about =, x = axis, y = axis, series =, rects =, rules =, texts =, legend =
-- "inside" | "right" | "above" | "below", width =, height = }) -> the files written. A series has name, points, colour,
-- mark, line, steps, dash, marks.
function figure.write(self, name, f)
  f.rects, f.rules, f.texts = f.rects or {}, f.rules or {}, f.texts or {}
  if self.dry then return {} end
  f.legend = legend_place(f)
  local base = name:match "[^/]*$"
  self:write(name .. ".dat", data(f))
  local written = render(self, name, gnuplot(f, base .. ".dat"), f)
  written[#written + 1] = self:write(name .. ".tex", pgfplots(f, base))
  return written
end

return figure
