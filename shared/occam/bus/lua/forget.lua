-- Forgets one batch in one shard: questions, terminals, stored evidence, references to versions.
-- What was sent about it until now is dropped when its turn comes: the tombstone holds the newest
-- entry of each stream, so that the same batch may be asked anew at once.
-- KEYS[1] the terminal stream, KEYS[2] the intake, further KEYS the other streams; ARGV[1] prefix,
-- ARGV[2] place, ARGV[3] seconds that the tombstone stands. Returns how many questions it had.
local prefix, place, call = ARGV[1], ARGV[2], redis.call
local asked, tombstone = 0, prefix .. 'forgotten:' .. place

local function newest(stream)
  local info = call('XINFO', 'STREAM', stream)
  for i = 1, #info, 2 do
    if info[i] == 'last-generated-id' then return info[i + 1] end
  end
end

for at = 2, #KEYS do
  if call('EXISTS', KEYS[at]) == 1 then call('HSET', tombstone, KEYS[at], newest(KEYS[at])) end
end
call('EXPIRE', tombstone, ARGV[3])
for _, known in ipairs(call('HVALS', prefix .. 'questions:' .. place)) do
  asked = asked + 1
  local entry = string.match(known, '^%S+ (%d+%-%d+) ')
  if entry then call('XDEL', KEYS[2], entry) end
end
for _, entry in ipairs(call('HVALS', prefix .. 'terminals:' .. place)) do
  if entry ~= '' then call('XDEL', KEYS[1], entry) end
end
for _, version in ipairs(call('HVALS', prefix .. 'open:' .. place)) do
  if version ~= '' and call('HINCRBY', prefix .. 'versions', version, -1) <= 0 then
    call('HDEL', prefix .. 'versions', version)
  end
end
for _, name in ipairs({ 'questions:', 'terminals:', 'open:', 'evidence:' }) do
  call('UNLINK', prefix .. name .. place)
end
call('SREM', prefix .. 'batches', place)
return asked
