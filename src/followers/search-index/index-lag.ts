/**
 * How far are the visible indexes behind the store? Computed after each poll, for the generations that the poll found.
 */
import type { GenerationKind } from '../../domain/item/item.ts';
import { comparePositions, estimateCount, type Position } from '../../domain/log/position.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';

/** Of all generations of a kind. Temporary indexes may lag some seconds more, because they are not searched yet. */
export interface Lag {
	/** Writes that cannot be found yet. */
	readonly writeCount: number;
	/** For how long the longest-waiting generation has had such writes. */
	readonly ms: number;
}

export interface IndexLag {
	/** Notes all generations whose index on disk or in memory is behind, with the last visible write of each. */
	note(behind: readonly { readonly state: GenerationState; readonly visible: Position }[], nowMs: number): void;
	read(kind: GenerationKind): Lag;
}

export function createIndexLag(): IndexLag {
	let sinceMs = new Map<number, number>();
	let lags: Readonly<Record<GenerationKind, Lag>> = { live: noLag, temporary: noLag };
	return {
		note(behind, nowMs) {
			const waiting = behind.filter(({ state, visible }) => comparePositions(state.end, visible) > 0);
			sinceMs = new Map(
				waiting.map(({ state: { generationId } }) => [generationId, sinceMs.get(generationId) ?? nowMs]),
			);
			const measure = (kind: GenerationKind): Lag => {
				const ofKind = waiting.filter(({ state }) => state.kind === kind);
				return {
					writeCount: ofKind.reduce((sum, { state, visible }) => sum + estimateCount(visible, state.end), 0),
					ms: ofKind.reduce((most, { state }) => Math.max(most, nowMs - (sinceMs.get(state.generationId) ?? nowMs)), 0),
				};
			};
			lags = { live: measure('live'), temporary: measure('temporary') };
		},
		read: (kind) => lags[kind],
	};
}

const noLag: Lag = { writeCount: 0, ms: 0 };
