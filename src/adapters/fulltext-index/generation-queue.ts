import type { GenerationState } from '../../ports/generation-repository.ts';

/** Generations that wait for their turn: each once, with what the store said of it last. */
export interface GenerationQueue {
	has(generationId: number): boolean;
	/** At the end, or in its place with the new state. */
	put(state: GenerationState): void;
	/** Before all others. */
	putFirst(state: GenerationState): void;
	/** The first, which leaves the queue. */
	take(): GenerationState | undefined;
	delete(generationId: number): void;
}

export function createGenerationQueue(): GenerationQueue {
	const urgent = new Map<number, GenerationState>();
	const others = new Map<number, GenerationState>();
	return {
		has: (generationId) => urgent.has(generationId) || others.has(generationId),
		put(state) {
			const place = urgent.has(state.generationId) ? urgent : others;
			place.set(state.generationId, state);
		},
		putFirst(state) {
			others.delete(state.generationId);
			urgent.set(state.generationId, state);
		},
		take() {
			const [first] = urgent.size > 0 ? urgent.values() : others.values();
			if (first !== undefined) {
				urgent.delete(first.generationId);
				others.delete(first.generationId);
			}
			return first;
		},
		delete(generationId) {
			urgent.delete(generationId);
			others.delete(generationId);
		},
	};
}
