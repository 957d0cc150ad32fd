/**
 * Which stream gets the next time slice? Streams with changes to apply wait in three lanes, each first come, first served:
 *
 *     small    a few changes behind: one or two slices, and a shop's writes are visible
 *     wanted   a caller waits for it: a search of an index that is being built, a question to a model
 *     large    an import, which takes as many slices as it has batches
 *
 * The lanes get their slices from a fixed round, so that none waits for ever: ten imports do not delay a small write, and
 * a thousand small writes delay an import only for as long as they take.
 */
export interface TimeSlices<Key, Task> {
	readonly count: number;
	has(key: Key): boolean;
	/** Adds a task at the end of the lane; if the key is already there, only its task is replaced. */
	put(key: Key, task: Task, lane: Lane): void;
	/** Removes and returns the next task. @param mayTake whether an import may have a slice; by default all may */
	take(mayTake?: (task: Task) => boolean): Task | undefined;
	/** Whether `take` would return one. Cost: O(imports that may not). */
	hasNext(mayTake: (task: Task) => boolean): boolean;
	/** Removes and returns the next task of a stream that is a few changes behind. */
	takeSmall(): Task | undefined;
	delete(key: Key): void;
}

export type Lane = 'small' | 'wanted' | 'large';

const round: readonly Lane[] = ['small', 'small', 'small', 'small', 'wanted', 'wanted', 'large'];

export function createTimeSlices<Key, Task>(): TimeSlices<Key, Task> {
	const lanes: Readonly<Record<Lane, Map<Key, Task>>> = { small: new Map(), wanted: new Map(), large: new Map() };
	const laneOf = new Map<Key, Lane>();
	/** Index of the next lane in the round. */
	let at = 0;

	function remove(key: Key): void {
		const lane = laneOf.get(key);
		if (lane === undefined) return;
		lanes[lane].delete(key);
		laneOf.delete(key);
	}

	function findIn(lane: Lane, mayTake: ((task: Task) => boolean) | undefined): [Key, Task] | undefined {
		for (const entry of lanes[lane]) if (lane !== 'large' || mayTake === undefined || mayTake(entry[1])) return entry;
		return undefined;
	}

	function takeFrom(lane: Lane, mayTake?: (task: Task) => boolean): Task | undefined {
		const first = findIn(lane, mayTake);
		if (first === undefined) return undefined;
		remove(first[0]);
		return first[1];
	}

	return {
		get count() {
			return laneOf.size;
		},
		has: (key) => laneOf.has(key),
		put(key, task, lane) {
			if (laneOf.get(key) !== lane) remove(key);
			laneOf.set(key, lane);
			lanes[lane].set(key, task);
		},
		take(mayTake) {
			for (let tried = 0; tried < round.length; tried += 1) {
				const lane = round[(at + tried) % round.length] as Lane;
				const taken = takeFrom(lane, mayTake);
				if (taken === undefined) continue;
				at = (at + tried + 1) % round.length;
				return taken;
			}
			return undefined;
		},
		hasNext: (mayTake) => round.some((lane) => findIn(lane, mayTake) !== undefined),
		takeSmall: () => takeFrom('small'),
		delete: remove,
	};
}
