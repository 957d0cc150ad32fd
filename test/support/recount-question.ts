/** What a report is asked for, and the facts of a recount that it is about. */
import assert from 'node:assert/strict';
import { type RecountedTime, recountPeriod } from './recount-period.ts';
import { type RecountedFact, toPlainQuery } from './recount-statistics.ts';

export interface RecountedWorld {
	readonly engines: readonly RecountedEngine[];
	/** By dfid. */
	readonly items: ReadonlyMap<string, RecountedItem>;
}

export interface RecountedEngine {
	readonly hashid: string;
	readonly sector: string | null;
	readonly facts: readonly RecountedFact[];
	readonly calls: readonly RecountedCalls[];
}

export interface RecountedCalls {
	/** Any time of the day. */
	readonly timeMs: number;
	readonly kind: string;
	readonly count: number;
}

export interface RecountedItem {
	readonly title: string;
	readonly link: string;
	readonly brand: string;
	readonly categories: readonly string[];
}

/** As in the address of a call; what is left out is empty. */
export type Parameters = Readonly<Record<string, readonly string[]>>;

export interface EngineFact extends RecountedFact {
	readonly hashid: string;
}

export interface Question {
	readonly world: RecountedWorld;
	readonly time: RecountedTime;
	/** Of the period, in which `test` is true. */
	facts(table: string, test?: (fact: EngineFact) => boolean): readonly EngineFact[];
	text(name: string): string | undefined;
	list(name: string): readonly string[];
	/** The same in UTC. */
	inUtc(): Question;
	/** The same about the period before. */
	before(): Question;
	/** The same about one search engine. */
	of(engine: RecountedEngine): Question;
}

export interface RecountedRow {
	readonly row: Readonly<Record<string, unknown>>;
	/** Greater ones come first; rows of equal ones in any order. */
	readonly order: number;
}

export interface RecountedReport {
	/** All of them, in any order, however many the answer has. */
	readonly rows: readonly RecountedRow[];
	/** Members of the answer beside its rows. */
	readonly more?: Readonly<Record<string, unknown>>;
}

export function openQuestion(world: RecountedWorld, parameters: Parameters): Question {
	const [from = '', to = '', tz = 'UTC'] = ['from', 'to', 'tz'].map((name) => parameters[name]?.[0]);
	return toQuestion(world, parameters, recountPeriod({ from, to, tz }));
}

function toQuestion(world: RecountedWorld, parameters: Parameters, time: RecountedTime): Question {
	return {
		...{ world, time },
		facts(table, test = () => true) {
			const all = world.engines.flatMap(({ hashid, facts }) => facts.map((fact) => ({ ...fact, hashid })));
			return all.filter((fact) => fact.table === table && time.has(fact.atMs) && test(fact));
		},
		text: (name) => parameters[name]?.[0],
		list: (name) => parameters[name] ?? [],
		inUtc: () => toQuestion(world, parameters, time.in('UTC')),
		before: () => toQuestion(world, parameters, time.previous()),
		of: (engine) => toQuestion({ ...world, engines: [engine] }, parameters, time),
	};
}

const isAny = (wanted: string | undefined, value: unknown) => wanted === undefined || String(value) === wanted;

export const isOfDevice = (question: Question, { dimensions }: RecountedFact): boolean =>
	isAny(question.text('device'), dimensions.device);

export function isOfQuery(question: Question, { dimensions }: RecountedFact): boolean {
	const query = question.text('query');
	return query === undefined || dimensions.query === `q${toPlainQuery(query)}`;
}

export const isOfReference = (question: Question, { dimensions }: RecountedFact): boolean =>
	isAny(question.text('id'), dimensions.reference);

export function toDfid({ hashid, dimensions }: EngineFact): string {
	const [indexName, itemKey] = String(dimensions.item).split(' ');
	return `${hashid}@${indexName}@${itemKey}`;
}

export const isOfItem = (question: Question, fact: EngineFact): boolean => isAny(question.text('dfid'), toDfid(fact));

function isOfItemIndices(question: Question, { dimensions }: RecountedFact): boolean {
	const names = question.list('indices[]');
	return names.length === 0 || names.includes(String(dimensions.item).split(' ')[0] ?? '');
}

export function isSearchMeant(question: Question, fact: EngineFact): boolean {
	const { dimensions } = fact;
	const names = question.list('indices[]');
	const searched = dimensions.indices === '' ? names : String(dimensions.indices).split(',');
	const attempts = question.list('query_name[]');
	const excluded = question.text('exclude[total_hits]');
	return (
		isOfDevice(question, fact) &&
		isOfQuery(question, fact) &&
		(names.length === 0 || searched.some((name) => names.includes(name))) &&
		(attempts.length === 0 || attempts.includes(String(dimensions.attempt))) &&
		isAny(question.text('source'), dimensions.source) &&
		isAny(question.text('total_hits'), dimensions.hits) &&
		(excluded === undefined || String(dimensions.hits) !== excluded)
	);
}

export const isClickMeant = (question: Question, fact: EngineFact): boolean =>
	isOfDevice(question, fact) &&
	isOfQuery(question, fact) &&
	isOfItem(question, fact) &&
	isOfItemIndices(question, fact);

export type Facts = readonly EngineFact[];

export const ofDevice = (question: Question, table: string): Facts =>
	question.facts(table, (fact) => isOfDevice(question, fact));

/** Whether a click was on a list, at a position that is known. */
export const isAtPosition = ({ dimensions }: EngineFact): boolean =>
	['search', 'category_page'].includes(String(dimensions.origin)) && dimensions.rank !== 0;

/** @throws {Error} when the sum is not exact as a number. */
export function sumOf(facts: readonly RecountedFact[], measure: string): number {
	const sum = facts.reduce((all, { measures }) => all + BigInt(measures[measure] ?? 0), 0n);
	assert(sum <= Number.MAX_SAFE_INTEGER);
	return Number(sum);
}

export const moneyOf = (facts: readonly RecountedFact[]): number => sumOf(facts, 'revenue') / 10_000;

export const divide = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** How many different texts a dimension has where a measure is counted; one that is unknown is none. */
export function countDistinct(facts: readonly RecountedFact[], dimension: string, measure: string): number {
	const counted = facts.filter(({ measures }) => Number(measures[measure] ?? 0) > 0);
	return new Set(counted.map(({ dimensions }) => dimensions[dimension]).filter((text) => text !== '')).size;
}

/** By the values of a dimension, without the facts where it is missing. */
export function groupBy(facts: readonly EngineFact[], dimension: string): readonly (readonly [string, EngineFact[]])[] {
	const known = facts.filter(({ dimensions }) => dimensions[dimension] !== '');
	return [...Map.groupBy(known, ({ dimensions }) => String(dimensions[dimension]))];
}

/** By item of a search engine, as dfid. */
export function groupByItem(facts: readonly EngineFact[]): readonly (readonly [string, EngineFact[]])[] {
	return [
		...Map.groupBy(
			facts.filter(({ dimensions }) => dimensions.item !== ''),
			toDfid,
		),
	];
}

export const toQueryText = (name: string): string => name.slice(1);

export function labelOf({ world }: Question, dfid: string): Pick<RecountedItem, 'title' | 'link'> {
	const { title, link } = world.items.get(dfid) ?? { title: '', link: '' };
	return { title, link };
}

/** The first day first. */
export function countDays({ time }: Question, measure: string, facts: Facts): RecountedReport {
	return {
		rows: time.days.map(({ date, startMs }) => {
			const own = facts.filter(({ atMs }) => time.dateOf(atMs) === date);
			return { row: { count: sumOf(own, measure), timestamp: startMs }, order: -startMs };
		}),
	};
}
