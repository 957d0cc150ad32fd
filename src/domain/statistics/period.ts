/** The time that a report is about: whole quarters of an hour, in days of a time zone. */

import { failField, type Result, succeed } from '../../lib/failure.ts';
import { dayMs, parseUtcDay } from '../event/utc-day.ts';
import { type Calendar, openCalendar, quarterMs } from './calendar.ts';

export interface Period {
	readonly startMs: number;
	/** The first moment behind it. */
	readonly endMs: number;
	/** When its days begin, in their order. The first and the last day may be in it only in part. */
	readonly dayStartsMs: readonly number[];
	readonly calendar: Calendar;
}

export const periodDaysMax = 366;
export const timeZoneDefault = 'Etc/UTC';
export const timeZoneLengthMax = 64;

/** As they are written: dates are days in the zone, both included, Unix times are moments. */
export interface PeriodText {
	readonly from: string | undefined;
	readonly to: string | undefined;
	readonly timeZone: string | undefined;
}

/** @returns `invalid` with the field that is wrong, and why */
export function parsePeriod({ from, to, timeZone = timeZoneDefault }: PeriodText): Result<Period> {
	const calendar = parseTimeZone(timeZone);
	if (calendar === undefined) return failField('tz', zoneReason);
	const start = parseMoment(from);
	const end = parseMoment(to);
	if (start === undefined || start.value < 0) return failField('from', toDateReason(from));
	if (end === undefined || end.value < 0) return failField('to', toDateReason(to));
	const startMs = floorToQuarter(startOf(start, calendar));
	const endMs = end.isDay ? calendar.startOfDay(end.value + 1) : floorToQuarter(end.value) + quarterMs;
	if (endMs <= startMs) return failField('from', 'must not be after to');
	// Changes of the clocks make days an hour or two longer, so days are counted. Moments of as many days may have that hour.
	const dayCount = start.isDay && end.isDay ? end.value - start.value + 1 : (endMs - startMs) / dayMs - 1 / 24;
	if (dayCount > periodDaysMax) return failField('from', `must begin a period of at most ${periodDaysMax} days`);
	return succeed(createPeriod(startMs, endMs, calendar));
}

/** From one moment up to, but not including, another, in ms since 1970; ±∞ where there is no end. */
export interface TimeSpan {
	readonly startMs: number;
	readonly endMs: number;
}

/**
 * The same texts for what has no quarters of an hour and may be open: `to` is in the span with its whole day, second or
 * millisecond.
 * @returns `invalid` with the field that is wrong, and why
 */
export function parseTimeSpan({ from, to, timeZone = timeZoneDefault }: PeriodText): Result<TimeSpan> {
	const calendar = parseTimeZone(timeZone);
	if (calendar === undefined) return failField('tz', zoneReason);
	const start = from === undefined ? undefined : parseMoment(from);
	const end = to === undefined ? undefined : parseMoment(to);
	if (from !== undefined && start === undefined) return failField('from', toDateReason(from));
	if (to !== undefined && end === undefined) return failField('to', toDateReason(to));
	const startMs = start === undefined ? Number.NEGATIVE_INFINITY : startOf(start, calendar);
	const endMs = end === undefined ? Number.POSITIVE_INFINITY : endOf(end, calendar);
	return endMs <= startMs ? failField('from', 'must not be after to') : succeed({ startMs, endMs });
}

function startOf({ isDay, value }: Moment, calendar: Calendar): number {
	return isDay ? calendar.startOfDay(value) : value;
}

function endOf({ isDay, value, lengthMs }: Moment, calendar: Calendar): number {
	return isDay ? calendar.startOfDay(value + 1) : value + lengthMs;
}

function parseTimeZone(name: string): Calendar | undefined {
	return name.length > timeZoneLengthMax ? undefined : openCalendar(name);
}

/** The period of equal length before: as many days, or the same time where it is not made of days. */
export function toPreviousPeriod({ startMs, endMs, dayStartsMs, calendar }: Period): Period {
	const firstDay = calendar.toDay(startMs);
	const isOfDays = dayStartsMs[0] === startMs && calendar.startOfDay(firstDay + dayStartsMs.length) === endMs;
	const previousMs = isOfDays ? calendar.startOfDay(firstDay - dayStartsMs.length) : 2 * startMs - endMs;
	return createPeriod(previousMs, startMs, calendar);
}

function createPeriod(startMs: number, endMs: number, calendar: Calendar): Period {
	const firstDay = calendar.toDay(startMs);
	const dayCount = calendar.toDay(endMs - 1) - firstDay + 1;
	const dayStartsMs = Array.from({ length: dayCount }, (_, at) => calendar.startOfDay(firstDay + at));
	return { startMs, endMs, dayStartsMs, calendar };
}

function floorToQuarter(timeMs: number): number {
	return Math.floor(timeMs / quarterMs) * quarterMs;
}

/** A day of the calendar by its number, or a moment in ms since 1970 and how long it lasts as it is written. */
type Moment = { readonly isDay: boolean; readonly value: number; readonly lengthMs: number };

function parseMoment(text = ''): Moment | undefined {
	if (/^\d{10}$/.test(text)) return { isDay: false, value: Number(text) * 1000, lengthMs: 1000 };
	if (/^\d{13}$/.test(text)) return { isDay: false, value: Number(text), lengthMs: 1 };
	const day = parseUtcDay(text);
	return day === undefined ? undefined : { isDay: true, value: day, lengthMs: dayMs };
}

const zoneReason = 'must be a zone of the TZ database, such as Europe/Madrid';

function toDateReason(text: string | undefined): string {
	return text === undefined
		? 'is required'
		: 'must be a date since 1970, such as 20260301 or 2026-03-01, or a Unix time';
}
