/**
 * Copies all rows of one store to another, and compares both afterwards.
 *
 *     rows, page by page ──► digests of both ──► a store
 *
 * Each page is a transaction that notes how far the copy is, so after a kill it goes on there.
 */
import type { StoreSource, StoreTarget } from '../../adapters/sql/carried-rows.ts';
import { carriedTables } from '../../adapters/sql/carried-tables.ts';
import type { NoteProgress } from '../backup/backup-work.ts';
import { digestStore, findDifference, type StoreDigest } from './digest-store.ts';
import { MigrationError } from './store-end.ts';

export interface CopyOptions {
	readonly source: StoreSource;
	readonly target: StoreTarget;
	/** Of the server key. */
	readonly fingerprint: string;
	readonly noteProgress: NoteProgress;
}

/** Follows the last table. */
const tablesEnd = '';

/** A row is copied once, and read twice to be compared. */
const readingsOfRow = 3;

/** @returns what is in both. @throws {MigrationError} */
export async function copyStore({ source, target, fingerprint, noteProgress }: CopyOptions): Promise<StoreDigest> {
	const state = await describeState(source);
	checkProgress(target, state.text);
	await checkColumns(source, target);
	let done = 0;
	const noteRows = (rows: number) => {
		done += rows;
		noteProgress(Math.min(1, done / Math.max(1, readingsOfRow * state.rows)));
	};
	await copyRows({ source, target, noteRows, state: state.text });
	const copied = await digestStore(target, noteRows);
	const original = await digestStore(source, noteRows);
	const difference = findDifference(original, copied);
	if (difference !== undefined) {
		throw new MigrationError(`the copy is not what was read: ${difference}; ${advice}`);
	}
	await target.finish(await source.readLastNumbers(), fingerprint);
	return original;
}

const advice = 'empty the target, and begin again';

/** Two equal texts: most probably, nothing has changed in between. The comparison at the end would find the rest. */
async function describeState(source: StoreSource): Promise<{ readonly text: string; readonly rows: number }> {
	const counts = [];
	for (const table of carriedTables) counts.push(await source.countRows(table));
	const text = JSON.stringify([counts, Object.entries(await source.readLastNumbers()).sort()]);
	return { text, rows: counts.reduce((sum, count) => sum + count, 0) };
}

function checkProgress({ progress }: StoreTarget, state: string): void {
	if (progress === undefined || progress.source === state) return;
	throw new MigrationError(
		`the target has rows of another store, or of this one as it was before something was written to it: ${advice}`,
	);
}

/** Of one version, both have the same columns. */
async function checkColumns(source: StoreSource, target: StoreTarget): Promise<void> {
	for (const table of carriedTables) {
		const [own, other] = [await source.listColumns(table), await target.listColumns(table)];
		if (own.join() === other.join()) continue;
		throw new MigrationError(`${table.name} has the columns ${own.join()} here and ${other.join()} there`);
	}
}

interface RowCopy extends Pick<CopyOptions, 'source' | 'target'> {
	readonly noteRows: (rows: number) => void;
	readonly state: string;
}

async function copyRows({ source, target, noteRows, state }: RowCopy): Promise<void> {
	const names = [...carriedTables.map(({ name }) => name), tablesEnd];
	const begun = target.progress ?? { table: names[0], after: undefined };
	for (const [index, table] of carriedTables.entries()) {
		if (index < names.indexOf(begun.table ?? tablesEnd)) continue;
		let after = table.name === begun.table ? begun.after : undefined;
		do {
			const { rows, next } = await source.readPage(table, after);
			const following = names[index + (next === undefined ? 1 : 0)] ?? tablesEnd;
			await target.append(table, rows, { source: state, table: following, after: next });
			noteRows(rows.length);
			after = next;
		} while (after !== undefined);
	}
}
