/**
 * Small text files that are replaced in one step, and are read only if they are whole and of this version:
 *
 *     vitrine-queries 3 9a3f01c2                      name, version and the CRC-32 of the line below
 *     {"position":"120","engines":[ … ]}
 */
import { crc32 } from 'node:zlib';
import { toAllBytes } from '../../lib/shared-bytes.ts';

export interface FileFormat {
	readonly name: string;
	readonly version: number;
}

const pattern = /^(\S+ \d+) ([0-9a-f]{8})\n([^\n]+)\n$/;

export function formatJson(format: FileFormat, content: unknown): Uint8Array {
	const json = JSON.stringify(content);
	return new TextEncoder().encode(`${toHeading(format)} ${toChecksum(json)}\n${json}\n`);
}

/** Undefined when there is no file, or its bytes are not what `formatJson` wrote in this format. */
export function parseJson<Content>(format: FileFormat, bytes: SharedArrayBuffer | undefined): Content | undefined {
	if (bytes === undefined) return undefined;
	const [, heading, checksum, json] = pattern.exec(Buffer.from(toAllBytes(bytes)).toString('utf8')) ?? [];
	if (json === undefined || heading !== toHeading(format) || checksum !== toChecksum(json)) return undefined;
	return JSON.parse(json) as Content;
}

function toHeading({ name, version }: FileFormat): string {
	return `${name} ${version}`;
}

function toChecksum(json: string): string {
	return crc32(json).toString(16).padStart(8, '0');
}
