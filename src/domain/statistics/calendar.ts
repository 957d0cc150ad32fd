/** Days of the calendar in a time zone, as whole numbers: day 0 is 1970-01-01. Days have 23 to 25 hours. */
import { createCache } from '../../lib/cache.ts';
import { dayMs } from '../event/utc-day.ts';

export interface Calendar {
	/** The day that contains a Unix time in milliseconds. */
	toDay(timeMs: number): number;
	/** When a day begins; where it has no midnight, at its first moment. */
	startOfDay(day: number): number;
}

export const quarterMs = 15 * 60 * 1000;

/** No zone is further from UTC. */
const offsetMsMax = 15 * 3600 * 1000;
const utcZones = new Set(['Etc/UTC', 'UTC']);
const zoneNamePattern = /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/;

/** @returns undefined when there is no such zone in the TZ database */
export function openCalendar(timeZone: string): Calendar | undefined {
	if (utcZones.has(timeZone))
		return { toDay: (timeMs) => Math.floor(timeMs / dayMs), startOfDay: (day) => day * dayMs };
	const readOffsetMs = createOffsetReader(timeZone);
	if (readOffsetMs === undefined) return undefined;
	const toDay = (timeMs: number): number => Math.floor((timeMs + readOffsetMs(timeMs)) / dayMs);

	/** The first quarter of an hour that is in the day or after it. */
	function searchStart(day: number): number {
		let low = Math.floor((day * dayMs - offsetMsMax) / quarterMs);
		let high = Math.ceil((day * dayMs + offsetMsMax) / quarterMs);
		while (low < high) {
			const middle = Math.floor((low + high) / 2);
			if (toDay(middle * quarterMs) < day) low = middle + 1;
			else high = middle;
		}
		return low * quarterMs;
	}

	return {
		toDay,
		startOfDay(day) {
			const midnightMs = day * dayMs;
			const guessMs = midnightMs - readOffsetMs(midnightMs);
			const startMs = midnightMs - readOffsetMs(guessMs);
			return toDay(startMs) === day && toDay(startMs - 1) < day ? startMs : searchStart(day);
		},
	};
}

/** To make one takes a tenth of the time of a short report. */
const formats = createCache<string, Intl.DateTimeFormat>({ entriesMax: 32 });

function openFormat(timeZone: string): Intl.DateTimeFormat {
	const known = formats.get(timeZone);
	if (known !== undefined) return known;
	const format = new Intl.DateTimeFormat('en-US', {
		...{ timeZone, hourCycle: 'h23', calendar: 'gregory', numberingSystem: 'latn' },
		...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
	});
	formats.set(timeZone, format);
	return format;
}

/** From a Unix time to what local clocks are ahead of UTC then. */
function createOffsetReader(timeZone: string): ((timeMs: number) => number) | undefined {
	// `Intl` also takes offsets such as +02:00, which are no zones.
	if (!zoneNamePattern.test(timeZone)) return undefined;
	try {
		const format = openFormat(timeZone);
		return (timeMs) => {
			const [month = 1, day = 1, year = 1970, hour, minute, second] = (format.format(timeMs).match(/\d+/g) ?? []).map(
				Number,
			);
			const wholeMs = Math.floor(timeMs / 1000) * 1000;
			return Date.UTC(year, month - 1, day, hour, minute, second) - wholeMs;
		};
	} catch {
		// A RangeError says that there is no such zone.
		return undefined;
	}
}
