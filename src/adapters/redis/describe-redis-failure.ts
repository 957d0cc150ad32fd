import type { RedisAddress } from './redis-url.ts';

const lengthMax = 200;
const refusalPattern = /^(?:WRONGPASS|NOAUTH|NOPERM|ERR (?:AUTH|invalid password))/;

/**
 * Why there is no Redis, in a sentence for the log. What servers write is shortened, and never has the password in it: old
 * ones repeat the arguments of a command that they do not know.
 */
export function describeRedisFailure(error: unknown, { host, port, password }: RedisAddress): string {
	const text = readMessage(error);
	const safe = (password === undefined ? text : text.replaceAll(password, '***')).slice(0, lengthMax);
	const isRefusal = refusalPattern.test(safe);
	return `Redis at ${host}:${port} ${isRefusal ? 'refuses the user or the password' : 'cannot be used'}: ${safe}`;
}

function readMessage(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	// One of several addresses is as good as any.
	const [first] = error instanceof AggregateError ? error.errors : [];
	return error.message || (first instanceof Error ? first.message : error.name);
}
