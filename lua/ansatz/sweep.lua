-- az.sweep{ k = { 1, 2, 4 }, domain = { interval(), zones() } }: makes one configuration for each combination of
-- values, with its position on the axes of the sweep. Also has the queries of tables and plots about these axes.
local host = require "ansatz.host"
local schema = require "ansatz.schema"
local experiment = require "ansatz.experiment"
local sweep = {}

-- The order of axes, since named keys of a Lua table have none: these, then limits, switches and own axes, by name. The
-- first axis varies slowest.
local ORDER = { "mode", "domain", "strategy", "solver", "k", "signed_overflow", "undefined", "data_model", "function", "replay", "witness_indices", "certify", "cores", "config", "sandbox" }
local FIXED = { trust = true, compiler = true, entry = true } -- fields whose ordinary values are lists

local function is_list(value) return type(value) == "table" and not getmetatable(value) end

-- Returns { { label =, value =, number = } ... }; an item is a value, or { "label", value }.
local function points(path, name, given)
  local items, why = schema.list(given)
  if not items then schema.fail(path, "%s", why) end
  if #items == 0 then schema.fail(path, "is empty: an axis needs values") end
  local list, seen = {}, {}
  for i, item in ipairs(items) do
    local label, value = nil, item
    if is_list(item) then
      label, value = item[1], item[2]
      if type(label) ~= "string" or value == nil then schema.fail(("%s[%d]"):format(path, i), "expects a value, or { \"label\", value }") end
    end
    local plain = type(value) == "number" or type(value) == "boolean"
    label = label or tostring(value)
    if seen[label] then schema.fail(("%s[%d]"):format(path, i), "'%s' is there already: write { \"label\", value }", label) end
    seen[label] = true
    list[i] = { label = label, value = value, number = type(value) == "number" and value or nil, said = plain and name .. "=" .. label or label }
  end
  return list
end

-- Returns the axes of a sweep in order, { name =, points =, set = function(configuration, value) }, and the fields that
-- all configurations share.
local function split(given)
  local axes, fixed, own = {}, {}, {}
  local function add(path, name, value, set)
    for _, a in ipairs(axes) do
      if a.name == name then schema.fail(path, "there is an axis '%s' already", name) end
    end
    axes[#axes + 1] = { name = name, points = points(path, name, value), set = set }
  end
  for _, key in ipairs(ORDER) do
    local value = given[key]
    local field = key == "k" and "max_unwind" or key
    if is_list(value) then
      add("az.sweep." .. key, key, value, function(c, v) c[field] = v end)
    elseif value ~= nil then
      fixed[field] = value
    end
  end
  local function inside(key)
    local names = {}
    for name in pairs(given[key]) do names[#names + 1] = name end
    table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
    for _, name in ipairs(names) do
      local value = given[key][name]
      if is_list(value) then
        add(("az.sweep.%s.%s"):format(key, name), name, value, function(c, v)
          c[key] = c[key] or {}
          c[key][name] = v
        end)
      else
        fixed[key] = fixed[key] or {}
        fixed[key][name] = value
      end
    end
  end
  for _, key in ipairs { "limits", "switches" } do
    if is_list(given[key]) then inside(key) elseif given[key] ~= nil then fixed[key] = given[key] end
  end
  for name in pairs(is_list(given.axes) and given.axes or {}) do own[#own + 1] = name end
  table.sort(own, function(a, b) return tostring(a) < tostring(b) end)
  for _, name in ipairs(own) do
    if type(name) ~= "string" or not is_list(given.axes[name]) then schema.fail("az.sweep.axes", "expects { name = { values } }") end
    add("az.sweep.axes." .. name, name, given.axes[name], function() end)
  end
  if given.axes ~= nil and #own == 0 then schema.fail("az.sweep.axes", "expects { name = { values } }") end
  return axes, fixed
end

-- Adds the other keys, which az.config checks; leaves out those that only a sweep has.
local function rest(given, fixed)
  local known = { name = true, axes = true, limits = true, switches = true }
  for _, key in ipairs(ORDER) do known[key] = true end
  for key, value in pairs(given) do
    if not known[key] then fixed[key] = value end
  end
end

-- az.sweep{ ... } -> the configurations. Keys are those of az.config; `k` is max_unwind. A list is an axis, also in
-- limits and switches. `axes = { width = { 8, 16 } }` declares further axes; a function as a value gets the position:
-- domain = function(at) return template{ ... at.width ... } end.
function sweep.sweep(given)
  if not is_list(given) then schema.fail("az.sweep", "options are given in braces: az.sweep{ key = { values } }, got %s", schema.got(given)) end
  if given.name ~= nil and type(given.name) ~= "string" then schema.fail("az.sweep.name", "expects a text that begins the names of its configurations, got %s", schema.got(given.name)) end
  if is_list(given.max_unwind) then schema.fail("az.sweep.max_unwind", "as an axis it is called k: k = { ... }") end
  local axes, fixed = split(given)
  rest(given, fixed)
  if #axes == 0 then schema.fail("az.sweep", "has no axis: at least one key needs a list of values; a single configuration is az.config{ ... }") end
  local list, at = {}, {}
  for i = 1, #axes do at[i] = 1 end
  repeat
    local c, words, point, place = {}, { given.name }, {}, {}
    for key, value in pairs(fixed) do
      c[key] = value
      if (key == "limits" or key == "switches") and is_list(value) then
        c[key] = {}
        for name, setting in pairs(value) do c[key][name] = setting end
      end
    end
    for i, a in ipairs(axes) do
      local p = a.points[at[i]]
      a.set(c, p.value)
      words[#words + 1] = p.said
      point[a.name] = p.value
      place[i] = { axis = a.name, place = at[i], value = p.label, number = p.number }
    end
    for key, value in pairs(c) do
      if type(value) == "function" and not host.is_constructor(value) then c[key] = value(point) end
    end
    c.name = table.concat(words, " ")
    list[#list + 1] = experiment.config(c, place)
    local i = #axes -- counts up, the last axis first
    while i > 0 and at[i] == #axes[i].points do
      at[i] = 1
      i = i - 1
    end
    if i > 0 then at[i] = at[i] + 1 end
  until i == 0
  return schema.frozen("az.sweep", list)
end

-- ---- axes of results ----------------------------------------------------------------------------------------------------------

-- Returns the axes of the chosen configurations: { { name =, values = { { text =, number = }, ... } }, ... }, values in
-- the order of the sweep; and { [configuration] = { [axis] = index in values } }.
local function axes_of(self, configs)
  local list, by_name, points_of, wanted, placed = {}, {}, {}, {}, {}
  for _, config in ipairs(configs) do wanted[config] = true end
  for _, p in ipairs(self.axes) do
    if wanted[p.config] then
      local a = by_name[p.axis]
      if not a then
        a = { name = p.axis, values = {}, index = {} }
        by_name[p.axis], list[#list + 1] = a, a
      end
      if not a.index[p.value] then
        a.values[#a.values + 1] = { text = p.value, number = p.number, place = p.place }
        a.index[p.value] = true
      end
      placed[#placed + 1] = p
    end
  end
  for _, a in ipairs(list) do
    local numeric = true
    for _, v in ipairs(a.values) do numeric = numeric and v.number ~= nil end
    a.numeric = numeric
    table.sort(a.values, function(x, y)
      if numeric then return x.number < y.number end
      if x.place ~= y.place then return x.place < y.place end
      return x.text < y.text
    end)
    for i, v in ipairs(a.values) do a.index[v.text] = i end
  end
  for _, p in ipairs(placed) do
    points_of[p.config] = points_of[p.config] or {}
    points_of[p.config][p.axis] = by_name[p.axis].index[p.value]
  end
  return list, points_of, by_name
end

local function find(self, name, by_name, what)
  if by_name[name] then return by_name[name] end
  local names = {}
  for _, p in ipairs(self.axes) do
    if not names[p.axis] then
      names[p.axis] = true
      names[#names + 1] = p.axis
    end
  end
  if #names == 0 then schema.fail(what, "no axis '%s': the configurations are not of a sweep, az.sweep{ ... }", name) end
  local near = host.suggest(name, names)
  schema.fail(what, near and "no axis '%s': did you mean '%s'?" or "no axis '%s' (there are: %s)", name, near or table.concat(names, ", "))
end

-- Groups the configurations along an axis: { { name =, at = { [index] = configuration } }, ... }, a group for each
-- combination of the other axes, which gives its name; `alone` are the configurations that are not on the axis.
function sweep.along(self, configs, name, what)
  local list, points_of, by_name = axes_of(self, configs)
  local a = find(self, name, by_name, what)
  local groups, known, alone = {}, {}, {}
  for _, config in ipairs(configs) do
    local point = points_of[config]
    if not point or not point[name] then
      alone[#alone + 1] = config
    else
      local words = {}
      for _, other in ipairs(list) do
        if other ~= a and point[other.name] then
          local text = other.values[point[other.name]].text
          words[#words + 1] = (other.numeric or text == "true" or text == "false") and #other.values > 1 and other.name .. " = " .. text or #other.values > 1 and text or nil
        end
      end
      local label = table.concat(words, ", ")
      local g = known[label]
      if not g then
        g = { name = label, at = {} }
        known[label], groups[#groups + 1] = g, g
      end
      if g.at[point[name]] then
        schema.fail(what, "'%s' and '%s' stand at the same point of axis '%s': configs = { ... } chooses", g.at[point[name]], config, name)
      end
      g.at[point[name]] = config
    end
  end
  return a, groups, alone
end

-- Returns the places in a table or picture for a key of rows: "suite", "config" or an axis. Returns the names in order,
-- and the key of a row for each.
function sweep.places(self, configs, name, what)
  if name == "config" then return { names = configs, of = function(row) return row.config end, keys = configs } end
  if name == "suite" then
    local suites = self:suites()
    return { names = suites, of = function(row) return row.suite end, keys = suites }
  end
  local _, points_of, by_name = axes_of(self, configs)
  local a = find(self, name, by_name, what)
  local names, keys = {}, {}
  for i, v in ipairs(a.values) do names[i], keys[i] = v.text, i end
  return { names = names, keys = keys, label = name, of = function(row) return points_of[row.config] and points_of[row.config][name] end }
end

-- Returns the positions of an experiment's configurations, in the form of results and the store.
function sweep.of(configs)
  local list = {}
  for _, c in ipairs(configs) do
    for _, p in ipairs(type(c) == "table" and c.axes or {}) do list[#list + 1] = { config = c.name, axis = p.axis, place = p.place, value = p.value, number = p.number } end
  end
  return list
end

return sweep
