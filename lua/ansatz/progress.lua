-- Progress on standard error: a live line on a terminal, else a line from time to time.
local host = require "ansatz.host"
local system = host.system
local progress = {}
progress.__index = progress

function progress.line(format, ...) io.stderr:write(format:format(...), "\n") end

function progress.new(total)
  return setmetatable({ total = total, done = 0, counts = {}, width = system.terminal(), every = 5 }, progress)
end

function progress:add(category, said)
  self.done = self.done + 1
  if category == "error" and said == "TIMEOUT" then category = "time-out" end
  self.counts[category] = (self.counts[category] or 0) + 1
end

function progress:start(reused)
  self.began, self.before, self.shown = system.now(), reused, 0
end

local function duration(s)
  if s < 60 then return ("%d s"):format(math.ceil(s)) end
  if s < 3600 then return ("%d:%02d min"):format(s // 60, s % 60 // 1) end
  return ("%d:%02d h"):format(s // 3600, s % 3600 // 60)
end

function progress:text()
  local c, fresh = self.counts, self.done - self.before
  local parts = { ("[%d/%d]"):format(self.done, self.total) }
  local words = { correct = "right", missing = "unrated", fault = "not run" }
  for _, name in ipairs { "correct", "wrong", "unknown", "time-out", "error", "missing", "fault" } do
    local shown = words[name] or name
    if c[name] or name == "correct" or name == "wrong" or name == "unknown" then parts[#parts + 1] = ("%s %d"):format(shown, c[name] or 0) end
  end
  if fresh > 0 and self.done < self.total then
    parts[#parts + 1] = duration((system.now() - self.began) / fresh * (self.total - self.done)) .. " left"
  end
  return table.concat(parts, "  ")
end

function progress:show(force)
  local now = system.now()
  if self.width then
    if not force and now - self.shown < 0.2 and self.done < self.total then return end
    io.stderr:write("\r", self:text():sub(1, self.width - 1), "\27[K")
  else
    if not force and (now - self.shown < self.every or self.done == self.last) then return end
    if self.shown == 0 and not force then
      self.shown = now
      return
    end
    -- Long experiments report less often.
    self.every = math.min(60, 5 + (now - self.began) / 20)
    self.last = self.done
    io.stderr:write(self:text(), "\n")
  end
  io.stderr:flush()
  self.shown = now
end

function progress:finish()
  if self.last ~= self.done then self:show(true) end
  if self.width then io.stderr:write "\n" end
end

return progress
