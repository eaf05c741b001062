-- Generates scalar programs of any number of statements, and fits the exponent of a growth. For the scripts in this folder that measure how
-- the time of an analysis grows with the program.
local M = {}

-- The same program for the same n, whatever Lua's generator does: a linear congruential one.
local state
local function random(n)
  state = (state * 6364136223846793005 + 1442695040888963407) & 0xffffffffffffffff
  return (state >> 33) % n
end

-- A function of about 200 statements over ten variables.
local variables = 10
local shapes = {
  { 1, function(a, b) return ("x%d = x%d + %d;"):format(a, b, random(100)) end },
  { 3, function(a, b) return ("if (x%d > %d) x%d = %d; else x%d = x%d;"):format(a, random(1000), b, random(50), b, a) end },
  { 4, function(a, b) return ("while (x%d < %d) { x%d = x%d + 1; if (__VERIFIER_nondet_int()) x%d = x%d; }"):format(a, random(1000), a, a, b, a) end },
  { 1, function(a) return ("x%d = __VERIFIER_nondet_int() %% %d;"):format(a, 1 + random(100)) end },
}
-- Writes the program of about n statements into the folder; its path.
function M.write(folder, n)
  state = n
  local text = { "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n" }
  local functions = math.max(1, n // 200)
  for f = 1, functions do
    text[#text + 1] = ("static int f%d(int a) {"):format(f)
    for v = 0, variables - 1 do text[#text + 1] = ("  int x%d = %d;"):format(v, random(10)) end
    local count = variables
    while count < n // functions do
      local shape = shapes[1 + random(#shapes)]
      text[#text + 1] = "  " .. shape[2](random(variables), random(variables))
      count = count + shape[1]
    end
    text[#text + 1] = "  int i = 0;\n  while (i < 100) i = i + 1;\n  if (i > 100) reach_error();\n  return x0 + a % 7;\n}\n"
  end
  text[#text + 1] = "int main(void) {\n  int s = 0;"
  for f = 1, functions do text[#text + 1] = ("  s = f%d(s);"):format(f) end
  text[#text + 1] = "  return 0;\n}\n"
  local path = ("%s/scalars_%d.c"):format(folder, n)
  local file <close> = assert(io.open(path, "w"))
  file:write(table.concat(text, "\n"))
  return path
end

-- The b of time = a * n^b, by least squares of the logarithms.
function M.exponent(points)
  local n, sx, sy, sxx, sxy = #points, 0, 0, 0, 0
  for _, p in ipairs(points) do
    local x, y = math.log(p[1]), math.log(p[2])
    sx, sy, sxx, sxy = sx + x, sy + y, sxx + x * x, sxy + x * y
  end
  return n > 1 and ("%.2f"):format((n * sxy - sx * sy) / (n * sxx - sx * sx)) or "-"
end

-- What a command prints.
function M.read(command)
  local pipe <close> = assert(io.popen(command))
  return pipe:read "a"
end

-- The program that runs this script.
function M.ansatz() return (M.read "readlink /proc/$PPID/exe":gsub("%s+$", "")) end

return M
