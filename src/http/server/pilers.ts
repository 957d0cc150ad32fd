/** Clients that have lately sent a pile of requests at once. What they send is parsed in small chunks. */
import { createCache } from '../../lib/cache.ts';

/** Parsing in chunks costs a client a fifth of the time of a short request, so it does not stay a piler for ever. */
const keptMs = 60_000;
const clientCountMax = 10_000;

export interface Pilers {
	add(client: string): void;
	has(client: string | undefined): boolean;
}

export function createPilers(): Pilers {
	const monotonicMs = () => performance.now();
	const pilers = createCache<string, true>({ entriesMax: clientCountMax, ageMsMax: keptMs, monotonicMs });
	return {
		add: (client) => pilers.set(client, true),
		has: (client) => client !== undefined && pilers.get(client) !== undefined,
	};
}
