-- Takes one pending message from the consumer that was seen to hold it, and counts the try.
-- KEYS[1] stream; ARGV[1] group, ARGV[2] new owner, ARGV[3] entry id, ARGV[4] owner seen,
-- ARGV[5] least idle milliseconds, ARGV[6] hash that counts the tries.
-- Returns {tries, fields}, or nothing when somebody else was faster or the entry is gone.
local stream, group, entry = KEYS[1], ARGV[1], ARGV[3]
local pending = redis.call('XPENDING', stream, group, entry, entry, 1)[1]
if not pending or pending[2] ~= ARGV[4] or pending[3] < tonumber(ARGV[5]) then return false end
local found = redis.call('XRANGE', stream, entry, entry)[1]
if not found then
  redis.call('XACK', stream, group, entry)
  return false
end
redis.call('XCLAIM', stream, group, ARGV[2], 0, entry, 'JUSTID')
return { redis.call('HINCRBY', ARGV[6], entry, 1), found[2] }
