/**
 * What does a start find of the indexes on disk? Each is compared with what the store says of it and read through, so that
 * the server is not ready before every index can be searched. None is taken into memory.
 */
import { comparePositions, startPosition } from '../../domain/log/position.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import type { IndexProgress } from './index-progress.ts';
import type { IndexedStore, OpenIndexOpener } from './open-index-opener.ts';

export interface SurveyOptions {
	readonly store: Pick<IndexedStore, 'generations'>;
	readonly opener: Pick<OpenIndexOpener, 'findProblem'>;
	readonly follower: string;
	readonly progress: Pick<IndexProgress, 'begin' | 'expect' | 'endSurvey'>;
	/** Whether it is in memory by now: then it was judged when it was read. */
	readonly isOpen: (generationId: number) => boolean;
	/** Hears of an index that is to be built, which the store knows nothing of. */
	readonly onDamaged: (state: GenerationState) => void;
	readonly isStopping: () => boolean;
}

const statesPerRead = 1_000;
/**
 * Of all files together, a second or two. What is beyond it is looked at, head and length, and read through when somebody
 * searches it.
 */
const provenBytesMax = 4 * 1024 ** 3;

/** Reads what the store holds now, and notes what is not indexed. Rejects when the store does. Cost: O(generations). */
export async function beginSurvey({ store, follower, progress }: SurveyOptions): Promise<readonly GenerationState[]> {
	const states: GenerationState[] = [];
	for (let afterId = 0; ; ) {
		const batch = await store.generations.listAll(follower, afterId, statesPerRead);
		states.push(...batch);
		if (batch.length < statesPerRead) break;
		afterId = batch.at(-1)?.generationId ?? afterId;
	}
	progress.begin(states);
	for (const state of states) if (isBehind(state)) progress.expect(state, state.end);
	return states;
}

/** Looks at the files of those that should be whole. Cost: reading them, up to `provenBytesMax`. */
export async function surveyIndexes(states: readonly GenerationState[], options: SurveyOptions): Promise<void> {
	const budget = { bytesLeft: provenBytesMax };
	for (const state of states) {
		if (options.isStopping()) return;
		if (isEmpty(state) || isBehind(state) || options.isOpen(state.generationId)) continue;
		if ((await findProblem(state, options, budget)) === undefined) continue;
		// Whoever opened it meanwhile has found the same, and has begun to build it.
		if (options.isOpen(state.generationId)) continue;
		options.progress.expect(state, state.end);
		options.onDamaged(state);
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
		// To open it fails as well, and says why.
		return 'it cannot be read';
	}
}

function isBehind({ end, followed }: GenerationState): boolean {
	return comparePositions(end, followed ?? startPosition) > 0;
}

function isEmpty({ end }: GenerationState): boolean {
	return comparePositions(end, startPosition) <= 0;
}
