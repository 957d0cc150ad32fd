/**
 * The loops in which a search spends its time, in two versions with the same results: on typed arrays, which work with
 * any memory, and on WebAssembly (`linear-kernels.ts`).
 */
import {
	type ChunkKernels,
	enterList,
	intersect,
	leaveChunk,
	scoreFirst,
	scoreHits,
	walkPostings,
} from '../query/chunk-kernels.ts';
import {
	addToTouched,
	collectScores,
	countDense,
	countMany,
	keepCovering,
	measureDense,
	scatterAny,
	scoreRange,
	scoreUnseen,
} from '../query/kernels.ts';
import { pickBest } from '../query/pick-best.ts';

export interface SearchKernels extends ChunkKernels {
	readonly scoreRange: typeof scoreRange;
	readonly scoreUnseen: typeof scoreUnseen;
	readonly scatterAny: typeof scatterAny;
	readonly addToTouched: typeof addToTouched;
	readonly keepCovering: typeof keepCovering;
	readonly collectScores: typeof collectScores;
	readonly pickBest: typeof pickBest;
	readonly countDense: typeof countDense;
	readonly countMany: typeof countMany;
	readonly measureDense: typeof measureDense;
}

export const typedArrayKernels: SearchKernels = {
	scoreRange,
	scoreUnseen,
	scatterAny,
	addToTouched,
	keepCovering,
	collectScores,
	pickBest,
	countDense,
	countMany,
	measureDense,
	enterList,
	intersect,
	walkPostings,
	scoreHits,
	scoreFirst,
	leaveChunk,
};
