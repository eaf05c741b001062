-- Comma-separated values, as in RFC 4180.
local csv = {}

-- Returns the cells of a CSV file (RFC 4180): a list of lists, each with the number of the line at which it begins; nil
-- and the number of a damaged line.
function csv.cells(content)
  local rows, cells, at, line = {}, {}, 1, 1
  local began = 1
  content = content:gsub("\r\n", "\n"):gsub("\n*$", "\n")
  while at <= #content do
    local cell
    if content:sub(at, at) == '"' then
      local parts = {}
      repeat
        local to = content:find('"', at + 1, true)
        if not to then return nil, began end
        parts[#parts + 1] = content:sub(at + 1, to - 1)
        at = to + 1
      until content:sub(at, at) ~= '"'
      cell = table.concat(parts, '"')
      for _ in cell:gmatch "\n" do line = line + 1 end
    else
      local to = content:find("[,\n]", at)
      cell = content:sub(at, to - 1)
      at = to
    end
    cells[#cells + 1] = cell
    local behind = content:sub(at, at)
    if behind ~= "," and behind ~= "\n" then return nil, line end
    at = at + 1
    if behind == "\n" then
      cells.line, line = began, line + 1
      if #cells > 1 or cells[1] ~= "" then rows[#rows + 1] = cells end
      cells, began = {}, line
    end
  end
  return rows
end

return csv
