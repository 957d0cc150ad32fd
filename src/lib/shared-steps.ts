/**
 * Work that several jobs need, such as a table of an index: whichever of them runs does the next part. So it is done once
 * however many need it, and nothing is lost when one of them is given up.
 */
import type { Pace, Steps } from './steps.ts';

/** Results by what they are of, and the work on those that are not there yet. Both are freed with their keys. */
export interface SharedSteps<Key extends WeakKey, Result> {
	readonly results: WeakMap<Key, { readonly result: Result }>;
	readonly begun: WeakMap<Key, Steps<Result>>;
}

export function createSharedSteps<Key extends WeakKey, Result>(): SharedSteps<Key, Result> {
	return { results: new WeakMap(), begun: new WeakMap() };
}

interface SharedWork<Key, Result> {
	readonly key: Key;
	/** Starts the work. It yields after each part, about a tenth of a millisecond, whatever the pace of a job is. */
	readonly begin: () => Steps<Result>;
	readonly pace: Pace;
}

/** The result for a key. @throws what the work throws; the next job begins anew then */
export function* runShared<Key extends WeakKey, Result>(
	shared: SharedSteps<Key, Result>,
	{ key, begin, pace }: SharedWork<Key, Result>,
): Steps<Result> {
	for (;;) {
		const known = shared.results.get(key);
		if (known !== undefined) return known.result;
		advance(shared, key, begin);
		if (pace.isDue()) yield;
	}
}

function advance<Key extends WeakKey, Result>(
	{ results, begun }: SharedSteps<Key, Result>,
	key: Key,
	begin: () => Steps<Result>,
): void {
	const steps = begun.get(key) ?? begin();
	begun.delete(key);
	const step = steps.next();
	if (step.done === true) results.set(key, { result: step.value });
	else begun.set(key, steps);
}
