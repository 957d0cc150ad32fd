/**
 * Which searches of a session count, and which of them led to a click, a cart or a purchase?
 *
 *     sh   sho   shoes   shoes (page 2)   shoes + red
 *      └────┴──►  ●  ◄────┘                 ●           ● counts; the others stand for it
 *
 * A search is a keystroke when the next one comes soon, continues or shortens its text, and nothing was chosen in
 * between. Pages beyond the first are no searches.
 */
import type { SessionEvent } from './session-event.ts';

export interface SessionSearch {
	readonly event: SessionEvent;
	/** The search that counts; itself, if it does. Undefined for a page whose first page is not among the events. */
	target: SessionSearch | undefined;
	readonly isPage: boolean;
	/** What it led to: of a search that counts. */
	clicks: number;
	readonly clickedItems: Set<number>;
	isCarted: boolean;
	isBought: boolean;
	revenue: number;
}

export interface SessionSearches {
	readonly list: readonly SessionSearch[];
	/** The search that an event came from, of those up to the event or the one that it names. */
	find(event: SessionEvent, index: number): SessionSearch | undefined;
}

const keystrokeMs = 30_000;
/** After one of them, what was typed before had been a search. */
const choiceKinds: ReadonlySet<string> = new Set([
	'click',
	'redirect',
	'image',
	'widget_click',
	'cart',
	'cart_addition',
	'checkout',
	'purchase',
]);

/** @param events of one session, in their order. */
export function listSearches(events: readonly SessionEvent[]): SessionSearches {
	const list: SessionSearch[] = [];
	const indexes: number[] = [];
	for (const [index, event] of events.entries()) {
		if (event.kind !== 'search') continue;
		const isPage = event.rank > 1;
		const counts = { clicks: 0, clickedItems: new Set<number>(), isCarted: false, isBought: false, revenue: 0 };
		list.push({ event, target: undefined, isPage, ...counts });
		indexes.push(index);
	}
	findTargets(list, indexes, events);
	return {
		list,
		find(event, index) {
			const named = event.queryId === 0 ? undefined : list.find((search) => search.event.queryId === event.queryId);
			if (named !== undefined) return named;
			for (let at = list.length - 1; at >= 0; at--) {
				const search = list[at] as SessionSearch;
				if ((indexes[at] as number) > index) continue;
				if (event.text === null ? findShown(search.event, event) >= 0 : search.event.text === event.text) {
					return search;
				}
			}
			return undefined;
		},
	};
}

/** Where among its hits a search showed the item of an event; −1 when it did not. */
export function findShown({ shown }: SessionEvent, { item, itemHash }: SessionEvent): number {
	const at = shown.indexOf(item);
	return at >= 0 ? at : shown.indexOf(-1 - itemHash);
}

function findTargets(
	list: readonly SessionSearch[],
	indexes: readonly number[],
	events: readonly SessionEvent[],
): void {
	let next: SessionSearch | undefined;
	let nextIndex = 0;
	for (let at = list.length - 1; at >= 0; at--) {
		const search = list[at] as SessionSearch;
		if (search.isPage) continue;
		const index = indexes[at] as number;
		const isKeystroke =
			next !== undefined && isTyping(search.event, next.event) && !hasChoice(events, index + 1, nextIndex);
		search.target = isKeystroke ? next?.target : search;
		[next, nextIndex] = [search, index];
	}
	const lastByText = new Map<string | null, SessionSearch>();
	for (const search of list) {
		if (search.isPage) search.target = lastByText.get(search.event.text)?.target;
		else lastByText.set(search.event.text, search);
	}
}

function isTyping(search: SessionEvent, next: SessionEvent): boolean {
	const [text, nextText] = [search.text ?? '', next.text ?? ''];
	const isContinued = nextText.startsWith(text) || text.startsWith(nextText);
	return isContinued && text !== nextText && next.atMs - search.atMs <= keystrokeMs;
}

function hasChoice(events: readonly SessionEvent[], from: number, to: number): boolean {
	for (let index = from; index < to; index++) {
		if (choiceKinds.has((events[index] as SessionEvent).kind)) return true;
	}
	return false;
}
