/**
 * Takes the snapshot of an index in the place of building it:
 *
 *     position noted in the store ─► snapshot's position is compared ─► files beside the indexes ─► directory of the index
 *
 * The index is then opened like any other that is on disk, with the same checks. Two more are needed before: it must not be
 * older than the publisher has noted in the store, because tombstones in between may be gone, and that is only read once this
 * node has noted the start of the log, from which on none go. And its files must fit on the disk.
 */
import { join } from 'node:path';
import { startPosition, unfollowedPosition } from '../../domain/log/position.ts';
import { limitTime } from '../../lib/time-limit.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import type { ObjectStorage, ReadOptions } from '../../ports/object-storage.ts';
import type { DurableFiles } from '../runtime/durable-files.ts';
import { indexVersion, listManifestNames, manifestName, parseManifest } from './index-manifest.ts';
import type { IndexedStore, OpenIndexOpener } from './open-index-opener.ts';
import {
	chunkBytes,
	countBytes,
	hashChunk,
	parseSnapshot,
	type SnapshotFile,
	type SnapshotManifest,
	snapshotFollower,
	snapshotManifestBytesMax,
	toChunkLength,
	toSnapshotFolder,
} from './snapshot-manifest.ts';

export interface SnapshotSource {
	readonly store: IndexedStore;
	/** The name under which this node notes its positions. */
	readonly follower: string;
	readonly storage: ObjectStorage;
	/** Of the store, now; see `StoreReads.readIdentity`. */
	readonly readIdentity: () => Promise<string>;
	readonly files: DurableFiles;
	/** Of all indexes. */
	readonly directory: string;
	readonly opener: Pick<OpenIndexOpener, 'toDirectory' | 'findMismatch'>;
	/** Of the disk that the directory is on. */
	readonly readFreeBytes: () => Promise<number>;
	/** Aborts what is under way. */
	readonly signal: AbortSignal;
}

/** `none`: there is none, so nothing is wrong. */
export type TakeOutcome =
	| { readonly kind: 'taken'; readonly byteCount: number }
	| { readonly kind: 'none' }
	| { readonly kind: 'refused'; readonly problem: string };

/** Of a name that does not belong to an index. */
export const draftSuffix = '.snapshot';
/** Of what is free on the disk: the index grows, and merges need room. */
const diskShareMax = 1 / 2;
const timeoutMs = { manifest: 5_000, chunk: 30_000 } as const;
/** Objects that no manifest names any more stay for longer than that. */
export const takeTimeoutMs = 10 * 60 * 1000;
/** Chunks of a file that are read ahead. */
const chunksAhead = 4;

const none: TakeOutcome = { kind: 'none' };

/**
 * Rejects when the store, the storage (`StorageError`) or the disk does; nothing is left of it then. Cost: reading and writing
 * the files.
 */
export async function takeSnapshot(source: SnapshotSource, generation: GenerationState): Promise<TakeOutcome> {
	const { store, follower, files, opener } = source;
	const { generationId } = generation;
	const directory = opener.toDirectory(generationId);
	if ((await files.read(join(directory, manifestName))) !== undefined) return none;
	if ((await store.items.moveFollower(generationId, follower, startPosition)) === 'missing') return none;
	// What was deleted up to there may have left no trace.
	const noted = await findNoted(store, generation);
	if (noted === undefined) return none;
	const draft = `${directory}${draftSuffix}`;
	const timed = { ...source, signal: limitTime(source.signal, takeTimeoutMs) };
	try {
		const outcome = await fillDraft(timed, noted, draft);
		if (outcome.kind !== 'taken') return outcome;
		await files.remove(directory);
		await files.moveDirectory(draft, directory);
		return outcome;
	} finally {
		await files.remove(draft);
	}
}

/** The generation as the store has it now, with the position of its snapshot; undefined when there is none. */
async function findNoted(
	{ generations }: Pick<IndexedStore, 'generations'>,
	{ hashid, generationId }: GenerationState,
): Promise<GenerationState | undefined> {
	const states = await generations.listOfSearchEngine(hashid, 'live', snapshotFollower);
	const found = states.find((state) => state.generationId === generationId);
	const followed = found?.followed ?? startPosition;
	return followed === startPosition || followed === unfollowedPosition ? undefined : found;
}

async function fillDraft(source: SnapshotSource, noted: GenerationState, draft: string): Promise<TakeOutcome> {
	const { storage, files, signal } = source;
	const database = await source.readIdentity();
	const folder = toSnapshotFolder(database, noted.generationId);
	const limits = { byteCountMax: snapshotManifestBytesMax, timeoutMs: timeoutMs.manifest, signal };
	const bytes = await storage.read(`${folder}manifest`, limits);
	if (bytes === undefined) return none;
	const snapshot = parseSnapshot(bytes);
	if (snapshot === undefined) return refuse('its manifest is damaged, or of another version');
	const problem =
		(await findForeign(source, snapshot, { database, noted })) ?? (await findPast(source, snapshot, noted));
	if (problem !== undefined) return refuse(problem);
	await files.remove(draft);
	await files.makeDirectory(draft);
	for (const file of snapshot.files) {
		const damage = await takeFile(source, { folder, file, path: join(draft, file.name) });
		if (damage !== undefined) return refuse(damage);
	}
	return { kind: 'taken', byteCount: countBytes(snapshot) };
}

function refuse(problem: string): TakeOutcome {
	return { kind: 'refused', problem };
}

async function findForeign(
	{ readFreeBytes }: SnapshotSource,
	snapshot: SnapshotManifest,
	{ database, noted }: { readonly database: string; readonly noted: GenerationState },
): Promise<string | undefined> {
	if (snapshot.database !== database) return 'it is of another database';
	if (snapshot.generationId !== noted.generationId) return `it is the index of generation ${snapshot.generationId}`;
	if (snapshot.indexVersion !== indexVersion)
		return `the index has version ${snapshot.indexVersion}, not ${indexVersion}`;
	const byteCount = countBytes(snapshot);
	const freeBytes = await readFreeBytes();
	if (byteCount > freeBytes * diskShareMax)
		return `it has ${byteCount} bytes, more than half of the ${freeBytes} that the disk has left`;
	return undefined;
}

/** Compares the index's own manifest with the store, before the other files are read. */
async function findPast(
	source: SnapshotSource,
	snapshot: SnapshotManifest,
	noted: GenerationState,
): Promise<string | undefined> {
	const [first] = snapshot.files;
	if (first === undefined || first.byteCount > chunkBytes) return 'it has no manifest';
	const folder = toSnapshotFolder(snapshot.database, snapshot.generationId);
	const bytes = await readChunk(source, { folder, file: first, index: 0 });
	if (typeof bytes === 'string') return bytes;
	const manifest = parseManifest(bytes);
	if ('problem' in manifest) return manifest.problem;
	const names = listManifestNames(manifest);
	if (names.size !== snapshot.files.length || !snapshot.files.every(({ name }) => names.has(name)))
		return 'its files are not those of its index';
	return source.opener.findMismatch(manifest, noted);
}

interface FileToTake {
	readonly folder: string;
	readonly file: SnapshotFile;
}

/** @returns the damage */
async function takeFile(
	source: SnapshotSource,
	{ path, ...target }: FileToTake & { readonly path: string },
): Promise<string | undefined> {
	let damage: string | undefined;
	async function* readChunks(): AsyncGenerator<Uint8Array> {
		const ahead: Promise<Uint8Array | string>[] = [];
		const { length } = target.file.chunks;
		for (let next = 0; next < length || ahead.length > 0; ) {
			for (; next < length && ahead.length < chunksAhead; next += 1) {
				const reading = readChunk(source, { ...target, index: next });
				// One before it may fail first.
				reading.catch(() => undefined);
				ahead.push(reading);
			}
			const chunk = await ahead.shift();
			if (typeof chunk === 'string') damage = chunk;
			if (chunk === undefined || typeof chunk === 'string') return;
			yield chunk;
		}
	}
	await source.files.writeParts(path, readChunks());
	return damage;
}

/** The chunk, or what is wrong with it. */
async function readChunk(
	{ storage, signal }: SnapshotSource,
	{ folder, file, index }: FileToTake & { readonly index: number },
): Promise<Uint8Array<ArrayBuffer> | string> {
	const name = file.chunks[index];
	const byteCount = toChunkLength(file, index);
	const options: ReadOptions = { byteCountMax: byteCount, timeoutMs: timeoutMs.chunk, signal };
	const bytes = await storage.read(`${folder}${name}`, options);
	if (bytes === undefined) return `a part of ${file.name} is missing`;
	const isWhole = bytes.length === byteCount && (await hashChunk(bytes)) === name;
	return isWhole ? bytes : `a part of ${file.name} is damaged`;
}
