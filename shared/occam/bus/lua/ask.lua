-- The intake: takes each question's key once and appends it, unless too many wait already.
-- KEYS[1] the intake stream; ARGV[1] group that reads it, ARGV[2] prefix, ARGV[3] high-water mark;
-- then for each question: place, id, text digest, attempt, body.
-- Returns {'busy', lag} or for each question 'accepted', 'repeated' or 'refused'.
local stream, prefix, high = KEYS[1], ARGV[2], tonumber(ARGV[3])
local call = redis.call

local function last_delivered()
  local groups = call('EXISTS', stream) == 1 and call('XINFO', 'GROUPS', stream) or {}
  for _, group in ipairs(groups) do
    local fields = {}
    for i = 1, #group, 2 do fields[group[i]] = group[i + 1] end
    if fields['name'] == ARGV[1] then return fields['last-delivered-id'] end
  end
  return '0-0'
end

-- Counts what was delivered and is not yet trimmed, only as far as it decides.
local function waiting(length)
  local last, from = last_delivered(), '-'
  while length >= high do
    local page = call('XRANGE', stream, from, last, 'COUNT', 500)
    length = length - #page
    if #page < 500 then break end
    from = '(' .. page[#page][1]
  end
  return length
end

local length = waiting(call('XLEN', stream))
if length >= high then return { 'busy', length } end

local results = {}
for at = 4, #ARGV, 5 do
  local place, id, digest, attempt, body =
    ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4]
  local questions = prefix .. 'questions:' .. place
  local known = call('HGET', questions, id)
  if not known then
    local entry = call('XADD', stream, '*', 'd', body)
    call('HSET', questions, id, digest .. ' ' .. entry .. ' ' .. attempt)
    call('HSET', prefix .. 'open:' .. place, id, '')
    call('SADD', prefix .. 'batches', place)
    results[#results + 1] = 'accepted'
  elseif string.match(known, '^%S+') == digest then
    results[#results + 1] = 'repeated'
  else
    results[#results + 1] = 'refused'
  end
end
return results
