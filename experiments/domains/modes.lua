-- Bounds for each mode of a program that works in modes. A variable that the program compares with several numbers is taken for its
-- mode; the numbers of its modes are those and their neighbours, as the last mode is often an `else`. For each there are bounds of the
-- other variables, which count only where the mode has that number, and the mode's values are a set.
local function compared(loop)
  local numbers = {} -- by variable
  local function see(text)
    local name, number = text:match("^([%w_%.%[%]>-]+) == (%-?%d+)u?$")
    if name then
      numbers[name] = numbers[name] or {}
      numbers[name][tonumber(number)] = true
    end
  end
  for _, condition in ipairs(loop.conditions) do
    see(condition.text)
    see(condition.opposite.text)
  end
  return numbers
end

return function(loop)
  local rows, of = {}, compared(loop)
  for _, mode in ipairs(loop.variables) do
    local numbers = of[mode.name]
    if mode.changes and numbers and next(numbers, next(numbers)) then -- two at least
      table.insert(rows, { values = mode.name, most = 16 })
      for _, number in ipairs(loop.constants) do
        local is_mode = numbers[number] or numbers[number - 1] or numbers[number + 1]
        for _, x in ipairs(is_mode and loop.variables or {}) do
          if x.kind == "integer" and x.changes and x.name ~= mode.name then
            for _, sign in ipairs { "", "-" } do
              table.insert(rows, { bound = sign .. x.name, when = mode.name .. " == " .. number })
            end
          end
        end
      end
    end
  end
  return rows
end
