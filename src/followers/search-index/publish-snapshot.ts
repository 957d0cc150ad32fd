/**
 * Publishes the index of one generation as it is on this node's disk: chunks that are not there yet, then the manifest, then
 * the position is noted in the store. So whoever reads a manifest finds its chunks, and tombstones behind the noted position
 * are there for whoever reads it.
 */
import { join } from 'node:path';
import { comparePositions, type Position, startPosition, unfollowedPosition } from '../../domain/log/position.ts';
import type { GenerationRepository, GenerationState } from '../../ports/generation-repository.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { ObjectStorage } from '../../ports/object-storage.ts';
import { type FileParts, openFileParts } from '../runtime/file-parts.ts';
import { indexVersion, listManifestNames, manifestName, parseManifest } from './index-manifest.ts';
import {
	chunkBytes,
	formatSnapshot,
	hashChunk,
	type SnapshotFile,
	snapshotFollower,
	snapshotManifestBytesMax,
	toChunkLength,
	toSnapshotFolder,
} from './snapshot-manifest.ts';

export interface SnapshotTarget {
	readonly storage: ObjectStorage;
	/** Of all indexes of this node. */
	readonly directory: string;
	/** Those of the job: they fail once another process has its lease. */
	readonly items: Pick<ItemRepository, 'moveFollower'>;
	readonly generations: Pick<GenerationRepository, 'listOfSearchEngine'>;
	/** Of the store, now. */
	readonly database: string;
	/** The name under which this node follows the store. */
	readonly publisher: string;
	/** To be called between two chunks: rests, and says whether to go on. */
	readonly mayGoOn: () => Promise<boolean>;
}

export interface Publication {
	/** Of what was not there. */
	readonly byteCount: number;
	/** Names of objects: those that were there before, and those that belong to the snapshot. */
	readonly there: Iterable<string>;
	readonly named: ReadonlySet<string>;
}

/**
 * @returns `later`: the disk has nothing newer, changes at this moment, or the right to publish is lost. Rejects when the
 * storage does (`StorageError`), the disk or the store. Cost: reading the files, and writing what is new of them.
 */
export async function publishSnapshot(
	target: SnapshotTarget,
	generation: GenerationState,
): Promise<Publication | 'later'> {
	const { items, directory, database, publisher, storage } = target;
	const { generationId } = generation;
	// What this node has noted keeps tombstones until the snapshot has noted its own position.
	const isFirst = isUnpublished(generation.followed);
	const followed = isFirst ? await readOwnPosition(target, generation) : generation.followed;
	if (followed === undefined) return 'later';
	// From now on no tombstone behind what is on disk is removed.
	const outcome = isFirst ? await items.moveFollower(generationId, snapshotFollower, startPosition) : 'moved';
	if (outcome === 'missing') return 'later';
	const found = await openIndexFiles(join(directory, String(generationId)));
	if (found === undefined) return 'later';
	try {
		const { position, files } = found;
		if (comparePositions(position, followed) < 0) return 'later';
		const folder = toSnapshotFolder(database, generationId);
		const there = new Map((await storage.list(folder)).map(({ name, byteCount }) => [name, byteCount]));
		const named = new Set([`${folder}manifest`]);
		const written = await writeFiles({ ...target, folder, there, named }, files);
		if (written === undefined) return 'later';
		const bytes = formatSnapshot({ database, generationId, indexVersion, publisher, files: written.files });
		if (bytes.length > snapshotManifestBytesMax)
			throw new Error(`the manifest of a snapshot has ${bytes.length} bytes`);
		if (!(await target.mayGoOn())) return 'later';
		await storage.write(`${folder}manifest`, bytes);
		await items.moveFollower(generationId, snapshotFollower, position);
		return { byteCount: written.byteCount + bytes.length, there: there.keys(), named };
	} finally {
		for (const { parts } of found.files) await parts.close();
	}
}

/** Whether nothing is published that could be used. @param followed as the publisher has noted it */
export function isUnpublished(followed: Position | null): followed is null {
	return followed === null || followed === unfollowedPosition;
}

/** Undefined: this node does not follow the index, and its files are on their way out. */
async function readOwnPosition(
	{ generations, publisher }: SnapshotTarget,
	{ hashid, generationId }: GenerationState,
): Promise<Position | undefined> {
	const states = await generations.listOfSearchEngine(hashid, 'live', publisher);
	const followed = states.find((state) => state.generationId === generationId)?.followed ?? unfollowedPosition;
	return followed === unfollowedPosition ? undefined : followed;
}

interface IndexFile {
	readonly name: string;
	readonly parts: FileParts;
}

interface IndexFiles {
	readonly position: Position;
	/** The manifest is the first. */
	readonly files: readonly IndexFile[];
}

/** Undefined when there is no index, or it was saved again just now. */
async function openIndexFiles(directory: string): Promise<IndexFiles | undefined> {
	const files: IndexFile[] = [];
	const open = async (name: string) => {
		const parts = await openFileParts(join(directory, name));
		if (parts !== undefined) files.push({ name, parts });
		return parts;
	};
	const parts = await open(manifestName);
	if (parts === undefined) return undefined;
	const manifest = parseManifest(await parts.read(0, parts.byteCount));
	if ('problem' in manifest) return closeAll(files);
	for (const name of listManifestNames(manifest)) {
		if (name !== manifestName && (await open(name)) === undefined) return closeAll(files);
	}
	return { position: manifest.position, files };
}

async function closeAll(files: readonly IndexFile[]): Promise<undefined> {
	for (const { parts } of files) await parts.close();
}

interface Writing extends SnapshotTarget {
	readonly folder: string;
	/** Sizes of what is there. */
	readonly there: ReadonlyMap<string, number>;
	/** Gets the names of all chunks. */
	readonly named: Set<string>;
}

/** Undefined: the right to publish is lost. `byteCount`: of what was not there. */
async function writeFiles(
	{ storage, mayGoOn, folder, there, named }: Writing,
	files: readonly IndexFile[],
): Promise<{ readonly files: readonly SnapshotFile[]; readonly byteCount: number } | undefined> {
	const written: SnapshotFile[] = [];
	let byteCount = 0;
	for (const { name, parts } of files) {
		const chunks: string[] = [];
		const count = Math.ceil(parts.byteCount / chunkBytes);
		for (let index = 0; index < count; index += 1) {
			if (!(await mayGoOn())) return undefined;
			const bytes = await parts.read(index * chunkBytes, toChunkLength(parts, index));
			const hash = await hashChunk(bytes);
			chunks.push(hash);
			named.add(folder + hash);
			if (there.get(folder + hash) === bytes.length) continue;
			await storage.write(folder + hash, bytes);
			byteCount += bytes.length;
		}
		written.push({ name, byteCount: parts.byteCount, chunks });
	}
	return { files: written, byteCount };
}
