-- Growth in variables: a loop with n counters, n = 5 .. 160: rows, solver calls and CPU time of each strategy for intervals, zones, octagons.
-- Only the domain's own rows prove the check. `weak` means that the strategy ended, but with bounds that are too high for it.
--     ansatz run experiments/bench/growth_variables.lua --jobs 1 [-- N]
-- A strategy that does not end within its time limit is not run for larger n.
local az = require "ansatz"
local most = tonumber((...)) or 160
local folder = az.path "results/growth-variables"
local limit = 60 -- CPU seconds a run

-- Groups of five variables: a and b count up to 100 together, d counts down, c counts up in some of these rounds, e runs through 0, 3, .., 21.
local checks = {
  interval = "a%1 > 100 || a%1 < 0 || e%1 > 22 || e%1 < 0",
  zones = "a%1 != b%1 || c%1 > a%1",
  octagons = "a%1 + d%1 != 100 || c%1 + d%1 > 100",
}
local function program(n, domain)
  local text = {}
  local function each(lines)
    for i = 1, n // 5 do text[#text + 1] = lines:gsub("%%1", tostring(i)) end
  end
  text[1] = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\nint main(void) {"
  each "  int a%1 = 0, b%1 = 0, c%1 = 0, d%1 = 100, e%1 = 0;"
  text[#text + 1] = "  while (__VERIFIER_nondet_int()) {"
  each "    if (a%1 < 100 && __VERIFIER_nondet_int()) {\n      a%1++, b%1++, d%1--;\n      if (__VERIFIER_nondet_int()) c%1++;\n    }\n    e%1 = e%1 < 20 ? e%1 + 3 : 0;"
  text[#text + 1] = "  }"
  each("  if (" .. checks[domain] .. ") reach_error();")
  text[#text + 1] = "}\n"
  local path = ("%s/programs/%s_%d.c"):format(folder, domain, n)
  local file <close> = assert(io.open(path, "w"))
  file:write(table.concat(text, "\n"))
  return path
end
os.execute(("mkdir -p '%s/programs'"):format(folder))

local domains = {
  { name = "interval", open = az.domains.interval, rows = function(n) return 2 * n end },
  { name = "zones", open = az.domains.zones, rows = function(n) return n * (n + 1) end },
  { name = "octagons", open = az.domains.octagons, rows = function(n) return 2 * n * n end },
}
local strategies = { "thresholds", "policy", "binsearch", "jump", "enumerate" }

local last
local series, lines = {}, {}
for d, domain in ipairs(domains) do
  local alive, points = {}, {}
  for s, name in ipairs(strategies) do
    alive[name] = pcall(function() return az.strategies[name] end) -- policy needs GLPK
    points[name] = {}
    series[#series + 1] = { name = d == 1 and name or "", like = s, dash = d, points = points[name] }
  end
  for _, n in ipairs { 5, 10, 20, 40, 80, 160 } do
    local configs = {}
    for _, name in ipairs(strategies) do
      if alive[name] then configs[#configs + 1] = az.config { name = name, mode = "ai", domain = domain.open { strategy = az.strategies[name]() } } end
    end
    if n <= most and #configs > 0 then
      local task = az.task { file = program(n, domain.name), expected = true, name = ("%d counters"):format(n) }
      last = az.run(az.experiment {
        name = ("growth-variables-%s-%d"):format(domain.name, n), suites = { az.suite { name = domain.name, task } }, configs = configs,
        limits = { cpu = limit, memory = "8 GB" }, out = "results/growth-variables",
      })
      for _, row in ipairs(last:where(function(row) return row.category ~= "fault" end).rows) do
        local rows, strong = domain.rows(n), row.verdict == "true"
        local ended = strong or math.max(row.cpu, row.wall) < 0.85 * limit -- mode ai gives the strategy the share template_search_alone of the time
        lines[#lines + 1] = ("%-9s %4d %6d  %-11s %7s %9.2f%s"):format(domain.name, n, rows, row.config, row.solver_calls or "-", row.cpu,
          strong and "" or ended and "  weak" or "  stopped")
        if ended then table.insert(points[row.config], { rows, row.cpu }) end
        alive[row.config] = ended
      end
    end
  end
end
if last.dry then return end

local table_text = ("%-9s %4s %6s  %-11s %7s %9s\n"):format("", "n", "rows", "", "calls", "CPU (s)") .. table.concat(lines, "\n") .. "\n"
print(table_text)
last:write("growth-variables.txt", table_text)
for d, domain in ipairs(domains) do series[#series + 1] = { name = domain.name, dash = d, points = {} } end
last:lines { file = "growth-variables", series = series, x = "rows", y = "CPU time (s)", log = "xy", width = 12, height = 7 }
