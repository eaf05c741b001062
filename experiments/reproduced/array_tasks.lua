-- The tasks of the array paper that have no violation: of the project's own programs, and of SV-COMP's array suites where their folder is given.
local here = debug.getinfo(1, "S").source:match "^@(.*/)" or ""
local categories = dofile(here .. "categories.lua")

-- Suites with those of the sample that `keep(suite, task)` keeps (all without it), and the number of all tasks.
return function(az, folder, sample, keep)
  local list, all = {}, 0
  local function add(name, pattern)
    local suite = az.suite {
      name = name, pattern,
      keep = function(task)
        for _, property in ipairs(task.properties) do
          if property.name == "unreach-call" and property.expected == "true" then return true end
        end
        return false
      end,
    }
    local kept = {}
    all = all + #suite.tasks
    for _, task in ipairs(categories.sampled(az, name, suite.tasks, sample).tasks) do
      if not keep or keep(name, task.name) then kept[#kept + 1] = task end
    end
    if #kept > 0 then list[#list + 1] = az.suite { name = name, table.unpack(kept) } end
  end
  add("arrays", "../programs/arrays/*.yml")
  for _, kind in ipairs(folder and { "cav19", "divine", "examples", "fpi", "industry-pattern", "tiling" } or {}) do
    add("sv-array-" .. kind, az.path(folder) .. "/sv-array-" .. kind)
  end
  return list, all
end
