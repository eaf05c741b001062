-- Decides whether one configuration contains another: it searches for the same proofs and counterexamples, and for
-- more. Then it should decide each task that the other decides, if it has the time. Both are documents of runs
-- (experiment.lua); domains are { module =, options = }. If it is not known whether one contains the other, the answer
-- is no.
local containment = {}

local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  for key, value in pairs(a) do
    if not same(value, b[key]) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end

local function options(domain) return domain.options or {} end

-- Returns whether two domains have the same options, except for the ignored ones.
local function same_but(a, b, ignored)
  local x, y = {}, {}
  for key, value in pairs(options(a)) do x[key] = value end
  for key, value in pairs(options(b)) do y[key] = value end
  for _, key in ipairs(ignored) do x[key], y[key] = nil, nil end
  return same(x, y)
end

-- A domain has the rows of those with lower numbers, if the options are the same.
local bounds = { interval = 1, zones = 2, octagons = 3 }

local contains_domain

-- The option by which a domain contains another one.
local inner = { array = "cells", sympath = "domain", restrict = "domain" }

local function each_row(small, large)
  for _, row in ipairs(small or {}) do
    local found = false
    for _, other in ipairs(large or {}) do found = found or row == other end
    if not found then return false end
  end
  return true
end

function contains_domain(large, small)
  if same(large, small) then return true end
  if small.module == "product" and not options(small).strategy and not options(small).observe then
    for _, part in ipairs(options(small).components or {}) do
      if not contains_domain(large, part) then return false end
    end
    return true
  end
  if large.module == "product" and not options(large).strategy and not options(large).observe then
    for _, part in ipairs(options(large).components or {}) do
      if contains_domain(part, small) then return true end
    end
    return false
  end
  if bounds[large.module] and bounds[small.module] and bounds[large.module] >= bounds[small.module] then
    local all = options(large).pairs == nil or options(large).pairs == "all"
    return same_but(large, small, { "pairs" }) and (all or options(small).pairs == "related" or small.module == "interval")
  end
  if large.module == small.module and (large.module == "polyhedra" or large.module == "affine") then
    -- Given rows replace mined ones, unless both are requested.
    local a, b = options(large), options(small)
    return b.rows ~= nil and a.rows ~= nil and each_row(b.rows, a.rows) and (b.mined or false) == (a.mined or false) and same_but(large, small, { "rows", "mined" })
  end
  if large.module == "polyhedra" and small.module == "interval" then
    return options(large).bounds ~= false and same(options(large).strategy, options(small).strategy) and same(options(large).observe, options(small).observe)
  end
  local key = inner[large.module]
  if key and large.module == small.module then return same_but(large, small, { key }) and contains_domain(options(large)[key], options(small)[key]) end
  if large.module == "sympath" then return options(large).by == nil and contains_domain(options(large).domain, small) end
  if small.module == "restrict" then return contains_domain(large, options(small).domain) end
  return false
end

-- The parts of each mode: 1 counterexamples, 2 k-induction, 3 invariants.
local modes = { bmc = { 1 }, kinduction = { 1, 2 }, ai = { 3 }, kiki = { 1, 2, 3 } }

local function contains_mode(large, small)
  local a, b = modes[large or "kiki"], modes[small or "kiki"]
  if not a or not b then return large == small end
  for _, part in ipairs(b) do
    local found = false
    for _, other in ipairs(a) do found = found or other == part end
    if not found then return false end
  end
  return true
end

-- Keys of documents that depend on the task or the program, or that are compared separately. All others have to be
-- equal.
local apart = {}
for _, key in ipairs {
  "format", "binary", "modules", "module_files", "inputs", "included", "included_files", "task", "files", "property", "property_file", "property_hash", "data_model", "repetition", "mode", "domain", "strategy", "max_unwind", "iterates", "certify",
} do
  apart[key] = true
end

function containment.contains(large, small)
  if large.config or small.config then return false end -- it runs a program of its own
  local searches = small.mode == "kiki" or small.mode == "ai" or (small.mode == nil and small.domain ~= nil)
  for _, pair in ipairs { { large, small }, { small, large } } do
    for key, value in pairs(pair[1]) do
      if not apart[key] and not same(value, pair[2][key]) then return false end
    end
  end
  if large.task == small.task and same(large.files, small.files) and large.data_model ~= small.data_model then return false end
  if searches and not same(large.strategy, small.strategy) then return false end
  -- Without a mode and a domain, a configuration runs auto.lua, which is not compared.
  local automatic = { large.mode == nil and large.domain == nil, small.mode == nil and small.domain == nil }
  if automatic[1] or automatic[2] then return automatic[1] and automatic[2] and false end
  if not contains_mode(large.mode, small.mode) then return false end
  if large.max_unwind and not (small.max_unwind and small.max_unwind <= large.max_unwind) then return false end
  if not searches then return true end
  if small.domain == nil or large.domain == nil then return small.domain == large.domain end -- without a domain, the mode determines it
  return contains_domain(large.domain, small.domain)
end

return containment
