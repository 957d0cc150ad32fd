/** The models in memory: which was asked longest ago, how large they are together, and who waits for which. */
import type { Position } from '../../domain/log/position.ts';
import type { EngineModel } from '../../recommend/engine-model.ts';

/** A model and how much of the log it was given. */
export interface FollowingModel {
	readonly model: EngineModel;
	position: Position;
	/** The log up to here has no erasure that the model has not been built after. */
	readonly erasedUpTo: Position;
}

export interface ResidentModel {
	readonly hashid: string;
	/** The one that answers; undefined until a first one has caught up. */
	live: FollowingModel | undefined;
	/** The one that is to take its place, while it catches up. */
	building: FollowingModel | undefined;
	/** Questions that wait for a model that has caught up, and since when. */
	readonly waiting: { readonly sinceMs: number; readonly answer: (model: FollowingModel | undefined) => void }[];
	/** Since when there are events that no file has; undefined when it has all. */
	unsavedSinceMs: number | undefined;
	/** Not to be saved earlier: large models are saved less often. */
	saveNotBeforeMs: number;
	isSaving: boolean;
	/** It has what must be forgotten: not to be saved any more. */
	isTainted: boolean;
	byteCount: number;
}

export interface ResidentModels {
	readonly byteCount: number;
	readonly count: number;
	get(hashid: string): ResidentModel | undefined;
	/** A new entry without a model. */
	add(hashid: string): ResidentModel;
	/** It is the last one used now. */
	touch(resident: ResidentModel): void;
	/** Its models changed. */
	measure(resident: ResidentModel): void;
	remove(hashid: string): void;
	/** The one that was not used for the longest time first. */
	list(): readonly ResidentModel[];
}

export function createResidentModels(): ResidentModels {
	const residents = new Map<string, ResidentModel>();
	let byteCount = 0;
	return {
		get byteCount() {
			return byteCount;
		},
		get count() {
			return residents.size;
		},
		get: (hashid) => residents.get(hashid),
		add(hashid) {
			const resident: ResidentModel = {
				hashid,
				live: undefined,
				building: undefined,
				waiting: [],
				unsavedSinceMs: undefined,
				saveNotBeforeMs: 0,
				isSaving: false,
				isTainted: false,
				byteCount: 0,
			};
			residents.set(hashid, resident);
			return resident;
		},
		touch(resident) {
			residents.delete(resident.hashid);
			residents.set(resident.hashid, resident);
		},
		measure(resident) {
			const { live, building } = resident;
			const bytes = (live?.model.byteCount() ?? 0) + (building?.model.byteCount() ?? 0);
			byteCount += bytes - resident.byteCount;
			resident.byteCount = bytes;
		},
		remove(hashid) {
			byteCount -= residents.get(hashid)?.byteCount ?? 0;
			residents.delete(hashid);
		},
		list: () => [...residents.values()],
	};
}
