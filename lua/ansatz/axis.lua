-- Axes of plots: positions of values on a linear, logarithmic or mixed axis, the range that is shown, and the ticks. A
-- mixed axis is linear from 0 to 1 and logarithmic above: 0 .. 1 is as long as each decade. Times below a second mostly
-- measure the start of the program; a logarithmic axis would stretch them over half of the plot.
local axis = {}

-- Returns the greatest number that is not above v and is 1, 2 or 5 times a power of ten, and the least that is not
-- below; v > 0.
function axis.nice_below(v)
  local power = 10 ^ math.floor(math.log(v, 10) + 1e-9)
  local lead = v / power * (1 + 1e-9)
  return (lead >= 5 and 5 or lead >= 2 and 2 or 1) * power
end
function axis.nice_above(v)
  local below = axis.nice_below(v)
  if below >= v * (1 - 1e-9) then return below end
  local power = 10 ^ math.floor(math.log(below, 10) + 1e-9)
  local lead = below / power
  return (lead > 4 and 10 or lead > 1.5 and 5 or 2) * power
end

-- The position on the axis in its own unit, and its inverse.
local forward = {
  linear = function(v) return v end,
  log = function(v) return math.log(v, 10) end,
  mixed = function(v) return v < 1 and v or 1 + math.log(v, 10) end,
}
local back = {
  linear = function(p) return p end,
  log = function(p) return 10 ^ p end,
  mixed = function(p) return p < 1 and p or 10 ^ (p - 1) end,
}
function axis.position(a, v) return forward[a.scale](v) end
function axis.value(a, p) return back[a.scale](p) end
-- Returns the position of v between 0 (the lower end) and 1.
function axis.share(a, v)
  local from, to = axis.position(a, a.min), axis.position(a, a.max)
  return (axis.position(a, v) - from) / (to - from)
end

-- Returns the label of a tick: a plain number if it is short, else a power of ten. A plotter typesets
-- "mantissa^exponent".
local function label(v)
  if v == 0 or (math.abs(v) >= 0.001 - 1e-12 and math.abs(v) < 1e6) then return ("%.6g"):format(v) end
  local exponent = math.floor(math.log(math.abs(v), 10) + 1e-9)
  local lead = v / 10 ^ exponent
  if math.abs(lead - 1) < 1e-6 then return "10^" .. exponent end
  return ("%.3g*10^%d"):format(lead, exponent)
end

-- Adds labelled ticks at powers of ten, and at 2 and 5 times these if there are few; adds minor ones in between.
local function decades(ticks, minor, from, to, sparse)
  local few = to / from < (sparse and 15 or 150)
  local power = 10 ^ math.floor(math.log(from, 10) + 1e-9)
  while power <= to * (1 + 1e-9) do
    for lead = 1, 9 do
      local v = lead * power
      if v >= from * (1 - 1e-9) and v <= to * (1 + 1e-9) then
        if lead == 1 or (few and (lead == 2 or lead == 5)) then ticks[#ticks + 1] = { v, label(v) } else minor[#minor + 1] = v end
      end
    end
    power = power * 10
  end
end

local function evenly(ticks, from, to, whole, wanted)
  local step = axis.nice_above((to - from) / (wanted or 6))
  if whole then step = math.max(1, step) end
  local v = math.ceil(from / step - 1e-9) * step
  while v <= to + step * 1e-6 do
    if math.abs(v) < step * 1e-6 then v = 0 end
    ticks[#ticks + 1] = { v, label(v) }
    v = v + step
  end
end

-- Adds ticks at the points themselves. A tick that would be too close to the last label gets no label.
local function at_points(a, values)
  local last
  for _, v in ipairs(values) do
    local text = label(v)
    local share = axis.share(a, v)
    if last and share - last < 0.02 + 0.012 * #text then
      a.minor[#a.minor + 1] = v
    else
      a.ticks[#a.ticks + 1], last = { v, text }, share
    end
  end
end

-- Returns a range that shows low .. high, even if all data are equal. `from`: the lower end that the user requests;
-- `limit`: the upper end if all data are below it.
local function range(a, low, high, from, limit)
  if a.scale == "linear" or a.scale == "mixed" then
    if a.near then -- whether or not 0 is in the range
      local pad = high > low and 0.05 * (high - low) or math.max(1, 0.1 * math.abs(high))
      return from or low - pad, high + pad
    end
    local min = from or (low < 0 and -axis.nice_above(-low) or 0)
    local max = limit and math.max(limit, high) or high
    if not limit then
      if max <= min then max = min + (a.whole and 1 or math.max(math.abs(min), 1)) end
      if a.exact then
        max = max + 0.02 * (max - min)
      else -- up to the next tick above the data
        local step = axis.nice_above((max - min) / 6)
        max = min + (math.floor((high - min) / step + 1e-9) + 1) * step
      end
    end
    return min, max
  end
  local min = from or axis.nice_below(low)
  local max = limit and math.max(limit, high) or axis.nice_above(high)
  if max < 10 * min then -- the range covers at least a decade
    if not from then min = limit and max / 10 or axis.nice_below(math.sqrt(min * max) / 3) end
    max = math.max(max, 10 * min)
  end
  return min, max
end

-- axis.new{ label =, scale = "linear" | "log" | "mixed", low =, high =, from =, limit =, whole =, exact =, near =,
-- sparse =, flush =, at = { ascending values that have ticks }, lanes = { "time-out", ... } }: lanes are places beyond
-- the limit for runs without a value; a.lane[name] is the value that is drawn there.
function axis.new(o)
  local a = { label = o.label, scale = o.scale, whole = o.whole, exact = o.exact, near = o.near, ticks = {}, minor = {}, lanes = {}, lane = {}, limit = o.limit, from = o.from, clipped = o.from ~= nil and o.low ~= nil and o.low < o.from }
  if a.scale == "mixed" and (o.limit or o.high) <= 1 and o.high <= 1 then a.scale = "linear" end
  a.min, a.max = range(a, o.low, o.high, o.from, o.limit)
  local top = a.max
  if o.at then
    at_points(a, o.at)
  elseif a.scale == "linear" then
    evenly(a.ticks, a.min, top, o.whole, o.wanted)
  elseif a.scale == "log" then
    decades(a.ticks, a.minor, a.min, top, o.sparse)
  else
    a.ticks = { { 0, "0" }, { 0.5, "0.5" } }
    a.minor = { 0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9 }
    decades(a.ticks, a.minor, 1, top, o.sparse)
  end
  if o.from and o.low < o.from and a.ticks[1] and math.abs(a.ticks[1][1] - o.from) < o.from * 1e-6 then a.ticks[1][2] = "<=" .. a.ticks[1][2] end
  a.top = top
  if o.lanes and #o.lanes > 0 then
    local gap = 0.09 * (axis.position(a, top) - axis.position(a, a.min))
    for i, name in ipairs(o.lanes) do
      local v = axis.value(a, axis.position(a, top) + gap * (i - 0.35))
      a.lanes[i], a.lane[name] = { v, name }, v
    end
    a.max = axis.value(a, axis.position(a, top) + gap * (#o.lanes + 0.2))
  elseif o.limit and not o.flush then -- keeps the line of the limit apart from the frame
    a.max = axis.value(a, axis.position(a, top) + 0.025 * (axis.position(a, top) - axis.position(a, a.min)))
  end
  return a
end

-- An axis of names, at 1, 2, ...
function axis.names(text, names, pad)
  local a = { label = text, scale = "linear", min = 1 - (pad or 0.5), max = #names + (pad or 0.5), ticks = {}, minor = {}, lanes = {}, lane = {}, named = true }
  for i, name in ipairs(names) do a.ticks[i] = { i, name } end
  a.top = a.max
  return a
end

return axis
