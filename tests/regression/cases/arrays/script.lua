-- The policy of [malik2024] in Lua: as far as the program has written, and the middle of the array.
return function(use)
  local ends, written = {}, {}
  for _, index in ipairs(use.indices) do
    if index.written then
      if index.before and index.direction >= 0 then table.insert(written, index.before) end
      table.insert(written, index.at)
    end
  end
  if #written > 1 and use.order(written[1], written[1]) ~= 0 then error("no order") end
  return { written, { "n / 2" } }
end
