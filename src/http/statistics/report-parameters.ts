/** The parameters of reports: how the document shows them, and how they are read. Names of the wire end here. */
import { type TSchema, Type } from 'typebox';
import { type UsageType, usageTypes } from '../../app/statistics/counted-calls.ts';
import {
	type ReportOptions,
	type ReportRequest,
	type RequestedIndex,
	rowsDefault,
	rowsLimit,
} from '../../app/statistics/report-request.ts';
import { dfidPattern, parseDfid } from '../../domain/item/dfid.ts';
import { hashidPattern, indicesPerSearchEngineMax } from '../../domain/search-engine/search-engine.ts';
import { attemptCodes } from '../../domain/statistics/fact-table.ts';
import { parsePeriod, periodDaysMax, timeZoneDefault } from '../../domain/statistics/period.ts';
import { FailureError, failField, unwrap } from '../../lib/failure.ts';
import { listEntries, listMembers, listTexts, type ParameterNode, readText } from '../server/parameter-node.ts';
import { hashidExample } from '../shared/example-ids.ts';

const devices = ['desktop', 'mobile'] as const;
const sources = ['voice', 'image', 'visually_similar'] as const;
const metrics = ['brand', 'categories'] as const;
const directions = ['rising', 'falling'] as const;
const formats = ['json', 'csv'] as const;
const comparisons = ['previous'] as const;
/** What is clicked, on the wire, and as it is counted; of the last two there is nothing yet. */
const productTypes = {
	search: ['search'],
	category_page: ['category_page'],
	banner: ['banner'],
	custom_result: ['custom_result'],
	recommendation: ['recommendation'],
	quizz: [],
	aichat: [],
} as const satisfies Readonly<Record<string, ReportOptions['origins']>>;
const valuesMax = 100;
const textLengthMax = 512;

const hashid = Type.Array(Type.String({ pattern: hashidPattern.source, examples: [hashidExample] }));
const optional = Type.Optional;

/** All that there are, as the document shows them. */
export const parameterSchemas = {
	from: Type.String({
		description: `First day, as 20260301 or 2026-03-01, or a moment as Unix time in seconds or milliseconds`,
		examples: ['20260301'],
	}),
	to: Type.String({ description: `Last day, or last moment; at most ${periodDaysMax} days`, examples: ['20260331'] }),
	tz: optional(
		Type.String({ default: timeZoneDefault, description: 'Days are those of this zone', examples: ['Europe/Madrid'] }),
	),
	'hashids[]': optional({ ...hashid, description: 'Search engines; left out: all of the account' }),
	'hashid[]': optional({ ...hashid, deprecated: true, description: 'The same' }),
	format: optional(Type.Enum([...formats], { default: 'json' })),
	aggregate: optional(
		Type.Boolean({ default: true, description: 'False: rows of each search engine, with its `hashid`' }),
	),
	compare: optional(Type.Enum([...comparisons], { description: 'Adds the period of equal length before' })),
	device: optional(Type.Enum([...devices])),
	'indices[]': optional(
		Type.Array(Type.String(), {
			description: 'Names of indices; by hand also `indices[0][name]=product&indices[0][hashid]=…`',
		}),
	),
	query: optional(Type.String({ description: 'Only of this query, without regard to case and blanks' })),
	dfid: optional(Type.String({ pattern: dfidPattern.source, description: 'Only of this item' })),
	'query_name[]': optional(Type.Array(Type.Enum([...attemptCodes]))),
	source: optional(Type.Enum([...sources])),
	total_hits: optional(Type.Integer({ minimum: 0, description: 'Only searches with so many hits' })),
	exclude: optional(
		Type.Object(
			{ total_hits: Type.Optional(Type.Integer({ minimum: 0 })) },
			{ description: '`exclude[total_hits]=0`: no searches with so many hits', examples: [{}] },
		),
	),
	no_results: optional(Type.Boolean({ default: false, description: 'Only what never found anything' })),
	opportunities: optional(
		Type.Boolean({ default: false, description: 'Only queries that never found anything as they were written' }),
	),
	'product_type[]': optional(Type.Array(Type.Enum(Object.keys(productTypes)))),
	id: optional(Type.Integer({ minimum: 0, description: "The shop's own number" })),
	'facet[]': optional(Type.Array(Type.String(), { description: 'Names of fields' })),
	metric: optional(Type.Enum([...metrics], { default: 'brand' })),
	direction: optional(Type.Enum([...directions], { default: 'rising' })),
	sector: optional(Type.String({ description: 'As search engines have it', examples: ['fashion'] })),
	type: optional(Type.Enum(Object.keys(usageTypes), { default: 'search', description: 'Which calls' })),
	account_code: optional(Type.String({ description: 'Id of your own account' })),
	limit: optional(Type.Integer({ minimum: 1, maximum: rowsLimit, default: rowsDefault })),
} as const satisfies Readonly<Record<string, TSchema>>;

export type ParameterName = keyof typeof parameterSchemas;

/** What every report takes. */
export const commonParameters = [
	'from',
	'to',
	'tz',
	'hashids[]',
	'hashid[]',
	'format',
	'aggregate',
	'compare',
] as const;

/** The search engines that a request names; none: all of the account. @throws {FailureError} `invalid` */
export function readHashids(root: ParameterNode): string[] {
	const named = ['hashid', 'hashids'].flatMap((name) => readList(root, name));
	const ofIndices = readIndices(root).map((index) => index.hashid);
	const isOfAll = named.length === 0 && ofIndices.includes(undefined);
	const hashids = isOfAll ? [] : [...new Set([...named, ...ofIndices.filter((one) => one !== undefined)])];
	for (const text of hashids) {
		if (!hashidPattern.test(text)) throw refuse('hashid', `must match ${hashidPattern.source}`);
	}
	return hashids;
}

export function readFormat(root: ParameterNode): (typeof formats)[number] {
	return readChoice(root, 'format', formats) ?? 'json';
}

interface Taken {
	readonly parameters: readonly ParameterName[];
	readonly required?: ParameterName;
	/** The zone is ignored then. */
	readonly isInUtc?: boolean;
}

/**
 * The request of a report that takes these parameters; others are ignored.
 * @throws {FailureError} `invalid` for the first parameter that is wrong
 */
export function readReportRequest(
	root: ParameterNode,
	{ parameters, required, isInUtc = false }: Taken,
): ReportRequest {
	const isTaken = new Set<string>([...commonParameters, ...parameters]);
	const children = [...root.children].filter(([name]) => isTaken.has(name) || isTaken.has(`${name}[]`));
	const own: ParameterNode = { values: [], children: new Map(children) };
	if (required !== undefined && readGiven(own, required) === undefined) throw refuse(required, 'is required');
	const [from, to, timeZone] = ['from', 'to', 'tz'].map((name) => readGiven(own, name));
	return {
		period: unwrap(parsePeriod({ from, to, timeZone: isInUtc ? timeZoneDefault : timeZone })),
		isAggregated: readBoolean(own, 'aggregate') ?? true,
		hasPrevious: readChoice(own, 'compare', comparisons) !== undefined,
		options: readOptions(own),
	};
}

function readOptions(root: ParameterNode): ReportOptions {
	const exclude = root.children.get('exclude');
	const types = readChoices(root, 'product_type', Object.keys(productTypes) as (keyof typeof productTypes)[]);
	return {
		device: readChoice(root, 'device', devices),
		query: readGiven(root, 'query'),
		item: readItem(root),
		indices: readIndices(root),
		attempts: readChoices(root, 'query_name', attemptCodes).map((name) => attemptCodes.indexOf(name)),
		source: readChoice(root, 'source', sources),
		hitCount: readNumber(root, 'total_hits', {}),
		excludedHitCount: exclude && readNumber(exclude, 'total_hits', { field: 'exclude[total_hits]' }),
		hasNoResults: readBoolean(root, 'no_results') ?? false,
		isOpportunity: readBoolean(root, 'opportunities') ?? false,
		origins: types.length === 0 ? undefined : types.flatMap((type) => productTypes[type]),
		referenceId: readNumber(root, 'id', {})?.toString(),
		facets: readList(root, 'facet'),
		metric: readChoice(root, 'metric', metrics) ?? 'brand',
		rowsMax: readNumber(root, 'limit', { min: 1, max: rowsLimit }) ?? rowsDefault,
		direction: readChoice(root, 'direction', directions) ?? 'rising',
		usageType: readChoice(root, 'type', Object.keys(usageTypes) as UsageType[]) ?? 'search',
		sector: readGiven(root, 'sector'),
	};
}

/** An empty text is none: clients write it for nothing. */
function readGiven(root: ParameterNode, name: string): string | undefined {
	const text = readText(root, name) || undefined;
	if (text !== undefined && text.length > textLengthMax)
		throw refuse(name, `length must be less than or equal to ${textLengthMax}`);
	return text;
}

/** A condition that was written in a way that nobody reads would make a report of everything. */
function openList(root: ParameterNode, name: string): ParameterNode | undefined {
	const node = root.children.get(name);
	if (node !== undefined && listMembers(node).length > 0) throw refuse(name, 'must be a list');
	return node;
}

function readList(root: ParameterNode, name: string): string[] {
	const texts = [...new Set(listTexts(openList(root, name)))];
	if (texts.length > valuesMax) throw refuse(name, `must have at most ${valuesMax} entries`);
	for (const text of texts)
		if (text.length > textLengthMax) throw refuse(name, `length must be less than or equal to ${textLengthMax}`);
	return texts;
}

function readBoolean(root: ParameterNode, name: string): boolean | undefined {
	const text = readGiven(root, name)?.toLowerCase();
	if (text === undefined) return undefined;
	if (text === 'true' || text === '1') return true;
	if (text === 'false' || text === '0') return false;
	throw refuse(name, 'must be true or false');
}

function readChoice<T extends string>(root: ParameterNode, name: string, choices: readonly T[]): T | undefined {
	const text = readGiven(root, name);
	return text === undefined ? undefined : toChoice(text, name, choices);
}

function readChoices<T extends string>(root: ParameterNode, name: string, choices: readonly T[]): T[] {
	return readList(root, name).map((text) => toChoice(text, name, choices));
}

function toChoice<T extends string>(text: string, name: string, choices: readonly T[]): T {
	const choice = choices.find((candidate) => candidate === text);
	if (choice === undefined) throw refuse(name, `must be one of ${choices.join(', ')}`);
	return choice;
}

interface NumberBounds {
	readonly field?: string;
	readonly min?: number;
	readonly max?: number;
}

function readNumber(root: ParameterNode, name: string, bounds: NumberBounds): number | undefined {
	const { field = name, min = 0, max = 999_999_999 } = bounds;
	const text = readGiven(root, name);
	if (text === undefined) return undefined;
	const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
	if (value >= min && value <= max) return value;
	throw refuse(field, `must be a whole number from ${min} to ${max}`);
}

function readItem(root: ParameterNode): ReportOptions['item'] {
	const text = readGiven(root, 'dfid');
	if (text === undefined) return undefined;
	const item = parseDfid(text);
	if (item === undefined) throw refuse('dfid', `must match ${dfidPattern.source}`);
	return item;
}

/** `indices[1][name]=product&indices[1][hashid]=…`, from any number on; also `indices[]=product`. */
function readIndices(root: ParameterNode): RequestedIndex[] {
	const node = openList(root, 'indices');
	const entries = node === undefined ? [] : listEntries(node).filter(({ values }) => values[0] !== '');
	if (entries.length > indicesPerSearchEngineMax)
		throw refuse('indices', `must have at most ${indicesPerSearchEngineMax} entries`);
	return entries.map((entry) => {
		const name = (readText(entry, 'name') ?? entry.values.at(-1)) || undefined;
		if (name === undefined) throw refuse('indices', 'must have a name in every entry');
		return { name, hashid: readText(entry, 'hashid') || undefined };
	});
}

function refuse(field: string, reason: string): FailureError {
	return new FailureError(failField(field, reason).failure);
}
