/**
 * The days of a period by quarters of an hour in UTC, as rows of facts have them.
 *
 *     UTC day 20,513   quarter 0 … 95 → 0 0 0 0 0 1 1 1 … 1     the number of the day in the period; −1 outside
 */
import { dayMs } from '../event/utc-day.ts';
import { quarterMs } from './calendar.ts';
import type { Period } from './period.ts';

export const quartersPerDay = dayMs / quarterMs;

/** Stands for a quarter that is not in the period. */
export const outsidePeriod = -1;

export interface DayTable {
	readonly firstUtcDay: number;
	readonly lastUtcDay: number;
	readonly dayCount: number;
	/** By quarter, the number of the day in the period, or `outsidePeriod`. */
	ofUtcDay(utcDay: number): Int32Array;
}

export function createDayTable({ startMs, endMs, dayStartsMs }: Period): DayTable {
	const firstUtcDay = Math.floor(startMs / dayMs);
	const lastUtcDay = Math.floor((endMs - 1) / dayMs);
	const days = new Int32Array((lastUtcDay - firstUtcDay + 1) * quartersPerDay).fill(outsidePeriod);
	const toIndex = (timeMs: number): number => Math.ceil((timeMs - firstUtcDay * dayMs) / quarterMs);
	for (const [day, dayStartMs] of dayStartsMs.entries()) {
		days.fill(day, toIndex(Math.max(dayStartMs, startMs)), toIndex(Math.min(dayStartsMs[day + 1] ?? endMs, endMs)));
	}
	return {
		...{ firstUtcDay, lastUtcDay, dayCount: dayStartsMs.length },
		ofUtcDay: (utcDay) =>
			days.subarray((utcDay - firstUtcDay) * quartersPerDay, (utcDay - firstUtcDay + 1) * quartersPerDay),
	};
}
