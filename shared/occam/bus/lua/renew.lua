-- Renews the lease on messages that are still held. KEYS[1] stream; ARGV[1] group,
-- ARGV[2] holder, then entry ids. Returns the ids that are no longer held.
local lost = {}
for i = 3, #ARGV do
  local pending = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[i], ARGV[i], 1)[1]
  if pending and pending[2] == ARGV[2] then
    redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[i], 'JUSTID')
  else
    lost[#lost + 1] = ARGV[i]
  end
end
return lost
