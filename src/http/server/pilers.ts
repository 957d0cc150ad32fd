/** The clients that have lately brought a pile of requests at once: what they send is looked at in small pieces. */

/** Reading in pieces costs them a fifth of what a short request costs, so nobody is a piler for good. */
const rememberedMs = 60_000;
const clientCountMax = 10_000;

export interface Pilers {
	add(client: string): void;
	has(client: string | undefined): boolean;
}

export function createPilers(): Pilers {
	/** Until when, on the clock of `performance`; the oldest first. */
	const untilMs = new Map<string, number>();
	return {
		add(client) {
			untilMs.delete(client);
			untilMs.set(client, performance.now() + rememberedMs);
			if (untilMs.size <= clientCountMax) return;
			const [oldest = ''] = untilMs.keys();
			untilMs.delete(oldest);
		},
		has: (client) => client !== undefined && (untilMs.get(client) ?? 0) > performance.now(),
	};
}
