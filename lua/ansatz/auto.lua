-- The configuration that runs where none is named: stages one after another on what is still open. It may look at the program and the property;
-- stages.lua has the stages, what each needs, and their order.
local stages = require "ansatz.stages"

return function(program)
  if program.loops == 0 and program.recursion == 0 and program.call_paths <= stages.most_calls then
    -- Nothing to find an invariant for: one unwinding is the whole program.
    return { mode = "bmc" }
  end
  return stages.dealt(stages.of(program), program)
end
