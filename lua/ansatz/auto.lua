-- The configuration that runs where none is named: stages one after another on what is still open. It may look at the program and the property.
return function(program)
  if program.loops == 0 and program.recursion == 0 then
    -- Nothing to find an invariant for: one unwinding is the whole program.
    return { mode = "bmc" }
  end
  -- Neighbouring stages of one mode share their formula and the rows found so far; cheap ones follow each other at k = 1. The order was measured on
  -- the tasks of the numeric suites that k-induction leaves open: intervals and predicates cost 0.05 s and help all that follow, zones know how a
  -- counter stops at its bound, and then sums modulo 2^m close most of what remains. These before zones would be quicker where they suffice, but
  -- their multiplications as facts make the solver slow for everything after them. Rows that hold only together come last.
  local function stage(domain, share)
    return { mode = "kiki", switches = { test_runs = true }, domain = domain, strategy = thresholds(), share = share }
  end
  local stages = {
    stage(interval(), 0.3),
    stage(predicates(), 0.3),
    stage(zones(), 0.3),
    stage(affine(), 0.3),
    stage(polyhedra(), 0.3),
    stage(product { interval(), predicates(), congruence(), zones() }, 0.4),
    stage(octagons(), 0.4),
  }
  -- What lies in memory first: where pointers lead, then the cells of arrays, both with the bounds that hold beside them. Several loops that build and
  -- search lists need the path that was taken; sequential keeps rows that a component alone would have to give up.
  local function first(...)
    for i, s in ipairs { ... } do table.insert(stages, i, s) end
  end
  -- Cells whose claims the program's checks and stores suggest prove most, and soonest; then with equations between indices, and sums that are
  -- stored; sums over elements need these first; then once more, with bounds of cells, as what is stored may be such a sum, or summed up then.
  local function array_stages()
    local cut = written_preloop { cell = false }
    local mined = predicates { implications = false }
    first(
      stage(product { interval(), array { cells = mined, segments = cut } }, 0.3),
      stage(zones { pairs = "related" }, 0.2),
      stage(product { affine(), array { cells = mined, segments = cut } }, 0.25),
      stage(product { affine(), interval(), array { cells = product { interval(), mined }, segments = cut } }, 0.3),
      stage(product { zones { pairs = "related" }, array { cells = zones { pairs = "related" }, segments = cut } }, 0.4)
    )
  end
  if program.arrays > 0 and program.links > 0 then array_stages() end
  if program.allocations > 0 then
    -- Where nothing is freed, links need not be told apart; arrays come first where there are any.
    local function shapes(numbers)
      return program.frees > 0 and product { heap(), disjoint(), numbers } or product { heap(), numbers }
    end
    -- Bounds take a quarter of the questions that differences take, and leave facts for these.
    local bounds, paths = stage(sympath { shapes(interval()) }, 0.2), stage(sympath { shapes(zones()) }, 0.25)
    local inner = array { cells = product { heap(), interval() }, segments = written_preloop { cell = false } } -- of pointers, or in what they lead to
    local cells = stage(product { heap(), interval(), inner, strategy = sequential() }, 0.4)
    if program.arrays > 0 then first(cells, bounds, paths) else first(bounds, paths, cells) end
    table.insert(stages, 4,
      stage(product { heap(), disjoint(), interval(), sympath { product { heap(), interval() }, by = "pointers" } }, 0.4)
    )
    -- Nodes of several kinds: what the kind says of a node's links, then of the node behind it.
    if program.links > 0 and program.tags > 0 then
      first(stage(product { heap(), fields { next = false } }, 0.45), stage(product { heap(), fields() }, 0.5))
      -- Where nodes may move to another list, first by who last wrote their links: dear, so after a look for short errors and with nearly all time.
      if program.relinks > 2 and program.loops > 2 then
        local moved = product { fields { writers = true }, heap { targets = 4 }, strategy = sequential() }
        first({ mode = "bmc", share = 0.03 }, { mode = "ai", domain = moved, share = 0.97 })
      end
    end
  end
  -- Lost memory: that all which lives is linked.
  local property = program.property
  if program.frees > 0 and program.links > 0 and (property == "valid-memsafety" or property == "valid-memtrack" or property == "valid-memcleanup") then
    first(stage(product { allocation_order(), interval() }, 0.3))
  end
  if program.arrays > 0 and program.links == 0 then array_stages() end
  return stages
end
