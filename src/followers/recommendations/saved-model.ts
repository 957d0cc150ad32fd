/**
 * How is a model kept on disk? One file, which is replaced in one step:
 *
 *     u32 length of the heading | heading: watermark, search engine, lengths of the parts | part | part | …
 *
 * The heading and every part are snapshots with a checksum of their own, so no damage passes unseen. The watermark is the
 * serial of the last event that the model was given.
 */
import { readSnapshot, SnapshotError, writeSnapshot } from '../../recommend/snapshot-bytes.ts';

export interface SavedModel {
	readonly hashid: string;
	readonly serial: number;
	readonly parts: readonly Uint8Array[];
}

const kind = 'model-file';
const version = 1;
const prefixBytes = 4;
const suffix = '.model';

/** The name of the file of a search engine's model. */
export function toModelName(hashid: string): string {
	return hashid + suffix;
}

/** The search engine that a file belongs to; undefined for files that are no models. */
export function readModelName(name: string): string | undefined {
	return /^([0-9a-f]{32})\.model(?:\.tmp)?$/.exec(name)?.[1];
}

/** The pieces of the file. */
export function formatSavedModel({ hashid, serial, parts }: SavedModel): readonly Uint8Array[] {
	const arrays = { engine: toEngineArray(hashid), lengths: Float64Array.from(parts, ({ byteLength }) => byteLength) };
	const heading = writeSnapshot({ kind, version, numbers: [serial], arrays });
	const prefix = new Uint8Array(prefixBytes);
	new DataView(prefix.buffer).setUint32(0, heading.byteLength, true);
	return [prefix, heading, ...parts];
}

/** @throws SnapshotError when the bytes are not the whole file of this search engine. Parts are not looked into. */
export function parseSavedModel(hashid: string, bytes: Uint8Array): SavedModel {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const headingBytes = bytes.byteLength < prefixBytes ? 0 : view.getUint32(0, true);
	let at = prefixBytes + headingBytes;
	const { numbers, arrays } = readSnapshot(bytes.subarray(prefixBytes, at), {
		kind,
		version,
		numberCount: 1,
		arrays: { engine: Int32Array, lengths: Float64Array },
	});
	if (arrays.engine.join() !== toEngineArray(hashid).join()) throw new SnapshotError('it is of another search engine');
	const parts = Array.from(arrays.lengths, (length) => {
		at += length;
		return bytes.subarray(at - length, at);
	});
	if (at !== bytes.byteLength) throw new SnapshotError('the file has not the length that it should have');
	return { hashid, serial: numbers[0] ?? 0, parts };
}

function toEngineArray(hashid: string): Int32Array<ArrayBuffer> {
	return Int32Array.from(Buffer.from(hashid));
}
