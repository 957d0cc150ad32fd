/**
 * Whose turn is it? Generations with writes that cannot be found yet wait in three lanes, each first come, first served:
 *
 *     small    a few writes behind: a turn or two, and a shop sees what it wrote
 *     wanted   somebody waits for it: a search of an index that is being built, a replacement
 *     large    an import, which takes as many turns as it has pieces
 *
 * A lane gets its turns from a fixed round, so that none waits for ever: ten imports do not hold up a small write, and a
 * thousand small writes do not hold up an import for longer than they take.
 */
import type { GenerationState } from '../../ports/generation-repository.ts';

export interface TurnQueue {
	has(generationId: number): boolean;
	/** In the lane of `waiting`, at its end; with the new state in its place when it is there already. */
	put(state: GenerationState, waiting: Waiting): void;
	/** The next one, which leaves the queue. */
	take(): GenerationState | undefined;
	/** The next one that is a few writes behind. */
	takeSmall(): GenerationState | undefined;
	delete(generationId: number): void;
}

export interface Waiting {
	/** Writes that cannot be found yet. */
	readonly writeCount: number;
	readonly isWanted: boolean;
}

/** What is read, refreshed and published within some 30 ms. */
export const smallWritesMax = 300;

type Lane = 'small' | 'wanted' | 'large';
const round: readonly Lane[] = ['small', 'small', 'small', 'small', 'wanted', 'wanted', 'large'];

export function createTurnQueue(): TurnQueue {
	const lanes: Readonly<Record<Lane, Map<number, GenerationState>>> = {
		small: new Map(),
		wanted: new Map(),
		large: new Map(),
	};
	const laneOf = new Map<number, Lane>();
	/** Place in the round. */
	let at = 0;

	function remove(generationId: number): void {
		const lane = laneOf.get(generationId);
		if (lane === undefined) return;
		lanes[lane].delete(generationId);
		laneOf.delete(generationId);
	}

	function takeFrom(lane: Lane): GenerationState | undefined {
		const [first] = lanes[lane].values();
		if (first !== undefined) remove(first.generationId);
		return first;
	}

	return {
		has: (generationId) => laneOf.has(generationId),
		put(state, waiting) {
			const lane = toLane(waiting);
			if (laneOf.get(state.generationId) !== lane) remove(state.generationId);
			laneOf.set(state.generationId, lane);
			lanes[lane].set(state.generationId, state);
		},
		take() {
			for (let tried = 0; tried < round.length; tried += 1) {
				const lane = round[(at + tried) % round.length] as Lane;
				const taken = takeFrom(lane);
				if (taken === undefined) continue;
				at = (at + tried + 1) % round.length;
				return taken;
			}
			return undefined;
		},
		takeSmall: () => takeFrom('small'),
		delete: remove,
	};
}

function toLane({ writeCount, isWanted }: Waiting): Lane {
	if (writeCount <= smallWritesMax) return 'small';
	return isWanted ? 'wanted' : 'large';
}
