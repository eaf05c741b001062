-- The default configuration: stages that run one after another on the properties that are still open. It may look at
-- the program and the property; stages.lua has the stages, the needs of each, and their order.
local stages = require "ansatz.stages"

return function(program)
  if program.loops == 0 and program.recursion == 0 and program.call_paths <= stages.most_calls then
    -- There is no loop to find an invariant for: one unwinding is the whole program.
    return { mode = "bmc" }
  end
  return stages.dealt(stages.of(program), program)
end
