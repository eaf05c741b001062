-- Statistics of experiments: the confidence interval of a mean (Student), and tests whether two configurations differ
-- on the tasks that both ran: Wilcoxon's signed-rank test of pairs [wilcoxon1945], the rank-biserial correlation of
-- pairs as the size of the effect [kerby2014], and Holm's correction for several tests [holm1979].
local statistics = {}

-- ---- Student's t ---------------------------------------------------------------------------------------------------------

local function log_gamma(x) -- Stirling's series, after x is large enough
  local shift = 0
  while x < 10 do
    shift, x = shift - math.log(x), x + 1
  end
  local r = 1 / (x * x)
  return shift + (x - 0.5) * math.log(x) - x + 0.5 * math.log(2 * math.pi) + (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r / 1680))) / x
end

-- Returns P(|T| <= t) with n degrees of freedom, by Simpson's rule on the density.
local function within(t, n)
  local scale = math.exp(log_gamma((n + 1) / 2) - log_gamma(n / 2)) / math.sqrt(n * math.pi)
  local function density(x) return scale * (1 + x * x / n) ^ (-(n + 1) / 2) end
  local steps = 400
  local h, sum = t / steps, density(0) + density(t)
  for i = 1, steps - 1 do sum = sum + (i % 2 == 1 and 4 or 2) * density(i * h) end
  return 2 * sum * h / 3
end

local quantiles = {}

-- Returns the t with P(|T| <= t) = 0.95, by bisection.
function statistics.student(n)
  if quantiles[n] then return quantiles[n] end
  local low, high = 1.9, 13
  for _ = 1, 50 do
    local middle = (low + high) / 2
    if within(middle, n) < 0.95 then low = middle else high = middle end
  end
  quantiles[n] = (low + high) / 2
  return quantiles[n]
end

-- Returns the mean, and half the width of its interval of 95 % confidence (nil for one value).
function statistics.confidence(values)
  local n, sum, squares = #values, 0, 0
  for _, value in ipairs(values) do sum = sum + value end
  local mean = sum / n
  if n < 2 then return mean, nil end
  for _, value in ipairs(values) do squares = squares + (value - mean) ^ 2 end
  return mean, statistics.student(n - 1) * math.sqrt(squares / (n - 1) / n)
end

-- ---- Wilcoxon's signed-rank test ------------------------------------------------------------------------------------------------

local EXACT = 50 -- up to this number of pairs, the distribution itself; beyond, its normal approximation

-- Computes the complementary error function by its continued fraction, near 0 by its series.
local function erfc(x)
  if x < 2 then
    local term, sum, n = x, x, 0
    repeat
      n = n + 1
      term = -term * x * x / n
      sum = sum + term / (2 * n + 1)
    until math.abs(term) < 1e-17
    return 1 - 2 / math.sqrt(math.pi) * sum
  end
  local fraction = 0
  for k = 60, 1, -1 do fraction = k / 2 / (x + fraction) end
  return math.exp(-x * x) / math.sqrt(math.pi) / (x + fraction)
end

-- Tests differences; those that are 0 do not count. Returns { n = number of pairs that differ, p = two-sided, effect =
-- from -1 (all negative) to 1 (all positive) }.
function statistics.wilcoxon(differences)
  local list = {}
  for _, d in ipairs(differences) do
    if d ~= 0 then list[#list + 1] = d end
  end
  local n = #list
  if n == 0 then return { n = 0, p = 1, effect = 0 } end
  table.sort(list, function(a, b) return math.abs(a) < math.abs(b) end)
  -- Equal differences share the mean of their ranks; twice the rank is a whole number.
  local positive, all, ties, ranks, i = 0, 0, 0, {}, 1
  while i <= n do
    local j = i
    while j < n and math.abs(list[j + 1]) == math.abs(list[i]) do j = j + 1 end
    for k = i, j do
      ranks[k] = i + j
      all = all + i + j
      if list[k] > 0 then positive = positive + i + j end
    end
    ties = ties + (j - i + 1) ^ 3 - (j - i + 1)
    i = j + 1
  end
  local p
  if n <= EXACT then
    -- Counts how many of the 2^n choices of signs give each sum.
    local ways = { [0] = 1.0 }
    for s = 1, all do ways[s] = 0.0 end
    local reached = 0
    for _, rank in ipairs(ranks) do
      reached = reached + rank
      for s = reached, rank, -1 do ways[s] = ways[s] + ways[s - rank] end
    end
    local tail = 0
    for s = 0, math.min(positive, all - positive) do tail = tail + ways[s] end
    p = math.min(1, 2 * tail / 2.0 ^ n)
  else
    local mean, variance = n * (n + 1) / 4, n * (n + 1) * (2 * n + 1) / 24 - ties / 48
    local distance = math.max(0, math.abs(positive / 2 - mean) - 0.5)
    p = math.min(1, erfc(distance / math.sqrt(2 * variance)))
  end
  return { n = n, p = p, effect = (2 * positive - all) / all }
end

-- Corrects the p of several tests; the order stays the same.
function statistics.holm(list)
  local order, adjusted, most = {}, {}, 0
  for i in ipairs(list) do order[i] = i end
  table.sort(order, function(a, b)
    if list[a] ~= list[b] then return list[a] < list[b] end
    return a < b
  end)
  for place, i in ipairs(order) do
    most = math.max(most, math.min(1, (#list - place + 1) * list[i]))
    adjusted[i] = most
  end
  return adjusted
end

return statistics
