-- ansatz reduce: makes a C file smaller while the output of a command stays the same. C-Vise and C-Reduce are better,
-- and are used if they are installed; the reducer in this file removes lines, then statements, by delta debugging
-- [zeller2002].
local host = require "ansatz.host"
local shell = require "ansatz.shell"
local system = host.system

-- Completes the options, and finds the C file among the words of the command.
local function options(o, words)
  o.seconds = o.seconds or 600
  shell.drop_program(words)
  for _, key in ipairs { "seconds", "slower" } do
    if o[key] and not tonumber(o[key]) then host.fail(("--%s takes a number of seconds"):format(key)) end
    o[key] = tonumber(o[key])
  end
  for n, word in ipairs(words) do
    if word:find "%.[ci]$" and system.kind(word) == "file" then
      if o.at then host.fail "the command names several C files: reduce one that has all in it" end
      o.at, o.file = n, word
    end
  end
  if not o.at then host.fail "the command names no C file: ansatz reduce -- verify x.c" end
  if o.at == 1 then host.fail(("the command is missing, '%s' is its file: ansatz reduce -- verify %s"):format(o.file, o.file)) end
end

-- Returns the part of the output by which runs are compared: the line with the verdict, without places and numbers;
-- else the status.
local function answer(said, status)
  local verdict
  for line in said:gmatch "[^\n]+" do verdict = line:match "^VERDICT: .*" or verdict end
  if verdict then return (verdict:gsub("%S+:%d[%d:]*", "PLACE"):gsub("%d+", "N")) end
  return "status " .. tostring(status)
end

-- ---- candidates -----------------------------------------------------------------------------------------------------------------

local function split_lines(text)
  local list = {}
  for line in (text:gsub("\n*$", "") .. "\n"):gmatch "(.-)\n" do list[#list + 1] = line .. "\n" end
  return list
end

-- Splits the text into statements, after each `;` and brace outside of parentheses, texts and directives.
local function split_statements(text)
  local list = {}
  for _, line in ipairs(split_lines(text)) do
    local depth, quote, from, directive = 0, nil, 1, line:find "^%s*#" ~= nil
    local i = 1
    while i <= #line and not directive do
      local c = line:sub(i, i)
      if quote then
        if c == "\\" then i = i + 1 elseif c == quote then quote = nil end
      elseif c == '"' or c == "'" then
        quote = c
      elseif c == "(" or c == "[" then
        depth = depth + 1
      elseif c == ")" or c == "]" then
        depth = depth - 1
      elseif depth <= 0 and (c == ";" or c == "{" or c == "}") then
        list[#list + 1], from = line:sub(from, i), i + 1
      end
      i = i + 1
    end
    if from <= #line and line:sub(from) ~= "\n" then list[#list + 1] = line:sub(from) elseif from > 1 then list[#list] = list[#list] .. "\n" end
  end
  return list
end

-- Delta debugging: removes parts, half of them at first, then smaller groups, until no single part can be removed.
-- Returns the parts that are left.
local function minimise(parts, holds, over)
  local size = math.max(1, #parts // 2)
  while size >= 1 and not over() do
    local taken, i = false, 1
    while i <= #parts and not over() do
      local fewer = table.move(parts, 1, i - 1, 1, {})
      table.move(parts, i + size, #parts, #fewer + 1, fewer)
      if #fewer < #parts and holds(table.concat(fewer)) then
        parts, taken = fewer, true
      else
        i = i + size
      end
    end
    if not taken or size > 1 then
      if size == 1 then break end
      size = size // 2
    end
  end
  return parts
end

local reduce = {
  options = { out = "value", says = "value", slower = "value", also = "value", seconds = "value", own = true },
  rest = 0,
  usage = [[
usage: ansatz reduce [--out FILE.c] [--says TEXT] [--slower SECONDS] [--also COMMAND] [--seconds N]
                     [--own] -- COMMAND ... FILE.c

Makes the C file of 'ansatz COMMAND ...' smaller as long as the command reports the same: the same line with
the verdict or, without one, the same exit status, as after a crash; what is bad input or a mistaken option
(status 2) is kept only with --says. C-Vise or C-Reduce does it if it is
installed; else (or with --own) lines and statements are removed. A file counts only if it compiles.

  --says TEXT       instead: the output contains the text, such as 'VERDICT: true'
  --slower SECONDS  instead: the command takes longer than that
  --also COMMAND    and this shell command succeeds; $FILE is the candidate
  --seconds N       time limit for all of this (600)
]],
}

function reduce.run(o, _, words)
  options(o, words)
  local scratch <close> = system.temporary_folder()
  local candidate = scratch:path() .. "/" .. o.file:match "[^/]*$"
  local original, why = system.read(o.file)
  if not original then host.fail(why) end
  words[o.at] = candidate
  local command = shell.quote(system.program()) .. " " .. shell.words(words)
  local compiler = shell.has "clang-19" and "clang-19" or "cc"
  local compiles = compiler .. " -w -Werror=implicit-function-declaration -Werror=implicit-int -fsyntax-only -x c " .. shell.quote(candidate)
  local also = o.also and "FILE=" .. shell.quote(candidate) .. "; export FILE; " .. o.also
  local tried, began = 0, system.now()
  local function over() return system.now() - began > o.seconds end
  local wanted
  local function ask()
    local start = system.now()
    local said, status = shell.run(command)
    return said, status, system.now() - start
  end
  -- Returns whether the program does what the reduced one has to do; if not, for people, what it does not.
  local function holds(text)
    tried = tried + 1
    shell.write(candidate, text)
    if select(2, shell.run(compiles)) ~= 0 then return false, "it does not compile by itself" end
    if also and select(2, shell.run(also)) ~= 0 then return false, "the command of --also fails on it: " .. o.also end
    local said, status, seconds = ask()
    if o.slower then return seconds > o.slower, ("the command takes less than %g s"):format(o.slower) end
    if o.says then return said:find(o.says, 1, true) ~= nil, ("the command does not say '%s'"):format(o.says) end
    return answer(said, status) == wanted, "the output of the command differs each time"
  end
  shell.write(candidate, original)
  if not o.slower and not o.says then
    local said, status = ask()
    wanted = answer(said, status)
    -- For an empty file, a mistyped option would give the same output.
    if status == 2 then
      host.fail(("the command was not carried out (%s); to keep such a message, name it: --says TEXT"):format(said:match "[^\n]+" or "status 2"))
    end
  end
  local fine, why = holds(original)
  if not fine then host.fail(("%s: %s"):format(o.file, why)) end
  local tool = not o.own and (shell.has "cvise" and "cvise" or shell.has "creduce" and "creduce")
  local best = original
  if tool then
    -- The reducer calls a script in a folder with the candidate. The script calls this program, with nothing to reduce.
    local test = scratch:path() .. "/test.sh"
    local inner = shell.words(words):gsub(shell.quote(candidate):gsub("%p", "%%%0"), shell.quote(candidate:match "[^/]*$"))
    local condition = o.says and "grep -qF " .. shell.quote(o.says) or o.slower and "cat >/dev/null" or "grep -q " .. shell.quote("^" .. (wanted:gsub("N", "[0-9]*"):gsub("PLACE", ".*"):gsub("[%[%]%.%*]", "%0")))
    shell.write(test, ("#!/bin/sh\n%s -w -fsyntax-only %s >/dev/null 2>&1 || exit 1\n%s 2>&1 | %s\n"):format(compiler, shell.quote(candidate:match "[^/]*$"),
      shell.quote(system.program()) .. " " .. inner, condition))
    shell.run(("chmod +x %s; cd %s && timeout %d %s --n 1 ./test.sh %s"):format(shell.quote(test), shell.quote(scratch:path()), o.seconds, tool, shell.quote(candidate:match "[^/]*$")))
    local made = system.read(candidate)
    if made and holds(made) then best = made end
  else
    for _, split in ipairs { split_lines, split_statements, split_lines } do
      local parts = minimise(split(best), holds, over)
      local made = table.concat(parts)
      if #made < #best then best = made end
    end
  end
  local out = o.out or o.file:gsub("(%.[ci])$", ".reduced%1")
  shell.write(out, best)
  local function count(text) return #split_lines(text) end
  print(("reduce: %s: %d lines of %d, %d attempts%s%s; it is said: %s"):format(out, count(best), count(original), tried, tool and ", by " .. tool or "", over() and ", out of time" or "",
    o.says or (o.slower and ("slower than %g s"):format(o.slower)) or wanted))
  return 0
end

return reduce
