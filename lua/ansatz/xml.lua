-- XML, as far as benchmark definitions need it: elements, attributes, text, comments, CDATA; no namespaces, and only
-- the predefined entities.
local xml = {}

function xml.escape(value)
  -- XML 1.0 cannot contain control characters at all.
  return (tostring(value):gsub("[%c]", function(c) return (c == "\n" or c == "\t" or c == "\r") and ("&#%d;"):format(c:byte()) or "?" end)
    :gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" })
    :gsub("&amp;(#1?[093];)", "&%1"))
end

local entities = { lt = "<", gt = ">", amp = "&", quot = '"', apos = "'" }

-- xml.parse(text) -> the root, { name =, line =, attributes = { }, text =, children in order }; nil and a message
-- "LINE: what is wrong".
function xml.parse(text)
  local at, line = 1, 1
  local function advance(to)
    for _ in text:sub(at, to - 1):gmatch "\n" do line = line + 1 end
    at = to
  end
  local wrong
  local function decode(s)
    return (s:gsub("&([^;]*);", function(name)
      local code = name:match "^#(%d+)$" or name:match "^#x(%x+)$" and tonumber(name:sub(3), 16)
      if not code and not entities[name] then wrong = wrong or ("%d: unknown entity '&%s;'"):format(line, name) end
      return code and utf8.char(tonumber(code)) or entities[name] or ""
    end))
  end
  local root, stack = nil, {}
  while at <= #text do
    local top = stack[#stack]
    local open = text:find("<", at, true)
    local between = text:sub(at, (open or #text + 1) - 1)
    if top then top.text = top.text .. decode(between) elseif between:find "%S" and between ~= "\u{FEFF}" then return nil, ("%d: text outside of the root element"):format(line) end
    if not open then break end
    advance(open)
    local rest, finish = text:sub(at, at + 8), nil
    if rest:find "^<!%-%-" then
      finish = select(2, text:find("-->", at + 4, true))
    elseif rest == "<![CDATA[" then
      local _, last = text:find("]]>", at, true)
      if last and top then top.text = top.text .. text:sub(at + 9, last - 3) end
      finish = last
    elseif rest:find "^<[!?]" then
      finish = text:find(">", at, true)
      if finish and text:sub(at, finish):find "%[" then return nil, ("%d: a document type with declarations is not supported"):format(line) end
    elseif rest:find "^</" then
      local name
      name, finish = text:match("^</([%w_.:-]+)%s*>()", at)
      if not name then return nil, ("%d: an end tag that is not complete"):format(line) end
      if not top or top.name ~= name then return nil, ("%d: </%s> where %s is open"):format(line, name, top and "<" .. top.name .. ">" or "nothing") end
      stack[#stack] = nil
      finish = finish - 1
    else
      local name, after = text:match("^<([%a_][%w_.:-]*)()", at)
      if not name then return nil, ("%d: a tag that is not complete"):format(line) end
      local element = { name = name, line = line, attributes = {}, text = "" }
      while true do
        local key, quote, next_at = text:match("^%s+([%a_][%w_.:-]*)%s*=%s*([\"'])()", after)
        if not key then break end
        local close = text:find(quote, next_at, true)
        if not close then return nil, ("%d: the value of '%s' does not end"):format(line, key) end
        element.attributes[key] = decode(text:sub(next_at, close - 1))
        after = close + 1
      end
      local empty, last = text:match("^%s*(/?)>()", after)
      if not empty then return nil, ("%d: the tag <%s> is not complete"):format(line, name) end
      if top then top[#top + 1] = element elseif root then return nil, ("%d: a second root element"):format(line) else root = element end
      if empty == "" then stack[#stack + 1] = element end
      finish = last - 1
    end
    if wrong then return nil, wrong end
    if not finish then return nil, ("%d: a comment or tag does not end"):format(line) end
    advance(finish + 1)
  end
  if #stack > 0 then return nil, ("%d: <%s> is not closed"):format(stack[#stack].line, stack[#stack].name) end
  if not root then return nil, "1: there is no element" end
  return root
end

return xml
