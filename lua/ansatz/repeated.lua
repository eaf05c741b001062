-- `ansatz run --verify-repeat N`: repeats a sample of the finished runs, and compares them with the results in the
-- store.
local host = require "ansatz.host"
local attempt = require "ansatz.attempt"
local progress = require "ansatz.progress"
local verdict = require "ansatz.verdict"
local here = require "ansatz.local"
local json, system = host.json, host.system
local repeated = {}

-- Parts of the answer that may vary between runs even with a budget (docs/determinism.md), and other times.
local varies = { cpu = true, memory = true, sandbox = true, worker_sandbox = true, proof_cpu = true }

-- Returns the answer as one text to compare: the whole answer of a run with a budget, else only its findings. The paths
-- of a run's files are different each time.
local function content(result, document)
  local answer = type(result.answer) == "table" and result.answer or {}
  local said = verdict.of(result, document.limits or {})
  if document.limits and document.limits.work then
    local kept = {}
    for key, value in pairs(answer) do
      if not varies[key] then kept[key] = value end
    end
    -- The store keeps counterexamples and iterates separately.
    kept.properties, kept.iterates = {}, nil
    for i, p in ipairs(answer.properties or {}) do
      kept.properties[i] = {}
      for key, value in pairs(p) do kept.properties[i][key] = key ~= "trace" and value or nil end
    end
    return json.encode { said, kept }
  end
  local found = {}
  for i, p in ipairs(answer.properties or {}) do found[i] = { p.verdict, p.k, p.invariants } end
  return json.encode { said, answer.k or 0, found }
end

-- Names the first difference: verdict, k or invariants.
local function difference(old, new, limits, restored)
  local a, b = verdict.of(old, limits), verdict.of(new, limits)
  if a ~= b then return ("verdict %s, now %s"):format(a, b) end
  local x, y = old.answer or {}, new.answer or {}
  if x.k ~= y.k then return ("k = %s, now %s"):format(x.k, y.k) end
  for i, p in ipairs(x.properties or {}) do
    local q = (y.properties or {})[i] or {}
    if json.encode(p.invariants or {}) ~= restored(json.encode(q.invariants or {})) then return "invariants" end
  end
  return "figures"
end

-- Chooses every n-th run of the plan, so that the sample contains all configurations and is the same each time.
local function sample(runs, have, count)
  local finished, seen, chosen = {}, {}, {}
  for _, run in ipairs(runs) do
    if have[run.hash] and not seen[run.hash] then
      seen[run.hash] = true
      finished[#finished + 1] = run
    end
  end
  count = math.min(count, #finished)
  for i = 1, count do chosen[i] = finished[(i - 1) * #finished // count + 1] end
  return chosen
end

-- Repeats the sample in a separate folder; nothing is stored. Returns the number of repeated runs, and the number of
-- those that differ.
function repeated.check(db, e, runs, have, folder, options)
  local restored = options.restored or function(said) return said end
  local chosen, same, differ = sample(runs, have, options.verify_repeat), 0, {}
  local made, why, full = system.make_folder(folder)
  if not made then host.fail("cannot write to the output folder: " .. why, full and "resource" or "input") end
  do
    local executor <close> = here.open { runs = chosen, folder = folder, jobs = options.jobs or e.jobs, name = e.name }
    while executor:left() > 0 do
      local run, outcome = executor:wait()
      if run then
        local document, old = json.decode(run.document), db:run(run.hash).result
        local what = outcome.fault and "not run: " .. outcome.fault
        if not what and content(old, document) ~= restored(content(outcome.result, document)) then what = difference(old, outcome.result, document.limits, restored) end
        if what then differ[#differ + 1] = ("%s/%s (%s), %s: %s"):format(run.suite, run.task, run.property, run.config, what) else same = same + 1 end
        attempt.remove(folder .. "/" .. run.hash)
      end
    end
  end
  system.remove_folder(folder)
  table.sort(differ)
  progress.line("%s: %d runs repeated, %d the same", e.name, #chosen, same)
  for _, line in ipairs(differ) do progress.line("  differs: %s", line) end
  return #chosen, #differ
end

return repeated
