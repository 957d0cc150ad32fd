/** The recommender without regard to speed: every question reads all events and counts. */

import type { LoggedEvent } from '../../src/domain/event/logged-event.ts';
import type { EventItem } from '../../src/domain/event/shopper-event.ts';
import type { EventRepository } from '../../src/ports/event-repository.ts';
import {
	type CandidateRequest,
	type Recommender,
	type ShopperState,
	shopperItemsMax,
} from '../../src/ports/recommender.ts';
import { readEvents } from '../support/read-events.ts';

type Events = Pick<EventRepository, 'log'>;

export function createScanRecommender(events: Events): Recommender {
	return {
		async findCandidates(request) {
			const log = (await readEvents(events)).filter(({ hashid, isBot }) => hashid === request.hashid && !isBot);
			const shopper = toShopper(log, request);
			const scores = score(log, request, shopper);
			for (const item of request.context) scores.delete(toName(item));
			const ordered = [...scores].filter(([, points]) => points > 0).sort(([, a], [, b]) => b - a);
			const signals = request.isExplained ? [{ name: request.source, share: 1 }] : [];
			const candidates = ordered
				.slice(0, request.countMax)
				.map(([name, points]) => ({ ...toItem(name), score: points, signals }));
			return { candidates, shopper };
		},
		async readState() {
			const position = await events.log().readEnd();
			return { position, behindCount: 0, modelCount: 0, memoryBytes: 0, snapshotAgeMs: 0 };
		},
		rebuild: async () => undefined,
	};
}

const viewKinds = ['view', 'click'];
const cartKinds = ['cart', 'cart_addition'];

function toShopper(log: readonly LoggedEvent[], { sessionId, userId }: CandidateRequest): ShopperState {
	const ofSession = log.filter((event) => sessionId !== null && event.sessionId === sessionId);
	const ofUser = log.filter((event) => userId !== null && event.userId === userId);
	const viewed = newestFirst(ofSession, viewKinds);
	const cart = new Map<string, EventItem>();
	for (const event of ofSession) changeCart(cart, event);
	return {
		viewed: viewed.length > 0 ? viewed : newestFirst(ofUser, viewKinds),
		cart: [...cart.values()].reverse().slice(0, shopperItemsMax),
		bought: newestFirst([...ofSession, ...ofUser], ['purchase']),
	};
}

function changeCart(cart: Map<string, EventItem>, { kind, item, lines }: LoggedEvent): void {
	if (kind === 'cart_clearing' || kind === 'checkout') cart.clear();
	if (kind === 'cart_replacement') {
		const stated = lines.map(({ indexName, itemKey }) => ({ indexName, itemKey }));
		const names = new Set(stated.map(toName));
		for (const name of cart.keys()) if (!names.has(name)) cart.delete(name);
		for (const line of stated) cart.set(toName(line), line);
	}
	if (item === null) return;
	if (kind === 'cart_removal') cart.delete(toName(item));
	if (cartKinds.includes(kind)) cart.set(toName(item), item);
}

function newestFirst(log: readonly LoggedEvent[], kinds: readonly string[]): EventItem[] {
	const names = log
		.filter(({ kind }) => kinds.includes(kind))
		.flatMap(({ item }) => (item === null ? [] : toName(item)));
	return [...new Set(names.reverse())].slice(0, shopperItemsMax).map(toItem);
}

function score(log: readonly LoggedEvent[], request: CandidateRequest, shopper: ShopperState): Map<string, number> {
	const { source, sessionId, userId } = request;
	const context = request.context.map(toName);
	const ofThis = (wanted: (event: LoggedEvent) => boolean) =>
		[...toSessions(log.filter(wanted), viewKinds).values()].flatMap((names) => [...names]);
	switch (source) {
		case 'recently_viewed':
			return new Map(shopper.viewed.map((item, at) => [toName(item), 1 / (1 + at)]));
		case 'trending':
			return tally(log, (event) => (viewKinds.includes(event.kind) ? 1 : cartKinds.includes(event.kind) ? 3 : 0));
		case 'bestseller':
			return tally(log, (event) => (event.kind === 'purchase' ? event.amount : 0));
		case 'co_view':
			return countTogether(toSessions(log, viewKinds), context);
		case 'bought_together':
			return countTogether(
				toSessions(log, [...cartKinds, 'purchase']),
				context.length > 0 ? context : shopper.cart.map(toName),
			);
		case 'session': {
			const past = ofThis((event) => sessionId !== null && event.sessionId === sessionId);
			return countTogether(toSessions(log, viewKinds), [...past, ...context]);
		}
		case 'user': {
			const past = ofThis((event) => userId !== null && event.userId === userId);
			return past.length === 0 ? new Map() : countTogether(toSessions(log, viewKinds), [...past, ...context]);
		}
	}
}

function toSessions(log: readonly LoggedEvent[], kinds: readonly string[]): Map<string, Set<string>> {
	const sessions = new Map<string, Set<string>>();
	for (const { kind, item, sessionId } of log) {
		if (item === null || sessionId === null || !kinds.includes(kind)) continue;
		sessions.set(sessionId, (sessions.get(sessionId) ?? new Set()).add(toName(item)));
	}
	return sessions;
}

/** For each item: in how many sessions it occurs with items of the context, counted once for each of those. */
function countTogether(sessions: Map<string, Set<string>>, context: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const names of sessions.values()) {
		const sharedCount = context.filter((name) => names.has(name)).length;
		for (const name of names) {
			if (!context.includes(name)) counts.set(name, (counts.get(name) ?? 0) + sharedCount);
		}
	}
	return counts;
}

function tally(log: readonly LoggedEvent[], weigh: (event: LoggedEvent) => number): Map<string, number> {
	const counts = new Map<string, number>();
	for (const event of log) {
		if (event.item === null) continue;
		const name = toName(event.item);
		counts.set(name, (counts.get(name) ?? 0) + weigh(event));
	}
	return counts;
}

function toName({ indexName, itemKey }: EventItem): string {
	return `${indexName} ${itemKey}`;
}

function toItem(name: string): EventItem {
	const [indexName = '', itemKey = ''] = name.split(' ');
	return { indexName, itemKey };
}
