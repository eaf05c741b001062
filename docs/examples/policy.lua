-- policy.lua: where the loop writes, and the cell behind
return function(use)
  for _, index in ipairs(use.indices) do
    if index.written then return { { index.at, index.behind } } end
  end
  return { {} }
end
