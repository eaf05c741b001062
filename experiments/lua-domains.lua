-- Domains written in Lua (docs/writing-a-domain.md): what interval costs in Lua and in C, over this project's own small programs, and
-- two programs that no other domain proves. Ten minutes on two cores.
--     ansatz run experiments/lua-domains.lua
local az = require "ansatz"
local binsearch = az.strategies.binsearch

local function config(name, domain)
  return az.config { name = name, mode = "ai", domain = domain }
end
local function template(name)
  return az.domains.template { file = "domains/" .. name .. ".lua" }
end

local cost = az.run(az.experiment {
  name = "lua-domains-cost",
  suites = { az.suite { "programs/*.yml" } },
  configs = {
    config("interval in C", interval { strategy = binsearch() }),
    config("interval in Lua", az.domains.template { file = "domains/interval.lua", conditions = false, strategy = binsearch() }),
    config("interval in Lua, conditions shown", az.domains.template { file = "domains/interval.lua", strategy = binsearch() }),
  },
  limits = { cpu = 10, memory = "2 GB" },
})
print(cost:table())
print(cost:compare("interval in C", "interval in Lua"))

local configs = {
  config("modes in Lua", template "modes"),
  config("bits in Lua", template "bits"),
  az.config { name = "auto" },
}
for _, domain in ipairs { "interval", "zones", "octagons", "polyhedra", "affine", "equality", "predicates", "congruence" } do
  table.insert(configs, az.config { name = domain, mode = "kiki", domain = az.domains[domain]() })
end
table.insert(configs, az.config {
  name = "all of them, by paths", mode = "kiki",
  domain = sympath { product { octagons(), polyhedra(), affine(), equality(), predicates(), congruence { pairs = "all" } } },
})
local proofs = az.run(az.experiment {
  name = "lua-domains-proofs",
  suites = { az.suite { "domains/*.yml" } },
  configs = configs,
  limits = { cpu = 20, memory = "2 GB" },
})
print(proofs:table())
