/** Which events statistics count together, worked out one event after the other. */
import type { LoggedEvent } from '../../src/domain/event/logged-event.ts';

/** By session, and by search where no session has claimed it; in chapters, of which no event says anything of another. */
type Groups = Map<string, LoggedEvent[][]>;

const dayMs = 24 * 3600 * 1000;
const silentKinds = ['search', 'view', 'cart_removal', 'cart_clearing', 'cart_replacement'];

/**
 * The first event of a session that names a search which the session does not have claims it, with all that is or names that
 * search and has no session; but not what is more than a day away.
 * @param events in the order of the log.
 */
export function groupBySession(events: readonly LoggedEvent[]): { groups: Groups; single: LoggedEvent[] } {
	const groups: Groups = new Map();
	/** The session by a chapter that has the event by which it claimed a search, and nothing else. */
	const owners = new Map<LoggedEvent[], string>();
	const single: LoggedEvent[] = [];

	function findOwner(event: LoggedEvent): string | undefined {
		const last = groups.get(toSearch(event))?.at(-1);
		return last !== undefined && !isFar(last, event) ? owners.get(last) : undefined;
	}

	function claim(event: LoggedEvent, session: string): void {
		const chapters = groups.get(toSearch(event)) ?? [];
		const last = chapters.at(-1);
		if (last !== undefined && !isFar(last, event)) {
			if (isFar(last, event, dayMs)) return;
			chapters.pop();
			for (const one of last) append(groups, session, one);
		}
		const chapter = [event];
		owners.set(chapter, session);
		groups.set(toSearch(event), [...chapters, chapter]);
	}

	for (const event of events) {
		const { sessionId, queryId, kind } = event;
		const owner = findOwner(event);
		if (sessionId === null && queryId === null) single.push(event);
		else if (sessionId === null) append(groups, owner ?? toSearch(event), event);
		else {
			const session = `session ${sessionId}`;
			const isNaming = queryId !== null && !silentKinds.includes(kind);
			if (isNaming && owner === undefined && !hasSearch(groups.get(session)?.at(-1), queryId)) claim(event, session);
			append(groups, session, event);
		}
	}
	const counted = [...groups].map(([key, all]) => [key, all.filter((chapter) => !owners.has(chapter))] as const);
	return { groups: new Map(counted), single };
}

const toSearch = ({ queryId }: LoggedEvent) => `query ${queryId}`;

function hasSearch(chapter: readonly LoggedEvent[] = [], queryId: string | null): boolean {
	return chapter.some((event) => event.kind === 'search' && event.queryId === queryId);
}

/** A chapter has a thousand events at most, none of them more than 32 days away from the others. */
function append(groups: Groups, key: string, event: LoggedEvent): void {
	const chapters = groups.get(key) ?? [];
	groups.set(key, chapters);
	const last = chapters.at(-1);
	if (last === undefined || isFar(last, event)) chapters.push([event]);
	else last.push(event);
}

function isFar(chapter: readonly LoggedEvent[], { occurredAtMs: at }: LoggedEvent, farMs = 32 * dayMs): boolean {
	const times = chapter.map(({ occurredAtMs }) => occurredAtMs);
	return times.length === 1000 || at > Math.max(...times) + farMs || at < Math.min(...times) - farMs;
}
