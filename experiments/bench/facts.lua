-- A configuration that runs nothing: its message says the counts about the program that stages may ask for, so that an experiment finds them with the
-- results of its runs. Its time is what every run needs before the first stage: the front end.
return function(program)
  local counts = {}
  for i, name in ipairs { "loops", "recursion", "arrays", "allocations", "frees", "links", "tags", "relinks", "resizes", "picks", "orders", "matrices" } do counts[i] = name .. "=" .. program[name] end
  error("facts " .. table.concat(counts, " "), 0)
end
