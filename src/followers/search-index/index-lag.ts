/**
 * How far are the visible indexes behind the store? Computed after each poll, for the generations that the poll found.
 *
 * While items come in all the time, there is always a last write that cannot be found yet, and what matters is for how long
 * the oldest one has been waiting. Writes have no times, so the end of the log is noted with the time every few seconds:
 *
 *     noted ends     120 at 0 s    310 at 5 s    500 at 10 s
 *     visible        up to 200                                ─► the oldest that is missing was there at 5 s
 */
import type { GenerationKind } from '../../domain/item/item.ts';
import { comparePositions, estimateCount, type Position } from '../../domain/log/position.ts';
import { type LateIndex, lateIndexesMax, lateMsMin } from '../../domain/query/late-index.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';

/** Of all generations of a kind. Temporary indexes may lag some seconds more, because they are not searched yet. */
export interface Lag {
	/** Writes that cannot be found yet. */
	readonly writeCount: number;
	/** For how long the oldest of them has been waiting, as far as that is known: to some seconds. */
	readonly ms: number;
}

export interface IndexLag {
	/** Notes all generations whose index on disk or in memory is behind, with the last visible write of each. */
	note(behind: readonly { readonly state: GenerationState; readonly visible: Position }[], nowMs: number): void;
	read(kind: GenerationKind): Lag;
	/** For how long the oldest write of a generation that cannot be found yet has been waiting; 0: there was none. */
	readMs(generationId: number): number;
	/** Live indexes that have been behind for long, the latest first. */
	readonly late: () => readonly LateIndex[];
}

interface NotedEnd {
	readonly atMs: number;
	readonly end: Position;
}

interface Waiting extends Lag {
	readonly state: GenerationState;
}

const notePauseMs = 5_000;
/** Five minutes: of more, only that it is more is known until the first of them is reached. */
const notesMax = 60;

export function createIndexLag(): IndexLag {
	let notes = new Map<number, readonly NotedEnd[]>();
	let waiting: readonly Waiting[] = [];
	let msById: ReadonlyMap<number, number> = new Map();
	return {
		note(behind, nowMs) {
			const late = behind.filter(({ state, visible }) => comparePositions(state.end, visible) > 0);
			notes = new Map(
				late.map(({ state: { generationId, end }, visible }) => [
					generationId,
					addNote(notes.get(generationId) ?? [], { atMs: nowMs, end }, visible),
				]),
			);
			waiting = late.map(({ state, visible }) => ({
				state,
				writeCount: estimateCount(visible, state.end),
				ms: nowMs - (notes.get(state.generationId)?.[0]?.atMs ?? nowMs),
			}));
			msById = new Map(waiting.map(({ state, ms }) => [state.generationId, ms]));
		},
		read(kind) {
			const ofKind = waiting.filter(({ state }) => state.kind === kind);
			return {
				writeCount: ofKind.reduce((sum, { writeCount }) => sum + writeCount, 0),
				ms: ofKind.reduce((most, { ms }) => Math.max(most, ms), 0),
			};
		},
		readMs: (generationId) => msById.get(generationId) ?? 0,
		late: () =>
			waiting
				.filter(({ state, ms }) => state.kind === 'live' && ms >= lateMsMin)
				.sort((a, b) => b.ms - a.ms)
				.slice(0, lateIndexesMax)
				.map(({ state: { hashid, indexName }, writeCount, ms }) => ({ hashid, indexName, writeCount, ms })),
	};
}

/** The notes that are not visible yet, with one more where the last one is some seconds old. */
function addNote(notes: readonly NotedEnd[], now: NotedEnd, visible: Position): readonly NotedEnd[] {
	const missing = notes.filter(({ end }) => comparePositions(end, visible) > 0);
	const last = missing.at(-1);
	const isDue = last === undefined || (now.atMs - last.atMs >= notePauseMs && missing.length < notesMax);
	return isDue ? [...missing, now] : missing;
}
