/**
 * Queries with what is known to be good for them: judgments of people, or clicks of shoppers.
 *
 *     query,docid,rating          one judgment a row: 0 is bad, 3 is usually perfect
 *     query,docid,clicks          how often the item was clicked; 1 where the column is missing
 *     {"query":…,"docid":…,"rating":…}      the same as JSON lines
 *
 * An item is named by its id or by its dfid. The id stands for the item in any index.
 */
import { parseDfid, toItemKey } from '../../domain/item/dfid.ts';
import { isRecord } from '../api-answer.ts';
import { CommandError } from '../command-error.ts';
import { readCsv } from './csv.ts';

export type EvidenceKind = 'judged' | 'clicked';

export interface QuerySet {
	readonly kind: EvidenceKind;
	/** In the order of their first mention; each text once. */
	readonly queries: readonly EvaluatedQuery[];
	/** As they are written, without those that are named by a dfid. */
	readonly itemIds: ReadonlySet<string>;
	/** Pairs of a query and an item that have several ratings: how many, and the first ones. The last rating of each counts. */
	readonly conflicts: { readonly count: number; readonly first: readonly Conflict[] };
}

export interface Conflict {
	readonly query: string;
	readonly item: string;
}

/** As many examples as a person reads. */
export const examplesMax = 3;

export interface EvaluatedQuery {
	readonly text: string;
	/** Grade or number of clicks, by the key of the item (`toItemKey`). */
	readonly evidence: ReadonlyMap<string, number>;
}

export const queriesMax = 5_000;
export const evidenceMax = 1_000_000;
const ratingMax = 10;

/** Collects rows; the same query and item twice: the last judgment counts, clicks add up. */
export interface QuerySetBuilder {
	/** @returns what is wrong; undefined if the row was added. */
	add(query: string, item: string, value: number): string | undefined;
	finish(): QuerySet;
}

export function createQuerySetBuilder(kind: EvidenceKind): QuerySetBuilder {
	const queries = new Map<string, Map<string, number>>();
	const itemIds = new Set<string>();
	const conflicting = new Map<string, Conflict>();
	let pairCount = 0;

	function findProblem(text: string, item: string, value: number): string | undefined {
		if (text === '' || item === '') return 'has no query or no docid';
		if (text.includes('\0') || !text.isWellFormed()) return 'has a query that no shopper can type';
		const problem = findValueProblem(kind, value);
		if (problem !== undefined) return problem;
		if (queries.size === queriesMax && !queries.has(text)) return `is of one query more than ${queriesMax}`;
		return pairCount === evidenceMax ? `is one more than ${evidenceMax}` : undefined;
	}

	return {
		add(query, item, value) {
			const text = query.trim();
			const problem = findProblem(text, item, value);
			if (problem !== undefined) return problem;
			const evidence = queries.get(text) ?? new Map<string, number>();
			const named = parseDfid(item)?.itemKey;
			if (named === undefined) itemIds.add(item);
			const key = named ?? toItemKey(item);
			const known = evidence.get(key);
			const before = kind === 'clicked' ? (known ?? 0) : 0;
			if (kind === 'judged' && known !== undefined && known !== value) {
				conflicting.set(`${key} ${text}`, { query: text, item });
			}
			pairCount += evidence.has(key) ? 0 : 1;
			queries.set(text, evidence.set(key, before + value));
			return undefined;
		},
		finish: () => ({
			kind,
			queries: Array.from(queries, ([text, evidence]) => ({ text, evidence })),
			itemIds,
			conflicts: { count: conflicting.size, first: [...conflicting.values()].slice(0, examplesMax) },
		}),
	};
}

function findValueProblem(kind: EvidenceKind, value: number): string | undefined {
	if (kind === 'clicked') return Number.isSafeInteger(value) && value >= 1 ? undefined : 'has no number of clicks';
	return value >= 0 && value <= ratingMax ? undefined : `has a rating that is not 0 to ${ratingMax}`;
}

/** Parses the text of a file. @throws {CommandError} that names the line. */
export function parseQuerySet(text: string, file: string): QuerySet {
	const set = text.trimStart().startsWith('{') ? parseLines(text, file) : parseTable(text, file);
	if (set.queries.length === 0) throw badFile(file, 'has no queries');
	return set;
}

function parseTable(text: string, file: string): QuerySet {
	let columns: Columns | undefined;
	let builder: QuerySetBuilder | undefined;
	const openLine = readCsv(text, ({ line, fields }) => {
		if (columns === undefined || builder === undefined) {
			columns = readHeader(fields, file);
			builder = createQuerySetBuilder(columns.kind);
			return;
		}
		const { query, item, value } = columns;
		const number = toNumber(value === -1 ? '1' : fields[value]);
		const problem = builder.add(fields[query] ?? '', fields[item]?.trim() ?? '', number);
		if (problem !== undefined) throw badFile(file, `line ${line} ${problem}`);
	});
	if (openLine !== undefined) throw badFile(file, `line ${openLine} has a quote that is not closed`);
	return builder?.finish() ?? createQuerySetBuilder('judged').finish();
}

interface Columns {
	readonly kind: EvidenceKind;
	readonly query: number;
	readonly item: number;
	/** -1 for clicks of which each row is one. */
	readonly value: number;
}

function readHeader(fields: readonly string[], file: string): Columns {
	const names = fields.map((name) => name.trim().toLowerCase());
	const [query, item, rating, clicks] = ['query', 'docid', 'rating', 'clicks'].map((name) => names.indexOf(name)) as [
		number,
		number,
		number,
		number,
	];
	if (query === -1 || item === -1) throw badFile(file, 'has no columns "query" and "docid" in its first line');
	return rating === -1
		? { kind: 'clicked', query, item, value: clicks }
		: { kind: 'judged', query, item, value: rating };
}

function parseLines(text: string, file: string): QuerySet {
	let builder: QuerySetBuilder | undefined;
	let kind: EvidenceKind | undefined;
	for (const [index, line] of text.split('\n').entries()) {
		if (line.trim() === '') continue;
		const record = parseRecord(line);
		if (record === undefined) throw badFile(file, `line ${index + 1} is no JSON object`);
		kind ??= record.rating === undefined ? 'clicked' : 'judged';
		builder ??= createQuerySetBuilder(kind);
		const { query, docid, rating, clicks = 1 } = record;
		const item = typeof docid === 'string' || typeof docid === 'number' ? String(docid) : '';
		const value = toNumber(kind === 'judged' ? rating : clicks);
		const problem = builder.add(typeof query === 'string' ? query : '', item, value);
		if (problem !== undefined) throw badFile(file, `line ${index + 1} ${problem}`);
	}
	return builder?.finish() ?? createQuerySetBuilder('judged').finish();
}

function parseRecord(line: string) {
	try {
		const value: unknown = JSON.parse(line);
		return isRecord(value) ? value : undefined;
	} catch {
		// The caller names the line.
		return undefined;
	}
}

/** `NaN` for anything but a number or a text with one. */
function toNumber(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

function badFile(file: string, problem: string): CommandError {
	return new CommandError('bad_file', `${file} ${problem}`, {
		nextStep: 'write a table with the columns query,docid,rating or query,docid,clicks, or the same as JSON lines',
	});
}
