/**
 * Which indexes cannot be searched yet, and how far are they?
 *
 *     start ─► survey ─► those that are not whole ─ followed ─► whole, gone or failing ─► the start is over
 *
 * An index that is found damaged later is built the same way and told of, and the start stays over.
 */
import { type IndexBuild, listedBuildsMax, type SearchProgress } from '../../domain/query/search-progress.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import type { BuildAnswer } from './index-messages.ts';
import type { ResidentIndex } from './resident-index.ts';

export interface IndexProgress {
	/** Notes what the store held when the start began. */
	begin(states: readonly GenerationState[]): void;
	/** The write that an index read from disk must have to be served: the last one that the start saw, 0 for later ones. */
	wantedSeqOf(generationId: number): number;
	/** Notes that a generation has no whole index; of a temporary one nothing is told. */
	expect(state: GenerationState, wantedSeq: number): void;
	/** Notes that the start expects no more than it has said. */
	endSurvey(): void;
	note(index: Pick<ResidentIndex, 'generationId' | 'indexedSeq' | 'isHidden'>): void;
	/** Notes that it failed once more; it stops counting as failing when it gets on. */
	noteFailure(generationId: number): void;
	forget(generationId: number): void;
	/** How far an index is that is being built. */
	find(generationId: number): BuildAnswer | undefined;
	read(): SearchProgress;
	/** Calls `tell` when something has changed that nobody was told: not often, unless the survey or all builds are over. */
	tellDue(tell: (progress: SearchProgress) => void): void;
}

/** Failures in a row, with longer pauses between them, after which nobody should wait for an index. */
const failuresMax = 3;
const tellIntervalMs = 200;

interface Build extends IndexBuild {
	readonly isTold: boolean;
	readonly failureCount: number;
}

export function createIndexProgress(nowMs: () => number): IndexProgress {
	const startSeqs = new Map<number, number>();
	const builds = new Map<number, Build>();
	let isSurveyed = false;
	let isStarted = false;
	let isChanged = true;
	let nextTellMs = Number.NEGATIVE_INFINITY;

	function change(generationId: number, changes: Partial<Build>): void {
		const build = builds.get(generationId);
		if (build === undefined) return;
		builds.set(generationId, { ...build, ...changes });
		settle();
	}

	function remove(generationId: number): void {
		if (builds.delete(generationId)) settle();
	}

	function settle(): void {
		isChanged = true;
		const isAwaited = ({ isTold, isFailing }: Build) => isTold && !isFailing;
		isStarted ||= isSurveyed && !builds.values().some(isAwaited);
	}

	function read(): SearchProgress {
		const told = [...builds.values().filter(({ isTold }) => isTold)];
		const failingCount = told.filter(({ isFailing }) => isFailing).length;
		return {
			isStarted,
			buildingCount: told.length - failingCount,
			failingCount,
			writesIndexed: told.reduce((sum, { indexedSeq }) => sum + indexedSeq, 0),
			writesWanted: told.reduce((sum, { wantedSeq }) => sum + wantedSeq, 0),
			builds: told.slice(0, listedBuildsMax).map(({ isTold: _, failureCount: __, ...build }) => build),
		};
	}

	return {
		begin(states) {
			for (const { generationId, seq } of states) if (seq > 0) startSeqs.set(generationId, seq);
		},
		wantedSeqOf: (generationId) => startSeqs.get(generationId) ?? 0,
		expect({ generationId, hashid, indexName, kind }, wantedSeq) {
			const before = builds.get(generationId);
			const fresh = { hashid, indexName, isTold: kind === 'live', indexedSeq: 0, isFailing: false, failureCount: 0 };
			builds.set(generationId, { ...fresh, ...before, wantedSeq: Math.max(wantedSeq, before?.wantedSeq ?? 0) });
			settle();
		},
		endSurvey() {
			isSurveyed = true;
			nextTellMs = Number.NEGATIVE_INFINITY;
			settle();
		},
		note({ generationId, indexedSeq, isHidden }) {
			if (!isHidden) {
				startSeqs.delete(generationId);
				remove(generationId);
			} else if (builds.get(generationId)?.indexedSeq !== indexedSeq) {
				change(generationId, { indexedSeq, isFailing: false, failureCount: 0 });
			}
		},
		noteFailure(generationId) {
			const failureCount = (builds.get(generationId)?.failureCount ?? 0) + 1;
			change(generationId, { failureCount, isFailing: failureCount >= failuresMax });
		},
		forget(generationId) {
			startSeqs.delete(generationId);
			remove(generationId);
		},
		find(generationId) {
			const build = builds.get(generationId);
			return build && { indexedSeq: build.indexedSeq, wantedSeq: build.wantedSeq, isFailing: build.isFailing };
		},
		read,
		tellDue(tell) {
			if (!isChanged || (nowMs() < nextTellMs && builds.size > 0)) return;
			isChanged = false;
			nextTellMs = nowMs() + tellIntervalMs;
			tell(read());
		},
	};
}
