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

/**
 * The same bytes, made in parts: between two of them `rest` lets other work run. The content must not change meanwhile. Lists
 * are cut where they are members of the content or of its members.
 */
export async function formatLongJson(
	format: FileFormat,
	content: object,
	rest: () => Promise<void>,
): Promise<Uint8Array> {
	const encoder = new TextEncoder();
	const parts: Uint8Array[] = [];
	let checksum = 0;
	for (const text of toJsonParts(content, 2)) {
		const bytes = encoder.encode(text);
		checksum = crc32(bytes, checksum);
		parts.push(bytes);
		await rest();
	}
	return Buffer.concat([encoder.encode(`${toHeading(format)} ${toHex(checksum)}\n`), ...parts, encoder.encode('\n')]);
}

const entriesPerPart = 10;

/** Texts that make up the JSON of a value. */
function* toJsonParts(value: unknown, depth: number): Generator<string> {
	if (Array.isArray(value)) {
		yield '[';
		for (let from = 0; from < value.length; from += entriesPerPart) {
			const text = JSON.stringify(value.slice(from, from + entriesPerPart)).slice(1, -1);
			yield from === 0 ? text : `,${text}`;
		}
		yield ']';
	} else if (depth > 0 && typeof value === 'object' && value !== null) {
		let separator = '{';
		for (const [name, member] of Object.entries(value)) {
			if (member === undefined) continue;
			yield `${separator}${JSON.stringify(name)}:`;
			yield* toJsonParts(member, depth - 1);
			separator = ',';
		}
		yield separator === '{' ? '{}' : '}';
	} else yield JSON.stringify(value);
}

/** Undefined when there is no file, or its bytes are not what `formatJson` wrote in this format. */
export function parseJson<Content>(
	format: FileFormat,
	bytes: SharedArrayBuffer | Uint8Array | undefined,
): Content | undefined {
	if (bytes === undefined) return undefined;
	const all = bytes instanceof SharedArrayBuffer ? toAllBytes(bytes) : bytes;
	const [, heading, checksum, json] = pattern.exec(Buffer.from(all).toString('utf8')) ?? [];
	if (json === undefined || heading !== toHeading(format) || checksum !== toChecksum(json)) return undefined;
	return JSON.parse(json) as Content;
}

function toHeading({ name, version }: FileFormat): string {
	return `${name} ${version}`;
}

function toChecksum(json: string): string {
	return toHex(crc32(json));
}

function toHex(checksum: number): string {
	return checksum.toString(16).padStart(8, '0');
}
