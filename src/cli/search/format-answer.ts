/** The result of a search for people: a table of the hits with their usual fields, and the facets below it. */
import { isRecord, type JsonRecord } from '../api-answer.ts';
import { fitText, formatBlock, formatTable, type TableFit } from '../text-table.ts';
import { formatUnderstood } from './format-understood.ts';

interface Column {
	readonly title: string;
	/** Undefined if the hit has no value. */
	readonly toCell: (hit: JsonRecord) => unknown;
}

/** In columns of the terminal. */
const cellWidthMax = 60;

/** Columns that are shown if any hit has a value for them. */
const usualColumns: readonly Column[] = [
	{ title: 'INDEX', toCell: ({ type }) => type },
	{ title: 'ID', toCell: ({ id }) => id },
	{ title: 'TITLE', toCell: ({ title, name }) => title ?? name },
	{ title: 'PRICE', toCell: ({ sale_price: sale, best_price: best, price }) => best ?? sale ?? price },
	{ title: 'BRAND', toCell: ({ brand }) => brand },
	{ title: 'STOCK', toCell: ({ availability, in_stock: inStock, stock }) => availability ?? inStock ?? stock },
];

export interface AnswerFormat {
	/** The columns, if the user chose them. */
	readonly fieldNames: readonly string[] | undefined;
	readonly widthMax: TableFit['widthMax'];
}

export function formatSearchAnswer(answer: JsonRecord, format: AnswerFormat): string {
	const hits = Array.isArray(answer.results) ? answer.results.filter(isRecord) : [];
	const table = hits.length === 0 ? '' : formatHits(hits, format);
	const facets = isRecord(answer.facets) ? formatFacets(answer.facets) : '';
	const understood = Array.isArray(answer.understood) ? formatUnderstood(answer.understood.filter(isRecord)) : '';
	const { corrected_query: corrected } = answer;
	const correction = typeof corrected === 'string' ? `Corrected: ${corrected}\n` : '';
	return [table, formatCounts(answer, hits.length) + correction, understood, facets]
		.filter((part) => part !== '')
		.join('\n');
}

function formatHits(hits: readonly JsonRecord[], { fieldNames, widthMax }: AnswerFormat): string {
	const chosen = fieldNames?.map((name): Column => ({ title: name.toUpperCase(), toCell: (hit) => hit[name] }));
	const columns = chosen ?? usualColumns.filter((column) => isWorthwhile(column, hits));
	const titles = columns.map(({ title }) => title);
	return formatTable(
		titles,
		hits.map((hit) => columns.map(({ toCell }) => shorten(toCell(hit)))),
		{ widthMax, elastic: titles.filter((title) => title !== 'ID') },
	);
}

/** The column of indices is useless if all hits are of the same index. */
function isWorthwhile({ title, toCell }: Column, hits: readonly JsonRecord[]): boolean {
	const cells = hits.map(toCell);
	if (title === 'INDEX') return new Set(cells).size > 1;
	return cells.some((cell) => cell !== undefined && cell !== null);
}

function shorten(cell: unknown): unknown {
	return typeof cell === 'string' ? fitText(cell, cellWidthMax) : cell;
}

function formatCounts({ count, page, results_per_page: perPage, query_name: queryName }: JsonRecord, shown: number) {
	const total = Number(count);
	if (!(total > 0)) return 'Nothing was found.\n';
	const pageCount = Math.max(1, Math.ceil(total / Number(perPage)));
	const results = total === 1 ? '1 result' : `${total} results`;
	return shown === 0
		? `${results}, none of them on page ${page} of ${pageCount} (${queryName}).\n`
		: `${results}, page ${page} of ${pageCount} (${queryName}).\n`;
}

function formatFacets(facets: JsonRecord): string {
	const entries = Object.entries(facets).flatMap(([name, facet]) => {
		const text = isRecord(facet) ? (formatRange(facet.range) ?? formatTerms(facet)) : '';
		return text === '' ? [] : [[name, text] as const];
	});
	return entries.length === 0 ? '' : formatBlock(entries);
}

function formatRange(range: unknown): string | undefined {
	if (!isRecord(range)) return undefined;
	const [bucket] = Array.isArray(range.buckets) ? range.buckets : [];
	const isEmpty = !isRecord(bucket) || bucket.doc_count === 0;
	return isEmpty ? '' : `${range.min} to ${range.max}`;
}

/** Selected values are in brackets. */
function formatTerms({ terms, total }: JsonRecord): string {
	if (!isRecord(terms)) return '';
	const chosen = toItems(terms.selected);
	const isChosen = (name: unknown) => chosen.some((item) => item.name === name);
	const others = toItems(terms.items).filter(({ name }) => !isChosen(name));
	const texts = [
		...chosen.map(({ name, count }) => `[${name}] ${count}`),
		...others.map(({ name, count }) => `${name} ${count}`),
	];
	const valueCount = isRecord(total) ? Number(total.value) : 0;
	const moreCount = valueCount - texts.length;
	return [...texts, ...(moreCount > 0 ? [`${moreCount} more`] : [])].join(', ');
}

function toItems(list: unknown): JsonRecord[] {
	return Array.isArray(list) ? list.filter(isRecord) : [];
}
