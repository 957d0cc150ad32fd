/**
 * How is an index saved? New files are written beside the old ones; then the manifest is replaced in one step; then
 * files that it no longer names are deleted. If it is stopped at any point, the directory holds the old or the new index.
 *
 *     7/  manifest   1.segment  3.live  4.segment        + 5.segment, 6.live      manifest'      − 3.live
 */
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Position } from '../../domain/log/position.ts';
import { headerBytes } from '../../fulltext/index/segment/layout.ts';
import { openSegment } from '../../fulltext/index/segment/segment.ts';
import { createSegmentProof, DamagedSegmentError } from '../../fulltext/index/segment/segment-bytes.ts';
import type { LiveSegment } from '../../fulltext/query/index-view.ts';
import { toAllBytes } from '../../lib/shared-bytes.ts';
import type { DurableFiles } from '../runtime/durable-files.ts';
import {
	formatManifest,
	type IndexManifest,
	listManifestNames,
	manifestName,
	parseManifest,
	type SavedSegment,
	toLiveName,
	toSegmentName,
} from './index-manifest.ts';

/** A segment and the number of its file. */
export interface NumberedSegment extends LiveSegment {
	readonly number: number;
}

/** What is on disk, with the live bits as they were written: unchanged bits need not be written again. */
export interface SavedIndex {
	readonly manifest: IndexManifest;
	readonly liveBits: ReadonlyMap<number, Uint32Array | undefined>;
}

export interface IndexToSave extends Pick<IndexManifest, 'generationId' | 'language' | 'prices' | 'position'> {
	readonly schema: string;
	readonly incarnation: string;
	readonly readEnd: Position;
	readonly segments: readonly NumberedSegment[];
	/** A new file number, larger than all before. */
	takeNumber(): number;
}

/** Word 6 of a segment's header, see the layout of segments. */
const checksumByte = 24;

/**
 * Writes what `saved`, the state of the directory, does not have. The segments must not change meanwhile.
 * @returns the new state of the directory. Cost: the bytes of new segments, and of live bits that changed.
 */
export async function saveIndex(
	files: DurableFiles,
	directory: string,
	{ index, saved: last }: { readonly index: IndexToSave; readonly saved: SavedIndex | undefined },
): Promise<SavedIndex> {
	// If the directory was removed from outside, nothing of it is left.
	const isNew = await files.makeDirectory(directory);
	const saved = isNew ? undefined : last;
	const known = new Map(saved?.manifest.segments.map((segment) => [segment.number, segment]));
	const segments: SavedSegment[] = [];
	for (const entry of index.segments) {
		const before = known.get(entry.number);
		if (before === undefined) await files.write(join(directory, toSegmentName(entry.number)), toBytes(entry));
		const isSame = before !== undefined && saved?.liveBits.get(entry.number) === entry.live;
		const live = isSame ? before.live : await saveLiveBits(files, directory, { entry, number: index.takeNumber() });
		segments.push({ number: entry.number, checksum: readChecksum(entry), liveCount: entry.liveCount, live });
	}
	const { generationId, language, prices, schema, position, incarnation, readEnd } = index;
	const common = {
		...{ generationId, language, prices },
		...(schema !== '' && { schema }),
		...(incarnation !== '' && { incarnation }),
		...(readEnd !== position && { end: readEnd }),
	};
	const manifest = { ...common, position, nextFileNumber: index.takeNumber(), segments };
	await files.replace(directory, manifestName, formatManifest(manifest));
	if (saved !== undefined) await removeStrangers(files, directory, manifest);
	return { manifest, liveBits: new Map(index.segments.map(({ number, live }) => [number, live])) };
}

async function saveLiveBits(
	files: DurableFiles,
	directory: string,
	{ entry, number }: { readonly entry: NumberedSegment; readonly number: number },
): Promise<SavedSegment['live']> {
	if (entry.live === undefined) return null;
	const bytes = new Uint8Array(entry.live.buffer, entry.live.byteOffset, entry.live.byteLength);
	await files.write(join(directory, toLiveName(number)), bytes);
	return { number, checksum: crc32(bytes) };
}

async function removeStrangers(files: DurableFiles, directory: string, manifest: IndexManifest): Promise<void> {
	const names = listManifestNames(manifest);
	for (const name of await files.list(directory)) {
		if (!names.has(name)) await files.remove(join(directory, name));
	}
}

/** Its manifest first: if it is stopped at any point, the directory holds the whole index or none, never a damaged one. */
export async function removeIndex(files: Pick<DurableFiles, 'remove'>, directory: string): Promise<void> {
	await files.remove(join(directory, manifestName));
	await files.remove(directory);
}

export type LoadedIndex =
	| { readonly kind: 'absent' }
	| { readonly kind: 'damaged'; readonly problem: string }
	| { readonly kind: 'loaded'; readonly segments: readonly NumberedSegment[]; readonly saved: SavedIndex };

/**
 * Reads a saved index. Cost: reading its files, with a checksum of all of them. Removes files of an interrupted save, and
 * directories, because the directory of an index should contain none.
 */
export async function loadIndex(files: DurableFiles, directory: string): Promise<LoadedIndex> {
	await files.removeObstacles(directory, () => true);
	const bytes = await files.read(join(directory, manifestName));
	if (bytes === undefined) return { kind: 'absent' };
	const manifest = parseManifest(toAllBytes(bytes));
	if ('problem' in manifest) return { kind: 'damaged', problem: manifest.problem };
	const segments: NumberedSegment[] = [];
	for (const segment of manifest.segments) {
		const loaded = await loadSegment(files, directory, segment);
		if ('problem' in loaded) return { kind: 'damaged', problem: loaded.problem };
		segments.push(loaded);
	}
	await removeStrangers(files, directory, manifest);
	const liveBits = new Map(segments.map(({ number, live }) => [number, live]));
	return { kind: 'loaded', segments, saved: { manifest, liveBits } };
}

async function loadSegment(
	files: DurableFiles,
	directory: string,
	{ number, checksum, live, liveCount }: SavedSegment,
): Promise<NumberedSegment | { readonly problem: string }> {
	const bytes = await files.read(join(directory, toSegmentName(number)));
	if (bytes === undefined) return { problem: `segment ${number} is missing` };
	try {
		const segment = openSegment(bytes);
		if (readChecksum({ segment }) !== checksum) return { problem: `segment ${number} is another one` };
		const bits = live === null ? undefined : await loadLiveBits(files, join(directory, toLiveName(live.number)));
		const isWhole = live === null || (bits !== undefined && crc32(new Uint8Array(bits.buffer)) === live.checksum);
		return isWhole ? { number, segment, live: bits, liveCount } : { problem: `live bits of segment ${number}` };
	} catch (error) {
		if (error instanceof DamagedSegmentError) return { problem: `segment ${number}: ${error.message}` };
		throw error;
	}
}

async function loadLiveBits(files: DurableFiles, path: string): Promise<Uint32Array | undefined> {
	const bytes = await files.read(path);
	return bytes === undefined || bytes.byteLength % 4 !== 0
		? undefined
		: new Uint32Array(bytes, 0, bytes.byteLength / 4);
}

/**
 * Verifies the files of a saved index against its manifest without keeping them in memory.
 * @returns the manifest, or the problem.
 * @param budget of bytes to read, which it reduces. When it is used up, only the head and the length of each file are
 * checked.
 */
export async function proveIndex(
	files: DurableFiles,
	directory: string,
	budget: { bytesLeft: number },
): Promise<IndexManifest | { readonly problem: string }> {
	const bytes = await files.read(join(directory, manifestName));
	if (bytes === undefined) return { problem: 'its files are missing' };
	const manifest = parseManifest(toAllBytes(bytes));
	if ('problem' in manifest) return manifest;
	for (const segment of manifest.segments) {
		const problem = await findSegmentDamage(files, directory, { ...segment, budget });
		if (problem !== undefined) return { problem };
	}
	return manifest;
}

async function findSegmentDamage(
	files: DurableFiles,
	directory: string,
	{ number, checksum, live, budget }: SavedSegment & { readonly budget: { bytesLeft: number } },
): Promise<string | undefined> {
	const proof = createSegmentProof();
	const readMax = Math.max(headerBytes, budget.bytesLeft);
	const byteLength = await files.readChunks(join(directory, toSegmentName(number)), readMax, proof.take);
	if (byteLength === undefined) return `segment ${number} is missing`;
	budget.bytesLeft -= byteLength;
	try {
		if (proof.end(byteLength) !== checksum) return `segment ${number} is another one`;
	} catch (error) {
		if (error instanceof DamagedSegmentError) return `segment ${number}: ${error.message}`;
		throw error;
	}
	if (live === null) return undefined;
	const bits = await files.read(join(directory, toLiveName(live.number)));
	const isSound = bits !== undefined && crc32(toAllBytes(bits)) === live.checksum;
	return isSound ? undefined : `live bits of segment ${number}`;
}

function toBytes({ segment }: Pick<LiveSegment, 'segment'>): Uint8Array {
	return toAllBytes(segment.bytes);
}

function readChecksum({ segment }: Pick<LiveSegment, 'segment'>): number {
	return new DataView(segment.bytes).getUint32(checksumByte, true);
}
