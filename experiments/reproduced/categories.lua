-- Shared by the experiments of the reproduced papers: categories of tasks, samples of them, verdicts of other tools, numbers as LaTeX
-- macros. A category is a suite of az; its tasks are those of several folders, each with one property.
local here = debug.getinfo(1, "S").source:match "^@(.*/)" or ""
local categories = {}

local memory = { "valid-memsafety", "valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup" }
-- By category: its properties, the folders of SUITES, and the project's own programs, which stand in where there are no SUITES.
local kinds = {
  Loops = { { "unreach-call" }, "sv-loop* sv-float*", "programs/*.yml" },
  Arrays = { { "unreach-call" }, "sv-array-[cdefit]*", "programs/arrays/*.yml" },
  Heap = { { "unreach-call", table.unpack(memory) }, "sv-heap-* sv-list-* sv-ldv-* sv-mem* 2ls-heap*", "programs/lists/*.yml" },
  MemSafety = { memory, "sv-ldv-* sv-mem* sv-list-ext-* 2ls-memsafety sv-array-memsafety", "programs/lists/*.yml" },
  NoOverflows = { { "no-overflow" }, "sv-signed* ultimate-overflow esbmc-overflow sv-termination-crafted", "programs/*.yml" },
  Termination = { { "termination" }, "sv-termination-*", "programs/termination/*.yml" },
  -- All suites, by property.
  Safety = { { "unreach-call" }, "*", "programs/*.yml programs/arrays/*.yml" },
  Memory = { memory, "*", "programs/lists/*.yml" },
  Overflow = { { "no-overflow" }, "*", "programs/*.yml" },
  Ends = { { "termination" }, "*", "programs/termination/*.yml" },
}

-- A number that depends on the text alone, so that a sample is the same on every machine.
local function hash(s)
  local h = 5381
  for i = 1, #s do h = (h * 33 + s:byte(i)) % 4294967296 end
  return h
end

-- A suite of at most `sample` of the tasks (nil: all).
function categories.sampled(az, name, tasks, sample)
  local chosen = table.move(tasks, 1, #tasks, 1, {})
  table.sort(chosen, function(a, b)
    local x, y = a.name .. a.properties[1].name, b.name .. b.properties[1].name
    if hash(x) ~= hash(y) then return hash(x) < hash(y) end
    return x < y
  end)
  for i = #chosen, (sample or #chosen) + 1, -1 do chosen[i] = nil end
  return az.suite { name = name, table.unpack(chosen) }
end

-- The suite of one category, of at most `sample` tasks (nil: all), or nil if there are none. `folder` is SUITES or nil.
function categories.suite(az, name, folder, sample)
  local properties, patterns, own = table.unpack(kinds[name])
  local wanted, tasks = {}, {}
  for _, property in ipairs(properties) do wanted[property] = true end
  local function add(pattern)
    for _, task in ipairs(az.suite({ name = name, folder = here .. "..", pattern }).tasks) do
      for _, property in ipairs(task.properties) do
        local place = folder and task.path:match "([^/]+)/[^/]+$" .. "/" or ""
        if wanted[property.name] and property.expected then
          tasks[#tasks + 1] = { name = place .. task.name, path = task.path, files = task.files, data_model = task.data_model, properties = { property } }
        end
      end
    end
  end
  if folder then
    for pattern in patterns:gmatch "%S+" do add(az.path(folder) .. "/" .. pattern .. "/*.yml") end
  else
    for pattern in own:gmatch "%S+" do add(pattern) end
  end
  if #tasks == 0 then return nil end
  return categories.sampled(az, name, tasks, sample), #tasks
end

-- Several of them; also how many tasks there would be without the sample.
function categories.suites(az, names, folder, sample)
  local list, all = {}, 0
  for _, name in ipairs(names) do
    local suite, count = categories.suite(az, name, folder, sample)
    if suite then list[#list + 1], all = suite, all + count end
  end
  return list, all
end

-- Adds the verdicts of a tool in SUITES/FILE (suite, task, property, verdict, cpu ...) as another configuration; those that took longer
-- than `seconds` count as time-outs. Returns false if the file does not exist.
function categories.import(az, results, name, folder, file, seconds)
  local input = folder and io.open(az.path(folder) .. "/" .. file)
  if not input then return false end
  local category, lines = {}, { "suite,task,property,verdict,cpu" }
  for row in results:each() do
    local key = row.task .. "," .. row.property
    category[key] = category[key] or {}
    category[key][row.suite] = true
  end
  for line in input:lines() do
    local suite, task, property, _, verdict, cpu = line:match "^([^,]*),([^,]*),([^,]*),([^,]*),([^,]*),([^,]*)"
    for of in pairs(suite and category[suite .. "/" .. task .. "," .. property] or {}) do
      local late = (tonumber(cpu) or 0) > seconds
      lines[#lines + 1] = table.concat({ of, suite .. "/" .. task, property, late and "timeout" or verdict, cpu }, ",")
    end
  end
  input:close()
  if #lines == 1 then return false end
  results:write(name .. ".csv", table.concat(lines, "\n") .. "\n")
  results:import(name, results:place(name .. ".csv"))
  return true
end

-- { { "nameOfMacro", value } ... } to a LaTeX file.
function categories.macros(results, file, list)
  local lines = {}
  for _, m in ipairs(list) do lines[#lines + 1] = ("\\newcommand{\\%s}{%s}"):format(m[1], tostring(m[2])) end
  results:write(file, table.concat(lines, "\n") .. "\n")
end

-- Returns the description of a sample in the text. `each`: the unit from which it is drawn, if the project's own
-- programs are among the tasks ("category", without own programs).
function categories.extent(suites, all, folder, sample, each)
  local tasks = 0
  for _, suite in ipairs(suites) do tasks = tasks + #suite.tasks end
  local from = folder and (each and "public suites and the project's own programs" or "public suites") or "the project's own programs"
  if tasks == all then return ("all %d tasks of %s"):format(all, from) end
  return ("a sample of %d of the %d tasks of %s, at most %d a %s, chosen by a hash of their names"):format(tasks, all, from, sample, each or "category")
end

return categories
