import { strict as assert } from 'node:assert';

/**
 * The states of a follower, as drawn in `follower.ts`:
 * - `starting`: it reads the state of the store and of the disk;
 * - `catching_up`: there are changes that it has not applied, and it works without a pause;
 * - `following`: it has applied all changes that it knows of, and waits for the next poll or a hint;
 * - `backing_off`: the store or the disk failed, and it waits before it continues;
 * - `stopping`: it applies nothing more and writes the last checkpoints;
 * - `stopped`: it does nothing any more, and holds nothing.
 */
export type LifeState = 'starting' | 'catching_up' | 'following' | 'backing_off' | 'stopping' | 'stopped';

const transitions: Readonly<Record<LifeState, readonly LifeState[]>> = {
	starting: ['catching_up', 'backing_off', 'stopping'],
	catching_up: ['following', 'backing_off', 'stopping'],
	following: ['catching_up', 'backing_off', 'stopping'],
	backing_off: ['starting', 'catching_up', 'stopping'],
	stopping: ['stopped'],
	stopped: [],
};

export interface LifeCycle {
	readonly state: LifeState;
	/** Staying in the same state is not a transition. @throws AssertionError for a transition that is not drawn. */
	to(next: LifeState): void;
}

export function createLifeCycle(): LifeCycle {
	let state: LifeState = 'starting';
	return {
		get state() {
			return state;
		},
		to(next) {
			assert(next === state || transitions[state].includes(next), `a follower that is ${state} cannot be ${next}`);
			state = next;
		},
	};
}
