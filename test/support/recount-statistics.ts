/**
 * Counts statistics from a list of events, the slow and obvious way: each question is asked of all events of a session.
 * The oracle of the rows of facts.
 */

import type { EventLocation } from '../../src/domain/event/event-location.ts';
import type { LoggedEvent } from '../../src/domain/event/logged-event.ts';
import { unpackHits } from '../../src/domain/event/packed-hits.ts';
import type { Filter } from '../../src/domain/query/filter.ts';
import { groupBySession } from './group-by-session.ts';

/** Sums of measures by table and dimensions; rows of zeros are left out. */
export type CountedRows = ReadonlyMap<string, Readonly<Record<string, bigint>>>;

/** What one event counts for, at the time of the event. */
export interface RecountedFact {
	readonly table: string;
	readonly atMs: number;
	readonly dimensions: Dimensions;
	readonly measures: Measures;
}

type Dimensions = Readonly<Record<string, string | number>>;
type Measures = Readonly<Record<string, number | bigint>>;
type Add = (table: string, atMs: number, dimensions: Dimensions, measures: Measures) => void;

const [secondMs, dayMs] = [1_000, 24 * 3600 * 1000];
const cartKinds = ['cart', 'cart_addition', 'purchase'];
const choices = ['click', 'redirect', 'image', 'widget_click', ...cartKinds, 'checkout'];

export function formatRow(table: string, dimensions: Dimensions): string {
	const parts = Object.entries(dimensions).map(([name, value]) => `${name}=${value}`);
	return [table, ...parts.sort()].join(' ');
}

/** @param attributionHours how long after a click a purchase is attributed to it. */
export function recountStatistics(events: readonly LoggedEvent[], attributionHours = 24): CountedRows {
	const rows = new Map<string, Record<string, bigint>>();
	for (const { table, atMs, dimensions, measures } of recountFacts(events, attributionHours)) {
		const day = Math.floor(atMs / dayMs);
		const quarter = Math.floor((atMs % dayMs) / (900 * secondMs));
		const key = formatRow(table, { day, quarter, ...dimensions });
		const row = rows.get(key) ?? {};
		for (const [name, value] of Object.entries(measures)) row[name] = (row[name] ?? 0n) + BigInt(value);
		rows.set(key, row);
	}
	return new Map([...rows].filter(([, row]) => Object.values(row).some((value) => value !== 0n)));
}

/** @param events of one search engine, in the order of the log. */
export function recountFacts(events: readonly LoggedEvent[], attributionHours = 24): readonly RecountedFact[] {
	const facts: RecountedFact[] = [];
	const add: Add = (table, atMs, dimensions, measures) => facts.push({ table, atMs, dimensions, measures });
	const counted = events.filter((event) => !event.isBot && event.kind !== 'erasure').flatMap(listAdditions);
	for (const event of counted) addSingle(event, add);
	const acted = counted.filter(({ kind }) => kind !== 'impression' && kind !== 'image_impression');
	const { groups, single } = groupBySession(acted);
	for (const [key, chapters] of groups) {
		for (const chapter of chapters) {
			const sessions = splitSessions(chapter);
			const history = { sessions, attributionHours };
			for (const session of sessions) addSession(key, { events: session, history }, add);
		}
	}
	for (const event of single) {
		const history = { sessions: [[event]], attributionHours };
		addSession('', { events: [event], history }, add);
	}
	return facts;
}

/** A cart that is replaced is what is new in it. */
function listAdditions(event: LoggedEvent): LoggedEvent[] {
	const added = event.lines.filter((line) => line.isNew);
	if (added.length === 0) return [event];
	return added.map((line) => ({ ...event, kind: 'cart_addition', item: line, amount: line.amount, price: line.price }));
}

/** The sessions of a session id, one after the other. */
interface History {
	readonly sessions: readonly (readonly LoggedEvent[])[];
	readonly attributionHours: number;
}

interface Session {
	readonly events: readonly LoggedEvent[];
	readonly history: History;
}

const toDevice = ({ device }: LoggedEvent) => device ?? 'unknown';
const toItem = ({ item }: LoggedEvent) => (item === null ? '' : `${item.indexName} ${item.itemKey}`);

function addSingle(event: LoggedEvent, add: Add): void {
	const { kind, occurredAtMs: at, widgetId, targetId } = event;
	const device = toDevice(event);
	if (kind === 'view') add('views', at, { device, item: toItem(event) }, { views: 1 });
	if (kind === 'impression') {
		add('displays', at, { device, origin: 'recommendation', reference: widgetId ?? '' }, { displays: 1 });
		for (const { indexName, itemKey } of event.shown) {
			add('impressions', at, { device, item: `${indexName} ${itemKey}` }, { impressions: 1 });
		}
	}
	if (kind === 'image_impression') {
		add('displays', at, { device, origin: 'banner', reference: String(targetId) }, { displays: 1 });
	}
}

function splitSessions(events: readonly LoggedEvent[]): LoggedEvent[][] {
	const sessions: LoggedEvent[][] = [];
	let before = Number.NEGATIVE_INFINITY;
	for (const event of [...events].sort((a, b) => a.occurredAtMs - b.occurredAtMs)) {
		if (event.occurredAtMs - before > dayMs) sessions.push([]);
		sessions.at(-1)?.push(event);
		before = event.occurredAtMs;
	}
	return sessions;
}

const toText = ({ text }: LoggedEvent) => toPlainQuery(text ?? '');
const isFirstPage = (event: LoggedEvent) => event.kind === 'search' && event.firstRank === 1;

/** The search that a search stands for; undefined when it does not count. */
function toCounted(events: readonly LoggedEvent[], search: LoggedEvent): LoggedEvent | undefined {
	const at = events.indexOf(search);
	if (!isFirstPage(search)) {
		const first = events.slice(0, at).findLast((event) => isFirstPage(event) && toText(event) === toText(search));
		return first && toCounted(events, first);
	}
	const nextAt = events.findIndex((event, index) => index > at && isFirstPage(event));
	const next = events[nextAt];
	if (next === undefined || next.occurredAtMs - search.occurredAtMs > 30 * secondMs) return search;
	const [text, nextText] = [toText(search), toText(next)];
	const isTyped = text !== nextText && (text.startsWith(nextText) || nextText.startsWith(text));
	const isChosen = events.slice(at, nextAt).some(({ kind }) => choices.includes(kind));
	return isTyped && !isChosen ? toCounted(events, next) : search;
}

function findNamed(events: readonly LoggedEvent[], { queryId }: LoggedEvent): LoggedEvent | undefined {
	return events.find((event) => event.kind === 'search' && event.queryId === queryId && queryId !== null);
}

function toShown({ hits }: LoggedEvent): string[] {
	return unpackHits(hits).map(({ indexName, itemKey }) => `${indexName} ${itemKey}`);
}

function findSearch(events: readonly LoggedEvent[], click: LoggedEvent): LoggedEvent | undefined {
	const earlier = events.slice(0, events.indexOf(click)).filter(({ kind }) => kind === 'search');
	return (
		findNamed(events, click) ??
		earlier.findLast((search) =>
			click.text === null ? toShown(search).includes(toItem(click)) : toText(search) === toText(click),
		)
	);
}

interface Source {
	readonly origin: string;
	readonly query: string;
	readonly reference: string;
	readonly search: LoggedEvent | undefined;
}

export function toPlainQuery(text: string): string {
	return text
		.normalize('NFKC')
		.toLowerCase()
		.split(/\s+/)
		.filter((word) => word !== '')
		.join(' ');
}

/** A location as it is listed. */
function formatLocation({ country, continent, city, latitude, longitude }: EventLocation): string {
	return JSON.stringify([country, continent, city, latitude, longitude]);
}

const toQuery = (text: string) => `q${text}`;

/** What is listed without a query is a page of a category. */
function toListOrigin(search: LoggedEvent | undefined): string {
	return search !== undefined && toText(search) === '' ? 'category_page' : 'search';
}

/** From where a shopper chose an item; undefined when the event is no choice. */
function toSource(events: readonly LoggedEvent[], event: LoggedEvent): Source | undefined {
	const { kind, widgetId, customResultsId, targetId } = event;
	const named = cartKinds.includes(kind) ? findNamed(events, event) : undefined;
	const ownQuery = event.text === null ? '' : toQuery(toText(event));
	if (named !== undefined) {
		const search = toCounted(events, named);
		return { origin: toListOrigin(search ?? named), query: toQuery(toText(search ?? named)), reference: '', search };
	}
	if (kind === 'click') {
		const found = findSearch(events, event);
		const search = found && toCounted(events, found);
		const shownBy = search ?? found;
		const query = shownBy === undefined ? ownQuery : toQuery(toText(shownBy));
		const reference = customResultsId ?? '';
		return { origin: customResultsId === null ? toListOrigin(shownBy) : 'custom_result', query, reference, search };
	}
	if (kind === 'widget_click' || kind === 'cart') {
		return { origin: 'recommendation', query: ownQuery, reference: widgetId ?? '', search: undefined };
	}
	const origin = kind === 'redirect' ? 'redirect' : kind === 'image' ? 'banner' : undefined;
	return origin && { origin, query: ownQuery, reference: String(targetId), search: undefined };
}

/** Where a cart or a purchase came from. */
function toConversionSource({ sessions, attributionHours }: History, event: LoggedEvent): Source {
	const sourceOf = (one: LoggedEvent) => toSource(sessions.find((session) => session.includes(one)) ?? [], one);
	const own = sourceOf(event);
	if (own !== undefined) return own;
	const all = sessions.flat();
	const choice = all
		.slice(0, all.indexOf(event))
		.filter((other) => other.kind !== 'purchase' && toItem(other) === toItem(event))
		.findLast((other) => sourceOf(other) !== undefined);
	const isRecent =
		choice !== undefined && event.occurredAtMs - choice.occurredAtMs <= attributionHours * 3600 * secondMs;
	const source = isRecent ? sourceOf(choice) : undefined;
	return source ?? { origin: 'none', query: '', reference: '', search: undefined };
}

function toRevenue({ price, amount }: LoggedEvent): bigint {
	const [digits = '', exponent = '0'] = String(price ?? 0).split('e');
	const [whole = '', fraction = ''] = digits.split('.');
	// In a 10²⁰th, then in ten-thousandths.
	const exact = BigInt(whole + fraction.padEnd(20 + Number(exponent), '0')) * BigInt(amount);
	return (exact + 5n * 10n ** 15n) / 10n ** 16n;
}

function addSession(key: string, { events, history }: Session, add: Add): void {
	const isSession = key.startsWith('session');
	const user = events.find(({ userId }) => userId !== null)?.userId ?? (isSession ? key.slice(8) : '');
	for (const event of events) {
		addClick(events, event, { user, add });
		addConversion(history, event, add);
		if (event.kind === 'search') addSearch({ events, history }, event, add);
		if (event.kind === 'search') addImpressions(events, event, add);
	}
	const hasSearch = events.some(({ kind }) => kind === 'search') ? 1 : 0;
	const session = isSession ? key.slice(8) : '';
	const purchases = events.filter(({ kind }) => kind === 'purchase');
	const [first] = events;
	const device = events.find((event) => event.device !== null)?.device ?? 'unknown';
	const revenue = purchases.reduce((sum, event) => sum + toRevenue(event), 0n);
	if (first !== undefined) {
		const measures = { sessions: isSession ? 1 : 0, purchases: purchases.length, revenue };
		add('sessions', first.occurredAtMs, { device, hasSearch, session, user }, measures);
	}
	for (const event of events.filter(({ kind }) => kind === 'visit')) {
		const dimensions = { device: toDevice(event), hasSearch, session, user };
		add('sessions', event.occurredAtMs, dimensions, { visits: 1 });
	}
	for (const event of events.filter(({ kind }) => kind === 'init')) {
		const at = event.occurredAtMs;
		add('sessions', at, { device: toDevice(event), hasSearch, session, user }, { inits: 1 });
		const { location } = event;
		if (location !== null) {
			add('locations', at, { device: toDevice(event), query: '', location: formatLocation(location) }, { inits: 1 });
		}
	}
}

function addImpressions(events: readonly LoggedEvent[], search: LoggedEvent, add: Add): void {
	if (isFirstPage(search) && toCounted(events, search) !== search) return;
	for (const item of toShown(search)) {
		add('impressions', search.occurredAtMs, { device: toDevice(search), item }, { impressions: 1 });
	}
}

interface ClickContext {
	readonly user: string;
	readonly add: Add;
}

function addClick(events: readonly LoggedEvent[], event: LoggedEvent, { user, add }: ClickContext): void {
	const { kind, occurredAtMs: at } = event;
	const source = toSource(events, event);
	if (source === undefined || cartKinds.includes(kind)) return;
	const { origin, query, reference, search } = source;
	const device = toDevice(event);
	const item = kind === 'click' || kind === 'widget_click' ? toItem(event) : '';
	const found = kind === 'click' ? findSearch(events, event) : undefined;
	const shownAt = found === undefined ? -1 : toShown(found).indexOf(toItem(event));
	const rank = event.rank ?? (found === undefined || shownAt < 0 ? 0 : found.firstRank + shownAt);
	const isFirst = !events
		.slice(0, events.indexOf(event))
		.some((other) => other.kind === 'click' && toItem(other) === item && toSource(events, other)?.search === search);
	const searches = search !== undefined && isFirst ? 1 : 0;
	add('clicks', at, { device, origin, query, item, reference, rank }, { clicks: 1, searches });
	if (origin !== 'redirect') add('clickers', at, { device, query, item, user: event.userId ?? user }, { clicks: 1 });
}

function addConversion(history: History, event: LoggedEvent, add: Add): void {
	const { kind, occurredAtMs: at, amount } = event;
	const device = toDevice(event);
	const session = event.sessionId ?? '';
	if (kind === 'checkout') add('checkouts', at, { device, session }, { checkouts: 1 });
	if (!cartKinds.includes(kind)) return;
	const { origin, query, reference } = toConversionSource(history, event);
	const revenue = toRevenue(event);
	const measures = kind === 'purchase' ? { purchases: 1, units: amount, revenue } : { carts: 1 };
	add('conversions', at, { device, origin, query, item: toItem(event), reference }, measures);
	if (kind === 'purchase') add('checkouts', at, { device, session }, { revenue });
}

function addSearch({ events, history }: Session, event: LoggedEvent, add: Add): void {
	const { occurredAtMs: at, search } = event;
	if (!isFirstPage(event) || search === null) return;
	const device = toDevice(event);
	const query = toQuery(toText(event));
	const { source, queryName: attempt, indexNames } = search;
	const hits = event.hitCount ?? 0;
	const dimensions = { device, source, attempt, query, hits, indices: [...indexNames].sort().join() };
	if (toCounted(events, event) !== event) {
		add('searches', at, dimensions, { keystrokes: 1 });
		return;
	}
	const clicks = events.filter(({ kind }) => kind === 'click').map((click) => toSource(events, click));
	const clickCount = clicks.filter((source) => source?.search === event).length;
	const conversions = history.sessions
		.flat()
		.filter((other) => cartKinds.includes(other.kind) && toConversionSource(history, other).search === event);
	const bought = conversions.filter(({ kind }) => kind === 'purchase');
	add('searches', at, dimensions, {
		...{ searches: 1, clicked: clickCount > 0 ? 1 : 0, clicks: clickCount },
		carted: conversions.length > bought.length ? 1 : 0,
		bought: bought.length > 0 ? 1 : 0,
		revenue: bought.reduce((sum, purchase) => sum + toRevenue(purchase), 0n),
	});
	const { location } = event;
	if (location !== null) add('locations', at, { device, query, location: formatLocation(location) }, { searches: 1 });
	const narrowed = search.filters.flatMap((filter) => ['', ...listValues(filter)].map((value) => ({ filter, value })));
	const byField = Map.groupBy(narrowed, ({ filter }) => filter.fieldName);
	for (const [field, values] of byField) {
		for (const value of new Set(values.map((one) => one.value))) {
			add('facets', at, { device, query, field, value }, { uses: 1, empty: hits === 0 ? 1 : 0 });
		}
	}
}

function listValues(filter: Filter): readonly string[] {
	if (filter.kind === 'terms') return filter.values;
	if (filter.kind === 'distance') return [];
	return [`range ${JSON.stringify([filter.gte ?? filter.gt ?? null, filter.lte ?? filter.lt ?? null])}`];
}
