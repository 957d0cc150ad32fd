/** Records rejections: the first ones on the terminal, all of them in a file, a bounded number in memory. */
import type { EntryPosition } from '../../ingest/raw-entry.ts';
import type { RejectionLimit } from '../../ingest/rejection-limit.ts';
import type { TextOutput } from '../command.ts';
import { stripControls } from '../text-table.ts';

/** How many are shown on the terminal, which a completely wrong feed would flood. */
export const shownMax = 20;
/** How many are kept for the JSON summary. */
export const keptMax = 10_000;

/** An entry of the file that is not in the index. */
export interface Rejection extends EntryPosition {
	/** The item's id, if it could be read. */
	readonly id?: string | undefined;
	readonly reason: string;
}

export interface RejectionLog {
	add(rejection: Rejection): void;
	readonly count: number;
	/** The first of them, at most `keptMax`. */
	readonly kept: readonly RejectionRecord[];
}

/** As written in the JSON summary and in the lines of `--rejects`. */
export interface RejectionRecord extends EntryPosition {
	readonly id: string | null;
	readonly reason: string;
}

export interface RejectionOutputs {
	/** Gets the first ones as text. */
	readonly shown: TextOutput | undefined;
	/** Gets each one as a line of JSON. */
	readonly file: Pick<TextOutput, 'write'> | undefined;
}

export function createRejectionLog({ shown, file }: RejectionOutputs): RejectionLog {
	const kept: RejectionRecord[] = [];
	let count = 0;
	return {
		add({ line, entry, id, reason }) {
			count += 1;
			const position = entry === undefined ? { line } : { line, entry };
			const record = { ...position, id: id ?? null, reason };
			if (count <= keptMax) kept.push(record);
			file?.write(`${JSON.stringify(record)}\n`);
			if (count > shownMax) return;
			const where = entry === undefined ? `line ${line}` : `line ${line}, entry ${entry}`;
			const name = id === undefined ? where : `${where}, item ${JSON.stringify(id)}`;
			shown?.write(`${stripControls(`${name}: ${reason}`)}\n`);
		},
		get count() {
			return count;
		},
		kept,
	};
}

/** `12` or `5%`; undefined for anything else. */
export function parseRejectionLimit(text: string): RejectionLimit | undefined {
	const match = /^(\d{1,9}(?:\.\d{1,3})?)(%?)$/.exec(text);
	if (match === null) return undefined;
	const value = Number(match[1]);
	if (match[2] === '%') return value <= 100 ? { ratio: value / 100 } : undefined;
	return Number.isInteger(value) ? { count: value } : undefined;
}

export function formatRejectionLimit(limit: RejectionLimit): string {
	return 'count' in limit ? String(limit.count) : `${Math.round(limit.ratio * 1e5) / 1e3} %`;
}
