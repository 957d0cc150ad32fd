import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '../../lib/failure.ts';
import { openCalendar } from './calendar.ts';
import { createDayTable, outsidePeriod, quartersPerDay } from './day-table.ts';
import { parsePeriod, parseTimeSpan, toPreviousPeriod } from './period.ts';

const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;

const formats = new Map<string, Intl.DateTimeFormat>();

function toLocal(timeMs: number, timeZone: string): string {
	const options = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
	const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', options);
	formats.set(timeZone, format);
	return format.format(timeMs);
}

const zones = ['Etc/UTC', 'Europe/Madrid', 'Asia/Kathmandu', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns']
	// Their summer time begins at midnight, so a day begins at one o'clock.
	.concat(['America/Santiago', 'Africa/Cairo', 'Asia/Beirut', 'Pacific/Chatham', 'Pacific/Kiritimati'])
	// Its clocks change by two hours.
	.concat('Antarctica/Troll');

for (const timeZone of zones) {
	test(`days in ${timeZone} begin with the first moment of their date`, () => {
		const calendar = openCalendar(timeZone);
		assert.ok(calendar);
		for (let day = Date.UTC(2025, 0, 1) / dayMs; day < Date.UTC(2027, 0, 1) / dayMs; day++) {
			const startMs: number = calendar.startOfDay(day);
			const date = new Date(day * dayMs).toISOString().slice(0, 10);
			assert.equal(toLocal(startMs, timeZone).slice(0, 10), date);
			assert.notEqual(toLocal(startMs - 1, timeZone).slice(0, 10), date);
			assert.equal(calendar.toDay(startMs), day);
			assert.equal(calendar.toDay(startMs - 1), day - 1);
		}
	});
}

test('a day that a zone has left out begins with the next', () => {
	const calendar = openCalendar('Pacific/Apia');
	const missing = Date.UTC(2011, 11, 30) / dayMs;
	assert.equal(calendar?.startOfDay(missing), calendar?.startOfDay(missing + 1));
});

test('there is no zone of any other name', () => {
	for (const name of ['', 'Mars/Olympus', '+02:00', 'Europe/Madrid ', '../etc/passwd', 'x'.repeat(65), 'Europe']) {
		assert.equal(openCalendar(name), undefined, name);
	}
});

const read = (from?: string, to?: string, timeZone?: string) => parsePeriod({ from, to, timeZone });

test('dates are whole days of the zone in every spelling', () => {
	const period = unwrap(read('20260329', '2026-03-30', 'Europe/Madrid'));
	assert.equal(period.startMs, Date.UTC(2026, 2, 28, 23));
	assert.equal(period.endMs, Date.UTC(2026, 2, 30, 22));
	assert.deepEqual(period.dayStartsMs, [Date.UTC(2026, 2, 28, 23), Date.UTC(2026, 2, 29, 22)]);
});

test('Unix times are moments, widened to quarters of an hour', () => {
	const fromMs = Date.UTC(2026, 2, 1, 10, 7);
	const toMs = Date.UTC(2026, 2, 2, 10, 15);
	for (const unit of [1000, 1]) {
		const period = unwrap(read(String(fromMs / unit), String(toMs / unit)));
		assert.deepEqual([period.startMs, period.endMs], [Date.UTC(2026, 2, 1, 10), Date.UTC(2026, 2, 2, 10, 30)]);
		assert.deepEqual(period.dayStartsMs, [Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 2)]);
	}
});

const faults: readonly [from: string | undefined, to: string | undefined, tz: string | undefined, text: RegExp][] = [
	[undefined, '20260301', undefined, /^from is required/],
	['20260301', undefined, undefined, /^to is required/],
	['2026-02-30', '20260301', undefined, /^from must be a date/],
	['00700101', '20260301', undefined, /^from must be a date since 1970/],
	['00010101', '00010103', 'Europe/Madrid', /^from must be a date since 1970/],
	['20241026', '20251027', 'Antarctica/Troll', /^from must begin a period of at most 366 days/],
	['20260301', 'tomorrow', undefined, /^to must be a date/],
	['20260302', '20260301', undefined, /^from must not be after to/],
	['1772000000', '1771990000', undefined, /^from must not be after to/],
	['20250101', '20260102', undefined, /^from must begin a period of at most 366 days/],
	['20260301', '20260301', 'Mars/Olympus', /^tz must be a zone/],
];
for (const [from, to, tz, text] of faults) {
	test(`${from} to ${to} in ${tz} is refused`, () => {
		const outcome = read(from, to, tz);
		assert.match(outcome.ok ? 'accepted' : outcome.failure.message, text);
	});
}

test('the longest period has 366 days, also where one of them has 25 or 26 hours', () => {
	assert.equal(unwrap(read('20241026', '20251026', 'Antarctica/Troll')).dayStartsMs.length, 366);
	assert.equal(unwrap(read('20240101', '20241231')).dayStartsMs.length, 366);
	assert.equal(unwrap(read('20250401', '20260401', 'Europe/Madrid')).dayStartsMs.length, 366);
	assert.equal(unwrap(read('20241020', '20251020', 'Europe/Madrid')).dayStartsMs.length, 366);
});

test('the period before has as many days, or the same length', () => {
	const days = toPreviousPeriod(unwrap(read('20260330', '20260331', 'Europe/Madrid')));
	assert.deepEqual([days.startMs, days.endMs], [Date.UTC(2026, 2, 27, 23), Date.UTC(2026, 2, 29, 22)]);
	const hours = toPreviousPeriod(unwrap(read(String(Date.UTC(2026, 2, 1, 10)), String(Date.UTC(2026, 2, 1, 11, 59)))));
	assert.deepEqual([hours.startMs, hours.endMs], [Date.UTC(2026, 2, 1, 8), Date.UTC(2026, 2, 1, 10)]);
});

test('every quarter of an hour is in the day of its local date, or outside', () => {
	for (const timeZone of zones) {
		const period = unwrap(read('20260327', '20260402', timeZone));
		const table = createDayTable(period);
		for (let utcDay = table.firstUtcDay; utcDay <= table.lastUtcDay; utcDay++) {
			for (let quarter = 0; quarter < quartersPerDay; quarter++) {
				const timeMs = utcDay * dayMs + quarter * (hourMs / 4);
				const date = toLocal(timeMs, timeZone).slice(0, 10);
				const isInside = date >= '2026-03-27' && date <= '2026-04-02';
				const expected = isInside ? (Date.parse(date) - Date.UTC(2026, 2, 27)) / dayMs : outsidePeriod;
				assert.equal(table.ofUtcDay(utcDay)[quarter], expected, `${timeZone} ${date} ${quarter}`);
			}
		}
	}
});

test('a span of time may be open, and ends with the whole day, second or millisecond that it names', () => {
	const parse = (from?: string, to?: string, timeZone?: string) => unwrap(parseTimeSpan({ from, to, timeZone }));
	assert.deepEqual(parse(), { startMs: Number.NEGATIVE_INFINITY, endMs: Number.POSITIVE_INFINITY });
	const startMs = Date.UTC(2026, 2, 28, 23);
	// The clocks of Madrid go forward on the 29th, which has 23 hours.
	assert.deepEqual(parse('20260329', '2026-03-29', 'Europe/Madrid'), { startMs, endMs: startMs + 23 * hourMs });
	assert.deepEqual(parse('1772319601', '1772319601'), { startMs: 1772319601000, endMs: 1772319602000 });
	assert.deepEqual(parse('1772319600001', '1772319600001'), { startMs: 1772319600001, endMs: 1772319600002 });
	assert.ok(parse('20000101', '20260101').endMs > 0, 'it may be long');
	for (const [text, field] of [
		[{ from: 'x', to: undefined, timeZone: undefined }, 'from'],
		[{ from: undefined, to: '20260230', timeZone: undefined }, 'to'],
		[{ from: '20260302', to: '20260301', timeZone: undefined }, 'from'],
		[{ from: undefined, to: undefined, timeZone: 'Mars/Base' }, 'tz'],
	] as const) {
		const refused = parseTimeSpan(text);
		assert.equal(!refused.ok && refused.failure.faults?.[0]?.name, field);
	}
});
