/** Waits until a number that only grows has hardly grown for a while: what a server has used, or a database has written. */
import { setTimeout } from 'node:timers/promises';
import { after } from './load.ts';

interface Steadiness {
	/** Between two readings, a second apart. */
	readonly growthMax: number;
	/** For how long it must have been so. */
	readonly restMs: number;
	/** After which it is given up. */
	readonly waitMsMax: number;
}

const pollMs = 1_000;

export async function waitUntilSteady(
	readTotal: () => Promise<number>,
	{ growthMax, restMs, waitMsMax }: Steadiness,
): Promise<void> {
	const isOver = after(waitMsMax);
	let quietMs = 0;
	for (let before = await readTotal(); quietMs < restMs && !isOver(); ) {
		await setTimeout(pollMs);
		const total = await readTotal();
		quietMs = total - before < growthMax ? quietMs + pollMs : 0;
		before = total;
	}
}
