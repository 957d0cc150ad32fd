/**
 * What belongs to a saved index: one small text file, which is replaced in one step.
 *
 *     vitrine-index 3 9a3f01c2        the version and the CRC-32 of the line below
 *     {"generationId":7,"language":"es","position":"120","segments":[ … ]}
 *
 * It names files by number, with the checksum each must have, so that a file of another save is not accepted.
 */
import { crc32 } from 'node:zlib';
import type { Position } from '../../domain/log/position.ts';

export interface IndexManifest {
	readonly generationId: number;
	/** The language whose rules analysed the texts, see `Analyzer.language`. */
	readonly language: string;
	/** How prices were read from texts, see `toPriceKey`. */
	readonly prices: string;
	/** The owner's overrides of the fields, see `toIndexedText`; absent when there were none. */
	readonly schema?: string;
	/** The segments contain every write up to this one. */
	readonly position: Position;
	/** In which incarnation of the store they were read, see `StoreHistory`; absent for the empty one. */
	readonly incarnation?: string;
	/** The last write of the log when they were read, see `ItemBatch`; absent if it is the position. */
	readonly end?: Position;
	/** No file with this number or a larger one belongs to the index. */
	readonly nextFileNumber: number;
	/** Oldest first. */
	readonly segments: readonly SavedSegment[];
}

export interface SavedSegment {
	readonly number: number;
	/** CRC-32 of the segment, as in its header. */
	readonly checksum: number;
	readonly liveCount: number;
	/** The file of live bits and its CRC-32; null when all documents are live. */
	readonly live: { readonly number: number; readonly checksum: number } | null;
}

/**
 * Incremented when the format of segments or the analysis of texts changes: older indexes are then built again from the
 * store.
 */
export const indexVersion = 12;
export const manifestName = 'manifest';
const linePattern = /^vitrine-index (\d+) ([0-9a-f]{8})\n([^\n]+)\n$/;

export function formatManifest(manifest: IndexManifest): Uint8Array {
	const json = JSON.stringify(manifest);
	const checksum = crc32(json).toString(16).padStart(8, '0');
	return new TextEncoder().encode(`vitrine-index ${indexVersion} ${checksum}\n${json}\n`);
}

/** The manifest, or the problem with the text. A text with a valid checksum was written by `formatManifest`. */
export function parseManifest(bytes: Uint8Array): IndexManifest | { readonly problem: string } {
	const [, version, checksum, json] = linePattern.exec(Buffer.from(bytes).toString('utf8')) ?? [];
	if (json === undefined) return { problem: 'the manifest is no manifest' };
	if (version !== String(indexVersion)) return { problem: `the index has version ${version}, not ${indexVersion}` };
	if (Number.parseInt(checksum as string, 16) !== crc32(json)) return { problem: 'the manifest is damaged' };
	return JSON.parse(json) as IndexManifest;
}

export function toSegmentName(number: number): string {
	return `${number}.segment`;
}

export function toLiveName(number: number): string {
	return `${number}.live`;
}

/** The names of all files of a manifest, including the manifest itself. */
export function listManifestNames({ segments }: IndexManifest): Set<string> {
	const names = segments.flatMap(({ number, live }) => [
		toSegmentName(number),
		...(live === null ? [] : [toLiveName(live.number)]),
	]);
	return new Set([manifestName, ...names]);
}
