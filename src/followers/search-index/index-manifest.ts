/**
 * What belongs to a saved index: one small text file, which is replaced in one step.
 *
 *     vitrine-index 3 9a3f01c2        the version and the CRC-32 of the line below
 *     {"generationId":7,"language":"es","position":"120","segments":[ … ]}
 *
 * It names files by number and says the checksum each must have: a file of another save is not believed.
 */
import { crc32 } from 'node:zlib';
import type { Position } from '../../domain/log/position.ts';

export interface IndexManifest {
	readonly generationId: number;
	/** Whose rules the words were analysed by, see `Analyzer.language`. */
	readonly language: string;
	/** How texts of prices were read, see `toPriceKey`. */
	readonly prices: string;
	/** What the owner said of the fields, see `toIndexedText`; absent when that was nothing. */
	readonly schema?: string;
	/** Every write up to this one is in the segments. */
	readonly position: Position;
	/** No file with this number or a larger one belongs to the index. */
	readonly nextFileNumber: number;
	/** Oldest first. */
	readonly segments: readonly SavedSegment[];
}

export interface SavedSegment {
	readonly number: number;
	/** CRC-32 of the segment as its header has it. */
	readonly checksum: number;
	readonly liveCount: number;
	/** The file of live bits and the CRC-32 of it; null when all documents are live. */
	readonly live: { readonly number: number; readonly checksum: number } | null;
}

/** Changes when the bytes of segments or the analysis of texts do: older indexes are then built anew from the store. */
export const indexVersion = 3;
export const manifestName = 'manifest';
const linePattern = /^vitrine-index (\d+) ([0-9a-f]{8})\n([^\n]+)\n$/;

export function formatManifest(manifest: IndexManifest): Uint8Array {
	const json = JSON.stringify(manifest);
	const checksum = crc32(json).toString(16).padStart(8, '0');
	return new TextEncoder().encode(`vitrine-index ${indexVersion} ${checksum}\n${json}\n`);
}

/** The manifest, or what is wrong with the text. What passes the checksum was written by `formatManifest`. */
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

/** All files of a manifest, itself included. */
export function listManifestNames({ segments }: IndexManifest): Set<string> {
	const names = segments.flatMap(({ number, live }) => [
		toSegmentName(number),
		...(live === null ? [] : [toLiveName(live.number)]),
	]);
	return new Set([manifestName, ...names]);
}
