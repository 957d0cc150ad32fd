/**
 * How is a model saved? In one file, which is replaced in one step:
 *
 *     u32 length of the heading | heading: watermark, search engine, lengths of the parts | part | part | …
 *
 * The heading and every part are snapshots with checksums of their own, so that any damage is noticed. The watermark is
 * the position up to which the log was applied to the model, and behind a blank the incarnation of the store in which it was
 * read (`StoreHistory`), unless that is the empty one.
 */
import { type Position, parsePosition } from '../../domain/log/position.ts';
import { readSnapshot, SnapshotError, writeSnapshot } from '../../recommend/snapshot-bytes.ts';

export interface SavedModel {
	readonly hashid: string;
	readonly position: Position;
	readonly incarnation: string;
	readonly parts: readonly Uint8Array[];
}

const kind = 'model-file';
const version = 2;
const prefixBytes = 4;
const suffix = '.model';

/** The name of the file of a search engine's model. */
export function toModelName(hashid: string): string {
	return hashid + suffix;
}

/** The search engine that a file belongs to; undefined for files that are not models. */
export function readModelName(name: string): string | undefined {
	return /^([0-9a-f]{32})\.model(?:\.tmp)?$/.exec(name)?.[1];
}

/** The parts of the file. */
export function formatSavedModel({ hashid, position, incarnation, parts }: SavedModel): readonly Uint8Array[] {
	const arrays = {
		engine: toCodes(hashid),
		position: toCodes(incarnation === '' ? position : `${position} ${incarnation}`),
		lengths: Float64Array.from(parts, ({ byteLength }) => byteLength),
	};
	const heading = writeSnapshot({ kind, version, numbers: [], arrays });
	const prefix = new Uint8Array(prefixBytes);
	new DataView(prefix.buffer).setUint32(0, heading.byteLength, true);
	return [prefix, heading, ...parts];
}

/** @throws SnapshotError when the bytes are not the whole file of this search engine. The parts are not checked. */
export function parseSavedModel(hashid: string, bytes: Uint8Array): SavedModel {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const headingBytes = bytes.byteLength < prefixBytes ? 0 : view.getUint32(0, true);
	let at = prefixBytes + headingBytes;
	const { arrays } = readSnapshot(bytes.subarray(prefixBytes, at), {
		kind,
		version,
		numberCount: 0,
		arrays: { engine: Int32Array, position: Int32Array, lengths: Float64Array },
	});
	if (fromCodes(arrays.engine) !== hashid) throw new SnapshotError('it is of another search engine');
	const parts = Array.from(arrays.lengths, (length) => {
		at += length;
		return bytes.subarray(at - length, at);
	});
	if (at !== bytes.byteLength) throw new SnapshotError('the file has not the length that it should have');
	const [written = '', incarnation = ''] = fromCodes(arrays.position).split(' ');
	const position = parsePosition(written);
	if (position === undefined) throw new SnapshotError('its position in the log is none');
	return { hashid, position, incarnation, parts };
}

function toCodes(text: string): Int32Array<ArrayBuffer> {
	return Int32Array.from(Buffer.from(text));
}

function fromCodes(codes: Int32Array): string {
	return String.fromCharCode(...codes);
}
