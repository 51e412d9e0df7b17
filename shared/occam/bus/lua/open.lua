-- Reserves one call of a model under every ceiling, or under none.
-- KEYS[1] accounts of the batch, KEYS[2] the answer that others paid for, further KEYS one a ceiling.
-- ARGV: field of the account, number of the call, now (ms), tokens in, tokens out, context, money (-1
-- unknown), seconds to keep accounts, then for each ceiling: most tokens (-1 none), most money (-1
-- none), seconds to keep it.
-- Returns {'known' | 'shared' | 'opened', account} or {'exceeded', which, unit, used}.
local call, field, number = redis.call, ARGV[1], ARGV[2]
local input, output, money = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[7])
local raw = call('HGET', KEYS[1], field)
local account = raw and cjson.decode(raw) or { open = {}, paid = {}, fails = {} }
if account.reply then return { 'known', raw } end
local shared = call('GET', KEYS[2])
if shared then return { 'shared', raw or '', shared } end

for at = 3, #KEYS do
  local word = 9 + (at - 3) * 3
  local most, dollars = tonumber(ARGV[word]), tonumber(ARGV[word + 1])
  if most >= 0 then
    local used = tonumber(call('HGET', KEYS[at], 'tokens') or '0')
    if used + input + output > most then return { 'exceeded', at - 2, 'tokens', used } end
  end
  if dollars >= 0 then
    local used = tonumber(call('HGET', KEYS[at], 'money') or '0')
    if money < 0 then return { 'exceeded', at - 2, 'price', used } end
    if used + money > dollars then return { 'exceeded', at - 2, 'micro_usd', used } end
  end
end
for at = 3, #KEYS do
  call('HINCRBY', KEYS[at], 'tokens', input + output)
  if money > 0 then call('HINCRBY', KEYS[at], 'money', money) end
  call('EXPIRE', KEYS[at], ARGV[9 + (at - 3) * 3 + 2])
end
local before = cjson.encode(account)
account.open[number] = { input, output, tonumber(ARGV[6]), money }
if account.since then
  account.waited = (account.waited or 0) + math.max(0, tonumber(ARGV[3]) - account.since)
  account.since = nil
  local seen = cjson.decode(before)
  seen.waited, seen.since = account.waited, nil
  before = cjson.encode(seen)
end
call('HSET', KEYS[1], field, cjson.encode(account))
call('EXPIRE', KEYS[1], ARGV[8])
return { 'opened', before }
