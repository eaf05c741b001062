-- The stages that auto.lua runs: which templates there are, what each needs of a program, and in which order and with which share of the time left
-- each class of programs gets them. experiments/portfolio.lua runs the same stages apart and fits orders and shares by what it measures.
local stages = {}

stages.most_calls = 2000 -- as the limit expanded_calls: beyond it, proofs do not expand calls, which full unwinding has to

-- What a technique needs; that it would help, nothing here says.
local function always() return true end
local function arrays(p) return p.arrays > 0 end
local function allocations(p) return p.allocations > 0 end
local function allocations_only(p) return p.allocations > 0 and p.frees == 0 end
local function allocations_and_frees(p) return p.allocations > 0 and p.frees > 0 end
-- Arrays that grow: their length is kept beside the pointer.
local function resizes(p) return p.resizes > 0 end
-- Elements of arrays that are kept in variables, as a greatest one is.
local function picks(p) return p.arrays > 0 and p.picks > 0 end
-- Elements of arrays that are compared with each other, as in sorting and in searches.
local function orders(p) return p.arrays > 0 and p.orders > 0 end
-- Matrices whose size is an input: their cells have places i * m + j.
local function matrices(p) return p.arrays > 0 and p.matrices > 0 end
-- Equations between polynomials: where the program multiplies.
local function products(p) return p.products > 0 end
-- Products that the program need not write: an inner loop counts what the outer one multiplies.
local function nested(p) return p.nested_loops > 0 end
-- Nodes of several kinds: different constants are stored in one field.
local function kinds(p) return p.links > 0 and p.tags > 0 end
-- Such nodes, whose links are written through pointers: only then is there a last writer to tell them apart by.
local function kinds_relinked(p) return kinds(p) and p.relinks > 0 end
-- Memory that is linked may be lost; where nothing is freed it is of no interest.
local leaks = { ["valid-memsafety"] = true, ["valid-memtrack"] = true, ["valid-memcleanup"] = true }
local accesses = { ["valid-memsafety"] = true, ["valid-deref"] = true }
local function arrays_accessed(p) return p.arrays > 0 and accesses[p.property] == true end
local function linked_and_freed(p) return p.links > 0 and p.frees > 0 and leaks[p.property] == true end

-- Cells whose claims the program's checks and stores suggest prove most, and soonest.
local cut = written_preloop { cell = false }
local mined = predicates { implications = false }
local function cells_of(domain) return array { cells = domain, segments = cut } end

-- `strategy`: for components without one of their own; thresholds where nothing is said. Rows that are not numeric have no thresholds.
stages.candidates = {
  -- Numbers. Intervals and predicates cost 0.05 s and help all that follow.
  interval = { needs = always, domain = interval() },
  predicates = { needs = always, domain = predicates(), strategy = enumerate() },
  loop_ends = { needs = products, domain = zones { pairs = "related" }, termination = false }, -- where i <= n, an equation about i holds of n at the loop's end
  polynomials = { needs = products, domain = polynomials(), strategy = enumerate { samples = true }, termination = false },
  -- What an inner loop adds to its variables, and then how often: k == i * m.
  inner_changes = { needs = nested, domain = affine { entries = true }, strategy = enumerate(), termination = false },
  inner_products = { needs = nested, domain = polynomials { degree = 2 }, strategy = enumerate { samples = true }, termination = false },
  zones = { needs = always, domain = zones() },
  affine = { needs = always, domain = affine(), strategy = enumerate() },
  -- Equations and residues, also where a condition holds only: what differs from one phase of a loop to the next, and, with values on entry, what one
  -- loop hands to the next.
  phases = {
    needs = always, domain = guarded { product { affine { entries = true }, congruence() }, checks = false, most = 24 }, strategy = enumerate { samples = true }, termination = false,
  },
  polyhedra = { needs = always, domain = polyhedra() },
  numeric_product = { needs = always, domain = product { interval(), predicates(), congruence(), zones() } }, -- rows that hold only together
  octagons = { needs = always, domain = octagons() },
  -- What holds on one side of a condition only; rankings do without.
  guarded = {
    needs = always, domain = guarded { polyhedra { rows = { "all pairs; related" }, mined = true } }, strategy = split { eager = true },
    termination = false,
  },
  -- Arrays: what their cells satisfy, beside the bounds of indices; equations between indices, and sums that are stored. Sums over elements need
  -- these first; with bounds of cells, what is stored may be such a sum, or summed up then.
  in_bounds = { needs = arrays_accessed, domain = mined, strategy = enumerate(), termination = false }, -- where an access is valid at the heads around it
  array_predicates = { needs = arrays, domain = product { interval(), cells_of(mined) } },
  matrix_bounds = { needs = matrices, domain = zones { pairs = "related" } }, -- how far rows and columns go
  matrix_cells = { needs = matrices, domain = cells_of(interval()) },
  array_origins = { needs = picks, domain = zones { observe = { origins() } } }, -- which element is the greatest one
  related_zones = { needs = arrays, domain = zones { pairs = "related" } },
  -- The order of elements, between borders whose own order is known by then.
  -- Then what an element was compared with is known, too, as in insertion sort.
  order_zones = { needs = orders, domain = zones() },
  array_order = { needs = orders, domain = ordered { segments = written_and_read { bounds = true }, order = "ascending" }, strategy = enumerate() },
  later_order = { needs = orders, domain = ordered { segments = written_and_read { bounds = true }, order = "ascending" }, strategy = enumerate() },
  -- The order under flags: a sort that goes over the array again until nothing was exchanged.
  flag_order = {
    needs = orders,
    domain = guarded { ordered { segments = written_and_read { bounds = true }, order = "ascending" }, flags = true, branches = false, checks = false },
    strategy = enumerate(), termination = false,
  },
  array_equations = { needs = arrays, domain = product { affine(), cells_of(mined) }, strategy = enumerate() },
  -- Bounds of cells alone, so that what follows from them, sum == 3 * i or sum <= 3 * i, is not given up before they are known.
  cell_bounds = { needs = arrays, domain = product { interval(), cells_of(product { interval(), mined }) }, termination = false },
  sum_equations = { needs = arrays, domain = affine(), strategy = enumerate(), termination = false },
  sum_bounds = { needs = arrays, domain = polyhedra { bounds = false }, termination = false },
  array_sums = { needs = arrays, domain = product { affine(), interval(), cells_of(product { interval(), mined }) } },
  array_zones = { needs = arrays, domain = product { zones { pairs = "related" }, cells_of(zones { pairs = "related" }) } },
  -- Cells that are at most the last one that was stored: then all are in order.
  order_by_last = { needs = orders, domain = ordered { segments = written_and_read { bounds = true }, order = "ascending" }, strategy = enumerate() },
  -- Where pointers lead, by the path that was taken, as several loops that build and search lists need it. Where nothing is freed, links need not be
  -- told apart. Bounds take a quarter of the questions that differences take, and leave facts for these.
  shape_bounds = { needs = allocations_only, domain = sympath { product { heap(), interval() } } },
  shape_zones = { needs = allocations_only, domain = sympath { product { heap(), zones() } } },
  disjoint_bounds = { needs = allocations_and_frees, domain = sympath { product { heap(), disjoint(), interval() } } },
  disjoint_zones = { needs = allocations_and_frees, domain = sympath { product { heap(), disjoint(), zones() } } },
  -- Cells that are pointers, or in what pointers lead to; sequential keeps rows that a component alone would have to give up.
  heap_cells = {
    needs = allocations,
    domain = product { heap(), interval(), cells_of(product { heap(), interval() }), strategy = sequential() },
  },
  capacities = { needs = resizes, domain = product { heap(), zones { observe = { capacities() } } } },
  heap_claims = { needs = allocations, domain = product { heap(), disjoint(), interval(), sympath { product { heap(), interval() }, by = "pointers" } } },
  -- Nodes of several kinds: what the kind says of a node's links, then of the node behind it, then also by who last wrote its links.
  node_fields = { needs = kinds, domain = product { heap(), fields { next = false } }, strategy = enumerate() },
  next_fields = { needs = kinds, domain = product { heap(), fields() }, strategy = enumerate() },
  written_fields = { needs = kinds_relinked, domain = product { fields { writers = true }, heap { targets = 4 }, strategy = sequential() }, strategy = enumerate() },
  -- Leaks: where links lead, and that every live object is held by a pointer or by another one. What ends a list is needed for the former, too.
  held = { needs = linked_and_freed, domain = product { heap(), disjoint(), held() }, strategy = enumerate() },
}

-- The order for each class of programs: the first that holds. A stage's share is that of the time left when it begins; stages whose needs a program
-- does not meet are left out. The orders of numbers were measured on the tasks of the numeric suites that k-induction leaves open: zones know how a
-- counter stops at its bound, and then sums modulo 2^m close most of what remains. These before zones would be quicker where they suffice, but their
-- multiplications as facts make the solver slow for everything after them. What lies in memory comes first. experiments/portfolio.lua would change the
-- order of numbers alone (polyhedra first); on suites that it was not fitted on, the portfolio itself was no quicker with that.
stages.classes = {
  {
    name = "links and arrays",
    holds = function(p) return p.links > 0 and p.arrays > 0 end,
    order = {
      { "capacities", 0.35 }, { "held", 0.6 }, { "node_fields", 0.45 }, { "next_fields", 0.5 }, { "heap_cells", 0.4 }, { "shape_bounds", 0.2 },
      { "shape_zones", 0.25 }, { "disjoint_bounds", 0.2 }, { "disjoint_zones", 0.25 }, { "heap_claims", 0.4 }, { "in_bounds", 0.25 }, { "matrix_bounds", 0.2 }, { "matrix_cells", 0.5 }, { "order_zones", 0.2 }, { "flag_order", 0.4 }, { "array_order", 0.5 }, { "array_predicates", 0.3 }, { "later_order", 0.4 },
      { "array_origins", 0.2 }, { "related_zones", 0.2 }, { "array_equations", 0.25 }, { "cell_bounds", 0.25 }, { "sum_equations", 0.25 }, { "sum_bounds", 0.2 }, { "array_sums", 0.3 }, { "array_zones", 0.4 }, { "order_by_last", 0.4 }, { "interval", 0.3 },
      { "predicates", 0.3 }, { "zones", 0.3 }, { "affine", 0.3 }, { "phases", 0.2 }, { "polyhedra", 0.3 }, { "loop_ends", 0.15 }, { "polynomials", 0.2 }, { "inner_changes", 0.2 }, { "inner_products", 0.25 }, { "numeric_product", 0.4 }, { "octagons", 0.4 },
      { "written_fields", 0.4 }, { "guarded", 0.4 },
    },
  },
  {
    name = "links",
    holds = function(p) return p.links > 0 end,
    order = {
      { "capacities", 0.35 }, { "held", 0.6 }, { "node_fields", 0.45 }, { "next_fields", 0.5 }, { "shape_bounds", 0.2 }, { "shape_zones", 0.25 },
      { "disjoint_bounds", 0.2 }, { "disjoint_zones", 0.25 }, { "heap_cells", 0.4 }, { "heap_claims", 0.4 }, { "interval", 0.3 },
      { "predicates", 0.3 }, { "zones", 0.3 }, { "affine", 0.3 }, { "phases", 0.2 }, { "polyhedra", 0.3 }, { "loop_ends", 0.15 }, { "polynomials", 0.2 }, { "inner_changes", 0.2 }, { "inner_products", 0.25 }, { "numeric_product", 0.4 }, { "octagons", 0.4 },
      { "written_fields", 0.4 }, { "guarded", 0.4 },
    },
  },
  {
    name = "arrays",
    holds = function(p) return p.arrays > 0 end,
    order = {
      { "capacities", 0.35 }, { "in_bounds", 0.25 }, { "matrix_bounds", 0.2 }, { "matrix_cells", 0.5 }, { "order_zones", 0.2 }, { "flag_order", 0.4 }, { "array_order", 0.5 }, { "array_predicates", 0.3 }, { "later_order", 0.4 }, { "array_origins", 0.2 },
      { "related_zones", 0.2 }, { "array_equations", 0.25 }, { "cell_bounds", 0.25 }, { "sum_equations", 0.25 }, { "sum_bounds", 0.2 }, { "array_sums", 0.3 }, { "array_zones", 0.4 }, { "order_by_last", 0.4 },
      { "heap_cells", 0.4 }, { "shape_bounds", 0.2 }, { "shape_zones", 0.25 }, { "disjoint_bounds", 0.2 }, { "disjoint_zones", 0.25 },
      { "heap_claims", 0.4 }, { "interval", 0.3 }, { "predicates", 0.3 }, { "zones", 0.3 }, { "affine", 0.3 }, { "phases", 0.2 }, { "polyhedra", 0.3 },
      { "loop_ends", 0.15 }, { "polynomials", 0.2 }, { "inner_changes", 0.2 }, { "inner_products", 0.25 }, { "numeric_product", 0.4 }, { "octagons", 0.4 }, { "guarded", 0.4 },
    },
  },
  {
    name = "allocations",
    holds = function(p) return p.allocations > 0 end,
    order = {
      { "capacities", 0.35 }, { "shape_bounds", 0.2 }, { "shape_zones", 0.25 }, { "disjoint_bounds", 0.2 }, { "disjoint_zones", 0.25 }, { "heap_cells", 0.4 },
      { "heap_claims", 0.4 }, { "interval", 0.3 }, { "predicates", 0.3 }, { "zones", 0.3 }, { "affine", 0.3 }, { "phases", 0.2 }, { "polyhedra", 0.3 },
      { "loop_ends", 0.15 }, { "polynomials", 0.2 }, { "inner_changes", 0.2 }, { "inner_products", 0.25 }, { "numeric_product", 0.4 }, { "octagons", 0.4 }, { "guarded", 0.4 },
    },
  },
  {
    name = "numbers",
    holds = always,
    order = {
      { "interval", 0.3 }, { "loop_ends", 0.15 }, { "polynomials", 0.2 }, { "predicates", 0.3 }, { "zones", 0.3 }, { "affine", 0.3 }, { "inner_changes", 0.2 }, { "inner_products", 0.25 }, { "phases", 0.2 }, { "polyhedra", 0.3 }, { "guarded", 0.4 },
      { "numeric_product", 0.4 },
      { "octagons", 0.4 },
    },
  },
}

function stages.class_of(program)
  for _, class in ipairs(stages.classes) do
    if class.holds(program) then return class end
  end
end

-- Termination. Rankings need invariants, some of which the stages for other properties find: each is followed by another search for rankings.
-- Rows that compare variables with their values on entry to an inner loop tell how that loop changed them.
local entries = polyhedra { entries = true, mined = false, bounds = false }

local most_paths = 40 -- activations, beyond which expanded calls are many

local function termination(program)
  local list = {}
  local function add(domain, share, lemmas, strategy)
    list[#list + 1] = { mode = "kiki", domain = domain, strategy = strategy or thresholds(), share = share, lemmas = lemmas }
  end
  local function add_all(lemmas)
    for _, entry in ipairs(stages.class_of(program).order) do
      local candidate = stages.candidates[entry[1]] or error("no stage is called '" .. entry[1] .. "'")
      if candidate.needs(program) and candidate.termination ~= false then
        add(candidate.domain, entry[2] / 2, lemmas, candidate.strategy)
        add(ranking(), 0.15, lemmas) -- in vain mostly, and for all of its time where it is
      end
    end
  end
  -- Where calls are many, first each function once, from any state.
  if program.call_paths > most_paths and program.recursion == 0 then
    for _, domain in ipairs { ranking(), interval(), ranking(), entries, ranking() } do
      list[#list + 1] = {
        mode = "kiki", switches = { modular = true }, limits = { templates = 1 }, max_unwind = 1,
        domain = domain, strategy = thresholds(), share = 0.3,
      }
    end
    -- Then under the conditions on their arguments and globals with which they end.
    for _, domain in ipairs { ranking(), interval(), ranking() } do
      list[#list + 1] = {
        mode = "kiki", switches = { modular = true, contexts = true }, limits = { templates = 1 }, max_unwind = 1,
        domain = domain, strategy = thresholds(), share = 0.15,
      }
    end
  end
  add(ranking(), 0.3)
  add(interval(), 0.2)
  add(ranking(), 0.3)
  if program.nested_loops > 0 then
    add(entries, 0.2)
    add(ranking(), 0.3)
  end
  -- Lists in the order of their allocation: a loop that follows their links comes to older and older nodes.
  if program.links > 0 and program.allocations > 0 then
    add(allocation_order(), 0.2, nil, enumerate())
    add(ranking { pointers = true, after_first = true }, 0.3)
  end
  -- A loop over memory ends where the memory ends, if no access goes beyond.
  if program.pointers > 0 or program.arrays > 0 then
    add(ranking(), 0.5, "valid-deref")
    add_all("valid-deref")
  end
  add_all()
  return list
end

-- The stages for a program, as a configuration has them. Neighbours of one mode share their formula and the rows found so far; cheap ones follow each
-- other at k = 1.
function stages.of(program)
  if program.property == "termination" then return termination(program) end
  local list = {}
  -- A recursion as deep as the input says has no proof but by what holds of all its calls. One that is expanded fully keeps the stages that follow:
  -- the first share is also that of all these together. Over lists, numbers say little.
  if program.recursion > 0 and program.allocations == 0 then
    for _, entry in ipairs { { "interval", 0.6 }, { "predicates", 0.2 }, { "zones", 0.3 }, { "affine", 0.3 }, { "polyhedra", 0.5 } } do
      list[#list + 1] = {
        mode = "kiki", switches = { test_runs = true, recursion_loops = true }, domain = stages.candidates[entry[1]].domain,
        strategy = stages.candidates[entry[1]].strategy or thresholds(), share = entry[2],
      }
    end
  end
  -- Bounds found along the control flow cost next to nothing, and what holds with them is not searched: with hundreds of loops that is most.
  list[#list + 1] = {
    mode = "kiki", switches = { test_runs = true }, domain = interval { strategy = kleene() }, strategy = thresholds(), share = 0.3,
  }
  for _, entry in ipairs(stages.class_of(program).order) do
    local name, share = entry[1], entry[2]
    local candidate = stages.candidates[name] or error("no stage is called '" .. name .. "'")
    if candidate.needs(program) then
      list[#list + 1] = { mode = "kiki", switches = { test_runs = true }, domain = candidate.domain, strategy = candidate.strategy or thresholds(), share = share }
    end
  end
  return list
end

-- ---- several processes that race (--cores) ------------------------------------------------------

-- What each process of a race begins with. The first one proves: base has the time that it needs to keep short counterexamples, no test runs. The second
-- one looks for counterexamples, and for proofs without invariants, for half of its time; then, as all others do from the start, it has the templates in
-- another order. Of termination the two halves are apart.
local proves = { base_slice = 0.05, base_slice_seconds = 0.05, base_ahead = 0.1 }
local refutes = { base_ahead = 2, test_run_first = 0.02 }

-- The stages from number `from` on, then those before it; the first one, which is cheap and helps all, stays.
local function turned(list, from)
  local new = { list[1] }
  for i = 0, #list - 2 do new[#new + 1] = list[2 + (from - 2 + i) % (#list - 1)] end
  return new
end

local function dealt_termination(list, core)
  for _, stage in ipairs(list) do stage.mode = core == 2 and "nontermination" or "termination" end
  return list
end

-- The stages for process `program.core` of `program.cores`.
function stages.dealt(list, program)
  local core, cores = program.core, program.cores
  if cores < 2 or #list < 2 then return list end
  if program.property == "termination" then return dealt_termination(list, core) end
  if core == 1 then
    for _, stage in ipairs(list) do
      stage.switches = stage.switches or {}
      stage.switches.test_runs = false
      stage.limits = stage.limits or {}
      for name, value in pairs(proves) do stage.limits[name] = value end
    end
    return list
  end
  list = turned(list, 2 + (core - 1) * (#list - 1) // cores)
  if core == 2 then table.insert(list, 1, { mode = "kinduction", switches = { test_runs = true }, limits = refutes, share = 0.5 }) end
  return list
end

return stages
