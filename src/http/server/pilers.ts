/** The clients that have lately brought a pile of requests at once: what they send is looked at in small pieces. */
import { createCache } from '../../lib/cache.ts';

/** Reading in pieces costs them a fifth of what a short request costs, so nobody is a piler for good. */
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
