-- Growth of the segmentation functor by itself (`verify --no-check`: no solver): programs with 1 to 64 arrays, each filled by a loop; one array in 1 to 64
-- pieces, each filled by a loop with a constant of its own; and many functions with arrays, loops and tests on cells, 200 to N statements. The time is the
-- least of five runs, the exponent b of time = a * n^b is fitted by least squares of the logarithms.
--     ansatz lua experiments/bench/growth_segments.lua [N]
-- N is the largest number of statements (10000); 100000 takes some minutes.
local most = tonumber((...)) or 10000
local scalars = dofile((debug.getinfo(1, "S").source:match "^@(.*/)" or "") .. "scalars.lua")
local ansatz = scalars.ansatz()
local domain = "segments{ elements = interval(), variables = interval() }"

local head = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);"

local function arrays(n)
  local text = { head, "int main(void) {" }
  for a = 1, n do text[#text + 1] = ("  int a%d[100];"):format(a) end
  for a = 1, n do text[#text + 1] = ("  for (int i = 0; i < 100; i++) a%d[i] = %d;"):format(a, a) end
  text[#text + 1] = ("  int j = __VERIFIER_nondet_int();\n  if (j >= 0 && j < 100 && a%d[j] != %d) reach_error();\n  return 0;\n}\n"):format(n, n)
  return text
end

local function segments(n)
  local text = { head, ("int main(void) {\n  int a[%d];"):format(10 * n) }
  for s = 0, n - 1 do text[#text + 1] = ("  for (int i = %d; i < %d; i++) a[i] = %d;"):format(10 * s, 10 * s + 10, s) end
  text[#text + 1] = ("  if (a[%d] != %d) reach_error();\n  return 0;\n}\n"):format(10 * n - 5, n - 1)
  return text
end

-- Functions of about 200 statements with two arrays each.
local function statements(n)
  local text, functions = { head }, math.max(1, n // 200)
  for f = 1, functions do
    text[#text + 1] = ("static int f%d(int s) {\n  int a[100], b[50];"):format(f)
    for l = 1, 13 do
      text[#text + 1] = ("  for (int i = 0; i < 100; i++) a[i] = %d;"):format(l)
      text[#text + 1] = ("  for (int i = 0; i < 50; i++) if (a[i] > %d) b[i] = a[i]; else b[i] = s;"):format(l)
      text[#text + 1] = ("  if (s > %d) s = b[%d]; else s = a[%d];"):format(l, l, l)
    end
    text[#text + 1] = "  return s;\n}"
  end
  text[#text + 1] = "int main(void) {\n  int s = 0;"
  for f = 1, functions do text[#text + 1] = ("  s = f%d(s);"):format(f) end
  text[#text + 1] = "  if (s < 0) reach_error();\n  return 0;\n}\n"
  return text
end

local function time_of(text)
  local path = os.tmpname() .. ".c"
  do
    local file <close> = assert(io.open(path, "w"))
    file:write(table.concat(text, "\n"))
  end
  local least
  for _ = 1, 5 do
    local out = scalars.read(("'%s' verify --no-check --timeout 600 --domain '%s' --stats '%s' 2>&1"):format(ansatz, domain, path))
    local seconds = tonumber(out:match "analysis +([%d.]+) s")
    if not seconds then error(out:sub(-300), 0) end
    least = math.min(least or seconds, seconds)
  end
  os.remove(path)
  return least
end

for _, family in ipairs {
  { "arrays", arrays, { 1, 4, 16, 64 } }, { "segments", segments, { 1, 4, 16, 64 } },
  { "statements", statements, { 200, 1000, 3000, 10000, 30000, 100000 } },
} do
  local name, make, sizes = table.unpack(family)
  local points = {}
  for _, n in ipairs(sizes) do
    if name ~= "statements" or n <= most then
      points[#points + 1] = { n, time_of(make(n)) }
      print(("%-10s %7d %10.6f s"):format(name, n, points[#points][2]))
    end
  end
  print(("%-10s exponent %s\n"):format(name, scalars.exponent(points)))
end
