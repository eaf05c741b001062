-- Rows of a stored run that follow from others. Runs of experiments do not ask the solver which of their rows follow
-- from others, which would cost time that is measured; when a run is shown, those are left out that follow by
-- arithmetic of bounds. A row is a disjunction of comparisons: with the negations of its comparisons as further bounds,
-- the bounds of rows that are kept contradict each other, or bound a sum.
local implied = {}

-- Splits the text at a separator where no parenthesis, bracket or brace is open.
local function split(text, separator)
  local parts, depth, from, i = {}, 0, 1, 1
  while i <= #text do
    local c = text:sub(i, i)
    if c:find "[%(%[{]" then depth = depth + 1 elseif c:find "[%)%]}]" then depth = depth - 1 end
    if depth == 0 and text:sub(i, i + #separator - 1) == separator then
      parts[#parts + 1] = text:sub(from, i - 1)
      i = i + #separator
      from = i
    else
      i = i + 1
    end
  end
  parts[#parts + 1] = text:sub(from)
  return parts
end

local function bare(text)
  text = text:match "^%s*(.-)%s*$"
  return text:find "^%b()$" and bare(text:sub(2, -2)) or text
end

-- Returns the sum as { atom = coefficient }, and the number of its atoms. What is no sum of names is one atom.
local function sum_of(text)
  local atoms, count = {}, 0
  for _, part in ipairs(split((text:gsub(" %- ", " + -")), " + ")) do
    local minus, factor, atom = part:match "^(%-?)(%d*)%*?(.*)$"
    if not atom:find "^[%a_]" or atom:find "[%s?%%*&|<>=/+]" then return { [text] = 1 }, 1 end
    if not atoms[atom] then count = count + 1 end
    atoms[atom] = (atoms[atom] or 0) + (minus == "-" and -1 or 1) * (tonumber(factor) or 1)
  end
  return atoms, count
end

-- Returns { subject, op, value } of a comparison with a whole number: subject is { text =, atoms =, count = }.
local function comparison(text)
  local left, op, value = text:match "^(.-) ([<>=!]=) (%-?%d+)[ul]*$"
  if not left then
    left, op, value = text:match "^(.-) ([<>]) (%-?%d+)[ul]*$"
    if not left then
      value, op, left = text:match "^(%-?%d+) (<=) (.+)$" -- 0 <= i
      if not left then return nil end
      op = ">="
    end
  end
  value = math.tointeger(tonumber(value))
  if not value or left:find "[<>=!]=" then return nil end
  if op == "<" then op, value = "<=", value - 1 elseif op == ">" then op, value = ">=", value + 1 end
  left = bare(left)
  local atoms, count = sum_of(left)
  return { text = left, atoms = atoms, count = count, op = op, value = value }
end

-- Bounds: { low = { subject = n }, high = { subject = n } }.
local function narrow(bounds, subject, low, high)
  if low and low > (bounds.low[subject] or -math.huge) then bounds.low[subject] = low end
  if high and high < (bounds.high[subject] or math.huge) then bounds.high[subject] = high end
end

-- Returns the least and the greatest value of a comparison's sum.
local function range(bounds, c)
  local low, high = bounds.low[c.text] or -math.huge, bounds.high[c.text] or math.huge
  if c.count == 1 then return low, high end
  local least, most = 0, 0
  for atom, factor in pairs(c.atoms) do
    local a, b = bounds.low[atom] or -math.huge, bounds.high[atom] or math.huge
    if factor < 0 then a, b = b, a end
    least, most = least + factor * a, most + factor * b
  end
  return math.max(low, least), math.min(high, most)
end

-- Returns bounds that begin as those that are given.
local function extend(bounds)
  return { low = setmetatable({}, { __index = bounds.low }), high = setmetatable({}, { __index = bounds.high }) }
end

-- Returns whether the row follows from the bounds.
local function follows(row, known)
  local bounds = #row > 1 and extend(known) or known
  for _, c in ipairs(row) do -- the negations of the comparisons hold, too
    if #row > 1 then
      if c.op == "<=" then narrow(bounds, c.text, c.value + 1) elseif c.op == ">=" then narrow(bounds, c.text, nil, c.value - 1) elseif c.op == "!=" then narrow(bounds, c.text, c.value, c.value) end
    end
  end
  for _, c in ipairs(row) do
    if c.op then
      local low, high = range(bounds, c)
      if c.op == "<=" then low = math.max(low, c.value + 1) elseif c.op == ">=" then high = math.min(high, c.value - 1) end
      if c.op == "!=" then low, high = math.max(low, c.value), math.min(high, c.value) end
      if c.op == "==" and low == c.value then low = low + 1 end
      if c.op == "==" and high == c.value then high = high - 1 end
      if low > high then return true end
    end
  end
  return false
end

-- Sets the order in which rows are considered: those that say more, of fewer variables, first.
local function rank(row)
  local c = row[1]
  row.class, row.value = 4, 0
  if #row > 1 then
    row.class = 5 + #row
  elseif c.op == "!=" then
    row.class = 3
  elseif c.op then
    row.class = c.op == "==" and 0 or math.min(c.count, 2)
    row.value = c.op == ">=" and -c.value or c.op == "<=" and c.value or 0
  end
end

local parsed_before, parsed_count = {}, 0 -- rows of many runs are alike

local function parse(text)
  local row = parsed_before[text]
  if row then return row end
  row = {}
  for i, part in ipairs(split(text, " || ")) do
    part = bare(part)
    row[i] = comparison(part) or { text = part }
  end
  rank(row)
  if parsed_count == 20000 then parsed_before, parsed_count = {}, 0 end
  parsed_before[text], parsed_count = row, parsed_count + 1
  return row
end

local function before(a, b)
  if a.guarded ~= b.guarded then return b.guarded end
  local p, q = a.parsed, b.parsed
  if p.class ~= q.class then return p.class < q.class end
  if p.value ~= q.value then return p.value < q.value end
  return a.at < b.at
end

-- implied.of(rows) -> { [i] = true }: the rows, { loop =, guard =, text = }, that follow from others of their list. A
-- row under a guard follows also from those of its loop without one, and one of all objects but one also from the same
-- row of all objects.
function implied.of(rows)
  local order, drop, loops = {}, {}, {}
  for i, row in ipairs(rows) do order[i] = { at = i, row = row, parsed = parse(row.text), guarded = row.guard ~= "" } end
  table.sort(order, before)
  for _, o in ipairs(order) do
    local row, parsed = o.row, o.parsed
    local groups = loops[row.loop]
    if not groups then
      groups = { [""] = { bounds = { low = {}, high = {} }, texts = {} } }
      loops[row.loop] = groups
    end
    local group, base = groups[row.guard], groups[""]
    if not group then
      group = { bounds = extend(base.bounds), texts = setmetatable({}, { __index = base.texts }) }
      groups[row.guard] = group
    end
    local all = o.guarded and groups[row.guard:match "^(.*) but .*$" or row]
    if group.texts[row.text] or all and all.texts[row.text] or follows(parsed, group.bounds) then
      drop[o.at] = true
    else
      local c = parsed[1]
      group.texts[row.text] = true
      if #parsed == 1 and c.op and c.op ~= "!=" then
        narrow(group.bounds, c.text, c.op ~= "<=" and c.value or nil, c.op ~= ">=" and c.value or nil)
      end
    end
  end
  return drop
end

return implied
