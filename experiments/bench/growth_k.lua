-- Growth in k ([kroening2023, fig. 13], for our engine): BMC, k-induction and kIkI of a loop with 10 variables up to k, with and without
-- keeping formulas and solvers. What one more copy adds must not depend on k.
-- Invariants are searched for again when k has doubled, so that these rounds take longer.
--     ansatz run experiments/bench/growth_k.lua --jobs 1 [-- K [SECONDS]]
local az = require "ansatz"
local most, seconds = tonumber((...)) or 1000, tonumber((select(2, ...))) or 300

local task = az.task { file = "programs/ten_counters.c", expected = true, name = "ten counters" }
local interval = az.domains.interval()
local thresholds = az.strategies.thresholds()
local function config(name, mode, incremental)
  return az.config {
    name = name, mode = mode, domain = mode == "kiki" and interval or nil, strategy = mode == "kiki" and thresholds or nil, max_unwind = most,
    switches = { strides = false, incremental = incremental },
  }
end

local results = az.run(az.experiment {
  name = "growth-k",
  suites = { az.suite { name = "growth", task } },
  configs = {
    config("BMC", "bmc", true), config("BMC, anew", "bmc", false), config("k-induction", "kinduction", true),
    config("k-induction, anew", "kinduction", false), config("kIkI", "kiki", true), config("kIkI, anew", "kiki", false),
  },
  limits = { cpu = seconds, wall = 5 * seconds, memory = "8 GB" },
})

local cpu, terms, lines = {}, {}, {}
for _, row in ipairs(results.rows) do
  local spent, per_k, at = 0, {}, {}
  for _, round in ipairs(row.stats and row.stats.turns or {}) do
    spent = spent + round.seconds
    local k = per_k[round.k] or { k = round.k, terms = 0, clauses = 0 }
    per_k[round.k], at[#at + 1] = k, per_k[round.k] == nil and k or nil
    k.terms, k.clauses, k.cpu = k.terms + round.terms, k.clauses + round.clauses, spent
  end
  local time, size = {}, {}
  for i, k in ipairs(at) do
    time[i], size[i] = { k.k, math.max(k.cpu, 0.001) }, { k.k, math.max(k.terms, 1) }
    local shown = k.k == 10 or k.k == 100 or k.k == 250 or k.k == 500 or k.k == 1000 or i == #at
    if shown then lines[#lines + 1] = ("%-18s %6d %10d %12d %10.2f"):format(row.config, k.k, k.terms, k.clauses, k.cpu) end
  end
  local like, dash = (#cpu + 2) // 2, row.config:find "anew" and 2 or 1
  cpu[#cpu + 1] = { name = row.config, like = like, dash = dash, points = time }
  terms[#terms + 1] = { name = row.config, like = like, dash = dash, points = size }
end
local table_text = ("%-18s %6s %10s %12s %10s\n"):format("", "k", "terms", "clauses", "CPU (s)") .. table.concat(lines, "\n") .. "\n"
print(table_text .. "terms, clauses: what this k added. CPU: of all rounds up to it.")
results:write("growth-k.txt", table_text)
results:lines { file = "growth-k-cpu", series = cpu, x = "k", y = "CPU time up to k (s)", log = "xy", width = 11 }
results:lines { file = "growth-k-terms", series = terms, x = "k", y = "terms added at k", log = "xy", width = 11 }
