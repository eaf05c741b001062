-- ansatz doctor: each dependency, its version, what does not work without it, and how to install it.
local host = require "ansatz.host"
local shell = require "ansatz.shell"
local system, about = host.system, host.about

local worst = 0

-- Prints a line: the name of a dependency and its version, or what its absence means.
local function line(version, name, without, get, needed)
  if version then
    print(("  ok       %-22s %s"):format(name, version))
  else
    print(("  %s  %-22s without it: %s\n           %-22s get it: %s"):format(needed and "MISSING" or "missing", name, without, "", get))
    if needed then worst = 3 end
  end
end

-- Returns the first line that a command prints; nil if it cannot be run or fails.
local function ask(command)
  local said, status = shell.run(command .. " 2>/dev/null")
  return status == 0 and said:match "^[^\n]*" or nil
end

-- Returns whether a small program can be compiled and run (by an emulator, if one is named).
local function compiles(options, emulator)
  local scratch <close> = system.temporary_folder()
  shell.write(scratch:path() .. "/t.c", "#include <stdio.h>\nint main(void){return sizeof(void*)==0;}\n")
  return ask(("cd %s && clang-19 %s t.c -o t && %s ./t"):format(shell.quote(scratch:path()), options, emulator or "")) ~= nil
end

local function check_front_end()
  local clang = ask "clang-19 --version"
  line(clang, "clang-19", "C files cannot be read (bitcode can)", "apt-get install clang-19", true)
  if not clang then return end
  line(compiles "" and "64 bit", "C headers, linker", "programs that include system headers fail; counterexamples are not replayed natively", "apt-get install libc6-dev gcc")
  line(compiles "-m32" and "" or compiles("-m32", "qemu-i386") and "emulated by qemu-i386; the interpreter finds leaks", "32-bit programs", "counterexamples of ILP32 tasks are not replayed natively (by the interpreter only)", "apt-get install gcc-multilib, and qemu-user where the kernel runs no 32-bit programs")
  line(compiles "-fsanitize=undefined" and "", "sanitizer runtime", "a replay does not detect undefined behaviour", "apt-get install libclang-rt-19-dev")
end

-- A module that exists but was refused is listed among the problems, at the end.
local function check_module(list, kind, name, without, get)
  local version
  for _, m in ipairs(list) do
    if m.kind == kind and m.name == name then version = ("%s (%s)"):format(m.version, m.origin) end
  end
  local _, lost = about.module_folders()
  line(version, kind .. " " .. name, without, lost and "it belongs in the module folder: see below" or get)
  return version
end

local function check_solvers(list)
  print "\nsolvers"
  local boolector = check_module(list, "solver", "boolector", "bitblast is the default", "scripts/setup (builds it from Debian's source package)")
  local bitblast = check_module(list, "solver", "bitblast", "boolector or z3 only", "apt-get install libcadical-dev, then build again")
  local z3 = check_module(list, "solver", "z3", "no cross-check by a second solver", "apt-get install libz3-dev, then build again")
  check_module(list, "strategy", "policy", "no strategy by linear programming; the others do not need GLPK", "apt-get install libglpk-dev, then build again")
  if not (boolector or bitblast or z3) then
    print "  MISSING  any solver            nothing can be verified"
    worst = 3
  end
end

local function check_experiments()
  print "\nexperiments"
  local versions = about.libraries()
  line(versions.lua, "Lua")
  line(versions.sqlite, "SQLite")
  line(versions.jansson, "jansson")
  line(ask "gnuplot --version", "gnuplot", "plots are written as data, gnuplot script and PGFPlots only", "apt-get install gnuplot-nox")
  line(ask "pdflatex --version", "pdflatex", "papers/ cannot be typeset; everything else works", "apt-get install texlive-latex-extra texlive-pictures")
  line(versions.libedit and "line editing and history in 'ansatz lua'", "libedit", "'ansatz lua' has no history", "apt-get install libedit-dev, then build again")
end

-- Reports what limits runs, and what prevents them from doing harm.
local function check_confinement()
  print(("  note     limits                 CPU time, wall time and memory are measured over the process tree; cgroups (%s) are not needed"):format(
    select(2, shell.run "test -w /sys/fs/cgroup/cgroup.controllers") == 0 and "writable here" or "not writable here"))
  local sandbox, worker = about.sandboxes()
  line(sandbox ~= "none" and sandbox, "sandbox", "runs of the program under verification have your privileges", "a Linux kernel with seccomp, and from 5.13 on with Landlock")
  line(worker ~= "none" and worker, "sandbox of the worker", "compilers have your privileges, even on crafted input", "a Linux kernel with user namespaces, Landlock or seccomp")
end

local function list_modules(list)
  local loaded = 0
  for _, m in ipairs(list) do loaded = loaded + (m.origin == "built in" and 0 or 1) end
  print(("\nmodules\n  ok       %d modules             %d built in, %d from files"):format(#list, #list - loaded, loaded))
  local folders, lost, problems = about.module_folders()
  for _, folder in ipairs(folders) do
    if system.kind(folder) then print("           searched               " .. folder) end
  end
  if lost then table.insert(problems, 1, lost) end
  for _, problem in ipairs(problems) do print("  problem  " .. problem) end
end

local doctor = { most = 0, usage = "usage: ansatz doctor\n\nChecks the installation. Exit status: 0 if all requirements are met, 3 if one is missing.\n" }

function doctor.run()
  local list = about.modules()
  print(("ansatz %s on %s\n\nfront end"):format(host.version, ask "uname -sm" or "an unknown system"))
  check_front_end()
  check_solvers(list)
  check_experiments()
  check_confinement()
  list_modules(list)
  print(worst == 0 and "\nAll requirements are met." or "\nA requirement is missing.")
  return worst
end

return doctor
