-- A domain: the lowest bit of each integer that the loop changes has one value. `constant` is a row "expression == d"; the strategy finds d.
return function(loop)
  local rows = {}
  for _, x in ipairs(loop.variables) do
    if x.kind == "integer" and x.changes then table.insert(rows, { constant = x.name .. " & 1" }) end
  end
  return rows
end
