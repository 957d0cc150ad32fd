/**
 * What do the events of a session count for?
 *
 *     events of a session id ─ by time ─► sessions ─► searches that count ─► clicks by search ─► carts and purchases by click
 *
 * The rows depend on the events alone, not on the order in which they were logged: whoever has counted some events of a
 * session and gets more of them takes the old rows back and adds the new ones.
 */
import { dayMs } from '../domain/event/utc-day.ts';
import { noName } from '../domain/statistics/fact-name.ts';
import { type FactRow, type FactTableName, originCodes } from '../domain/statistics/fact-table.ts';
import type { SessionEvent } from './session-event.ts';
import { listSearches, type SessionSearch, type SessionSearches } from './session-searches.ts';

/** Takes rows of the day with this number, see `utc-day.ts`. */
export interface FactSink {
	add<Name extends FactTableName>(table: Name, day: number, row: FactRow<Name>): void;
}

/** Two events of a session id with a longer pause between them belong to two sessions. */
export const sessionPauseMs = dayMs;
const quarterMs = 15 * 60 * 1000;

export interface CountingRules {
	readonly sink: FactSink;
	/** How long after a click what was clicked is put into the cart, or bought, because of it; also in a later session. */
	readonly touchMs: number;
}

/**
 * @param session the session id as `hash53`; 0 for events without one, which belong to no session.
 * @param events all of the session id, in the order of the log.
 */
export function countSession(session: number, events: readonly SessionEvent[], rules: CountingRules): void {
	const sorted = [...events].sort((a, b) => a.atMs - b.atMs);
	const touches: Counting['touches'] = new Map();
	const counted: Counting[] = [];
	let from = 0;
	for (let at = 1; at <= sorted.length; at++) {
		const isEnd = at === sorted.length || (sorted[at]?.atMs ?? 0) - (sorted[at - 1]?.atMs ?? 0) > sessionPauseMs;
		if (!isEnd) continue;
		const own = sorted.slice(from, at);
		const user = own.find((event) => event.user !== 0)?.user ?? session;
		const counting = { ...rules, session, user, events: own, searches: listSearches(own), touches };
		for (const [index, event] of own.entries()) countEvent(counting, event, index);
		counted.push(counting);
		from = at;
	}
	// A purchase may have come from a search of an earlier session.
	for (const counting of counted) {
		for (const search of counting.searches.list) addSearch(search, rules.sink);
		addSession(counting);
	}
}

/** The day of a moment, and the quarter of an hour within it. */
export function toQuarter(atMs: number): { readonly day: number; readonly quarter: number } {
	const day = Math.floor(atMs / dayMs);
	return { day, quarter: Math.floor((atMs - day * dayMs) / quarterMs) };
}

/** From where an item was last chosen. */
interface Touch {
	readonly atMs: number;
	readonly origin: number;
	readonly query: number;
	readonly reference: number;
	readonly search: SessionSearch | undefined;
}

/** Of one session. */
interface Counting extends CountingRules {
	readonly session: number;
	readonly user: number;
	readonly events: readonly SessionEvent[];
	readonly searches: SessionSearches;
	/** By item, of all sessions of the session id so far. */
	readonly touches: Map<number, Touch>;
}

function countEvent(counting: Counting, event: SessionEvent, index: number): void {
	const { kind } = event;
	if (kind === 'click') countClick(counting, event, index);
	else if (kind === 'redirect' || kind === 'image' || kind === 'widget_click') countOtherClick(counting, event);
	else if (kind === 'cart' || kind === 'cart_addition' || kind === 'purchase') countConversion(counting, event);
	else if (kind === 'checkout') addCheckout(counting, event, { checkouts: 1 });
}

const [none, fromSearch, fromBanner, fromCustomResult, fromRecommendation, fromRedirect, fromCategoryPage] =
	originCodes.keys();

/** A list without a query is what a page of a category shows. */
function toListOrigin(search: SessionSearch | undefined): number {
	return (search?.event.text === '' ? fromCategoryPage : fromSearch) ?? 0;
}

function countClick(counting: Counting, event: SessionEvent, index: number): void {
	const found = counting.searches.find(event, index);
	const search = found?.target;
	const query = (search ?? found)?.event.query ?? event.query;
	const origin = event.reference === noName ? toListOrigin(search ?? found) : fromCustomResult;
	const { item, reference } = event;
	const isFirst = search !== undefined && !search.clickedItems.has(item);
	if (search !== undefined) {
		search.clicks += 1;
		search.clickedItems.add(item);
	}
	const rank = event.rank > 0 ? event.rank : findRank(found?.event, event.itemHash);
	addClick(counting, event, { origin: origin ?? 0, query, item, reference, rank, searches: isFirst ? 1 : 0 });
	counting.touches.set(item, { atMs: event.atMs, origin: origin ?? 0, query, reference, search });
}

/** The rank at which a search showed an item; 0 when it is not known. */
function findRank(search: SessionEvent | undefined, itemHash: number): number {
	const at = search?.shown.indexOf(itemHash) ?? -1;
	return search === undefined || at < 0 ? 0 : search.rank + at;
}

function countOtherClick(counting: Counting, event: SessionEvent): void {
	const { kind, query, item, reference, rank, atMs } = event;
	const origin = (kind === 'redirect' ? fromRedirect : kind === 'image' ? fromBanner : fromRecommendation) ?? 0;
	addClick(counting, event, { origin, query, item, reference, rank, searches: 0 });
	if (item !== noName) counting.touches.set(item, { atMs, origin, query, reference, search: undefined });
}

type Click = Omit<FactRow<'clicks'>, 'quarter' | 'device' | 'clicks'>;

function addClick({ sink, user }: Counting, { atMs, device, user: own }: SessionEvent, click: Click): void {
	const { day, quarter } = toQuarter(atMs);
	const { query, item } = click;
	sink.add('clicks', day, { quarter, device, ...click, clicks: 1 });
	if (click.origin === fromRedirect) return;
	sink.add('clickers', day, { quarter, device, query, item, user: own === 0 ? user : own, clicks: 1 });
}

function countConversion(counting: Counting, event: SessionEvent): void {
	const { touches, sink } = counting;
	const { item, device, units, atMs } = event;
	const isPurchase = event.kind === 'purchase';
	const touch = findTouch(counting, event);
	const { origin, query, reference, search } = touch ?? { origin: none ?? 0, query: noName, reference: noName };
	const revenue = BigInt(event.revenue);
	const { day, quarter } = toQuarter(atMs);
	const counts = isPurchase ? { purchases: 1, units, revenue } : { carts: 1 };
	sink.add('conversions', day, { quarter, device, origin, query, item, reference, ...counts });
	// A cart that names a search, or a widget, is as good as a click there.
	if (touch !== undefined && touch.atMs === atMs && !isPurchase) touches.set(item, touch);
	if (search !== undefined && !isPurchase) search.isCarted = true;
	if (!isPurchase) return;
	if (search !== undefined) {
		search.isBought = true;
		search.revenue += event.revenue;
	}
	addCheckout(counting, event, { revenue });
}

/** Where a cart or a purchase comes from: the search or the widget that it names, or else the last click on the item. */
function findTouch({ searches, touches, touchMs }: Counting, event: SessionEvent): Touch | undefined {
	const { atMs, item, reference } = event;
	const named =
		event.queryId === 0 ? undefined : searches.list.find(({ event: { queryId } }) => queryId === event.queryId);
	if (named !== undefined) {
		const search = named.target;
		const { query } = (search ?? named).event;
		return { atMs, origin: toListOrigin(search ?? named), query, reference: noName, search };
	}
	if (event.kind === 'cart') {
		return { atMs, origin: fromRecommendation ?? 0, query: noName, reference, search: undefined };
	}
	const touch = touches.get(item);
	return touch !== undefined && atMs - touch.atMs <= touchMs ? touch : undefined;
}

function addCheckout(
	{ sink }: Counting,
	{ atMs, device, reference: session }: SessionEvent,
	counts: Pick<FactRow<'checkouts'>, 'checkouts' | 'revenue'>,
): void {
	const { day, quarter } = toQuarter(atMs);
	sink.add('checkouts', day, { quarter, device, session, ...counts });
}

function addSearch(search: SessionSearch, sink: FactSink): void {
	if (search.isPage) return;
	const { atMs, device, source, attempt, query, hits, indices, facets, location } = search.event;
	const { day, quarter } = toQuarter(atMs);
	const row = { quarter, device, source, attempt, query, hits, indices };
	if (search.target !== search) {
		sink.add('searches', day, { ...row, keystrokes: 1 });
		return;
	}
	const { clicks, isCarted, isBought, revenue } = search;
	sink.add('searches', day, {
		...row,
		searches: 1,
		clicked: clicks > 0 ? 1 : 0,
		carted: isCarted ? 1 : 0,
		bought: isBought ? 1 : 0,
		clicks,
		revenue: BigInt(revenue),
	});
	const empty = hits === 0 ? 1 : 0;
	for (let at = 0; at < facets.length; at += 2) {
		const [field = noName, value = noName] = [facets[at], facets[at + 1]];
		sink.add('facets', day, { quarter, device, query, field, value, uses: 1, empty });
	}
	if (location !== noName) sink.add('locations', day, { quarter, device, query, location, searches: 1 });
}

function addSession({ session, user, events, searches, sink }: Counting): void {
	const hasSearch = searches.list.length > 0 ? 1 : 0;
	let purchases = 0;
	let revenue = 0n;
	for (const event of events) {
		const { kind, atMs, device, location } = event;
		if (kind === 'purchase') {
			purchases += 1;
			revenue += BigInt(event.revenue);
		}
		if (kind !== 'init' && kind !== 'visit') continue;
		const { day, quarter } = toQuarter(atMs);
		const counts = kind === 'init' ? { inits: 1 } : { visits: 1 };
		sink.add('sessions', day, { quarter, device, hasSearch, session, user, ...counts });
		if (kind === 'init' && location !== noName) {
			sink.add('locations', day, { quarter, device, query: noName, location, inits: 1 });
		}
	}
	const first = events[0];
	if (first === undefined || (session === 0 && purchases === 0)) return;
	const { day, quarter } = toQuarter(first.atMs);
	const device = events.find((event) => event.device !== 0)?.device ?? 0;
	const sessions = session === 0 ? 0 : 1;
	sink.add('sessions', day, { quarter, device, hasSearch, session, user, sessions, purchases, revenue });
}
