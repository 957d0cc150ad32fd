/**
 * Clicked queries from the log of events of a search engine. A click belongs to the search that it names by `query_id`,
 * otherwise to the last search of its session that showed the item. Within a session the same item counts once for a
 * query, and bots do not count.
 *
 * Searches are written to the log up to half a second after their answer, so a quick click may stand before its search.
 * It waits for a search that happened before it.
 */
import { comparePositions, type Position, parsePosition, startPosition } from '../../domain/log/position.ts';
import { createCache } from '../../lib/cache.ts';
import { asRecord, badAnswer, isRecord, type JsonRecord, readAnswer } from '../api-answer.ts';
import type { Retrier } from '../import/retry.ts';
import { toMemberPath } from '../resource-commands.ts';
import { createQuerySetBuilder, type QuerySet, queriesMax } from './query-set.ts';

const pageEventsMax = 1000;
/** Searches and sessions that clicks can still follow. */
const searchesMax = 200_000;
const sessionsMax = 100_000;
/** Clicks of a session, or for a query id, that wait for their search. */
const waitingMax = 20;
/** Pairs of a query and an item that a session has clicked. */
const countedMax = 1_000_000;

/**
 * The queries with most clicks, at most `countMax`, most first. Spellings that differ in case and blanks are one query.
 * @throws {CommandError}
 */
export async function readClickedQueries(
	retrier: Pick<Retrier, 'send'>,
	engine: string,
	countMax: number,
): Promise<QuerySet> {
	const counter = createClickCounter();
	const path = `${toMemberPath('/api/admin/v1/search_engines', engine)}/events?limit=${pageEventsMax}`;
	for (let after: Position | null = startPosition; after !== null; ) {
		const response = await retrier.send({ method: 'GET', path: `${path}&after=${after}` }, 'harmless');
		const { events, next_after: cursor } = asRecord(readAnswer(response, `search engine ${engine}`));
		const next = cursor === null ? null : parsePosition(String(cursor));
		if (!Array.isArray(events) || next === undefined || (next !== null && comparePositions(next, after) <= 0)) {
			throw badAnswer('no page of events');
		}
		for (const event of events.filter(isRecord)) counter.add(event);
		after = next;
	}
	return counter.finish(countMax);
}

interface PastSearch {
	readonly id: string | null;
	readonly session: string | null;
	readonly text: string;
	readonly shown: readonly unknown[];
	/** ISO 8601 in UTC, as are all times of the log, so that texts compare as times. */
	readonly occurredAt: string;
}

interface Click {
	readonly queryId: string | null;
	readonly session: string;
	readonly dfid: string;
	readonly occurredAt: string;
}

function toPastSearch({ query_id: id, session_id: session, text, shown, occurred_at: at }: JsonRecord) {
	if (typeof text !== 'string' || !Array.isArray(shown)) return undefined;
	const query = text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
	if (query === '') return undefined;
	return { id: toText(id), session: toText(session), text: query, shown, occurredAt: String(at) };
}

function toClick({ query_id: id, session_id: session, dfid, occurred_at: at }: JsonRecord): Click | undefined {
	if (typeof dfid !== 'string' || typeof session !== 'string') return undefined;
	return { queryId: toText(id), session, dfid, occurredAt: String(at) };
}

function toText(value: unknown): string | null {
	return typeof value === 'string' ? value : null;
}

function toIdKey(queryId: string | null): string | undefined {
	return queryId === null ? undefined : `query ${queryId}`;
}

function toSessionKey(session: string | null): string | undefined {
	return session === null ? undefined : `session ${session}`;
}

/** Whether a click can be on a result of the search. */
function isOf({ queryId, dfid, occurredAt }: Click, { id, shown, occurredAt: searchedAt }: PastSearch): boolean {
	if (queryId !== null && queryId === id) return true;
	return shown.includes(dfid) && searchedAt <= occurredAt;
}

export interface ClickCounter {
	/** Events in the order of the log. */
	add(event: JsonRecord): void;
	finish(countMax: number): QuerySet;
}

export function createClickCounter(): ClickCounter {
	const searches = createCache<string, PastSearch>({ entriesMax: searchesMax });
	const lastSearches = createCache<string, PastSearch>({ entriesMax: sessionsMax });
	const counted = createCache<string, true>({ entriesMax: countedMax });
	const waiting = createCache<string, Click[]>({ entriesMax: sessionsMax });
	const clicks = new Map<string, Map<string, number>>();

	function addSearch(event: JsonRecord): void {
		const search = toPastSearch(event);
		if (search === undefined) return;
		const { id, session } = search;
		if (id !== null) searches.set(id, search);
		if (session !== null) lastSearches.set(session, search);
		for (const key of [toIdKey(id), toSessionKey(session)]) {
			if (key === undefined) continue;
			const left = (waiting.get(key) ?? []).filter((click) => !isOf(click, search) || count(click, search));
			if (left.length === 0) waiting.delete(key);
			else waiting.set(key, left);
		}
	}

	function addClick(event: JsonRecord): void {
		const click = toClick(event);
		if (click === undefined) return;
		const named = click.queryId === null ? undefined : searches.get(click.queryId);
		const last = lastSearches.get(click.session);
		if (named !== undefined) count(click, named);
		else if (last !== undefined && isOf(click, last)) count(click, last);
		else {
			const key = toIdKey(click.queryId) ?? toSessionKey(click.session) ?? '';
			waiting.set(key, [...(waiting.get(key) ?? []), click].slice(-waitingMax));
		}
	}

	/** @returns false, so that the click is not kept. */
	function count({ session, dfid }: Click, search: PastSearch): false {
		const pair = JSON.stringify([session, search.text, dfid]);
		if (counted.get(pair) !== undefined) return false;
		counted.set(pair, true);
		const ofQuery = clicks.get(search.text) ?? new Map<string, number>();
		clicks.set(search.text, ofQuery.set(dfid, (ofQuery.get(dfid) ?? 0) + 1));
		return false;
	}

	return {
		add(event) {
			if (event.is_bot === true) return;
			if (event.kind === 'search') addSearch(event);
			else if (event.kind === 'click') addClick(event);
		},
		finish(countMax) {
			const toCount = (ofQuery: ReadonlyMap<string, number>) => ofQuery.values().reduce((sum, count) => sum + count, 0);
			const most = [...clicks].sort((a, b) => toCount(b[1]) - toCount(a[1]));
			const builder = createQuerySetBuilder('clicked');
			for (const [text, ofQuery] of most.slice(0, Math.min(countMax, queriesMax))) {
				for (const [dfid, count] of ofQuery) builder.add(text, dfid, count);
			}
			return builder.finish();
		},
	};
}
