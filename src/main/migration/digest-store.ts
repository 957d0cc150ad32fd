/** What a store has: how many rows of each table and of each generation, and a SHA-256 over all that is in them. */
import { createHash, type Hash } from 'node:crypto';
import type { CarriedRow, RowReader } from '../../adapters/sql/carried-rows.ts';
import { type CarriedTable, carriedTables } from '../../adapters/sql/carried-tables.ts';

export interface RowsDigest {
	readonly rows: number;
	/** In hexadecimal digits, over the rows in the order of their keys. */
	readonly sha256: string;
}

export interface StoreDigest {
	readonly tables: Readonly<Record<string, RowsDigest>>;
	/** The rows of `item`, by the id of the generation. */
	readonly generations: Readonly<Record<string, RowsDigest>>;
}

export async function digestStore(reader: RowReader, noteRows: (rows: number) => void): Promise<StoreDigest> {
	const tables: Record<string, RowsDigest> = {};
	const generations: Record<string, RowsDigest> = {};
	for (const table of carriedTables) {
		const whole = startDigest();
		const parts = new Map<string, Digest>();
		for await (const row of readRows(reader, table, noteRows)) {
			const text = toText(row);
			whole.add(text);
			if (table.name !== 'item') continue;
			const generation = String(row.generation_id);
			const part = parts.get(generation) ?? startDigest();
			parts.set(generation, part);
			part.add(text);
		}
		tables[table.name] = whole.end();
		for (const [generation, part] of parts) generations[generation] = part.end();
	}
	return { tables, generations };
}

/** @returns in words the first part that is not in both. */
export function findDifference(one: StoreDigest, other: StoreDigest): string | undefined {
	const parts = (digest: StoreDigest) =>
		new Map([
			...Object.entries(digest.generations).map(([id, part]) => [`generation ${id}`, part] as const),
			...Object.entries(digest.tables).map(([name, part]) => [`table ${name}`, part] as const),
		]);
	const [ours, theirs] = [parts(one), parts(other)];
	for (const name of new Set([...ours.keys(), ...theirs.keys()])) {
		const [a, b] = [ours.get(name), theirs.get(name)];
		if (a?.rows !== b?.rows) return `${name} has ${a?.rows ?? 0} rows there and ${b?.rows ?? 0} rows here`;
		if (a?.sha256 !== b?.sha256) return `${name} has as many rows, but not the same`;
	}
	return undefined;
}

async function* readRows(
	reader: RowReader,
	table: CarriedTable,
	noteRows: (rows: number) => void,
): AsyncGenerator<CarriedRow> {
	let after: Awaited<ReturnType<RowReader['readPage']>>['next'];
	do {
		const { rows, next } = await reader.readPage(table, after);
		yield* rows;
		noteRows(rows.length);
		after = next;
	} while (after !== undefined);
}

/** Columns are in one order, whatever the store's. */
function toText(row: CarriedRow): string {
	const columns = Object.keys(row).sort();
	return JSON.stringify(
		columns.map((column) => {
			const value = row[column];
			return value instanceof Uint8Array ? [Buffer.from(value).toString('hex')] : value;
		}),
	);
}

interface Digest {
	add(text: string): void;
	end(): RowsDigest;
}

function startDigest(): Digest {
	const hash: Hash = createHash('sha256');
	let rows = 0;
	return {
		add(text) {
			rows += 1;
			hash.update(text).update('\n');
		},
		end: () => ({ rows, sha256: hash.digest('hex') }),
	};
}
