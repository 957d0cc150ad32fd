/**
 * Reads the log for texts that no index brings: those of an index that was on disk without them, because it was built by an older
 * version, or the file of texts was lost. Removes the texts of generations that are gone. Some milliseconds at a time.
 */
import { toError } from '../../lib/thrown.ts';
import type { IndexerState } from './indexer-state.ts';
import type { KeptTexts, TextFollower } from './text-follower.ts';

const changesAtOnceMax = 500;

/** Starts it if there is something to do and it is not running. Ends when nothing is left, or on the first failure. */
export function catchUpTexts(state: IndexerState): void {
	const { texts } = state;
	if (texts === undefined || state.catchingUp !== undefined) return;
	const leftBehind = texts.listLeftBehind(toIndexedUpTo(state));
	if (leftBehind.length === 0) return;
	state.catchingUp = catchUpAll(state, texts, leftBehind)
		.catch((error) => state.options.onEvent({ kind: 'failed', generationId: undefined, error: toError(error) }))
		.finally(() => {
			state.catchingUp = undefined;
		});
}

function toIndexedUpTo({ follower }: IndexerState) {
	return (generationId: number) => follower.streams.get(generationId)?.indexed;
}

async function catchUpAll(state: IndexerState, texts: TextFollower, leftBehind: readonly KeptTexts[]): Promise<void> {
	const indexedUpTo = toIndexedUpTo(state);
	for (const kept of leftBehind) {
		let textLengthMean: number | undefined;
		while (!state.follower.isStopping() && texts.isLeftBehind(kept, indexedUpTo)) {
			if (kept.position === undefined) texts.clear(kept);
			else {
				const read = await readNext(state, kept, textLengthMean);
				if (read === undefined) break;
				textLengthMean = read;
			}
			await state.options.timing.yieldNow();
		}
		texts.commit();
	}
}

/** @returns the mean length of what it read; undefined: the generation is gone or moves. */
async function readNext(
	{ options, opener, texts }: IndexerState,
	kept: KeptTexts,
	textLengthMean: number | undefined,
): Promise<number | undefined> {
	const { hashid, generationId, position, deleted } = kept;
	const generation = await opener.findState(hashid, generationId);
	if (generation === undefined || position === undefined || texts === undefined) return undefined;
	const { indexName, kind } = generation;
	deleted.clear();
	const request = {
		changeCountMax: changesAtOnceMax,
		...(textLengthMean !== undefined && { textLengthExpected: textLengthMean }),
	};
	const batch = await options.store.items.readLog({ hashid, indexName, generation: kind }, position, request);
	if (batch === 'missing' || batch.generationId !== generationId) return undefined;
	// What was read before the texts were compared with another incarnation may be lost.
	if (generation.incarnation !== texts.readIncarnation()) return undefined;
	// What an index has deleted since the batch was read has no later change to delete it again.
	const changes = batch.changes.filter(({ id }) => !deleted.has(id));
	texts.take(generation, position, { ...batch, changes });
	return batch.changes.reduce((sum, { text }) => sum + (text?.length ?? 0), 0) / Math.max(1, batch.changes.length);
}
