-- Trims what every group has acknowledged, and removes consumers that left nothing behind.
-- KEYS[1] stream; ARGV[1] milliseconds of silence after which an empty consumer is gone.
-- Returns how many entries were trimmed.
local stream = KEYS[1]
local groups = redis.call('XINFO', 'GROUPS', stream)
if #groups == 0 then return 0 end

local function fields_of(flat)
  local fields = {}
  for i = 1, #flat, 2 do fields[flat[i]] = flat[i + 1] end
  return fields
end

local function parts(id)
  local ms, seq = string.match(id, '^(%d+)-(%d+)$')
  return tonumber(ms), tonumber(seq)
end

local low_ms, low_seq
local function lower(ms, seq)
  if not low_ms or ms < low_ms or (ms == low_ms and seq < low_seq) then low_ms, low_seq = ms, seq end
end

for _, flat in ipairs(groups) do
  local group = fields_of(flat)
  local pending = redis.call('XPENDING', stream, group['name'])
  if pending[1] > 0 then
    lower(parts(pending[2]))
  else
    local ms, seq = parts(group['last-delivered-id'])
    lower(ms, seq + 1)
  end
  for _, entry in ipairs(redis.call('XINFO', 'CONSUMERS', stream, group['name'])) do
    local consumer = fields_of(entry)
    if consumer['pending'] == 0 and consumer['idle'] > tonumber(ARGV[1]) then
      redis.call('XGROUP', 'DELCONSUMER', stream, group['name'], consumer['name'])
    end
  end
end
return redis.call('XTRIM', stream, 'MINID', string.format('%.0f-%.0f', low_ms, low_seq))
