/** How often the APIs were called, by day in UTC. */
import { toUtcDay } from '../../../domain/event/utc-day.ts';
import type { CallKind } from '../../../domain/statistics/call-kind.ts';
import { usageTypes } from '../counted-calls.ts';
import { type RunReport, toDayRows } from '../report.ts';

export const countCalls: RunReport = async (facts, options, { listCallDays }) => {
	const kinds = new Set<CallKind>(usageTypes[options.usageType]);
	const { startMs, endMs, dayStartsMs } = facts.period;
	const range = { firstDay: toUtcDay(startMs), lastDay: toUtcDay(endMs - 1) };
	const counts = dayStartsMs.map(() => 0);
	for (const { hashid } of facts.engines) {
		facts.checkDeadline();
		for (const { day, kind, callCount } of await listCallDays({ hashid, ...range })) {
			if (kinds.has(kind)) counts[day - range.firstDay] = (counts[day - range.firstDay] ?? 0) + callCount;
		}
	}
	return { rows: toDayRows(facts, counts) };
};
