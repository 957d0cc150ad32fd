/** Joins the prefixes that searches have met, a moment after them: the next letter has been answered by then. */
import { areWanted, joinWantedPrefixes, wantedBytes } from '../../fulltext/query/joined-prefixes.ts';
import type { SliceScheduler } from '../../lib/slice-scheduler.ts';

/** Longer than from one letter to the next. */
const restMs = 300;

/** @returns to be called after a search, whatever it was */
export function createPrefixJoiner(scheduler: SliceScheduler): () => void {
	let isComing = false;

	async function join(): Promise<void> {
		try {
			await scheduler.run({ caller: 'prefixes', heldBytes: wantedBytes, begin: joinWantedPrefixes });
		} catch {
			// The thread is too busy: the next search tries again.
		}
		isComing = false;
	}

	return () => {
		if (isComing || !areWanted()) return;
		isComing = true;
		setTimeout(() => void join(), restMs).unref();
	};
}
