-- A configuration that runs nothing: its message says the counts about the program that stages may ask for, so that an experiment finds them with the
-- results of its runs (replay.facts). Counts that are 0 are left out: messages are cut where they are long. Its time is what every run needs before the
-- first stage: the front end.
return function(program)
  local counts = {}
  for name, value in pairs(program) do
    if math.type(value) and value ~= 0 then counts[#counts + 1] = name .. "=" .. value end
  end
  table.sort(counts)
  error("facts " .. table.concat(counts, " "), 0)
end
