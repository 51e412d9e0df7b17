-- The fenced hop: for each message of a batch, its effects only if this call acknowledged it.
-- KEYS[1] the stream read from; ARGV[1] group, ARGV[2] prefix of all other keys of the shard,
-- ARGV[3] how many dead letters are kept; then for each message: entry id, number of words, and the
-- words of its operations.
-- Returns how many messages were acknowledged here.
local stream, group, prefix, dead_limit = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local call = redis.call
local operations = {}

-- A dead letter; the oldest makes room.
local function bury(entry, body, ...)
  call('XADD', prefix .. 'dead', 'MAXLEN', dead_limit, '*', 'd', body,
    'stream', stream, 'entry', entry, ...)
end

local function parts(id)
  local ms, seq = string.match(id, '^(%d+)-(%d+)$')
  return tonumber(ms), tonumber(seq)
end

-- Whether the batch was forgotten after this message was sent.
local function forgotten(place, entry)
  local last = call('HGET', prefix .. 'forgotten:' .. place, stream)
  if not last then return false end
  local ms, seq = parts(entry)
  local last_ms, last_seq = parts(last)
  return ms < last_ms or (ms == last_ms and seq <= last_seq)
end

-- stream suffix, body
function operations.add(at)
  call('XADD', prefix .. ARGV[at + 1], '*', 'd', ARGV[at + 2])
  return at + 3
end

-- place, question id: drops the message of a question that was forgotten
function operations.known(at, entry)
  local place, id = ARGV[at + 1], ARGV[at + 2]
  if call('HEXISTS', prefix .. 'questions:' .. place, id) == 0 or forgotten(place, entry) then
    return nil
  end
  return at + 3
end

-- place, question id, text digest, attempt, version, body: takes the question's key or drops the message
function operations.admit(at, entry)
  local place, id, digest, attempt, version =
    ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4], ARGV[at + 5]
  local questions = prefix .. 'questions:' .. place
  if forgotten(place, entry) then return nil end
  local known = call('HGET', questions, id)
  if not known then
    call('HSET', questions, id, digest .. ' ' .. entry .. ' ' .. attempt)
    call('SADD', prefix .. 'batches', place)
  else
    local known_digest, known_entry = string.match(known, '^(%S+) (%S+)')
    if known_entry ~= entry then
      if known_digest ~= digest then
        bury(entry, ARGV[at + 6], 'place', place, 'id', id, 'attempt', attempt,
          'service', group, 'reason', 'another text or choice was already asked under this id')
      end
      return nil
    end
  end
  call('HSET', prefix .. 'open:' .. place, id, version)
  if version ~= '' then call('HINCRBY', prefix .. 'versions', version, 1) end
  return at + 7
end

-- place, question id, attempt, body: the terminal, once for each attempt
function operations.settle(at)
  local place, id, attempt = ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]
  local terminals, open = prefix .. 'terminals:' .. place, prefix .. 'open:' .. place
  local mark = id .. '/' .. attempt
  if call('HEXISTS', prefix .. 'questions:' .. place, id) == 1
    and call('HSETNX', terminals, mark, '') == 1 then
    local terminal = call('XADD', prefix .. 'question.settled.v1', '*', 'd', ARGV[at + 4])
    call('HSET', terminals, mark, terminal)
    local version = call('HGET', open, id)
    if version then
      call('HDEL', open, id)
      if version ~= '' and call('HINCRBY', prefix .. 'versions', version, -1) <= 0 then
        call('HDEL', prefix .. 'versions', version)
      end
    end
  end
  return at + 5
end

-- place, question id, digest, bytes: evidence too large to travel
function operations.store(at)
  if call('HEXISTS', prefix .. 'questions:' .. ARGV[at + 1], ARGV[at + 2]) == 1 then
    call('HSET', prefix .. 'evidence:' .. ARGV[at + 1], ARGV[at + 3], ARGV[at + 4])
  end
  return at + 5
end

-- body, place, question id, attempt, service, reason
function operations.bury(at, entry)
  bury(entry, ARGV[at + 1], 'place', ARGV[at + 2], 'id', ARGV[at + 3],
    'attempt', ARGV[at + 4], 'service', ARGV[at + 5], 'reason', ARGV[at + 6])
  return at + 7
end

-- forgets how often this message was tried
function operations.tried(at, entry)
  call('HDEL', prefix .. 'tries:' .. group .. ':' .. stream, entry)
  return at + 1
end

-- An error of redis.call is a table on newer servers and a string on older ones.
local function describe(problem)
  return type(problem) == 'table' and problem.err or tostring(problem)
end

local at, committed = 4, 0
while ARGV[at] do
  local entry, after = ARGV[at], at + 2 + tonumber(ARGV[at + 1])
  at = at + 2
  if call('XACK', stream, group, entry) == 1 then
    committed = committed + 1
    while at and at < after do
      local done, result = pcall(operations[ARGV[at]], at, entry)
      if not done then
        bury(entry, '', 'service', group, 'reason', 'the commit failed: ' .. describe(result))
        result = nil
      end
      at = result
    end
  end
  at = after
end
return committed
