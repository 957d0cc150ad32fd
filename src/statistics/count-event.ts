/** What counts for itself, whatever else happens in its session: pages of items, and what widgets and banners showed. */
import type { LoggedEvent } from '../domain/event/logged-event.ts';
import { toItemName, toReferenceName } from '../domain/statistics/fact-name.ts';
import { originCodes } from '../domain/statistics/fact-table.ts';
import type { FactSink } from './fact-sink.ts';
import { toQuarter } from './quarter.ts';
import { type Intern, toDeviceCode } from './session-event.ts';

const recommendation = originCodes.indexOf('recommendation');
const banner = originCodes.indexOf('banner');

export function countEvent(event: LoggedEvent, intern: Intern, sink: FactSink): void {
	const { kind, item, shown: items, widgetId, targetId } = event;
	const { day, quarter } = toQuarter(event.occurredAtMs);
	const device = toDeviceCode(event);
	if (kind === 'view' && item !== null) {
		sink.add('views', day, { quarter, device, item: intern(toItemName(item)), views: 1 });
	}
	for (const one of items) {
		sink.add('impressions', day, { quarter, device, item: intern(toItemName(one)), impressions: 1 });
	}
	const [origin, shown] = kind === 'impression' ? [recommendation, widgetId] : [banner, targetId];
	if ((kind === 'impression' || kind === 'image_impression') && shown !== null) {
		sink.add('displays', day, { quarter, device, origin, reference: intern(toReferenceName(shown)), displays: 1 });
	}
}
