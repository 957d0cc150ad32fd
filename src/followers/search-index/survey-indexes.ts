/**
 * What does a start find of the indexes on disk? Each is compared with the store and verified, so that the server is not
 * ready before every index can be searched. None is kept in memory.
 */
import { comparePositions, startPosition } from '../../domain/log/position.ts';
import type { GenerationRepository, GenerationState } from '../../ports/generation-repository.ts';
import type { IndexProgress } from './index-progress.ts';
import type { OpenIndexOpener } from './open-index-opener.ts';

export interface SurveyOptions {
	readonly opener: Pick<OpenIndexOpener, 'findProblem'>;
	readonly progress: Pick<IndexProgress, 'expect' | 'endSurvey'>;
	/** Whether it is already in memory; then it was checked when it was loaded. */
	readonly isOpen: (generationId: number) => boolean;
	/** Called for an index that must be built although the store takes it for complete. */
	readonly onDamaged: (state: GenerationState, problem: string) => void;
	readonly isStopping: () => boolean;
}

const statesPerRead = 1_000;
/**
 * For all files together; takes a second or two. Of files beyond it only head and length are checked; they are verified
 * when they are searched.
 */
const provenBytesMax = 4 * 1024 ** 3;

/** All that the store has. Cost: O(generations). */
export async function listGenerations({
	store,
	follower,
}: {
	readonly store: { readonly generations: Pick<GenerationRepository, 'listAll'> };
	readonly follower: string;
}): Promise<readonly GenerationState[]> {
	const states: GenerationState[] = [];
	for (let afterId = 0; ; ) {
		const batch = await store.generations.listAll(follower, afterId, statesPerRead);
		states.push(...batch);
		if (batch.length < statesPerRead) return states;
		afterId = batch.at(-1)?.generationId ?? afterId;
	}
}

/** Notes what is not indexed. @param states all that are followed, as the store has them now */
export function beginSurvey(
	states: readonly GenerationState[],
	progress: Pick<IndexProgress, 'begin' | 'expect'>,
): void {
	progress.begin(states);
	for (const state of states) if (isBehind(state)) progress.expect(state, state.end);
}

/** Verifies the files of indexes that should be whole. Cost: reading them, up to `provenBytesMax`. */
export async function surveyIndexes(states: readonly GenerationState[], options: SurveyOptions): Promise<void> {
	const budget = { bytesLeft: provenBytesMax };
	for (const state of states) {
		if (options.isStopping()) return;
		if (isEmpty(state) || isBehind(state) || options.isOpen(state.generationId)) continue;
		const problem = await findProblem(state, options, budget);
		if (problem === undefined) continue;
		// It was opened in the meantime, which found the same problem and began to build it.
		if (options.isOpen(state.generationId)) continue;
		options.progress.expect(state, state.end);
		options.onDamaged(state, problem);
	}
	options.progress.endSurvey();
}

async function findProblem(
	state: GenerationState,
	{ opener }: SurveyOptions,
	budget: { bytesLeft: number },
): Promise<string | undefined> {
	try {
		return await opener.findProblem(state, budget);
	} catch {
		// Opening it will fail as well, and report why.
		return 'it cannot be read';
	}
}

function isBehind({ end, followed }: GenerationState): boolean {
	return comparePositions(end, followed ?? startPosition) > 0;
}

function isEmpty({ end }: GenerationState): boolean {
	return comparePositions(end, startPosition) <= 0;
}
