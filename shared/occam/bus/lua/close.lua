-- Ends one call of a model: what it cost takes the place of what was reserved.
-- KEYS[1] accounts of the batch, KEYS[2] the answer for others, further KEYS one a ceiling.
-- ARGV: field, number of the call, now (ms), tokens in, tokens out, context, calls, money (-1 unknown),
-- 1 where these are estimates, kind of failure or '', the answer or '', seconds others may have it,
-- tokens and money that were reserved.
-- Returns the account, or nothing where its batch was forgotten meanwhile: ceilings that still stand
-- are told what the call cost all the same.
local call, field, number = redis.call, ARGV[1], ARGV[2]
local input, output, money = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[8])

local function release(tokens, dollars)
  for at = 3, #KEYS do
    if call('EXISTS', KEYS[at]) == 1 then
      call('HINCRBY', KEYS[at], 'tokens', input + output - tokens)
      local change = math.max(money, 0) - math.max(dollars, 0)
      if change ~= 0 then call('HINCRBY', KEYS[at], 'money', change) end
    end
  end
end

local raw = call('HGET', KEYS[1], field)
if not raw then
  release(tonumber(ARGV[13]), tonumber(ARGV[14]))
  return false
end
local account = cjson.decode(raw)
local held = account.open[number]
if not held then return raw end
account.open[number] = nil
local paid = account.paid
paid.input = (paid.input or 0) + input
paid.output = (paid.output or 0) + output
paid.context = (paid.context or 0) + tonumber(ARGV[6])
paid.calls = (paid.calls or 0) + tonumber(ARGV[7])
if money < 0 then paid.unpriced = 1 else paid.money = (paid.money or 0) + money end
if ARGV[9] == '1' then paid.estimated = 1 end
release(held[1] + held[2], held[4])
if ARGV[10] ~= '' then
  account.fails[ARGV[10]] = (account.fails[ARGV[10]] or 0) + 1
  if ARGV[10] == 'quota' then account.since = tonumber(ARGV[3]) end
end
if ARGV[11] ~= '' then
  if not account.reply then account.reply = ARGV[11] end
  if tonumber(ARGV[12]) > 0 then call('SET', KEYS[2], ARGV[11], 'EX', ARGV[12], 'NX') end
end
local kept = cjson.encode(account)
call('HSET', KEYS[1], field, kept)
return kept
