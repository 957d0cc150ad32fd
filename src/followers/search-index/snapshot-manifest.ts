/**
 * What is a snapshot of a search index? The files of its checkpoint, cut into chunks that are named by their content, and a
 * manifest that names them, which is written last. What an earlier snapshot had, too, is there already.
 *
 *     DATABASE/7/manifest      vitrine-snapshot 1 9a3f01c2
 *                              {"generationId":7, … "files":[{"name":"4.segment","byteCount":5000000,"chunks":["ab…","3c…"]}, … ]}
 *     DATABASE/7/ab31…         4 MB
 *     DATABASE/7/3c07…         the rest
 *
 * Whatever is read from there may be damaged, or come from somebody else: names are matched, sizes are bounded, and each chunk
 * has to have the content that it is named by.
 */
import { formatJson, parseJson } from '../runtime/checksummed-json.ts';
import { manifestName } from './index-manifest.ts';

export interface SnapshotManifest {
	/** Of the store, see `StoreReads.readIdentity`. */
	readonly database: string;
	readonly generationId: number;
	/** See there: a program of another version cannot use the files. */
	readonly indexVersion: number;
	/** The node that published it, and does so again, by the name under which it follows the store. */
	readonly publisher: string;
	/** That of the index's own manifest is the first. */
	readonly files: readonly SnapshotFile[];
}

export interface SnapshotFile {
	readonly name: string;
	readonly byteCount: number;
	/** SHA-256 of each chunk in hex digits, in the order of the file. */
	readonly chunks: readonly string[];
}

/** The name under which the publisher notes in the store how far each snapshot is: tombstones behind it are kept. */
export const snapshotFollower = 'snapshots';
/** Of all chunks of a file but the last. */
export const chunkBytes = 4 * 1024 * 1024;
/** Names some 60,000 chunks, which are 240 GB. */
export const snapshotManifestBytesMax = 8 * 1024 * 1024;
const filesMax = 10_000;
const format = { name: 'vitrine-snapshot', version: 1 };
const fileNamePattern = /^(?:manifest|[1-9]\d{0,14}\.(?:segment|live))$/;
export const chunkNamePattern = /^[0-9a-f]{64}$/;

/** The beginning of the names of all objects of a generation. */
export function toSnapshotFolder(database: string, generationId: number): string {
	return `${database}/${generationId}/`;
}

export function formatSnapshot(manifest: SnapshotManifest): Uint8Array<ArrayBuffer> {
	return new Uint8Array(formatJson(format, manifest));
}

/** @returns undefined for bytes that are no whole manifest of this version. */
export function parseSnapshot(bytes: Uint8Array): SnapshotManifest | undefined {
	const content = parseJson<Partial<SnapshotManifest>>(format, bytes);
	if (typeof content !== 'object' || content === null) return undefined;
	const { database, generationId, indexVersion, publisher = '', files } = content;
	if (typeof database !== 'string' || typeof publisher !== 'string' || !Number.isSafeInteger(generationId))
		return undefined;
	if (!Number.isSafeInteger(indexVersion) || !Array.isArray(files) || files.length > filesMax) return undefined;
	const names = new Set(files.map((file) => file?.name));
	if (!files.every(isFile) || names.size !== files.length || files[0]?.name !== manifestName) return undefined;
	return { database, generationId: Number(generationId), indexVersion: Number(indexVersion), publisher, files };
}

function isFile(file: Partial<SnapshotFile> | null): file is SnapshotFile {
	if (typeof file !== 'object' || file === null) return false;
	const { name, byteCount, chunks } = file;
	if (typeof name !== 'string' || !fileNamePattern.test(name) || !Array.isArray(chunks)) return false;
	if (!Number.isSafeInteger(byteCount) || Number(byteCount) < 0) return false;
	const areNamed = chunks.every((chunk) => typeof chunk === 'string' && chunkNamePattern.test(chunk));
	return areNamed && chunks.length === Math.ceil(Number(byteCount) / chunkBytes);
}

export function countBytes({ files }: Pick<SnapshotManifest, 'files'>): number {
	return files.reduce((sum, { byteCount }) => sum + byteCount, 0);
}

/** @param index of a chunk of the file */
export function toChunkLength({ byteCount }: Pick<SnapshotFile, 'byteCount'>, index: number): number {
	return Math.min(chunkBytes, byteCount - index * chunkBytes);
}

/** The name of a chunk. */
export async function hashChunk(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}
