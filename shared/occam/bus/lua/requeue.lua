-- Opens the next attempt of a question whose last one is settled, and removes the dead letter.
-- KEYS[1] the intake stream; ARGV[1] prefix, ARGV[2] place, ARGV[3] question id,
-- ARGV[4] the attempt that died, ARGV[5] body of the new intake entry, ARGV[6] the dead letter,
-- ARGV[7] digest of its text. Returns 'requeued', or why not: 'unknown', 'another', 'open', 'newer'.
local prefix, place, id, attempt = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local questions = prefix .. 'questions:' .. place
local known = redis.call('HGET', questions, id)
if not known then return 'unknown' end
local digest, _, current = string.match(known, '^(%S+) (%S+) (%S+)')
if digest ~= ARGV[7] then return 'another' end
if tonumber(current) ~= attempt then return 'newer' end
if redis.call('HEXISTS', prefix .. 'open:' .. place, id) == 1 then return 'open' end
local entry = redis.call('XADD', KEYS[1], '*', 'd', ARGV[5])
redis.call('HSET', questions, id, digest .. ' ' .. entry .. ' ' .. (attempt + 1))
redis.call('HSET', prefix .. 'open:' .. place, id, '')
redis.call('XDEL', prefix .. 'dead', ARGV[6])
return 'requeued'
