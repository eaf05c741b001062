-- Tables as text and LaTeX, and names for LaTeX.
local text = {}

local function width(s) return utf8.len(s) or #s end

-- Left-aligned first column (or `left` columns), numbers to the right.
function text.plain(headers, blocks, o)
  local widths, out = {}, {}
  local function measure(cells)
    for i, cell in ipairs(cells) do widths[i] = math.max(widths[i] or 0, width(cell)) end
  end
  measure(headers)
  for _, block in ipairs(blocks) do
    for _, line in ipairs(block.lines) do measure(line) end
  end
  local function add(cells)
    local parts = {}
    for i, cell in ipairs(cells) do
      local pad = (" "):rep(widths[i] - width(cell))
      parts[i] = i <= (o.left or 1) and cell .. pad or pad .. cell
    end
    out[#out + 1] = (table.concat(parts, "  "):gsub("%s+$", ""))
  end
  local total = -2
  for _, w in ipairs(widths) do total = total + w + 2 end
  for i, block in ipairs(blocks) do
    if block.title then out[#out + 1] = (i > 1 and "\n" or "") .. block.title end
    if i == 1 or block.title then
      add(headers)
      out[#out + 1] = ("-"):rep(total)
    end
    for j, line in ipairs(block.lines) do
      if j == block.last then out[#out + 1] = ("-"):rep(total) end
      add(line)
    end
  end
  if o.note then
    out[#out + 1] = ""
    -- The counting rules, wrapped.
    local line = ""
    for word in o.note:gmatch "%S+" do
      if #line + #word + 1 > math.max(total, 72) then
        out[#out + 1] = line
        line = ""
      end
      line = line == "" and word or line .. " " .. word
    end
    out[#out + 1] = line
  end
  return table.concat(out, "\n") .. "\n"
end

local special = {
  ["\\"] = "\\textbackslash{}", ["&"] = "\\&", ["%"] = "\\%", ["$"] = "\\$", ["#"] = "\\#", ["_"] = "\\_", ["{"] = "\\{", ["}"] = "\\}",
  ["~"] = "\\textasciitilde{}", ["^"] = "\\textasciicircum{}",
}
function text.escape(s) return (s:gsub("[\\&%%$#_{}~^]", special)) end

-- A booktabs tabular, to be put into a table environment.
function text.latex(headers, blocks, o)
  local n, out = #headers, {}
  if o.note then out[1] = "% " .. o.note end
  out[#out + 1] = "\\begin{tabular}{@{}l" .. ("r"):rep(n - 1) .. "@{}}"
  out[#out + 1] = "\\toprule"
  local function row(cells)
    local escaped = {}
    for i, cell in ipairs(cells) do escaped[i] = tonumber(cell) and cell:find "^%-" and "$" .. cell .. "$" or text.escape(cell) end
    return table.concat(escaped, " & ") .. " \\\\"
  end
  out[#out + 1] = row(headers)
  out[#out + 1] = "\\midrule"
  for i, block in ipairs(blocks) do
    if i > 1 then out[#out + 1] = "\\addlinespace" end
    if #blocks > 1 then out[#out + 1] = ("\\multicolumn{%d}{@{}l}{\\emph{%s}} \\\\"):format(n, text.escape(block.title)) end
    for j, line in ipairs(block.lines) do
      if j == block.last then out[#out + 1] = "\\cmidrule{1-" .. n .. "}" end
      out[#out + 1] = row(line)
    end
  end
  out[#out + 1] = "\\bottomrule"
  out[#out + 1] = "\\end{tabular}"
  return table.concat(out, "\n") .. "\n"
end

local digits = { ["0"] = "Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine" }

-- "interval + binsearch 10" -> "IntervalBinsearchOneZero": letters only, as LaTeX wants.
function text.camel(s)
  s = s:gsub("%d", function(d) return " " .. (digits[d] or digits[tonumber(d)]) .. " " end)
  local out = ""
  for word in s:gmatch "%a+" do out = out .. word:sub(1, 1):upper() .. word:sub(2) end
  return out
end

return text
