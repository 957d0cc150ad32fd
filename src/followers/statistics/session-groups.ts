/**
 * Which session does an event belong to? That of its session id; without one, the session that claimed the search that it is
 * or names; or else that search alone.
 *
 *     search Q without a session ─────────────► group of Q        ┐ the first event of a session that names Q
 *     click of session S that names Q ─► claims ─► group of S  ◄──┘ takes all there is of Q into its session
 *     later events without a session that name Q ─► group of S
 *
 * What is left in the group of Q is a claim: an event of a kind that the log does not have, with the key of the session. A
 * session claims no search that it has itself. Groups depend on the order of the log alone, not on batches.
 */
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import { sessionPauseMs } from '../../statistics/count-session.ts';
import { emptyEvent, type Intern, type SessionEvent, toSessionEvent } from '../../statistics/session-event.ts';
import { createChapterEnd, emptySession, openSession, readSession } from '../../statistics/stored-session.ts';
import { type BuildCache, type CachedSession, type CountingStore, toCacheKey } from './build-cache.ts';

/** The events of a group that are counted together. */
export interface Chapter {
	/** What is counted of it. */
	readonly before: CachedSession;
	/** In the order of the log. */
	readonly more: SessionEvent[];
}

export interface SessionGroup {
	/** One after the other; the last one is stored. */
	readonly chapters: Chapter[];
	/** Lists of counted events that a session has claimed: their rows are to be taken back. */
	readonly claimed: (readonly SessionEvent[])[];
}

export interface GroupedEvents {
	/** By the key of the session, or of the search. */
	readonly groups: ReadonlyMap<string, SessionGroup>;
	/** Events that belong to nothing. */
	readonly single: readonly SessionEvent[];
}

const sessionPrefix = 's';
const searchPrefix = 'q';

/** Whether the group is that of a session; otherwise it is that of a search. */
export function isSessionKey(key: string): boolean {
	return key.startsWith(sessionPrefix);
}

/** The session id of the key of a session. */
export function toSessionId(key: string): string {
	return key.slice(sessionPrefix.length);
}

/** An event with its group before any claim. */
interface KeyedEvent {
	readonly key: string;
	readonly event: SessionEvent;
	/** The group of the search that an event of a session names. */
	readonly named: string | undefined;
}

/** Of a group, what the events of the batch are added to. */
interface OpenGroup extends SessionGroup {
	end: ReturnType<typeof createChapterEnd>;
	/** The searches of the last chapter, by their ids; undefined until it is asked for. */
	searches: Set<number> | undefined;
}

/** @param events in the order of the log. */
export async function groupEvents(
	store: CountingStore,
	cache: BuildCache,
	{ events, intern }: { readonly events: readonly LoggedEvent[]; readonly intern: Intern },
): Promise<GroupedEvents> {
	const single: SessionEvent[] = [];
	const keyed: KeyedEvent[] = [];
	for (const event of events) {
		// Widgets answer when pages are built, perhaps for nobody, and banners are on every page.
		if (event.kind === 'impression' || event.kind === 'image_impression') continue;
		const counted = toSessionEvent(event, intern);
		const key = toSessionKey(event);
		if (key === undefined) single.push(counted);
		else keyed.push({ key, event: counted, named: toNamedKey(event, counted) });
	}
	const known = await loadGroups(store, cache, keyed);
	for (const one of keyed) assign(known, one);
	const groups = [...known].filter(([, { chapters }]) => chapters.length > 1 || chapters.at(-1)?.more.length !== 0);
	return { groups: new Map(groups), single };
}

/** What an event belongs to: its session, or else the search that it is or names; undefined: nothing. */
function toSessionKey({ sessionId, queryId }: LoggedEvent): string | undefined {
	if (sessionId !== null) return sessionPrefix + sessionId;
	return queryId === null ? undefined : searchPrefix + queryId;
}

function toNamedKey({ sessionId, queryId }: LoggedEvent, { kind }: SessionEvent): string | undefined {
	const isNaming = sessionId !== null && queryId !== null && kind !== 'search' && kind !== 'other';
	return isNaming ? searchPrefix + queryId : undefined;
}

/** The groups that the events may belong to. */
async function loadGroups(
	store: CountingStore,
	cache: BuildCache,
	events: readonly KeyedEvent[],
): Promise<Map<string, OpenGroup>> {
	const groups = new Map<string, OpenGroup>();
	const keys = events.flatMap(({ key, named }) => (named === undefined ? [key] : [key, named]));
	await addGroups(store, cache, { groups, keys });
	await addGroups(store, cache, { groups, keys: [...groups.values()].flatMap((group) => findOwner(group) ?? []) });
	return groups;
}

async function addGroups(
	store: CountingStore,
	{ state, sessions }: BuildCache,
	{ groups, keys }: { readonly groups: Map<string, OpenGroup>; readonly keys: readonly string[] },
): Promise<void> {
	const missing = [...new Set(keys)].filter((key) => !groups.has(key));
	const known = new Map(missing.map((key) => [key, sessions.get(toCacheKey(state, key))]));
	const unknown = missing.filter((key) => known.get(key) === undefined);
	const stored = unknown.length === 0 ? new Map<string, Uint8Array>() : await store.findSessions(state.id, unknown);
	for (const key of missing) {
		const bytes = stored.get(key);
		const before = known.get(key) ?? {
			stored: bytes === undefined ? emptySession : openSession(bytes),
			counted: undefined,
		};
		const chapters = [{ before, more: [] }];
		groups.set(key, { chapters, claimed: [], end: createChapterEnd(before.stored), searches: undefined });
	}
}

function assign(groups: ReadonlyMap<string, OpenGroup>, { key, event, named }: KeyedEvent): void {
	const group = groups.get(key) as OpenGroup;
	if (named !== undefined) claim({ group, key, search: groups.get(named) as OpenGroup }, event);
	const owner = isSessionKey(key) || group.end.isBeyond(event) ? undefined : findOwner(group);
	add(owner === undefined ? group : (groups.get(owner) as OpenGroup), event);
}

interface Claim {
	readonly group: OpenGroup;
	readonly key: string;
	/** Of the search that the session names. */
	readonly search: OpenGroup;
}

function claim({ group, key, search }: Claim, { atMs, queryId }: SessionEvent): void {
	if (listSearches(group).has(queryId)) return;
	const event: SessionEvent = { ...emptyEvent, kind: 'claim', atMs, text: key };
	if (search.end.isBeyond(event)) {
		add(search, event);
		return;
	}
	// What the session did more than a pause away from it is not of the session that the search would be in.
	if (findOwner(search) !== undefined || search.end.toDistanceMs(event) > sessionPauseMs) return;
	const { before, more } = search.chapters.pop() as Chapter;
	const counted = readSession(before.stored.bytes);
	if (counted.length > 0) search.claimed.push(counted);
	for (const own of [...counted, ...more]) add(group, own);
	search.chapters.push(emptyChapter());
	search.end = createChapterEnd(emptySession);
	add(search, event);
}

/** The key of the session that has claimed the search of a group. A claim is the only event of its chapter. */
function findOwner({ chapters }: SessionGroup): string | undefined {
	const { before, more } = chapters.at(-1) as Chapter;
	const { eventCount, bytes } = before.stored;
	if (eventCount + more.length !== 1) return undefined;
	const [first] = eventCount === 0 ? more : readSession(bytes);
	return first?.kind === 'claim' && first.text !== null ? first.text : undefined;
}

function add(group: OpenGroup, event: SessionEvent): void {
	if (group.end.isBeyond(event)) {
		group.chapters.push(emptyChapter());
		group.end = createChapterEnd(emptySession);
		group.searches = new Set();
	}
	group.chapters.at(-1)?.more.push(event);
	group.end.add(event);
	if (event.kind === 'search') group.searches?.add(event.queryId);
}

function emptyChapter(): Chapter {
	return { before: { stored: emptySession, counted: undefined }, more: [] };
}

/** The ids of the searches of the last chapter. Cost: O(its events) the first time. */
function listSearches(group: OpenGroup): ReadonlySet<number> {
	if (group.searches !== undefined) return group.searches;
	const { before, more } = group.chapters.at(-1) as Chapter;
	const { counted, stored } = before;
	const events = counted?.sessions.flatMap(({ searches }) => searches.list.map(({ event }) => event));
	const all = [...(events ?? readSession(stored.bytes)), ...more];
	group.searches = new Set(all.filter(({ kind }) => kind === 'search').map(({ queryId }) => queryId));
	return group.searches;
}
