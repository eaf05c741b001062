-- Bounds of the integer variables that the loop changes: the same rows as the domain interval, which is 28 lines of C.
return function(loop)
  local rows = {}
  for _, x in ipairs(loop.variables) do
    if x.kind == "integer" and x.changes then
      table.insert(rows, { bound = x.name })
      table.insert(rows, { bound = "-" .. x.name })
    end
  end
  return rows
end
