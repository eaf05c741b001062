-- Growth with the size of a program: generated programs of 1,000 to 30,000 lines, of many small functions with loops, branches, a record by value, writes
-- through pointers, and chains of up to seven calls. Measured are reading (`show cfg`: clang included), translation to equations, and abstract
-- interpretation by intervals (`verify --no-check`: no solver). The exponent b of time = a * n^b is fitted by least squares of the logarithms.
--     ansatz run experiments/bench/growth_functions.lua [LINES]
-- LINES is the largest size (30000).
local az = require "ansatz"
local most = tonumber(arg[1]) or 30000
local folder = az.path "results/growth-functions"
os.execute(("mkdir -p '%s'"):format(folder))

local scalars = dofile((debug.getinfo(1, "S").source:match "^@(.*/)" or "") .. "scalars.lua")
local read, exponent, ansatz = scalars.read, scalars.exponent, scalars.ansatz()

local body = [[
static int f%d(int n, struct s *p) {
  int sum = 0, i = 0;
  struct s local = pool[%d];
  for (i = 0; i < 8; i++) {
    if (p->b[i] > n)
      sum += p->b[i] - n;
    else
      total++;
  }
  local.a = total + n;
  if (local.a > 100 && p->next) p = p->next;
  switch (n & 3) {
  case 0: p->a = sum; break;
  case 1: p->b[1] = local.a + sum; break;
  default: sum ^= %d;
  }
  while (sum > 1000) sum = sum / 2 - 1;
  return sum + %s;
}
]]

local function write(lines)
  local path, count = ("%s/%d.c"):format(folder, lines), math.ceil(lines / 152) * 8
  local file = assert(io.open(path, "w"))
  file:write "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\nstruct s { int a, b[8]; struct s *next; };\nstatic struct s pool[16];\nstatic int total;\n"
  for i = 0, count - 1 do
    file:write(body:format(i, i % 16, i, i % 8 > 0 and ("f%d(n - 1, p)"):format(i - 1) or "n"))
  end
  file:write "int main(void) {\n  int x = __VERIFIER_nondet_int(), r = 0;\n  struct s *p = &pool[1];\n"
  for i = 7, count, 8 do file:write(("  r ^= f%d(x, p) + f%d(r, &pool[%d]);\n"):format(i, i, i % 16)) end
  file:write "  if (total < 0) reach_error();\n  return r;\n}\n"
  file:close()
  return path
end

-- CPU seconds of a shell command and its children.
local function cpu(command)
  local times = read(("bash -c 'TIMEFORMAT=\"%%U %%S\"; time %s >/dev/null' 2>&1"):format(command))
  local user, system = times:match "([%d.]+) ([%d.]+)%s*$"
  return tonumber(user) + tonumber(system)
end

local reading, translation, analysis = {}, {}, {}
print(("%8s %10s %10s %10s"):format("lines", "reading", "equations", "analysis"))
for _, n in ipairs { 1000, 3000, 10000, 30000 } do
  if n <= most then
    local file = write(n)
    local out = read(("'%s' verify --no-check --timeout 600 --domain 'interval()' --stats '%s' 2>&1"):format(ansatz, file))
    local equations, iteration = out:match "equations +([%d.]+)", out:match "analysis +([%d.]+) s"
    if not iteration then error(("%d lines: %s"):format(n, out:sub(-300)), 0) end
    local seconds = cpu(("%s show cfg %s"):format(ansatz, file))
    reading[#reading + 1] = { n, seconds }
    translation[#translation + 1], analysis[#analysis + 1] = { n, tonumber(equations) }, { n, tonumber(iteration) }
    print(("%8d %10.3f %10.3f %10.3f"):format(n, seconds, equations, iteration))
  end
end
print(("exponent %10s %10s %10s"):format(exponent(reading), exponent(translation), exponent(analysis)))
