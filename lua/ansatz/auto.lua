-- The configuration that runs where none is named: stages one after another on what is still open. It may look at the program and the property.
return function(program)
  if program.loops == 0 and program.recursion == 0 then
    -- Nothing to find an invariant for: one unwinding is the whole program.
    return { mode = "bmc" }
  end
  return {
    -- Neighbouring stages of one mode share their formula and the rows found so far.
    { mode = "kiki", domain = interval(), strategy = thresholds(), share = 0.5 },
    { mode = "kiki", domain = zones(), strategy = thresholds(), share = 0.4 },
    { mode = "kiki", domain = octagons(), strategy = thresholds(), share = 0.4 },
  }
end
