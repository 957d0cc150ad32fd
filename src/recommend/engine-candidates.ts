import type { EventItem } from '../domain/event/shopper-event.ts';
import { createCoViews } from './co-views.ts';
import type { DecayedCounts } from './decayed-counts.ts';
import { type EngineParts, itemsPerListMax } from './engine-parts.ts';
import { defaultSessionOptions } from './session-defaults.ts';
import { createSessionModel } from './session-model.ts';
import { toShopperKey } from './shopper-key.ts';

/** The answers of one search engine's models, by source; the port `Recommender` defines the sources. */
export interface EngineRequest {
	readonly source: 'session' | 'co_view' | 'bought_together' | 'user' | 'trending' | 'bestseller' | 'recently_viewed';
	readonly sessionId: string | null;
	readonly userId: string | null;
	/** Oldest first. */
	readonly context: readonly EventItem[];
	readonly countMax: number;
	readonly isExplained: boolean;
}

export interface EngineCandidate {
	/** An item number of the model that answered. */
	readonly item: number;
	/** > 0 */
	readonly score: number;
	/** By signal; they add up to 1. Absent where the source is the only signal, or when not requested. */
	readonly shares?: Readonly<Record<string, number>>;
}

export interface EngineAnswer {
	/** Best first. */
	readonly candidates: readonly EngineCandidate[];
	/** Item numbers, newest first. */
	readonly viewed: readonly number[];
	readonly cart: readonly number[];
	readonly bought: readonly number[];
}

export interface CandidateFinder {
	find(request: EngineRequest, atMs: number): EngineAnswer;
	/** Says that an event was applied: cached rankings may be out of date. */
	noteChange(): void;
	/** Says that item numbers were reassigned: cached rankings are wrong. */
	noteNewNumbers(): void;
	byteCount(): number;
}

/** The newest items of a session that the session model uses. */
const sessionItemsMax = 30;
/**
 * How long a ranking of all items is used after events have changed it. Computing one takes a millisecond for a million
 * items.
 */
const rankingLifeMs = 200;
/** More than any request needs, even when its whole context is left out. */
const rankedMax = 2_100;

interface Shopper {
	readonly viewed: readonly number[];
	readonly cart: readonly number[];
	readonly bought: readonly number[];
	/** The items that the session model uses, oldest first, and the session in the click log. */
	readonly clicked: readonly number[];
	readonly handle: number | undefined;
	/** What the user viewed recently, oldest first. */
	readonly viewedByUser: readonly number[];
}

interface Question extends Shopper {
	/** The numbers of the context's items that have one. */
	readonly context: readonly number[];
	readonly count: number;
	readonly isExplained: boolean;
	readonly atMs: number;
}

export function createCandidateFinder(parts: EngineParts): CandidateFinder {
	const { numbering, clicks, baskets, shoppers } = parts;
	const sessionModel = createSessionModel(clicks);
	const coViews = createCoViews(clicks, defaultSessionOptions);
	const trending = createRanking(parts.trending);
	const bestsellers = createRanking(parts.bestsellers);
	const rankings = [trending, bestsellers];

	function readShopper({ sessionId, userId }: EngineRequest): Shopper {
		const session = sessionId === null ? -1 : shoppers.find(toShopperKey('session', sessionId));
		const user = userId === null ? -1 : shoppers.find(toShopperKey('user', userId));
		const viewedByUser = user < 0 ? [] : shoppers.itemsOf(user, 'viewed');
		const boughtByUser = user < 0 ? [] : shoppers.itemsOf(user, 'bought');
		const unknown = { cart: [], bought: boughtByUser, clicked: [], handle: undefined };
		if (session < 0) return { ...unknown, viewed: viewedByUser, viewedByUser: viewedByUser.toReversed() };
		const viewed = shoppers.itemsOf(session, 'viewed');
		const handle = shoppers.handleOf(session);
		const clicked = handle === undefined ? [] : clicks.itemsOf(handle, sessionItemsMax);
		const bought = new Set([...shoppers.itemsOf(session, 'bought'), ...boughtByUser]);
		return {
			viewed: viewed.length > 0 ? viewed : viewedByUser,
			cart: shoppers.itemsOf(session, 'cart'),
			bought: [...bought].slice(0, itemsPerListMax),
			clicked: clicked.length > 0 ? clicked : viewed.toReversed(),
			handle,
			viewedByUser: viewedByUser.toReversed(),
		};
	}

	function predict(past: readonly number[], { context, handle, count, isExplained }: Question): EngineCandidate[] {
		// The view of the page is often in the log already; it must not count twice.
		const isRepeated = context.length === 1 && past.at(-1) === context[0];
		const items = isRepeated ? past : [...past, ...context];
		const isAllowed = createExclusion(context);
		const session = handle === undefined ? {} : { session: handle };
		return sessionModel.predict({ items, count, isAllowed, isExplained, ...session });
	}

	function findTogether({ context, cart, count }: Question): EngineCandidate[] {
		return baskets.related({ items: context.length > 0 ? context : cart, count });
	}

	const answers: Record<EngineRequest['source'], (question: Question) => readonly EngineCandidate[]> = {
		session: (question) => predict(question.clicked, question),
		user: (question) => (question.viewedByUser.length === 0 ? [] : predict(question.viewedByUser, question)),
		co_view: ({ context, count }) => coViews.related({ items: context, count }),
		bought_together: findTogether,
		trending: (question) => trending.read(question),
		bestseller: (question) => bestsellers.read(question),
		recently_viewed({ viewed, context, count }) {
			const others = viewed.filter(createExclusion(context)).slice(0, count);
			return others.map((item, at) => ({ item, score: 1 / (1 + at) }));
		},
	};

	return {
		find(request, atMs) {
			const shopper = readShopper(request);
			const context = request.context.map(numbering.find).filter((item) => item >= 0);
			const question = { ...shopper, context, count: request.countMax, isExplained: request.isExplained, atMs };
			const { viewed, cart, bought } = shopper;
			return { candidates: answers[request.source](question), viewed, cart, bought };
		},
		noteChange() {
			for (const ranking of rankings) ranking.noteChange();
		},
		noteNewNumbers() {
			for (const ranking of rankings) ranking.forget();
		},
		// The bytes of the log are included in those of the session model, but are counted with the log.
		byteCount: () => sessionModel.byteCount() - clicks.byteCount() + coViews.byteCount(),
	};
}

function createExclusion(items: readonly number[]): (item: number) => boolean {
	const excluded = new Set(items);
	return (item) => !excluded.has(item);
}

/** The best of all items, cached briefly because it visits every item. */
function createRanking(counts: DecayedCounts) {
	let ranked: readonly EngineCandidate[] = [];
	let rankedAtMs = Number.NEGATIVE_INFINITY;
	let isChanged = true;
	return {
		noteChange() {
			isChanged = true;
		},
		forget() {
			isChanged = true;
			rankedAtMs = Number.NEGATIVE_INFINITY;
		},
		read({ context, count, atMs }: Question): readonly EngineCandidate[] {
			if (isChanged && Math.abs(atMs - rankedAtMs) >= rankingLifeMs) {
				ranked = counts.top({ count: rankedMax, atMs });
				rankedAtMs = atMs;
				isChanged = false;
			}
			return context.length === 0
				? ranked.slice(0, count)
				: ranked.filter(({ item }) => !context.includes(item)).slice(0, count);
		},
	};
}
