/**
 * What do the events of a session count for?
 *
 *     events of a session id ─ by time ─► sessions ─► searches that count ─► clicks by search ─► carts and purchases by click
 *
 * The rows depend on the events alone, not on the order in which they were logged: whoever has counted some events of a
 * session and gets more of them takes the old rows back and adds the new ones. Mostly the new events are also the latest, and
 * then the rows of most old events stay as they are:
 *
 *     ░ ░ ░ ░ ░ ░ ▒ ▒      ░ looked at, for what they say of ▒: searches, clicks       ▒ counted
 *
 * Only what ▒ may change is taken back: the rows of searches that led to something, and the sums of the session.
 */
import { dayMs } from '../domain/event/utc-day.ts';
import { noName } from '../domain/statistics/fact-name.ts';
import { type FactRow, originCodes } from '../domain/statistics/fact-table.ts';
import type { FactSink } from './fact-sink.ts';
import { toQuarter } from './quarter.ts';
import type { SessionEvent } from './session-event.ts';
import { addSearch, addSession, type CountedSession, type SearchSums } from './session-rows.ts';
import { listSearches, type SessionSearch } from './session-searches.ts';

/** Two events of a session id with a longer pause between them belong to two sessions. */
export const sessionPauseMs = dayMs;

export interface CountingRules {
	readonly sink: FactSink;
	/** How long after a click what was clicked is put into the cart, or bought, because of it; also in a later session. */
	readonly touchMs: number;
}

/** As `CountingRules`, with where rows are taken back. */
export interface ChangeRules {
	readonly adding: FactSink;
	readonly subtracting: FactSink;
	readonly touchMs: number;
}

/** Events of a session id that are counted, and further ones; both in the order of the log. */
export interface SessionNews {
	readonly before: readonly SessionEvent[];
	readonly more: readonly SessionEvent[];
}

/**
 * @param session the session id as `hash53`; 0 for events without one, which belong to no session.
 * @param events all of the session id, in the order of the log.
 */
export function countSession(session: number, events: readonly SessionEvent[], { sink, touchMs }: CountingRules): void {
	const rules = { adding: sink, subtracting: ignoring, touchMs };
	count({ ...rules, session, events: sortByTime(events), knownCount: 0 });
}

/** Turns the rows of `before` into those of all events: as `countSession` of all, without what it gives for `before`. */
export function countMore(session: number, { before, more }: SessionNews, rules: ChangeRules): void {
	if (more.length === 0) return;
	const known = sortByTime(before);
	if (isSequel(known, more)) {
		count({ ...rules, session, events: [...known, ...sortByTime(more)], knownCount: known.length });
	} else {
		countSession(session, before, { ...rules, sink: rules.subtracting });
		countSession(session, [...before, ...more], { ...rules, sink: rules.adding });
	}
}

const ignoring: FactSink = { add: () => undefined };

/**
 * Whether rows of events that are known stay as they are, apart from sums: what comes is later, changes no search, as one that
 * is typed on would, and does not say only now who shops.
 */
function isSequel(known: readonly SessionEvent[], more: readonly SessionEvent[]): boolean {
	const last = known.at(-1);
	if (last === undefined) return true;
	return more.every(
		({ kind, atMs, user }) => kind !== 'search' && atMs >= last.atMs && (user === 0 || last.user !== 0),
	);
}

function sortByTime(events: readonly SessionEvent[]): readonly SessionEvent[] {
	for (let at = 1; at < events.length; at++) {
		if ((events[at] as SessionEvent).atMs < (events[at - 1] as SessionEvent).atMs) {
			return events.toSorted((a, b) => a.atMs - b.atMs);
		}
	}
	return events;
}

interface Work extends ChangeRules {
	readonly session: number;
	/** Of one session id, by time. */
	readonly events: readonly SessionEvent[];
	/** So many of them, the first ones, have been counted. */
	readonly knownCount: number;
}

function count({ events, knownCount, session, adding, subtracting, touchMs }: Work): void {
	const touches: Counting['touches'] = new Map();
	const counted: Counting[] = [];
	const searches = new Map<SessionSearch, SearchSums>();
	let from = 0;
	for (let at = 1; at <= events.length; at++) {
		const isEnd = at === events.length || (events[at]?.atMs ?? 0) - (events[at - 1]?.atMs ?? 0) > sessionPauseMs;
		if (!isEnd) continue;
		const own = events.slice(from, at);
		const user = own.find((event) => event.user !== 0)?.user ?? session;
		const counting = { sink: ignoring, touchMs, session, user, events: own, searches: listSearches(own), touches };
		counted.push(counting);
		for (const [index, event] of own.entries()) {
			if (from + index === knownCount && knownCount > 0) noteSums(counted, searches);
			if (from + index >= knownCount) counting.sink = adding;
			countEvent(counting, event, index);
		}
		from = at;
	}
	// A purchase may have come from a search of an earlier session.
	from = 0;
	for (const counting of counted) {
		for (const search of counting.searches.list) addSearch(search, searches.get(search), { adding, subtracting });
		addSession(counting, Math.max(0, knownCount - from), { adding, subtracting });
		from += counting.events.length;
	}
}

/** What the searches so far led to. */
function noteSums(counted: readonly Counting[], sums: Map<SessionSearch, SearchSums>): void {
	for (const { searches } of counted)
		for (const search of searches.list) {
			const { clicks, isCarted, isBought, revenue } = search;
			sums.set(search, { clicks, isCarted, isBought, revenue });
		}
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
interface Counting extends CountedSession {
	/** Where the rows of its events go. */
	sink: FactSink;
	readonly touchMs: number;
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
