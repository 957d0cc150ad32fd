/**
 * When does an index go to disk? Some seconds after it changed, the one that changed first before the others, a few at a
 * time: a crash costs reading these seconds of the store's log again, and ten thousand small indexes share the disk.
 */
import { createBackoff } from '../runtime/backoff.ts';
import type { ResidentIndex } from './resident-index.ts';

export interface IndexSaver {
	/** Notes that an index has something to save; counted from the first change since the last save. */
	note(generationId: number): void;
	forget(generationId: number): void;
	isUnsaved(generationId: number): boolean;
	/** Starts the saves that are due; also those that are to come when `pressed`, but not those that failed unless `ending`. */
	startDue(when?: 'due' | 'pressed' | 'ending'): void;
	/** Resolves when the next save ends if more wait than can be under way; at once when none has to wait for others. */
	keepUp(): Promise<void>;
	/** Resolves when no save is under way. */
	settle(): Promise<void>;
}

export interface IndexSaverOptions {
	/** Saves it; rejects when that failed, and it is tried again. */
	readonly save: (index: ResidentIndex) => Promise<void>;
	readonly find: (generationId: number) => ResidentIndex | undefined;
	readonly onFailure: (error: unknown, generationId: number) => void;
	/** After each save, whatever came of it: there is room for the next. */
	readonly onEnd: () => void;
	readonly nowMs: () => number;
	readonly delayMs: number;
}

const savesAtOnceMax = 4;

export function createIndexSaver(options: IndexSaverOptions): IndexSaver {
	const { find, nowMs } = options;
	/** When each is due, in the order they were noted. */
	const due = new Map<number, number>();
	const running = new Map<number, Promise<void>>();
	const backoff = createBackoff(nowMs);

	function start(index: ResidentIndex): void {
		const { generationId } = index;
		due.delete(generationId);
		index.isSaving = true;
		const saving = options
			.save(index)
			.then(() => backoff.clear(generationId))
			.catch((error) => {
				options.onFailure(error, generationId);
				due.set(generationId, nowMs() + backoff.fail(generationId));
			})
			.finally(() => {
				index.isSaving = false;
				running.delete(generationId);
				options.onEnd();
			});
		running.set(generationId, saving);
	}

	return {
		note(generationId) {
			if (!due.has(generationId)) due.set(generationId, nowMs() + options.delayMs);
		},
		forget(generationId) {
			due.delete(generationId);
			backoff.clear(generationId);
		},
		isUnsaved: (generationId) => due.has(generationId) || running.has(generationId),
		startDue(when = 'due') {
			for (const [generationId, dueMs] of due) {
				if (running.size >= savesAtOnceMax) return;
				// A save that is to be tried again stands behind others that may be due before it.
				const isEarly = when === 'ending' || (when === 'pressed' && !backoff.hasFailed(generationId));
				if (dueMs > nowMs() && !isEarly) continue;
				const index = find(generationId);
				if (index === undefined) due.delete(generationId);
				else if (!(index.isHidden && index.isReplacement) && !running.has(generationId)) start(index);
			}
		},
		async keepUp() {
			if (running.size >= savesAtOnceMax && due.size > 0) await Promise.race(running.values());
		},
		async settle() {
			while (running.size > 0) await Promise.all(running.values());
		},
	};
}
