-- ansatz limits: the tables of limits, shares of time and switches.
local about = require("ansatz.host").about

-- Prints a paragraph below a name, in lines of 100 columns.
local function paragraph(text)
  while #text > 94 do
    local at = 95
    while at > 2 and text:sub(at, at) ~= " " do at = at - 1 end
    print("      " .. text:sub(1, at - 1))
    text = text:sub(at):gsub("^ +", "")
  end
  print("      " .. text)
end

local function print_limits(shares)
  for _, entry in ipairs(about.limits()) do
    if entry.is_share == shares then
      print(("  %s = %.10g   (%.10g to %.10g; %s)"):format(entry.name, entry.initial, entry.least, entry.greatest, entry.source))
      paragraph(entry.text)
    end
  end
end

local limits = {
  most = 0,
  usage = [[
usage: ansatz limits

Lists the limits of techniques, the shares of time and the techniques that can be switched off, each with its default.
They decide what can be proved or refuted in the available time, never whether a verdict is right.
]],
}

function limits.run()
  print [[
Limits (--limit NAME=VALUE, or limits = { NAME = VALUE } in a configuration).
Limits that are reached are counted, and named if the verdict is unknown.
]]
  print_limits(false)
  print "\nShares of time, set in the same way: fractions of the remaining time unless stated otherwise.\n"
  print_limits(true)
  print "\nTechniques (--switch NAME=on or off, or switches = { NAME = true or false } in a configuration; `calls` is one of three words).\n"
  for _, entry in ipairs(about.switches()) do
    print(("  %s = %s"):format(entry.name, entry.words:match "%S+"))
    paragraph(entry.text)
  end
end

return limits
