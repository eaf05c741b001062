return function(program)
  if program.frees == 1 and program.inner_arrays == 1 and program.allocations == 1 then return { mode = "bmc" } end
  error("other facts")
end
