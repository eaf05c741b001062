-- Tables as text and as LaTeX, and names for LaTeX. A table is { columns, blocks, note =, caption =, label =, legend =, width = }:
--   columns   { title =, short =, group =, left = } each: columns that follow each other and have the same group get a heading of two lines. LaTeX has
--             the short titles where the others are too wide
--   blocks    { title =, lines =, last = } each; a line is a list of cells, `last` the number of a line with a rule above it
--   legend    text, or a list of { title =, short =, text = } and of texts
--   cells     text, or { text =, spread =, best = }: `spread` stands behind a plus-minus sign, the best is set bold in LaTeX
local text = {}

local function width(s) return utf8.len(s) or #s end

-- Returns "1 run" or "2 runs".
function text.counted(n, noun) return ("%d %s%s"):format(n, noun, n == 1 and "" or "s") end

local function shown(cell)
  if type(cell) ~= "table" then return cell end
  return cell.spread and cell.text .. " \u{B1} " .. cell.spread or cell.text
end

-- Returns the groups of adjacent columns: { name, first, last }; nil: there are no groups.
local function groups_of(columns)
  local list, any = {}, false
  for i, column in ipairs(columns) do
    local last = list[#list]
    any = any or column.group ~= nil
    if last and column.group and last.name == column.group then
      last.last = i
    else
      list[#list + 1] = { name = column.group, first = i, last = i }
    end
  end
  return any and list or nil
end

-- Returns the legend, with the titles that the table uses.
local function legend_of(t, short)
  if type(t.legend) ~= "table" then return t.legend or "" end
  local parts = {}
  for i, entry in ipairs(t.legend) do
    parts[i] = type(entry) == "string" and entry or ("%s: %s"):format((short and entry.short or entry.title):gsub("^%l", string.upper), entry.text)
  end
  return #parts > 0 and table.concat(parts, ". ") .. "." or ""
end

-- ---- text ---------------------------------------------------------------------------------------------------------------

local function wrap(note, most, out)
  local line = ""
  for word in note:gmatch "%S+" do
    if #line + #word + 1 > most then
      out[#out + 1] = line
      line = ""
    end
    line = line == "" and word or line .. " " .. word
  end
  out[#out + 1] = line
end

-- Numbers are aligned to the right.
function text.plain(t)
  local widths, out, groups = {}, {}, groups_of(t.columns)
  local function measure(i, s) widths[i] = math.max(widths[i] or 0, width(s)) end
  for i, column in ipairs(t.columns) do measure(i, column.title) end
  for _, block in ipairs(t.blocks) do
    for _, line in ipairs(block.lines) do
      for i, cell in ipairs(line) do measure(i, shown(cell)) end
    end
  end
  for _, group in ipairs(groups or {}) do -- the last column of a group makes room for its heading
    local room = -2
    for i = group.first, group.last do room = room + widths[i] + 2 end
    if group.name and width(group.name) > room then widths[group.last] = widths[group.last] + width(group.name) - room end
  end
  local function add(cells)
    local parts = {}
    for i, cell in ipairs(cells) do
      local s = shown(cell)
      local pad = (" "):rep(widths[i] - width(s))
      parts[i] = t.columns[i].left and s .. pad or pad .. s
    end
    out[#out + 1] = (table.concat(parts, "  "):gsub("%s+$", ""))
  end
  local function headings()
    if groups then
      local parts = {}
      for g, group in ipairs(groups) do
        local room = -2
        for i = group.first, group.last do room = room + widths[i] + 2 end
        local name = group.name or ""
        parts[g] = group.first == group.last and (" "):rep(room - width(name)) .. name or name .. (" "):rep(room - width(name))
      end
      out[#out + 1] = (table.concat(parts, "  "):gsub("%s+$", ""))
    end
    local titles = {}
    for i, column in ipairs(t.columns) do titles[i] = column.title end
    if not groups or table.concat(titles):find "%S" then add(titles) end
  end
  local total = -2
  for _, w in ipairs(widths) do total = total + w + 2 end
  if t.caption then
    wrap(t.caption, math.max(total, 72), out)
    out[#out + 1] = ""
  end
  for i, block in ipairs(t.blocks) do
    if block.title then out[#out + 1] = (i > 1 and "\n" or "") .. block.title end
    if i == 1 or block.title then
      headings()
      out[#out + 1] = ("-"):rep(total)
    end
    for j, line in ipairs(block.lines) do
      if j == block.last then out[#out + 1] = ("-"):rep(total) end
      add(line)
    end
  end
  for _, note in ipairs { legend_of(t), t.note or "" } do
    if note ~= "" then
      out[#out + 1] = ""
      wrap(note, math.max(total, 72), out)
    end
  end
  return table.concat(out, "\n") .. "\n"
end

-- ---- LaTeX ----------------------------------------------------------------------------------------------------------------

local special = {
  ["\\"] = "\\textbackslash{}", ["&"] = "\\&", ["%"] = "\\%", ["$"] = "\\$", ["#"] = "\\#", ["_"] = "\\_", ["{"] = "\\{", ["}"] = "\\}",
  ["~"] = "\\textasciitilde{}", ["^"] = "\\textasciicircum{}", ["<"] = "$<$", [">"] = "$>$", ["|"] = "$|$", ["\u{B1}"] = "$\\pm$", ["\u{2264}"] = "$\\le$", ["\u{2265}"] = "$\\ge$",
  ["\u{D7}"] = "$\\times$", ["\u{2013}"] = "--",
}
function text.escape(s) return (s:gsub("<=", "\u{2264}"):gsub(">=", "\u{2265}"):gsub(utf8.charpattern, special)) end

-- Widths of Computer Modern at 10 pt, in tenths of a point (the font's metric file); other letters are taken for wide
-- ones.
local advance = {}
for letters, tenths in pairs {
  ["ijl.,;:'|!"] = 28, ["t"] = 39, ["rsz-()[]"] = 39, ["f "] = 33, ["I"] = 36, ["ceJ"] = 46, ["0123456789agoqvxyk/?*"] = 51, ["bdhnpuFLS"] = 56,
  ["EPRT"] = 70, ["w+=<>ABCDGHKNOQUVXYZ"] = 76, ["m%&@#"] = 83, ["MW"] = 97, ["_~^"] = 50, ["{}"] = 50,
} do
  for letter in letters:gmatch "." do advance[letter] = tenths end
end
local function points(s, bold)
  local sum = 0
  for letter in s:gmatch(utf8.charpattern) do sum = sum + (advance[letter] or 78) end
  return sum / 10 * (bold and 1.15 or 1)
end

-- Sizes, from large to small, with the space between columns in pt. Smaller letters are wider in proportion.
local sizes = {
  { "\\normalsize", 1, 6 }, { "\\small", 0.925, 6 }, { "\\small", 0.925, 4 }, { "\\footnotesize", 0.85, 4 }, { "\\footnotesize", 0.85, 3 }, { "\\scriptsize", 0.8, 3 },
  { "\\scriptsize", 0.8, 2 },
}
local POINTS = 72.27 / 2.54 -- points in a centimetre

-- Returns whether a group begins with a column of words, which needs more room before it than a number does.
local function begins_with_words(t, i)
  local column = t.columns[i]
  return column.group ~= nil and column.left and column.group ~= t.columns[i - 1].group
end

-- Returns the widths of the columns at 10 pt, by their contents. The last column of a group makes room for the group's
-- heading.
local function column_points(t, groups, short, turned)
  local widths = {}
  for i, column in ipairs(t.columns) do widths[i] = turned and i > 1 and not groups and 9 or points(short and column.short or column.title) end
  for _, block in ipairs(t.blocks) do
    for _, line in ipairs(block.lines) do
      for i, cell in ipairs(line) do
        local w = type(cell) ~= "table" and points(cell) or points(cell.text, cell.best) + (cell.spread and points(" + " .. cell.spread) * 0.8 or 0)
        widths[i] = math.max(widths[i], w)
      end
    end
  end
  for _, group in ipairs(groups or {}) do
    local room = (group.last - group.first) * 8 -- the room between its columns
    for i = group.first, group.last do room = room + widths[i] end
    local wanted = group.name and (turned and group.first == group.last and 9 or points(group.name)) or 0
    if wanted > room then widths[group.last] = widths[group.last] + wanted - room end
  end
  return widths
end

-- Ways to set a table, from the most readable to the least: short titles are better than letters below \small, and long
-- names over several lines are better than rotated headings.
local ways = {
  { upto = 3 }, { short = true, upto = #sizes }, { short = true, wrapped = true, upto = #sizes }, { short = true, turned = true, upto = #sizes },
  { short = true, turned = true, wrapped = true, upto = #sizes },
}
local LEAST = 3.2 -- centimetres: least width of the first column, if its names go over several lines

-- Returns the first way in which the table is not wider than `most` centimetres.
local function fit(t, groups, most)
  local last
  for _, way in ipairs(ways) do
    local total, gaps, widths = 0, #t.columns - 1, column_points(t, groups, way.short, way.turned)
    for _, w in ipairs(widths) do total = total + w end
    for i = 2, #t.columns do gaps = gaps + (begins_with_words(t, i) and 1 or 0) end
    for i = 1, way.upto do
      local size = sizes[i]
      local wide, names = (total * size[2] + 2 * size[3] * gaps) / POINTS, widths[1] * size[2] / POINTS
      local first = way.wrapped and most - (wide - names) or nil
      if not first or (first >= LEAST and first < names) then
        last = { size = size[1], sep = size[3], short = way.short, turned = way.turned, first = first, width = first and most or wide, fits = first ~= nil or wide <= most }
        if last.fits then return last end
      end
    end
  end
  return last
end

local function cell_latex(cell)
  local s, best, spread = cell, false, nil
  if type(cell) == "table" then s, best, spread = cell.text, cell.best, cell.spread end
  local negative = s:match "^%-(%d[%d.]*)$"
  local made = negative and "$-" .. negative .. "$" or s == "-" and "--" or text.escape(s)
  if best then made = negative and "$\\mathbf{-" .. negative .. "}$" or "\\textbf{" .. made .. "}" end
  return spread and made .. "\\,{\\scriptsize$\\pm$" .. spread .. "}" or made
end

local function headings(t, groups, short, turned)
  local lines = {}
  local function turn(title) return turned and title ~= "" and "\\rotatebox{90}{" .. text.escape(title) .. "}" or text.escape(title) end
  if groups then
    local cells, rules = {}, {}
    for i, group in ipairs(groups) do
      local n = group.last - group.first + 1
      if not group.name then
        for k = 1, n do cells[#cells + 1] = "" end
      elseif n == 1 then
        cells[#cells + 1] = turn(group.name)
      else
        cells[#cells + 1] = ("\\multicolumn{%d}{c%s}{%s}"):format(n, i == #groups and "@{}" or "", text.escape(group.name))
        local left = begins_with_words(t, group.first) and "l{3\\tabcolsep}" or "l"
        rules[#rules + 1] = ("\\cmidrule(%s){%d-%d}"):format(i == #groups and left or left .. "r", group.first, group.last)
      end
    end
    lines[1] = table.concat(cells, " & ") .. " \\\\" .. (#rules > 0 and " " .. table.concat(rules, " ") or "")
  end
  local cells, any = {}, false
  for i, column in ipairs(t.columns) do
    local title = short and column.short or column.title
    cells[i] = i > 1 and not groups and turn(title) or text.escape(title)
    any = any or column.title:find "%S" ~= nil
  end
  if any or not groups then lines[#lines + 1] = table.concat(cells, " & ") .. " \\\\" end
  return table.concat(lines, "\n")
end

local LONG = 45 -- number of lines that fit on a page

-- Splits the table into parts that are not too wide: the first column with as many others as fit; groups are not split.
-- A single part: it cannot be split.
local function split(t, groups, most)
  local units, parts = {}, {}
  for _, g in ipairs(groups or {}) do
    if g.first > 1 then units[#units + 1] = { g.first, g.last } end
  end
  for i = 2, groups and 1 or #t.columns do units[#units + 1] = { i, i } end
  local function with(chosen)
    local part = { columns = { t.columns[1] }, blocks = {}, width = most }
    for _, u in ipairs(chosen) do table.move(t.columns, u[1], u[2], #part.columns + 1, part.columns) end
    for b, block in ipairs(t.blocks) do
      local lines = {}
      for n, line in ipairs(block.lines) do
        lines[n] = { line[1] }
        for _, u in ipairs(chosen) do table.move(line, u[1], u[2], #lines[n] + 1, lines[n]) end
      end
      part.blocks[b] = { title = block.title, last = block.last, lines = lines }
    end
    return part
  end
  local chosen = {}
  for _, u in ipairs(units) do
    chosen[#chosen + 1] = u
    local part = with(chosen)
    if #chosen > 1 and not fit(part, groups_of(part.columns), most).fits then
      chosen[#chosen] = nil
      parts[#parts + 1] = with(chosen)
      chosen = { u }
    end
  end
  parts[#parts + 1] = with(chosen)
  return parts
end

-- Returns a tabular of booktabs that is at most as wide as `width` (cm; a page of LNCS has 12.2): in a table if there
-- is a caption; in a longtable if it does not fit on a page; in several parts, one above the other, if its columns do
-- not fit. Also returns a message if this failed.
local whole
function text.latex(t)
  local groups, most, lines = groups_of(t.columns), t.width or 12.2, 0
  local parts = fit(t, groups, most).fits and {} or split(t, groups, most)
  if #parts < 2 then return whole(t) end
  for _, block in ipairs(t.blocks) do lines = lines + #block.lines end
  local long, made, problem = lines > LONG, {}, nil
  parts[#parts].legend, parts[1].note = t.legend, t.note
  if long then parts[1].caption, parts[1].label = t.caption, t.label end
  for i, part in ipairs(parts) do
    local said, why = whole(part)
    made[i], problem = said, problem or why
  end
  local body = table.concat(made, long and "\n" or "\\par\\medskip\n")
  if t.caption and not long then
    body = "\\begin{table}[t]\n\\centering\n\\caption{" .. (t.caption:find "[\\$]" and t.caption or text.escape(t.caption)) .. "}" .. (t.label and "\\label{" .. t.label .. "}" or "") .. "\n" .. body .. "\\end{table}\n"
  end
  return body, problem
end

function whole(t)
  local groups, out, lines = groups_of(t.columns), {}, 0
  local most = t.width or 12.2
  local made = fit(t, groups, most)
  for _, block in ipairs(t.blocks) do lines = lines + #block.lines end
  local long = lines > LONG
  local packages = "booktabs" .. (long and ", longtable" or "") .. (made.turned and ", graphicx" or "")
  out[1] = "% \\input this; it needs \\usepackage{" .. packages .. "}. About " .. ("%.1f"):format(made.width) .. " cm wide."
  if t.note and t.note ~= "" then out[#out + 1] = "% " .. t.note:gsub("\n", " ") end
  local below = legend_of(t, made.short)
  local align = {}
  for i, column in ipairs(t.columns) do align[i] = (i > 1 and begins_with_words(t, i) and "@{\\hspace{4\\tabcolsep}}" or "") .. (column.left and "l" or "r") end
  local spec = "{@{}" .. table.concat(align) .. "@{}}"
  local function written(given) return given:find "[\\$]" and given or text.escape(given) end -- with a backslash or $, it is LaTeX already
  local function caption() return "\\caption{" .. written(t.caption) .. "}" .. (t.label and "\\label{" .. t.label .. "}" or "") end
  local function legend() return "\\parbox{" .. (long and "\\linewidth" or ("%.1fcm"):format(most)) .. "}{\\scriptsize " .. written(below) .. "}" end
  local head = headings(t, groups, made.short, made.turned)
  if long then
    out[#out + 1] = "\\begingroup" .. made.size .. "\\setlength{\\tabcolsep}{" .. made.sep .. "pt}"
    out[#out + 1] = "\\begin{longtable}" .. spec
    if t.caption then out[#out + 1] = caption() .. " \\\\" end
    out[#out + 1] = "\\toprule\n" .. head .. "\n\\midrule\n\\endhead\n\\bottomrule\n\\endfoot"
  else
    if t.caption then
      out[#out + 1] = "\\begin{table}[t]\n\\centering\n" .. caption()
    end
    out[#out + 1] = (t.caption and "" or "\\noindent") .. "\\begingroup" .. made.size .. "\\setlength{\\tabcolsep}{" .. made.sep .. "pt}%"
    out[#out + 1] = "\\begin{tabular}" .. spec .. "\n\\toprule\n" .. head .. "\n\\midrule"
  end
  for i, block in ipairs(t.blocks) do
    if i > 1 then out[#out + 1] = "\\addlinespace" end
    if #t.blocks > 1 then out[#out + 1] = ("\\multicolumn{%d}{@{}l}{\\emph{%s}} \\\\"):format(#t.columns, text.escape(block.title)) end
    for j, line in ipairs(block.lines) do
      local cells = {}
      for k, cell in ipairs(line) do cells[k] = cell_latex(cell) end
      if made.first then cells[1] = ("\\parbox[t]{%.1fcm}{\\raggedright\\hangindent=1em %s\\strut}"):format(made.first - 0.05, cells[1]) end
      if j == block.last then out[#out + 1] = "\\cmidrule{1-" .. #t.columns .. "}" end
      out[#out + 1] = table.concat(cells, " & ") .. " \\\\"
    end
  end
  out[#out + 1] = long and "\\end{longtable}" or "\\bottomrule\n\\end{tabular}"
  out[#out + 1] = "\\endgroup"
  if below ~= "" then out[#out + 1] = (long and "\\noindent" or "\\par\\smallskip\n") .. legend() end
  if t.caption and not long then out[#out + 1] = "\\end{table}" end
  return table.concat(out, "\n") .. "\n",
    not made.fits and ("is about %.1f cm wide, and there are %g: columns = { ... } and configs = { ... } choose fewer"):format(made.width, most) or nil
end

-- ---- names ------------------------------------------------------------------------------------------------------------------

local digits = { ["0"] = "Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine" }
local signs = {
  ["<"] = "Less", [">"] = "Greater", ["="] = "Equal", ["+"] = "Plus", ["-"] = "Minus", ["*"] = "Times", ["/"] = "Over", ["!"] = "Not", ["&"] = "And", ["|"] = "Or",
  ["."] = "Point", [","] = "Comma", ["%"] = "Percent", ["_"] = "Under", ["("] = "Open", [")"] = "Close",
}

-- Converts "interval + binsearch 10" to "IntervalBinsearchOneZero": letters only, as LaTeX requires. With `all`, signs
-- become words, too.
function text.camel(s, all)
  s = s:gsub("%d", function(d) return " " .. (digits[d] or digits[tonumber(d)]) .. " " end)
  if all then s = s:gsub("%p", function(sign) return " " .. (signs[sign] or "Sign" .. text.camel(tostring(sign:byte()))) .. " " end) end
  local out = ""
  for word in s:gmatch "%a+" do out = out .. word:sub(1, 1):upper() .. word:sub(2) end
  return out
end

return text
