/**
 * An event as sessions are counted from it: numbers, and the texts of searches. Names are numbers of the dictionary of the
 * build that counts it.
 */
import type { LoggedEvent, LoggedSearch } from '../domain/event/logged-event.ts';
import { unpackHits } from '../domain/event/packed-hits.ts';
import type { Filter } from '../domain/query/filter.ts';
import {
	noName,
	normalizeQuery,
	toFieldName,
	toIndicesName,
	toItemName,
	toLocationName,
	toQueryName,
	toRangeName,
	toReferenceName,
	toSessionName,
	toValueName,
} from '../domain/statistics/fact-name.ts';
import { attemptCodes, deviceCodes, sourceCodes } from '../domain/statistics/fact-table.ts';
import { toAmountUnits } from '../domain/statistics/money.ts';
import { hash53 } from '../lib/text-hash.ts';

/**
 * By the code that is stored; new ones go to the end. `other` is a sign of life that nothing is counted of. `claim` is no event:
 * it says which session, by its key as `text`, has what would belong to a search alone.
 */
export const sessionEventKinds = [
	'other',
	'init',
	'visit',
	'search',
	'click',
	'redirect',
	'image',
	'widget_click',
	'cart',
	'cart_addition',
	'checkout',
	'purchase',
	'claim',
] as const;
export type SessionEventKind = (typeof sessionEventKinds)[number];

/** What an event does not have is 0, or empty. */
export interface SessionEvent {
	readonly kind: SessionEventKind;
	readonly atMs: number;
	/** As `hash53`. */
	readonly user: number;
	/** Its own of a search, the named one of others; as `hash53`. */
	readonly queryId: number;
	readonly device: number;
	readonly location: number;
	/** The normalized text of a search, or that a click gives; null when there is none. */
	readonly text: string | null;
	readonly query: number;
	readonly item: number;
	/** 30 bits of its key, see `shown`. */
	readonly itemHash: number;
	/** The widget, banner, redirect or custom result; of a checkout and a purchase, the session. */
	readonly reference: number;
	/** Of a click, from 1; of a search, that of its first hit. */
	readonly rank: number;
	readonly source: number;
	readonly attempt: number;
	readonly hits: number;
	readonly indices: number;
	/**
	 * The first hits of a search, as names. Before items' impressions were counted, only 30 bits of each key were stored: of a session that
	 * began before that, each is −1 − those.
	 */
	readonly shown: readonly number[];
	/** Pairs of a field and a value, whose 0 stands for any value of the field. */
	readonly facets: readonly number[];
	readonly units: number;
	/** In `amountUnit`. */
	readonly revenue: number;
}

/** Numbers of names. */
export type Intern = (name: string) => number;

const knownKinds: ReadonlySet<string> = new Set(sessionEventKinds);
const itemKinds: ReadonlySet<string> = new Set(['click', 'widget_click', 'cart', 'cart_addition', 'purchase']);

/** An event of which nothing is known. */
export const emptyEvent: SessionEvent = {
	kind: 'other',
	atMs: 0,
	user: 0,
	device: 0,
	queryId: 0,
	location: noName,
	text: null,
	query: noName,
	item: noName,
	itemHash: 0,
	reference: noName,
	rank: 0,
	source: 0,
	attempt: 0,
	hits: 0,
	indices: noName,
	shown: [],
	facets: [],
	units: 0,
	revenue: 0,
};

export function toSessionEvent(event: LoggedEvent, intern: Intern): SessionEvent {
	const { userId, search } = event;
	const kind = (knownKinds.has(event.kind) ? event.kind : 'other') as SessionEventKind;
	const user = userId === null ? 0 : hash53(userId);
	const common = { ...emptyEvent, kind, atMs: event.occurredAtMs, user, device: toDeviceCode(event) };
	if (kind === 'other') return common;
	const queryId = event.queryId === null ? 0 : hash53(event.queryId);
	const told = { ...common, ...internText(event, intern), ...internItem(event, kind, intern), queryId };
	if (search !== null) return { ...told, ...internSearch(event, search, intern), ...internLocation(event, intern) };
	return {
		...told,
		...(kind === 'init' ? internLocation(event, intern) : undefined),
		rank: event.rank ?? 0,
		reference: internReference(event, kind, intern),
		units: event.amount,
		revenue: kind === 'purchase' ? toRevenue(event) : 0,
	};
}

function internText({ text: written }: LoggedEvent, intern: Intern): Pick<SessionEvent, 'text' | 'query'> {
	if (written === null) return { text: null, query: noName };
	const text = normalizeQuery(written);
	return { text, query: intern(toQueryName(text)) };
}

function internItem(
	{ item }: LoggedEvent,
	kind: SessionEventKind,
	intern: Intern,
): Pick<SessionEvent, 'item' | 'itemHash'> {
	if (item === null || !itemKinds.has(kind)) return { item: noName, itemHash: 0 };
	return { item: intern(toItemName(item)), itemHash: Number.parseInt(item.itemKey.slice(0, 8), 16) >>> 2 };
}

function internLocation({ location }: LoggedEvent, intern: Intern): Pick<SessionEvent, 'location'> {
	return { location: location === null ? noName : intern(toLocationName(location)) };
}

function internSearch(event: LoggedEvent, search: LoggedSearch, intern: Intern) {
	const { source, queryName, indexNames, filters } = search;
	return {
		rank: event.firstRank,
		source: toCode(sourceCodes, source),
		attempt: toCode(attemptCodes, queryName),
		hits: event.hitCount ?? 0,
		indices: intern(toIndicesName(indexNames)),
		shown: unpackHits(event.hits).map((item) => intern(toItemName(item))),
		facets: filters.length === 0 ? emptyEvent.facets : internFacets(filters, intern),
	};
}

/** As the dimension `device`. */
export function toDeviceCode({ device }: Pick<LoggedEvent, 'device'>): number {
	return device === null ? 0 : toCode(deviceCodes, device);
}

/** Code 0 is the first; what is not in the list is written by a newer program, and is the first too. */
function toCode(codes: readonly string[], value: string): number {
	return Math.max(0, codes.indexOf(value));
}

function internReference(event: LoggedEvent, kind: SessionEventKind, intern: Intern): number {
	const { widgetId, targetId, customResultsId, sessionId } = event;
	if (kind === 'widget_click' || kind === 'cart') {
		return widgetId === null ? noName : intern(toReferenceName(widgetId));
	}
	if (kind === 'redirect' || kind === 'image') return targetId === null ? noName : intern(toReferenceName(targetId));
	if (kind === 'click') return customResultsId === null ? noName : intern(toReferenceName(customResultsId));
	const isBought = kind === 'checkout' || kind === 'purchase';
	return isBought && sessionId !== null ? intern(toSessionName(sessionId)) : noName;
}

function toRevenue({ price, amount }: LoggedEvent): number {
	const units = price === null ? 0 : Number(toAmountUnits(price, amount));
	return Math.min(units, Number.MAX_SAFE_INTEGER);
}

function internFacets(filters: readonly Filter[], intern: Intern): readonly number[] {
	const pairs = new Map<string, readonly [number, number]>();
	for (const filter of filters) {
		const field = intern(toFieldName(filter.fieldName));
		for (const value of [noName, ...listValueNames(filter).map(intern)]) pairs.set(`${field} ${value}`, [field, value]);
	}
	return [...pairs.values()].flat();
}

function listValueNames(filter: Filter): string[] {
	if (filter.kind === 'terms') return filter.values.map(toValueName);
	if (filter.kind === 'distance') return [];
	const { gte, gt, lte, lt } = filter;
	return [toRangeName({ from: gte ?? gt ?? null, to: lte ?? lt ?? null })];
}
