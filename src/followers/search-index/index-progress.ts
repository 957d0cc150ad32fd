/**
 * Which indexes cannot be searched yet, and how far are they?
 *
 *     start ─► survey ─► those that are not whole ─ followed ─► whole, gone or failing ─► the start is over
 *
 * An index that is found damaged later is built and reported in the same way, but the start stays over.
 */
import { comparePositions, estimateCount, type Position, startPosition } from '../../domain/log/position.ts';
import { type IndexBuild, listedBuildsMax, type SearchProgress } from '../../domain/query/search-progress.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import type { BuildAnswer } from './index-messages.ts';
import type { OpenIndex } from './open-index.ts';

export interface IndexProgress {
	/** Notes what the store held when the start began. */
	begin(states: readonly GenerationState[]): void;
	/** Waits for nothing that the store has lost. @param states all generations */
	lower(states: readonly GenerationState[]): void;
	/**
	 * The write that an index read from disk must have to be served: the last one that the start saw; none for
	 * generations created later.
	 */
	wantedOf(generationId: number): Position;
	/** Notes that a generation has no whole index. Temporary ones are not reported. */
	expect(state: GenerationState, wanted: Position): void;
	/** Notes that an index is being rebuilt while the previous one is searched: nothing waits for it. */
	expectReplacement(state: GenerationState, wanted: Position): void;
	/** Notes that the start has found all incomplete indexes. */
	endSurvey(): void;
	note(index: Pick<OpenIndex, 'generationId' | 'indexed' | 'isHidden'>): void;
	/** Notes another failure; the index stops counting as failing when it progresses. */
	noteFailure(generationId: number): void;
	forget(generationId: number): void;
	/** What is not whole, and its search engine. */
	list(): readonly (Pick<IndexBuild, 'hashid'> & { readonly generationId: number })[];
	/** Progress of an index that is being built. */
	find(generationId: number): BuildAnswer | undefined;
	read(): SearchProgress;
	/** Calls `tell` if there are unreported changes: not often, unless the survey or all builds have ended. */
	tellDue(tell: (progress: SearchProgress) => void): void;
}

/** After this many failures in a row, with longer and longer pauses, callers should not wait for an index. */
const failuresMax = 3;
const tellIntervalMs = 200;

interface Build extends IndexBuild {
	readonly isReplacement: boolean;
	readonly isTold: boolean;
	readonly failureCount: number;
}

export function createIndexProgress(nowMs: () => number): IndexProgress {
	const starts = new Map<number, Position>();
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
		const isAwaited = ({ isTold, isFailing, isReplacement }: Build) => isTold && !isFailing && !isReplacement;
		isStarted ||= isSurveyed && !builds.values().some(isAwaited);
	}

	const read = () => summarize([...builds.values()], isStarted);

	return {
		begin(states) {
			for (const { generationId, end } of states) if (countWrites(end) > 0) starts.set(generationId, end);
		},
		lower(states) {
			const ends = new Map(states.map(({ generationId, end }) => [generationId, end]));
			lowerStarts(starts, ends);
			for (const generationId of builds.keys()) if (!ends.has(generationId)) remove(generationId);
		},
		wantedOf: (generationId) => starts.get(generationId) ?? startPosition,
		expect(state, wanted) {
			builds.set(state.generationId, toExpected(state, wanted, builds.get(state.generationId)));
			settle();
		},
		expectReplacement(state, wanted) {
			const { generationId } = state;
			// If there was no index before it, searches continue to wait for this one.
			const isReplacement = builds.get(generationId)?.isReplacement ?? true;
			builds.set(generationId, { ...toBuild(state), isReplacement, writesWanted: countWrites(wanted) });
			settle();
		},
		endSurvey() {
			isSurveyed = true;
			nextTellMs = Number.NEGATIVE_INFINITY;
			settle();
		},
		note({ generationId, indexed, isHidden }) {
			const writesIndexed = countWrites(indexed);
			if (!isHidden) {
				starts.delete(generationId);
				remove(generationId);
			} else if (builds.get(generationId)?.writesIndexed !== writesIndexed) {
				change(generationId, { writesIndexed, isFailing: false, failureCount: 0 });
			}
		},
		noteFailure(generationId) {
			const failureCount = (builds.get(generationId)?.failureCount ?? 0) + 1;
			change(generationId, { failureCount, isFailing: failureCount >= failuresMax });
		},
		forget(generationId) {
			starts.delete(generationId);
			remove(generationId);
		},
		list: () => [...builds].map(([generationId, { hashid }]) => ({ generationId, hashid })),
		find(generationId) {
			const build = builds.get(generationId);
			if (build === undefined) return undefined;
			const { writesIndexed, writesWanted, isFailing } = build;
			return { writesIndexed, writesWanted, isFailing };
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

function lowerStarts(starts: Map<number, Position>, ends: ReadonlyMap<number, Position>): void {
	for (const [generationId, wanted] of starts) {
		const end = ends.get(generationId) ?? startPosition;
		if (comparePositions(wanted, end) > 0) starts.set(generationId, end);
	}
}

function countWrites(upTo: Position): number {
	return estimateCount(startPosition, upTo);
}

function toExpected(state: GenerationState, wanted: Position, before: Build | undefined): Build {
	const writesWanted = Math.max(countWrites(wanted), before?.writesWanted ?? 0);
	return { ...toBuild(state), ...before, isReplacement: false, writesWanted };
}

function toBuild({ hashid, indexName, kind }: GenerationState): Omit<Build, 'isReplacement' | 'writesWanted'> {
	return { hashid, indexName, isTold: kind === 'live', writesIndexed: 0, isFailing: false, failureCount: 0 };
}

function toIndexBuild({ isTold: _, failureCount: __, isReplacement: ___, ...build }: Build): IndexBuild {
	return build;
}

function summarize(builds: readonly Build[], isStarted: boolean): SearchProgress {
	const shown = builds.filter(({ isTold }) => isTold);
	const told = shown.filter(({ isReplacement }) => !isReplacement);
	const replacements = shown.filter(({ isReplacement }) => isReplacement);
	const failingCount = told.filter(({ isFailing }) => isFailing).length;
	return {
		isStarted,
		buildingCount: told.length - failingCount,
		failingCount,
		writesIndexed: told.reduce((sum, build) => sum + build.writesIndexed, 0),
		writesWanted: told.reduce((sum, build) => sum + build.writesWanted, 0),
		builds: told.slice(0, listedBuildsMax).map(toIndexBuild),
		replacements: replacements.slice(0, listedBuildsMax).map(toIndexBuild),
	};
}
