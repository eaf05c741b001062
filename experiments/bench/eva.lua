-- Intervals along the control flow beside another interval analyser, Eva of Frama-C, and beside templates: the same generated scalar programs of 10^2 to
-- 10^5 statements (scalars.lua), one run. Times are CPU seconds of whole processes; `analysis` is what is left without reading the program: for ansatz
-- as it says itself, by the clock on the wall, for Frama-C CPU without that of a run that only parses. "proved" says that no call of reach_error remains; only ansatz's last two
-- columns are verdicts: the solver has checked what the analysis found.
--     ansatz run experiments/bench/eva.lua --jobs 1 [-- N [SECONDS]]
-- N is the largest number of statements (100000); a tool that takes more than SECONDS (100) of CPU time is not run on larger programs.
-- Frama-C is Debian's frama-c-base.
local az = require "ansatz"
local scalars = dofile((debug.getinfo(1, "S").source:match "^@(.*/)" or "") .. "scalars.lua")
local most, seconds = tonumber((...)) or 100000, tonumber((select(2, ...))) or 100
if scalars.read "command -v frama-c" == "" then
  print "SKIPPED: Frama-C is not installed (frama-c-base)"
  return
end

local folder = az.path "results/eva"
os.execute(("mkdir -p '%s'"):format(folder))
local function save(name, text)
  local file <close> = assert(io.open(folder .. "/" .. name, "w"))
  file:write(text)
  return folder .. "/" .. name
end
-- Tells Eva the effects of the functions without a body.
local stub = save("stub.c", [[
/*@ assigns \result \from \nothing; */
int __VERIFIER_nondet_int(void);
/*@ requires \false; assigns \nothing; */
void reach_error(void);
]])

-- CPU seconds and output; nil: it did not end.
local function timed(command)
  local out = scalars.read(("bash -c 'ulimit -t %d; TIMEFORMAT=\"cpu %%U %%S\"; time %s; echo status $?' 2>&1"):format(seconds, command))
  local user, system = out:match "cpu ([%d.]+) ([%d.]+)"
  local status = tonumber(out:match "status (%d+)")
  if not user or status > 128 then return nil, out end -- killed
  return user + system, out, status
end

local ansatz = scalars.ansatz()
local tools = {
  { name = "kleene", run = function(path)
    local cpu, out = timed(("%s verify --no-check --domain \"interval()\" --stats --invariants %s"):format(ansatz, path))
    local equations, analysis = out:match "equations +([%d.]+) s", out:match "analysis +([%d.]+) s"
    if not cpu or not analysis then return nil end
    return cpu, equations + analysis
  end },
  { name = "Eva", run = function(path)
    local options = ("-cpp-extra-args=-w -no-unicode %s %s"):format(stub, path)
    local parsed = timed("frama-c " .. options)
    local cpu, out, status = timed("frama-c -eva -eva-no-show-progress " .. options)
    if not cpu or not parsed or status ~= 0 then return nil end
    return cpu, math.max(cpu - parsed, 0), out:find "No logical properties have been reached" and "proved" or "not proved"
  end },
}
for _, strategy in ipairs { "kleene", "thresholds" } do
  tools[#tools + 1] = { name = strategy .. ", checked", run = function(path)
    local cpu, out = timed(("%s verify --mode ai --timeout %d --domain \"interval()\" --strategy \"%s()\" %s"):format(ansatz, seconds, strategy, path))
    local verdict = out:match "VERDICT: (%a+)"
    if not cpu or not verdict then return nil end
    return cpu, nil, verdict == "true" and "proved" or "not proved"
  end }
end

local lines, alive, points = {}, {}, {}
local function say(line)
  lines[#lines + 1] = line
  print(line)
  io.stdout:flush()
end
say(("%8s  %-20s %10s %10s"):format("n", "tool", "CPU s", "analysis s"))
for _, tool in ipairs(tools) do alive[tool], points[tool] = true, {} end
for _, n in ipairs { 100, 300, 1000, 3000, 10000, 30000, 100000 } do
  local path = n <= most and scalars.write(folder, n)
  for _, tool in ipairs(path and tools or {}) do
    if alive[tool] then
      local cpu, analysis, result = tool.run(path)
      if cpu then table.insert(points[tool], { n, analysis or cpu }) else alive[tool] = false end
      say(("%8d  %-20s %10s %10s  %s"):format(n, tool.name, cpu and ("%.2f"):format(cpu) or "-", analysis and ("%.3f"):format(analysis) or "",
        cpu and (result or "") or ("did not end in %d s"):format(seconds)))
    end
  end
end
for _, tool in ipairs(tools) do
  say(("exponent of %s: %s"):format(tool.name, scalars.exponent(points[tool])))
end
save("eva.txt", table.concat(lines, "\n") .. "\n")
