-- Bits that keep their value: of every integer variable that the loop changes, and of the exclusive or of two of one width.
local function each_bit(rows, text, bits)
  for bit = 0, bits - 1 do
    table.insert(rows, { constant = ("%s >> %d & 1"):format(text, bit) })
  end
end

return function(loop)
  local rows, numbers = {}, {}
  for _, x in ipairs(loop.variables) do
    if x.kind == "integer" and not x.of_entry and x.bits <= 64 then table.insert(numbers, x) end
  end
  for i, x in ipairs(numbers) do
    if x.changes then each_bit(rows, x.name, x.bits) end
    for k = i + 1, #numbers do
      local y = numbers[k]
      if x.bits == y.bits and (x.changes or y.changes) then each_bit(rows, ("(%s ^ %s)"):format(x.name, y.name), x.bits) end
    end
  end
  return rows
end
