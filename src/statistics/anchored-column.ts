/**
 * Columns in runs or steps: the values of some rows are stored, the anchors, and the others follow from the row before.
 *
 *     rows      0  1  2  3  4  5             0  1  2  3  4  5
 *     values    7  7  7  9  9  2             3  5  5  260  300  301
 *     anchors   7        9     2             3
 *     steps     –                            ·  2  0  255  40   1
 */
import {
	align,
	type ColumnBytes,
	type EncodedColumn,
	findAtLeast,
	type OpenedColumn,
	type RowRange,
	toReader,
	toWidth,
	viewColumn,
} from './column-bytes.ts';

/** The code of such a column is one of these, to which the width of the anchors is added. */
export const runsCode = 128;
export const stepsCode = 192;

export type AnchoredKind = 'runs' | 'steps';

/** Any block of rows is read from the anchor before it; a power of 2. */
const anchorRowsMax = 4_096;
const stepMax = 0xff;
const headBytes = 8;

/** How many bytes a column would take. O(rows). @param width of its values */
export function countAnchoredBytes(values: Float64Array, kind: AnchoredKind, width: number): number {
	return countBytes(countAnchors(values, kind), { kind, width, rowCount: values.length });
}

function countAnchors(values: Float64Array, kind: AnchoredKind): number {
	const greatest = kind === 'runs' ? 0 : stepMax;
	let count = kind === 'runs' ? 1 : Math.ceil(values.length / anchorRowsMax);
	let before = values[0] as number;
	for (let row = 1; row < values.length; row++) {
		const value = values[row] as number;
		const step = value - before;
		before = value;
		if ((step < 0 || step > greatest) && (kind === 'runs' || row % anchorRowsMax !== 0)) count += 1;
	}
	return count;
}

interface Sizes {
	readonly kind: AnchoredKind;
	readonly width: number;
	readonly rowCount: number;
}

function countBytes(anchorCount: number, { kind, width, rowCount }: Sizes): number {
	const anchorBytes = align(4 * anchorCount) + align(toWidth(width).bytes * anchorCount);
	return headBytes + anchorBytes + (kind === 'steps' ? align(rowCount) : 0);
}

export function encodeAnchored(values: Float64Array, kind: AnchoredKind, width: number): EncodedColumn {
	const anchorCount = countAnchors(values, kind);
	const byteCount = countBytes(anchorCount, { kind, width, rowCount: values.length });
	return {
		code: (kind === 'runs' ? runsCode : stepsCode) + width,
		byteCount,
		writeTo({ buffer, byteOffset }) {
			new DataView(buffer, byteOffset, headBytes).setUint32(0, anchorCount, true);
			const rows = new Uint32Array(buffer, byteOffset + headBytes, anchorCount);
			const afterRows = byteOffset + headBytes + align(4 * anchorCount);
			const anchors = viewColumn({ buffer, byteOffset: afterRows }, width, anchorCount);
			const hasSteps = kind === 'steps';
			const first = byteOffset + byteCount - align(values.length);
			const byteSteps = hasSteps ? new Uint8Array(buffer, first, values.length) : undefined;
			let at = 0;
			for (let row = 0; row < values.length; row++) {
				const value = values[row] as number;
				const step = row === 0 ? -1 : value - (values[row - 1] as number);
				const isStep = step >= 0 && step <= (hasSteps ? stepMax : 0);
				if (isStep && !(hasSteps && row % anchorRowsMax === 0)) {
					if (byteSteps !== undefined) byteSteps[row] = step;
					continue;
				}
				rows[at] = row;
				anchors[at] = value;
				at += 1;
			}
		},
	};
}

export function openAnchored(
	{ buffer, byteOffset, byteLength }: ColumnBytes & { readonly byteLength: number },
	code: number,
	rowCount: number,
): OpenedColumn {
	const hasSteps = code >= stepsCode;
	const width = code - (hasSteps ? stepsCode : runsCode);
	const isWhole = byteLength >= headBytes;
	const count = isWhole ? new DataView(buffer, byteOffset, byteLength).getUint32(0, true) : 0;
	const afterRows = headBytes + align(4 * count);
	const afterValues = afterRows + align(count * toWidth(width).bytes);
	return {
		byteCount: afterValues + (hasSteps ? align(rowCount) : 0),
		open() {
			const rows = new Uint32Array(buffer, byteOffset + headBytes, count);
			const view = viewColumn({ buffer, byteOffset: byteOffset + afterRows }, width, count);
			const values = new Float64Array(view as Float64Array);
			const byteSteps = hasSteps ? new Uint8Array(buffer, byteOffset + afterValues, rowCount) : undefined;
			const copy = (to: Float64Array, range: RowRange): void => copyAnchored(to, range, { rows, values, byteSteps });
			return toReader(copy, rowCount);
		},
	};
}

interface Anchored {
	readonly rows: Uint32Array;
	readonly values: Float64Array;
	/** Undefined: all are 0. */
	readonly byteSteps: Uint8Array | undefined;
}

function copyAnchored(to: Float64Array, range: RowRange, { rows, values, byteSteps }: Anchored): void {
	if (range.from >= range.to) return;
	for (let at = findAtLeast(rows, range.from + 1) - 1; at < rows.length; at++) {
		const anchor = rows[at] as number;
		if (anchor >= range.to) return;
		const end = Math.min(range.to, rows[at + 1] ?? range.to);
		const first = Math.max(anchor, range.from);
		let value = values[at] as number;
		if (byteSteps === undefined) {
			to.fill(value, first - range.from, end - range.from);
			continue;
		}
		for (let row = anchor + 1; row <= first; row++) value += byteSteps[row] as number;
		to[first - range.from] = value;
		for (let row = first + 1; row < end; row++) {
			value += byteSteps[row] as number;
			to[row - range.from] = value;
		}
	}
}
