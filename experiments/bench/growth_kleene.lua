-- Growth of abstract interpretation along the control flow: intervals of scalar programs of 10^2 to 10^5 statements, many functions with loops, branches
-- and calls. First the analysis by itself (`verify --no-check`: translation and iteration, no solver), then verification by `kleene`, whose rows the
-- solver checks, beside the same rows found by `thresholds`. The exponent b of time = a * n^b is fitted by least squares of the logarithms.
--     ansatz run experiments/bench/growth_kleene.lua --jobs 1 [-- N [SECONDS]]
-- N is the largest number of statements (100000); verification has SECONDS of CPU time (60), and what did not end is not run on larger programs.
local az = require "ansatz"
local most, seconds = tonumber((...)) or 100000, tonumber((select(2, ...))) or 60
local folder = az.path "results/growth-kleene"
os.execute(("mkdir -p '%s/programs'"):format(folder))

local scalars = dofile((debug.getinfo(1, "S").source:match "^@(.*/)" or "") .. "scalars.lua")
local read, exponent, ansatz = scalars.read, scalars.exponent, scalars.ansatz()
local function write(n) return scalars.write(folder .. "/programs", n) end

local sizes = {}
for _, n in ipairs { 100, 300, 1000, 3000, 10000, 30000, 100000 } do
  if n <= most then sizes[#sizes + 1] = n end
end

local lines = { ("%8s %8s %10s %10s"):format("n", "points", "equations", "analysis") }
local translation, iteration = {}, {}
for _, n in ipairs(sizes) do
  local out = read(("'%s' verify --no-check --timeout 600 --domain 'interval()' --stats '%s' 2>&1"):format(ansatz, write(n)))
  local equations, points = out:match "equations +([%d.]+) s +(%d+) points"
  local analysis = out:match "analysis +([%d.]+) s"
  if not analysis then error(("%d statements: %s"):format(n, out:sub(-300)), 0) end
  translation[#translation + 1], iteration[#iteration + 1] = { n, tonumber(equations) }, { n, tonumber(analysis) }
  lines[#lines + 1] = ("%8d %8s %10.4f %10.4f"):format(n, points, equations, analysis)
end
lines[#lines + 1] = ("exponent %20s %10s\n"):format(exponent(translation), exponent(iteration))

local series = { { name = "translation", points = translation }, { name = "analysis", points = iteration } }
local alive, of, last = { kleene = true, thresholds = true }, { kleene = {}, thresholds = {} }, nil
for _, n in ipairs(sizes) do
  local configs = {}
  for _, name in ipairs { "kleene", "thresholds" } do
    if alive[name] then configs[#configs + 1] = az.config { name = name, mode = "ai", domain = az.domains.interval { strategy = az.strategies[name]() } } end
  end
  if #configs > 0 then
    local task = az.task { file = write(n), expected = true, name = ("%d statements"):format(n) }
    last = az.run(az.experiment {
      name = ("growth-kleene-%d"):format(n), suites = { az.suite { name = "scalars", task } }, configs = configs, property = "unreach-call",
      limits = { cpu = seconds, memory = "8 GB" }, out = "results/growth-kleene",
    })
    for _, row in ipairs(last.rows) do
      alive[row.config] = row.verdict == "true"
      if alive[row.config] then table.insert(of[row.config], { n, row.cpu }) end
      lines[#lines + 1] = ("%8d  %-11s %8.2f s  %s solver calls%s"):format(n, row.config, row.cpu, row.solver_calls or "-", alive[row.config] and "" or "  not proved")
    end
  end
end
if last.dry then return end
for _, name in ipairs { "kleene", "thresholds" } do
  lines[#lines + 1] = ("exponent of verification by %s: %s"):format(name, exponent(of[name]))
  series[#series + 1] = { name = "verification by " .. name, points = of[name] }
end
local text = table.concat(lines, "\n") .. "\n"
print(text)
last:write("growth-kleene.txt", text)
last:lines { file = "growth-kleene", series = series, x = "statements", y = "time (s)", log = "xy", width = 12, height = 7 }
