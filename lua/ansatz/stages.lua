-- The stages that auto.lua runs: the templates, what each needs of a program, and for each class of programs their
-- order and their shares of the time left. experiments/portfolio.lua runs the same stages separately, and fits orders
-- and shares to the measurements.
local stages = {}

stages.most_calls = 2000 -- like the limit expanded_calls: beyond it, proofs do not expand calls, but full unwinding has to

-- Conditions that a technique needs. They do not tell whether it helps.
local function always() return true end
local function arrays(p) return p.arrays > 0 end
local function allocations(p) return p.allocations > 0 end
local function allocations_only(p) return p.allocations > 0 and p.frees == 0 end
local function allocations_and_frees(p) return p.allocations > 0 and p.frees > 0 end
-- Arrays that grow: their length is stored beside the pointer.
local function resizes(p) return p.resizes > 0 end
-- Elements of arrays that are stored in variables, such as a greatest element.
local function picks(p) return p.arrays > 0 and p.picks > 0 end
-- Elements of arrays that are compared with each other, as in sorting and in searches.
local function orders(p) return p.arrays > 0 and p.orders > 0 end
-- Matrices whose size is an input: their cells have the positions i * m + j.
local function matrices(p) return p.arrays > 0 and p.matrices > 0 end
-- Equations between polynomials, for programs that multiply.
local function products(p) return p.products > 0 end
-- Values that are computed from elements and sums: a program that compares elements with each other sorts or searches.
local function computed(p) return p.arrays > 0 and p.orders == 0 end
local function products_computed(p) return computed(p) and p.products > 0 end
-- Products without a multiplication in the program: a counter in an inner loop equals the product of both lengths.
local function nested(p) return p.nested_loops > 0 end
-- Or a loop adds a variable that it does not change: x = x + step.
-- What x = x + step needs: numbers alone, and none of the programs for which products are searched earlier.
local function steps(p) return p.arrays == 0 and p.allocations == 0 and not products(p) and not nested(p) end
-- Functions whose calls form trees, not chains.
local function call_trees(p) return p.call_trees > 0 end
-- Nodes of several kinds: different constants are stored in one field.
local function kinds(p) return p.links > 0 and p.tags > 0 end
-- Nodes of several kinds, whose links are written through pointers. Only then can the last writer distinguish them.
local function kinds_relinked(p) return kinds(p) and p.relinks > 0 end
-- Linked memory may leak, also where nothing is freed: then a global has to lead to all of it.
local leaks = { ["valid-memsafety"] = true, ["valid-memtrack"] = true, ["valid-memcleanup"] = true }
local accesses = { ["valid-memsafety"] = true, ["valid-deref"] = true }
local function arrays_accessed(p) return p.arrays > 0 and accesses[p.property] == true end
local function linked_and_held(p) return p.links > 0 and leaks[p.property] == true end
-- Nodes that are taken out of lists: no pointer may lead to them when they are freed.
local memory_safety = { ["valid-memsafety"] = true, ["valid-memtrack"] = true, ["valid-memcleanup"] = true, ["valid-deref"] = true, ["valid-free"] = true }
local function linked_and_freed_safely(p) return p.links > 0 and p.frees > 0 and memory_safety[p.property] == true end

-- Cells with claims that the program's checks and stores suggest prove most, and soonest.
local cut = written_preloop { cell = false }
local mined = predicates { implications = false }
local sorted = ordered { segments = written_and_read { bounds = true }, order = "checked" }
local function cells_of(domain) return array { cells = domain, segments = cut } end

-- `strategy`: for components without their own strategy; by default thresholds. Rows that are not numeric have no
-- thresholds.
stages.candidates = {
  -- Numbers. Intervals and predicates cost 0.05 s and help all later stages.
  interval = { needs = always, domain = interval() },
  predicates = { needs = always, domain = predicates(), strategy = enumerate() },
  -- Recursion: bounds for each value of an argument that decides a branch, and what a tree of calls still has to count.
  deciding = { needs = call_trees, domain = interval { observe = { value_partitions() } } },
  trees = { needs = call_trees, domain = octagons { observe = { powers() } } },
  loop_ends = { needs = products, domain = zones { pairs = "related" }, termination = false }, -- with i <= n, an equation about i also holds for n at the loop's end
  polynomials = { needs = products, domain = polynomials(), strategy = enumerate { samples = true }, termination = false },
  -- The change of variables by an inner loop, and then its multiple: k == i * m.
  inner_changes = { needs = nested, domain = affine { entries = true }, strategy = enumerate(), termination = false },
  inner_products = { needs = nested, domain = polynomials { degree = 2 }, strategy = enumerate { samples = true }, termination = false },
  step_products = { needs = steps, domain = polynomials { degree = 2 }, strategy = enumerate { samples = true }, termination = false },
  -- State machines: the combinations of values of variables that are given constants only. Other programs have no rows.
  control_states = { needs = always, domain = control_states(), strategy = enumerate(), termination = false },
  zones = { needs = always, domain = zones() },
  affine = { needs = always, domain = affine(), strategy = enumerate() },
  -- Equations and residues, also under a condition: they differ from one phase of a loop to the next, and, with values
  -- on entry, relate one loop to the next.
  phases = {
    needs = always, domain = guarded { product { affine { entries = true }, congruence() }, checks = false, most = 24 }, strategy = enumerate { samples = true }, termination = false,
  },
  polyhedra = { needs = always, domain = polyhedra() },
  numeric_product = { needs = always, domain = product { interval(), predicates(), congruence(), zones() } }, -- rows that hold only together
  octagons = { needs = always, domain = octagons() },
  -- Claims that hold only on one side of a condition; rankings do not need them.
  guarded = {
    needs = always, domain = guarded { polyhedra { rows = { "all pairs; related" }, mined = true } }, strategy = split { eager = true },
    termination = false,
  },
  -- Arrays: claims on their cells, beside the bounds of indices; equations between indices, and stored sums. Sums over
  -- elements need these first; with bounds of cells, a stored value may be such a sum, or may be summed up afterwards.
  in_bounds = { needs = arrays_accessed, domain = mined, strategy = enumerate(), termination = false }, -- an access is valid at the loop heads around it
  array_predicates = { needs = arrays, domain = product { interval(), cells_of(mined) } },
  matrix_bounds = { needs = matrices, domain = zones { pairs = "related" } }, -- bounds of rows and columns
  matrix_cells = { needs = matrices, domain = cells_of(interval()) },
  array_origins = { needs = picks, domain = zones { observe = { origins() } } }, -- the index of the greatest element
  related_zones = { needs = arrays, domain = zones { pairs = "related" } },
  -- The order of elements, between borders whose order is known by then. Afterwards, the elements that were compared
  -- are also known, as in insertion sort.
  order_zones = { needs = orders, domain = zones() },
  array_order = { needs = orders, domain = sorted, strategy = enumerate { by_view = true } },
  later_order = { needs = orders, domain = sorted, strategy = enumerate { by_view = true } },
  -- The order under flags: a sort that passes over the array until nothing was exchanged.
  flag_order = {
    needs = orders,
    domain = guarded { sorted, flags = true, branches = false, checks = false },
    strategy = enumerate(), termination = false,
  },
  array_equations = { needs = arrays, domain = product { affine(), cells_of(mined) }, strategy = enumerate() },
  -- All linear equations between the variables, then between a cell, its index and the variables: sum == i where all
  -- cells are one, and afterwards a[x] == sum + 1. No statement relates them, so that the sums of affine() lack them.
  -- Conditions come first: with i <= n, an equation about i also holds for n at the loop's end.
  conditions = { needs = computed, domain = mined, strategy = enumerate(), termination = false },
  equal_sums = { needs = computed, domain = polynomials { degree = 1 }, strategy = enumerate { samples = true }, termination = false },
  equal_cells = { needs = computed, domain = cells_of(polynomials { degree = 1 }), strategy = enumerate { samples = true }, termination = false },
  -- The sum over such cells, sum == i * (n + 1).
  sum_products = { needs = products_computed, domain = polynomials { degree = 2 }, strategy = enumerate { samples = true }, termination = false },
  -- Bounds of cells alone, so that their consequences, sum == 3 * i or sum <= 3 * i, are not given up before the bounds
  -- are known.
  cell_bounds = { needs = arrays, domain = product { interval(), cells_of(product { interval(), mined }) }, termination = false },
  sum_equations = { needs = arrays, domain = affine(), strategy = enumerate(), termination = false },
  sum_bounds = { needs = arrays, domain = polyhedra { bounds = false }, termination = false },
  array_sums = { needs = arrays, domain = product { affine(), interval(), cells_of(product { interval(), mined }) } },
  array_zones = { needs = arrays, domain = product { zones { pairs = "related" }, cells_of(zones { pairs = "related" }) } },
  -- Cells that are at most the last one that was stored: then all are in order.
  order_by_last = { needs = orders, domain = sorted, strategy = enumerate { by_view = true } },
  -- What a search found, under the flag that says that it found something: found == 0 or a[at] == sought.
  flag_cells = {
    needs = arrays,
    domain = guarded { equality { observe = { indexed_cells() } }, flags = true, branches = false, checks = false },
    strategy = enumerate(), termination = false,
  },
  -- The targets of pointers, for each path that was taken, as several loops that build and search lists need them. If
  -- nothing is freed, links need not be distinguished. Bounds take a quarter of the queries that differences take, and
  -- provide facts for these.
  shape_bounds = { needs = allocations_only, domain = sympath { product { heap(), interval() } } },
  shape_zones = { needs = allocations_only, domain = sympath { product { heap(), zones() } } },
  disjoint_bounds = { needs = allocations_and_frees, domain = sympath { product { heap(), disjoint(), interval() } } },
  disjoint_zones = { needs = allocations_and_frees, domain = sympath { product { heap(), disjoint(), zones() } } },
  -- Cells that are pointers, or that pointers lead to; with sequential(), rows remain that a component alone would have
  -- to give up.
  heap_cells = {
    needs = allocations,
    domain = product { heap(), interval(), cells_of(product { heap(), interval() }), strategy = sequential() },
  },
  capacities = { needs = resizes, domain = product { heap(), zones { observe = { capacities() } } } },
  heap_claims = { needs = allocations, domain = product { heap(), disjoint(), interval(), sympath { product { heap(), interval() }, by = "pointers" } } },
  -- Nodes of several kinds: claims of the kind on a node's links, then on the next node, then also by the last writer
  -- of the links.
  node_fields = { needs = kinds, domain = product { heap(), fields { next = false } }, strategy = enumerate() },
  next_fields = { needs = kinds, domain = product { heap(), fields() }, strategy = enumerate() },
  written_fields = { needs = kinds_relinked, domain = product { fields { writers = true }, heap { targets = 4 }, strategy = sequential() }, strategy = enumerate() },
  -- Leaks: the targets of links, and that every live object is held by a pointer or by another object. The former also
  -- need the object that ends a list.
  held = { needs = linked_and_held, domain = product { heap(), disjoint(), held() }, strategy = enumerate { by_view = true } },
  -- Nodes that are taken out of lists: the nodes before and behind them.
  neighbours = { needs = linked_and_freed_safely, domain = product { heap(), disjoint(), held(), neighbours() }, strategy = enumerate { by_view = true } },
}

-- The order for each class of programs; the first class that holds is used. A stage's share is that of the time left
-- when it begins. Stages whose needs a program does not meet are left out. The orders of numbers were measured on the
-- tasks of the numeric suites that k-induction leaves open: zones know how a counter stops at its bound, and then sums
-- modulo 2^m prove most of the rest. Sums modulo 2^m before zones would be quicker where they suffice, but as facts,
-- their multiplications make the solver slow in all later stages. Memory comes first. experiments/portfolio.lua would
-- change only the order of numbers (polyhedra first), and on suites that it was not fitted on, the portfolio was no
-- quicker with that order.
stages.classes = {
  {
    name = "links and arrays",
    holds = function(p) return p.links > 0 and p.arrays > 0 end,
    order = {
      { "capacities", 0.35 }, { "held", 0.6 }, { "neighbours", 0.5 }, { "node_fields", 0.45 }, { "written_fields", 0.5 }, { "next_fields", 0.5 }, { "heap_cells", 0.4 }, { "shape_bounds", 0.2 },
      { "shape_zones", 0.25 }, { "disjoint_bounds", 0.2 }, { "disjoint_zones", 0.25 }, { "heap_claims", 0.4 }, { "in_bounds", 0.25 }, { "matrix_bounds", 0.2 }, { "matrix_cells", 0.5 }, { "order_zones", 0.2 }, { "flag_order", 0.4 }, { "array_order", 0.5 }, { "array_predicates", 0.3 }, { "later_order", 0.4 },
      { "array_origins", 0.2 }, { "conditions", 0.1 }, { "equal_sums", 0.1 }, { "equal_cells", 0.3 }, { "sum_products", 0.1 }, { "related_zones", 0.2 }, { "array_equations", 0.25 }, { "cell_bounds", 0.25 }, { "sum_equations", 0.25 }, { "sum_bounds", 0.2 }, { "array_sums", 0.3 }, { "array_zones", 0.4 }, { "order_by_last", 0.4 }, { "flag_cells", 0.3 }, { "interval", 0.3 }, { "control_states", 0.25 },
      { "predicates", 0.3 }, { "zones", 0.3 }, { "affine", 0.3 }, { "phases", 0.2 }, { "polyhedra", 0.3 }, { "loop_ends", 0.15 }, { "polynomials", 0.2 }, { "inner_changes", 0.2 }, { "inner_products", 0.25 }, { "numeric_product", 0.4 }, { "octagons", 0.4 },
      { "guarded", 0.4 },
    },
  },
  {
    name = "links",
    holds = function(p) return p.links > 0 end,
    order = {
      { "capacities", 0.35 }, { "held", 0.6 }, { "neighbours", 0.5 }, { "node_fields", 0.45 }, { "written_fields", 0.5 }, { "next_fields", 0.5 }, { "shape_bounds", 0.2 }, { "shape_zones", 0.25 },
      { "disjoint_bounds", 0.2 }, { "disjoint_zones", 0.25 }, { "heap_cells", 0.4 }, { "heap_claims", 0.4 }, { "interval", 0.3 }, { "control_states", 0.25 },
      { "predicates", 0.3 }, { "zones", 0.3 }, { "affine", 0.3 }, { "phases", 0.2 }, { "polyhedra", 0.3 }, { "loop_ends", 0.15 }, { "polynomials", 0.2 }, { "inner_changes", 0.2 }, { "inner_products", 0.25 }, { "numeric_product", 0.4 }, { "octagons", 0.4 },
      { "guarded", 0.4 },
    },
  },
  {
    name = "arrays",
    holds = function(p) return p.arrays > 0 end,
    order = {
      { "capacities", 0.35 }, { "in_bounds", 0.25 }, { "matrix_bounds", 0.2 }, { "matrix_cells", 0.5 }, { "order_zones", 0.2 }, { "flag_order", 0.4 }, { "array_order", 0.5 }, { "array_predicates", 0.3 }, { "later_order", 0.4 }, { "array_origins", 0.2 },
      { "conditions", 0.1 }, { "equal_sums", 0.1 }, { "equal_cells", 0.3 }, { "sum_products", 0.1 }, { "related_zones", 0.2 }, { "array_equations", 0.25 }, { "cell_bounds", 0.25 }, { "sum_equations", 0.25 }, { "sum_bounds", 0.2 }, { "array_sums", 0.3 }, { "array_zones", 0.4 }, { "order_by_last", 0.4 }, { "flag_cells", 0.3 },
      { "heap_cells", 0.4 }, { "shape_bounds", 0.2 }, { "shape_zones", 0.25 }, { "disjoint_bounds", 0.2 }, { "disjoint_zones", 0.25 },
      { "heap_claims", 0.4 }, { "interval", 0.3 }, { "control_states", 0.25 }, { "predicates", 0.3 }, { "zones", 0.3 }, { "affine", 0.3 }, { "phases", 0.2 }, { "polyhedra", 0.3 },
      { "loop_ends", 0.15 }, { "polynomials", 0.2 }, { "inner_changes", 0.2 }, { "inner_products", 0.25 }, { "numeric_product", 0.4 }, { "octagons", 0.4 }, { "guarded", 0.4 },
    },
  },
  {
    name = "allocations",
    holds = function(p) return p.allocations > 0 end,
    order = {
      { "capacities", 0.35 }, { "shape_bounds", 0.2 }, { "shape_zones", 0.25 }, { "disjoint_bounds", 0.2 }, { "disjoint_zones", 0.25 }, { "heap_cells", 0.4 },
      { "heap_claims", 0.4 }, { "interval", 0.3 }, { "control_states", 0.25 }, { "predicates", 0.3 }, { "zones", 0.3 }, { "affine", 0.3 }, { "phases", 0.2 }, { "polyhedra", 0.3 },
      { "loop_ends", 0.15 }, { "polynomials", 0.2 }, { "inner_changes", 0.2 }, { "inner_products", 0.25 }, { "numeric_product", 0.4 }, { "octagons", 0.4 }, { "guarded", 0.4 },
    },
  },
  {
    name = "numbers",
    holds = always,
    order = {
      { "interval", 0.3 }, { "control_states", 0.25 }, { "loop_ends", 0.15 }, { "polynomials", 0.2 }, { "predicates", 0.3 }, { "zones", 0.3 }, { "affine", 0.3 }, { "inner_changes", 0.2 }, { "inner_products", 0.25 }, { "phases", 0.2 }, { "polyhedra", 0.3 }, { "guarded", 0.4 },
      { "numeric_product", 0.4 },
      { "octagons", 0.4 }, { "step_products", 0.3 },
    },
  },
}

function stages.class_of(program)
  for _, class in ipairs(stages.classes) do
    if class.holds(program) then return class end
  end
end

-- Termination. Rankings need invariants, some of which the stages for other properties find: each of these is followed
-- by another search for rankings. Rows that compare variables with their values on entry to an inner loop express the
-- change by that loop.
local entries = polyhedra { entries = true, mined = false, bounds = false }

-- Limits that give base only the time that it needs to keep short counterexamples.
local proves = { base_slice = 0.05, base_slice_seconds = 0.05, base_ahead = 0.1 }

local most_paths = 40 -- number of activations beyond which expanded calls are many

local function termination(program)
  local list = {}
  local function add(domain, share, lemmas, strategy)
    list[#list + 1] = { mode = "kiki", domain = domain, strategy = strategy or thresholds(), share = share, lemmas = lemmas }
  end
  -- Rankings have a strategy of their own.
  local function add_ranking(share, lemmas, domain)
    list[#list + 1] = { mode = "kiki", domain = domain or ranking(), share = share, lemmas = lemmas }
  end
  local function add_all(lemmas)
    for _, entry in ipairs(stages.class_of(program).order) do
      local candidate = stages.candidates[entry[1]] or error("no stage is called '" .. entry[1] .. "'")
      if candidate.needs(program) and candidate.termination ~= false then
        add(candidate.domain, entry[2] / 2, lemmas, candidate.strategy)
        add_ranking(0.15, lemmas) -- mostly in vain, and then for all of its time
      end
    end
  end
  -- If there are many calls, each function is first analysed once, from any state.
  if program.call_paths > most_paths and program.recursion == 0 then
    local bounds, changes, ranks = { interval(), thresholds() }, { entries, thresholds() }, { ranking() }
    for _, template in ipairs { ranks, bounds, ranks, changes, ranks } do
      list[#list + 1] = {
        mode = "kiki", switches = { modular = true }, limits = { templates = 1 }, max_unwind = 1,
        domain = template[1], strategy = template[2], share = 0.3,
      }
    end
    -- Then under the conditions on their arguments and globals under which they end.
    for _, template in ipairs { ranks, bounds, ranks } do
      list[#list + 1] = {
        mode = "kiki", switches = { modular = true, contexts = true }, limits = { templates = 1 }, max_unwind = 1,
        domain = template[1], strategy = template[2], share = 0.15,
      }
    end
  end
  local memory = program.pointers > 0 or program.arrays > 0
  add_ranking(0.3)
  add(interval(), 0.2)
  add_ranking(0.3)
  if program.nested_loops > 0 then
    add(entries, 0.2)
    add_ranking(0.3)
    -- What an inner loop moves from one variable to another: x + y stays as it was. Loops over memory mostly end with that.
    if not memory then
      add(affine { entries = true }, 0.2, nil, enumerate())
      add_ranking(0.3)
    end
  end
  -- Lists in the order of their allocation: a loop that follows the links visits older and older nodes.
  if program.links > 0 and program.allocations > 0 then
    add(allocation_order(), 0.2, nil, enumerate())
    add_ranking(0.3, nil, ranking { pointers = true, after_first = true })
  end
  -- If no access is out of bounds, a loop over memory ends where the memory ends. The cells before an index or pointer,
  -- and differences of indices, mostly suffice for that; these stages come first, so that a larger k has its time, too.
  if program.arrays > 0 then
    local first = #list + 1
    add_ranking(0.2, "valid-deref")
    add(stages.candidates.array_predicates.domain, 0.25, "valid-deref")
    add(stages.candidates.related_zones.domain, 0.15, "valid-deref")
    for i = first, #list do list[i].limits = proves end
  end
  if memory then
    add_ranking(0.5, "valid-deref")
    add_all("valid-deref")
  end
  add_all()
  return list
end

-- Returns the stages for a program, in the form of a configuration. Adjacent stages of one mode share their formula and
-- the rows found so far; cheap ones follow each other at k = 1.
function stages.of(program)
  if program.property == "termination" then return termination(program) end
  local list = {}
  -- If the input bounds the depth of a recursion, only claims on all of its calls can prove anything. If the recursion
  -- is expanded fully, the later stages are kept, and the first share is that of all of these together. For lists,
  -- claims on numbers are of little use.
  if program.recursion > 0 and program.allocations == 0 then
    for _, entry in ipairs { { "interval", 0.6 }, { "predicates", 0.2 }, { "zones", 0.3 }, { "affine", 0.3 }, { "polyhedra", 0.5 }, { "deciding", 0.4 }, { "trees", 0.5 } } do
      local candidate = stages.candidates[entry[1]]
      if candidate.needs(program) then
        list[#list + 1] = {
          mode = "kiki", switches = { test_runs = true, recursion_loops = true }, domain = candidate.domain,
          strategy = candidate.strategy or thresholds(), share = entry[2],
        }
      end
    end
  end
  -- The first strategy of a list is the default for --domain. Bounds along the control flow cost almost nothing, and rows that hold with them need no search: with hundreds of
  -- loops, these are most rows.
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

-- The processes of a race begin with different stages. The first one proves: base has only the time that it needs to
-- keep short counterexamples, and there are no test runs. The second one spends half of its time on counterexamples and
-- on proofs without invariants; after that, as in all other processes from the start, the templates have another order.
-- For termination, the two halves are separate.
local refutes = { base_ahead = 2, test_run_first = 0.02 }

-- Returns the stages from number `from` on, followed by those before it. The first stage, which is cheap and helps all
-- others, stays the first.
local function turned(list, from)
  local new = { list[1] }
  for i = 0, #list - 2 do new[#new + 1] = list[2 + (from - 2 + i) % (#list - 1)] end
  return new
end

local function dealt_termination(list, core)
  for _, stage in ipairs(list) do stage.mode = core == 2 and "nontermination" or "termination" end
  return list
end

-- Returns the stages for process `program.core` of `program.cores`.
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
