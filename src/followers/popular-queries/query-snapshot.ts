/**
 * The snapshot of popular queries: one small text file, which is replaced in one step. If it is missing or damaged,
 * the log of events is read again from its beginning.
 *
 *     vitrine-queries 3 9a3f01c2                      the version and the CRC-32 of the line below
 *     {"position":"120","engines":[["ab…",[…]],…],"recounted":[]}
 */
import { crc32 } from 'node:zlib';
import type { Position } from '../../domain/log/position.ts';
import type { PastQueryRow } from '../../fulltext/suggest/past-queries.ts';
import { temporarySuffix } from '../runtime/durable-files.ts';

export interface QuerySnapshot {
	/** Every event up to this one is counted. */
	readonly position: Position;
	readonly engines: readonly (readonly [hashid: string, rows: readonly PastQueryRow[]])[];
	/** Engines that must be counted from the beginning of the log; they are not among `engines`. */
	readonly recounted: readonly string[];
}

export const queriesName = 'queries';
/** Whether a file of this name is the snapshot or its temporary file. */
export function isQueriesFile(name: string): boolean {
	return name === queriesName || name === queriesName + temporarySuffix;
}

const version = 3;
const linePattern = /^vitrine-queries (\d+) ([0-9a-f]{8})\n([^\n]+)\n$/;

export function formatQueries(snapshot: QuerySnapshot): Uint8Array {
	const json = JSON.stringify(snapshot);
	const checksum = crc32(json).toString(16).padStart(8, '0');
	return new TextEncoder().encode(`vitrine-queries ${version} ${checksum}\n${json}\n`);
}

/** Undefined when the bytes are not what `formatQueries` wrote in this version. */
export function parseQueries(bytes: Uint8Array): QuerySnapshot | undefined {
	const [, writtenVersion, checksum, json] = linePattern.exec(Buffer.from(bytes).toString('utf8')) ?? [];
	if (json === undefined || writtenVersion !== String(version)) return undefined;
	return Number.parseInt(checksum as string, 16) === crc32(json) ? (JSON.parse(json) as QuerySnapshot) : undefined;
}
