-- Gives back messages that are still held, so that anybody may claim them at once.
-- KEYS[1] stream; ARGV[1] group, ARGV[2] holder, ARGV[3] the lease in ms, then entry ids.
for i = 4, #ARGV do
  local pending = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[i], ARGV[i], 1)[1]
  if pending and pending[2] == ARGV[2] then
    redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[i], 'IDLE', ARGV[3], 'JUSTID')
  end
end
return redis.status_reply('OK')
