/** Is an address on the store's block list? Entries are addresses and CIDR ranges (see lib/ip-address.ts). */
import { createCache } from '../../lib/cache.ts';
import { fail, type Result, succeed } from '../../lib/failure.ts';
import { createIpRangeTest, parseIpRange } from '../../lib/ip-address.ts';
import type { Store } from './store.ts';

/**
 * Range tests, cached by the text of the entries, because the store is read from the database again for every request.
 */
const tests = createCache<string, (ip: string) => boolean>({ entriesMax: 256 });

/**
 * Whether the address (IPv4 or IPv6, possibly with a port, or a zone such as `%eth0`) is in one of the store's ranges.
 * A text that is not an address is in none. Entries of `blockedIps` come from `parseBlockedIp`. Cost: O(entries) for
 * the cache key, and 1 µs for the test.
 */
export function isIpBlocked({ blockedIps }: Pick<Store, 'blockedIps'>, ip: string): boolean {
	if (blockedIps.length === 0) return false;
	const key = blockedIps.join(' ');
	const known = tests.get(key);
	if (known !== undefined) return known(ip);
	const test = createIpRangeTest(blockedIps);
	tests.set(key, test);
	return test(ip);
}

/**
 * An entry of a block list in the form in which it is stored: an address (`203.0.113.7`, `2001:db8::1`) or a CIDR range
 * (`203.0.113.0/24`). Otherwise a failure whose message says what is wrong with the text.
 */
export function parseBlockedIp(text: string): Result<string> {
	const range = parseIpRange(text.trim());
	if ('fault' in range) return fail('invalid', { message: range.fault });
	const isSingle = range.prefixBits === (range.family === 'ipv4' ? 32 : 128);
	return succeed(isSingle ? range.address : `${range.address}/${range.prefixBits}`);
}
