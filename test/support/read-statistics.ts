/** All rows of facts of a search engine, with texts instead of numbers, as `recountStatistics` has them. */
import { parseItemName, toNamedText } from '../../src/domain/statistics/fact-name.ts';
import {
	attemptCodes,
	deviceCodes,
	type FactTable,
	type FactTableName,
	factTables,
	originCodes,
	sourceCodes,
} from '../../src/domain/statistics/fact-table.ts';
import { hash53 } from '../../src/lib/text-hash.ts';
import type { FactPart, StatisticsReads } from '../../src/ports/statistics-repository.ts';
import { openFacts } from '../../src/statistics/fact-part.ts';
import { type CountedRows, formatRow } from './recount-statistics.ts';

const codes: Readonly<Record<string, readonly string[]>> = {
	device: deviceCodes,
	source: sourceCodes,
	attempt: attemptCodes,
	origin: originCodes,
};
const bytesMax = 50_000;

interface Texts {
	readonly names: ReadonlyMap<number, string>;
	readonly people: ReadonlyMap<number, string>;
}

/** @param people sessions and users that there may be: rows have their hashes. */
export async function readStatistics(
	statistics: StatisticsReads,
	hashid: string,
	people: readonly string[],
): Promise<CountedRows> {
	const build = await statistics.findBuild(hashid);
	const rows = new Map<string, Record<string, bigint>>();
	if (build === undefined) return rows;
	const hashes = new Map([[0, ''], ...people.map((text) => [hash53(text), text] as const)]);
	const texts = { names: await readNames(statistics, build.id), people: hashes };
	for (const table of Object.keys(factTables) as FactTableName[]) {
		const range = { buildId: build.id, table, lastDay: 100_000, bytesMax };
		for (let firstDay: number | null = -1; firstDay !== null; ) {
			const batch = await statistics.listParts({ ...range, firstDay });
			for (const part of batch.parts) addPart(rows, { table, ...part, texts });
			firstDay = batch.nextDay;
		}
	}
	return new Map([...rows].filter(([, row]) => Object.values(row).some((value) => value !== 0n)));
}

type NamedPart = FactPart & { readonly table: FactTableName; readonly texts: Texts };

function addPart(rows: Map<string, Record<string, bigint>>, { table, day, bytes, texts }: NamedPart): void {
	const { dimensions, measures }: FactTable = factTables[table];
	const { rowCount, columns } = openFacts(table, bytes);
	const values = columns as Readonly<Record<string, ArrayLike<number | bigint>>>;
	for (let at = 0; at < rowCount; at++) {
		const told = Object.entries(dimensions).map(([name, kind]) => [
			name,
			toValue(name, kind, { value: Number(values[name]?.[at]), texts }),
		]);
		const key = formatRow(table, { day, ...Object.fromEntries(told) });
		const row = rows.get(key) ?? {};
		for (const measure of Object.keys(measures)) {
			row[measure] = (row[measure] ?? 0n) + BigInt(values[measure]?.[at] ?? 0);
		}
		rows.set(key, row);
	}
}

function toValue(
	name: string,
	kind: string,
	{ value, texts }: { readonly value: number; readonly texts: Texts },
): string | number {
	if (kind === 'hash') return texts.people.get(value) ?? `unknown ${value}`;
	if (kind === 'name') return value === 0 ? '' : toText(texts.names.get(value) ?? '?');
	return codes[name]?.[value] ?? value;
}

async function readNames(statistics: StatisticsReads, buildId: number): Promise<ReadonlyMap<number, string>> {
	const ids = Array.from({ length: 20_000 }, (_, index) => index + 1);
	return statistics.findNames(buildId, ids);
}

function toText(name: string): string {
	if (name.startsWith('q')) return name;
	if (name.startsWith('b')) return `range ${toNamedText(name)}`;
	if (!name.startsWith('i')) return toNamedText(name);
	const { indexName, itemKey } = parseItemName(name);
	return `${indexName} ${itemKey}`;
}

/** Rows as texts in an order of their own, without measures that are 0. */
export function listRows(rows: CountedRows): string[] {
	return [...rows]
		.map(([key, row]) => {
			const measures = Object.entries(row).filter(([, value]) => value !== 0n);
			return `${key}: ${measures
				.map(([name, value]) => `${name} ${value}`)
				.sort()
				.join(', ')}`;
		})
		.sort();
}
