/**
 * What do the events of a session count for?
 *
 *     events of a session id ─ by time ─► sessions ─► searches that count ─► clicks by search ─► carts and purchases by click
 *
 * The rows depend on the events alone, not on the order in which they were logged: whoever has counted some events of a
 * session and gets more of them takes the old rows back and adds the new ones. Mostly the new events are also the latest, and
 * then the rows of the old events stay as they are, apart from sums:
 *
 *     ░ ░ ░ ░ ░ ░ ▒ ▒      ░ known by what they say of ▒: searches, clicks, sums       ▒ counted
 *
 * So only sums that ▒ changes are taken back, and the old events need not be in memory.
 */
import { dayMs } from '../domain/event/utc-day.ts';
import { noName } from '../domain/statistics/fact-name.ts';
import { type FactRow, originCodes } from '../domain/statistics/fact-table.ts';
import type { FactSink } from './fact-sink.ts';
import { toQuarter } from './quarter.ts';
import type { SessionEvent } from './session-event.ts';
import { changeImpressions, listShowing } from './session-impressions.ts';
import { addSearch, addSession, beginSession, type SearchSums, type SessionState } from './session-rows.ts';
import { findShown, type SessionSearch } from './session-searches.ts';

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

/** What is known of the counted events of a session id. Later ones can be counted without them; then it changes. */
export interface CountedEvents {
	/** By time. */
	readonly sessions: SessionState[];
	/** By item, of all sessions so far. */
	readonly touches: Map<number, Touch>;
	/** The latest event. */
	last: SessionEvent | undefined;
}

/** Further events of a session id. */
export interface SessionNews {
	/** What the last count gave; undefined: it is not known any more. */
	readonly counted: CountedEvents | undefined;
	/** The events that are counted, in the order of the log. */
	readonly readCounted: () => readonly SessionEvent[];
	/** In the order of the log. */
	readonly more: readonly SessionEvent[];
}

/**
 * @param session the session id as `hash53`; 0 for events without one, which belong to no session.
 * @param events all of the session id, in the order of the log.
 */
export function countSession(
	session: number,
	events: readonly SessionEvent[],
	{ sink, touchMs }: CountingRules,
): CountedEvents {
	const rules = { session, adding: sink, subtracting: ignoring, touchMs };
	const counted = countAllButImpressions(events, rules);
	changeImpressions(nothing, listShowing(counted.sessions), rules);
	return counted;
}

const nothing: ReadonlySet<SessionEvent> = new Set();

function countAllButImpressions(events: readonly SessionEvent[], rules: Rules): CountedEvents {
	const counted: CountedEvents = { sessions: [], touches: new Map(), last: undefined };
	count(counted, sortByTime(events), rules);
	return counted;
}

/** Turns the rows of some events into those of all: as `countSession` of all, without what it gives for the first ones. */
export function countMore(
	session: number,
	{ counted, readCounted, more }: SessionNews,
	rules: ChangeRules,
): CountedEvents {
	const { adding, subtracting, touchMs } = rules;
	const none = { session, adding: ignoring, subtracting: ignoring, touchMs };
	const known = counted ?? countAllButImpressions(readCounted(), none);
	if (isSequel(known, more)) {
		const isFirst = known.last === undefined;
		count(known, sortByTime(more), { ...rules, session });
		if (isFirst) changeImpressions(nothing, listShowing(known.sessions), rules);
		return known;
	}
	const events = readCounted();
	const before = countAllButImpressions(events, { ...none, adding: subtracting });
	const after = countAllButImpressions([...events, ...more], { ...none, adding });
	changeImpressions(listShowing(before.sessions), listShowing(after.sessions), rules);
	return after;
}

const ignoring: FactSink = { add: () => undefined };

/**
 * Whether the rows of known events stay as they are, apart from sums: what comes is later, changes no search, as one that
 * is typed on would, and does not say only now who shops.
 */
function isSequel({ last }: CountedEvents, more: readonly SessionEvent[]): boolean {
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

interface Rules extends ChangeRules {
	readonly session: number;
}

/** @param events by time: all of the session id, or a sequel of those that are counted. */
function count(counted: CountedEvents, events: readonly SessionEvent[], rules: Rules): void {
	const { sessions, touches, last } = counted;
	const sums = noteSums(sessions);
	const changed: [SessionState, readonly SessionEvent[]][] = [];
	let from = 0;
	for (let at = 1; at <= events.length; at++) {
		const first = events[from] as SessionEvent;
		const previous = events[at - 1] as SessionEvent;
		if (at < events.length && !isPause(previous, events[at] as SessionEvent)) continue;
		const own = events.slice(from, at);
		const known = from > 0 || last === undefined || isPause(last, first) ? undefined : sessions.at(-1);
		const state = known ?? beginSession(rules.session, own);
		if (known === undefined) sessions.push(state);
		const counting = { sink: rules.adding, touchMs: rules.touchMs, state, touches };
		// All searches of a known session are before its new events.
		for (const [index, event] of own.entries()) {
			countEvent(counting, event, known === undefined ? index : Number.POSITIVE_INFINITY);
		}
		changed.push([state, own]);
		from = at;
	}
	// A purchase may have come from a search of an earlier session.
	for (const { searches } of sessions) {
		for (const search of searches.list) addSearch(search, sums.get(search), rules);
	}
	for (const [state, own] of changed) addSession(state, own, rules);
	counted.last = events.at(-1) ?? last;
}

function isPause(before: SessionEvent, next: SessionEvent): boolean {
	return next.atMs - before.atMs > sessionPauseMs;
}

/** What the searches so far led to. */
function noteSums(sessions: readonly SessionState[]): ReadonlyMap<SessionSearch, SearchSums> {
	const sums = new Map<SessionSearch, SearchSums>();
	for (const { searches } of sessions) {
		for (const search of searches.list) {
			const { clicks, isCarted, isBought, revenue } = search;
			sums.set(search, { clicks, isCarted, isBought, revenue });
		}
	}
	return sums;
}

/** From where an item was last chosen. */
interface Touch {
	readonly atMs: number;
	readonly origin: number;
	readonly query: number;
	readonly reference: number;
	readonly search: SessionSearch | undefined;
}

interface Counting {
	readonly sink: FactSink;
	readonly touchMs: number;
	readonly state: SessionState;
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
	const found = counting.state.searches.find(event, index);
	const search = found?.target;
	const query = (search ?? found)?.event.query ?? event.query;
	const origin = event.reference === noName ? toListOrigin(search ?? found) : fromCustomResult;
	const { item, reference } = event;
	const isFirst = search !== undefined && !search.clickedItems.has(item);
	if (search !== undefined) {
		search.clicks += 1;
		search.clickedItems.add(item);
	}
	const rank = event.rank > 0 ? event.rank : findRank(found?.event, event);
	addClick(counting, event, { origin: origin ?? 0, query, item, reference, rank, searches: isFirst ? 1 : 0 });
	counting.touches.set(item, { atMs: event.atMs, origin: origin ?? 0, query, reference, search });
}

/** The rank at which a search showed the item of a click; 0 when it is not known. */
function findRank(search: SessionEvent | undefined, click: SessionEvent): number {
	const at = search === undefined ? -1 : findShown(search, click);
	return search === undefined || at < 0 ? 0 : search.rank + at;
}

function countOtherClick(counting: Counting, event: SessionEvent): void {
	const { kind, query, item, reference, rank, atMs } = event;
	const origin = (kind === 'redirect' ? fromRedirect : kind === 'image' ? fromBanner : fromRecommendation) ?? 0;
	addClick(counting, event, { origin, query, item, reference, rank, searches: 0 });
	if (item !== noName) counting.touches.set(item, { atMs, origin, query, reference, search: undefined });
}

type Click = Omit<FactRow<'clicks'>, 'quarter' | 'device' | 'clicks'>;

function addClick({ sink, state: { user } }: Counting, { atMs, device, user: own }: SessionEvent, click: Click): void {
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
function findTouch({ state: { searches }, touches, touchMs }: Counting, event: SessionEvent): Touch | undefined {
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
