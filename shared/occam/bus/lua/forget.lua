-- Forgets one batch in one shard: questions, terminals, stored evidence, references to versions.
-- KEYS[1] the terminal stream; ARGV[1] prefix, ARGV[2] place. Returns how many questions it had.
local prefix, place, call = ARGV[1], ARGV[2], redis.call
local asked = call('HLEN', prefix .. 'questions:' .. place)
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
