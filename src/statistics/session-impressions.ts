/**
 * Which items did the searches of a session show? Those of each search that counts, and of each further page. Most rows of a
 * search are of what it showed, so only those that change are taken back.
 */
import type { FactSink } from './fact-sink.ts';
import { toQuarter } from './quarter.ts';
import type { SessionEvent } from './session-event.ts';
import type { SessionState } from './session-rows.ts';

/** The searches whose hits count as shown: no keystrokes. */
export function listShowing(sessions: readonly SessionState[]): ReadonlySet<SessionEvent> {
	const showing = new Set<SessionEvent>();
	for (const { searches } of sessions) {
		for (const search of searches.list) if (search.isPage || search.target === search) showing.add(search.event);
	}
	return showing;
}

/** Turns the rows of what these searches showed before into those after. */
export function changeImpressions(
	before: ReadonlySet<SessionEvent>,
	after: ReadonlySet<SessionEvent>,
	{ adding, subtracting }: { readonly adding: FactSink; readonly subtracting: FactSink },
): void {
	for (const event of after) if (!before.has(event)) addImpressions(event, adding);
	for (const event of before) if (!after.has(event)) addImpressions(event, subtracting);
}

function addImpressions({ atMs, device, shown }: SessionEvent, sink: FactSink): void {
	const { day, quarter } = toQuarter(atMs);
	for (const item of shown) {
		// Of what older versions stored, the name is not known.
		if (item > 0) sink.add('impressions', day, { quarter, device, item, impressions: 1 });
	}
}
