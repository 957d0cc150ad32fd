/**
 * Adds what was spent to some buckets. A bucket is the time when it will be full again, in µs of Redis' own clock; a full
 * one is no key. Times are below 2^53, so that Lua's numbers are exact.
 *
 *     ARGV of each key: µs in which the tokens come back │ µs in which the emptiest bucket is full again
 *
 * A bucket that is emptier than possible was written before the clock was set back: it is forgotten.
 */
export const countScript = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local missing = {}
for i, key in ipairs(KEYS) do
	local most = tonumber(ARGV[2 * i])
	local before = (tonumber(redis.call('GET', key) or now) or now) - now
	if before < 0 or before > most then before = 0 end
	missing[i] = math.min(before + ARGV[2 * i - 1], most)
	local ms = math.max(1, math.ceil(missing[i] / 1000))
	redis.call('SET', key, string.format('%.0f', now + missing[i]), 'PX', string.format('%.0f', ms))
end
return missing`;
