-- How many entries a group has not been given yet: counted, since XINFO's figure is wrong after
-- trimming. KEYS[1] stream; ARGV[1] the group's last delivered id.
-- Walks from both ends at once, so that the shorter side decides the cost.
local stream, last, page = KEYS[1], ARGV[1], 500
local length = redis.call('XLEN', stream)
local front, back, given, waiting = '-', '+', 0, 0
while true do
  local ahead = redis.call('XRANGE', stream, front, last, 'COUNT', page)
  given = given + #ahead
  if #ahead < page then return length - given end
  front = '(' .. ahead[#ahead][1]
  local behind = redis.call('XREVRANGE', stream, back, '(' .. last, 'COUNT', page)
  waiting = waiting + #behind
  if #behind < page then return waiting end
  back = '(' .. behind[#behind][1]
end
