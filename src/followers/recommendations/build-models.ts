/**
 * How is a model brought into memory? From its snapshot, or empty; then it reads what it missed.
 *
 * After an erasure a model contains events that must be forgotten: its file is removed at once, and it is built again
 * from the remaining events.
 */
import { join } from 'node:path';
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import { erasureKind } from '../../domain/event/shopper-event.ts';
import { startPosition } from '../../domain/log/position.ts';
import { toAllBytes } from '../../lib/shared-bytes.ts';
import { createEngineModel, restoreEngineModel } from '../../recommend/engine-model.ts';
import { SnapshotError } from '../../recommend/snapshot-bytes.ts';
import type { CheckpointWrite } from '../runtime/checkpoints.ts';
import { hasEvents } from '../runtime/store-past.ts';
import { eventsPerSliceMax, followedKinds, isBefore, type ModelBatch, type ModelState } from './model-state.ts';
import { type BuildingModel, createModelStream, type ModelStream } from './model-stream.ts';
import { formatSavedModel, parseSavedModel, toModelName } from './saved-model.ts';

export async function openModel(state: ModelState, hashid: string): Promise<ModelStream> {
	const { files, directory, onEvent } = state.options;
	const path = join(directory, toModelName(hashid));
	const bytes = await files.read(path);
	if (bytes === undefined) return createModelStream(hashid, await createEmpty(state));
	try {
		return createModelStream(hashid, await restore(state, hashid, toAllBytes(bytes)));
	} catch (error) {
		if (!(error instanceof SnapshotError)) throw error;
		onEvent({ kind: 'rebuilding', hashid, problem: error.message });
		await files.remove(path);
		return createModelStream(hashid, await createEmpty(state));
	}
}

/** @throws SnapshotError when the bytes are damaged or of another version. */
async function restore(state: ModelState, hashid: string, bytes: Uint8Array): Promise<BuildingModel> {
	const { options, position, past, incarnation } = state;
	const saved = parseSavedModel(hashid, bytes);
	const common = await past.compare(saved.incarnation, incarnation);
	if (isBefore(position, saved.position) || !hasEvents(common, saved.position))
		throw new SnapshotError('it has seen events that the store has not');
	const model = restoreEngineModel(options.limits.engine, saved.parts);
	return { model, changedAt: saved.position, readAt: saved.position, erasedUpTo: saved.position };
}

async function createEmpty({ feed, options }: ModelState): Promise<BuildingModel> {
	const erasedUpTo = await feed.readEnd();
	const model = createEngineModel(options.limits.engine);
	return { model, changedAt: startPosition, readAt: startPosition, erasedUpTo };
}

/** Builds a new model; until it is complete, the previous one answers. */
export async function startOver(state: ModelState, stream: ModelStream): Promise<void> {
	stream.building = await createEmpty(state);
	state.follower.streams.measure(stream);
	state.follower.schedule(stream.key);
}

export async function readMissed({ options }: ModelState, { key, building }: ModelStream) {
	if (building === undefined) return 'nothing';
	return options.store.events.log({ hashid: key, kinds: followedKinds }).read(building.readAt, eventsPerSliceMax);
}

/** Once the model has all events up to the follower's own position, it is live. */
export async function applyMissed(state: ModelState, stream: ModelStream, batch: ModelBatch): Promise<'more' | 'end'> {
	const { building } = stream;
	if (building === undefined) return 'end';
	const upTo = state.position;
	const events = batch.changes.filter(({ position }) => !isBefore(upTo, position));
	for (const event of events) {
		if (event.kind === erasureKind && isBefore(building.erasedUpTo, event.position)) {
			await startOver(state, stream);
			return 'more';
		}
		building.model.apply(event);
		building.changedAt = event.position;
		building.readAt = event.position;
	}
	if (!batch.isEnd && events.length === batch.changes.length) return 'more';
	stream.live = building;
	stream.building = undefined;
	stream.isTainted = false;
	const { waiting } = state;
	const questions = waiting.get(stream.key) ?? [];
	waiting.delete(stream.key);
	for (const { answer } of questions) answer(building);
	return 'end';
}

/**
 * Discards what was built from the engine's events before this erasure; a model that was begun later has none of them.
 */
export async function forgetErased(state: ModelState, { hashid, position: erasedAt }: LoggedEvent): Promise<void> {
	const { follower, options } = state;
	await follower.checkpoints.settle();
	await options.files.remove(join(options.directory, toModelName(hashid)));
	const stream = follower.streams.get(hashid);
	if (stream === undefined) return;
	const { live, building } = stream;
	if (live !== undefined && isBefore(live.erasedUpTo, erasedAt)) stream.isTainted = true;
	const newest = building ?? live;
	if (newest === undefined || isBefore(newest.erasedUpTo, erasedAt)) await startOver(state, stream);
}

/** The bytes are copied part by part. Meanwhile questions are answered, and no event is applied. */
export async function takeModel(
	state: ModelState,
	{ key, live, isTainted }: ModelStream,
): Promise<CheckpointWrite | 'later'> {
	if (live === undefined || isTainted) return 'later';
	const { files, directory, timing } = state.options;
	const { position, incarnation } = state;
	const parts: Uint8Array[] = [];
	await timing.yieldNow();
	for (const part of live.model.listPartBytes()) {
		parts.push(part);
		await timing.yieldNow();
	}
	return async () => {
		await files.makeDirectory(directory);
		await files.replace(
			directory,
			toModelName(key),
			...formatSavedModel({ hashid: key, position, incarnation, parts }),
		);
	};
}
