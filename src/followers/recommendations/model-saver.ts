/** When do models go to disk? One at a time: the bytes are taken between two turns of the loop, and written beside it. */
import type { Position } from '../../domain/log/position.ts';
import type { DurableFiles } from '../runtime/durable-files.ts';
import type { RecommenderLimits } from './recommender-limits.ts';
import type { ResidentModel } from './resident-models.ts';
import { formatSavedModel, toModelName } from './saved-model.ts';

export interface ModelSaver {
	/** Starts to save the first model that is due. `position`: what all live models have seen of the log. */
	startDue(residents: readonly ResidentModel[], position: Position): Promise<void>;
	/** Starts to save a live model, whether it is due or not; none may be on its way. */
	start(resident: ResidentModel, position: Position): Promise<void>;
	isBusy(): boolean;
	/** Resolves when no save is on its way. */
	settle(): Promise<void>;
	saveAll(residents: readonly ResidentModel[], position: Position): Promise<void>;
}

export interface ModelSaverOptions {
	readonly files: DurableFiles;
	readonly directory: string;
	readonly limits: Pick<RecommenderLimits, 'saveDelayMs'>;
	readonly monotonicMs: () => number;
	readonly onFailure: (error: unknown, hashid: string) => void;
}

/** Saves of one model take this part of the time at most: what a crash loses of them is in the log. */
const saveShareMax = 1 / 100;

export function createModelSaver({ files, directory, limits, monotonicMs, onFailure }: ModelSaverOptions): ModelSaver {
	let saving: Promise<void> | undefined;

	function isDue({ live, isTainted, unsavedSinceMs, saveNotBeforeMs }: ResidentModel): boolean {
		if (live === undefined || isTainted || unsavedSinceMs === undefined) return false;
		return monotonicMs() >= unsavedSinceMs + limits.saveDelayMs && monotonicMs() >= saveNotBeforeMs;
	}

	async function start(resident: ResidentModel, position: Position): Promise<void> {
		const { live, hashid } = resident;
		if (live === undefined || resident.isTainted) return;
		const startMs = monotonicMs();
		const taken = Promise.withResolvers<void>();
		resident.isSaving = true;
		saving = write();
		// Until the bytes are taken nothing may change them; questions are answered meanwhile.
		await taken.promise;

		async function write(): Promise<void> {
			try {
				const parts: Uint8Array[] = [];
				await giveWay();
				for (const part of live?.model.listPartBytes() ?? []) {
					parts.push(part);
					await giveWay();
				}
				resident.unsavedSinceMs = undefined;
				taken.resolve();
				await files.makeDirectory(directory);
				await files.replace(directory, toModelName(hashid), ...formatSavedModel({ hashid, position, parts }));
			} catch (error) {
				onFailure(error, hashid);
				resident.unsavedSinceMs ??= startMs;
			} finally {
				taken.resolve();
				resident.isSaving = false;
				resident.saveNotBeforeMs =
					monotonicMs() + Math.max(limits.saveDelayMs, (monotonicMs() - startMs) / saveShareMax);
				saving = undefined;
			}
		}
	}

	async function settle(): Promise<void> {
		await saving;
	}

	return {
		async startDue(residents, position) {
			const due = saving === undefined ? residents.find(isDue) : undefined;
			if (due !== undefined) await start(due, position);
		},
		start,
		isBusy: () => saving !== undefined,
		settle,
		async saveAll(residents, position) {
			for (const resident of residents) {
				await settle();
				if (resident.unsavedSinceMs !== undefined) await start(resident, position);
			}
			await settle();
		},
	};
}

function giveWay(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
