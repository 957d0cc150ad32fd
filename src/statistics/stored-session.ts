/**
 * The events of a session id that its rows were counted from, as bytes, so that more of them can be counted.
 *
 *     for each event:  kind ┊ members that it has: bits ┊ time since the one before ┊ members
 *
 * Numbers are in groups of seven bits, the lowest first, as in Protocol Buffers. Who shops and where is written when it
 * changes.
 */
import { type SessionEvent, sessionEventKinds } from './session-event.ts';

/** What lasts from one event to the next: it is written when it changes. */
type Lasting = Pick<SessionEvent, 'atMs' | 'user' | 'device' | 'location'>;
const nothingBefore: Lasting = { atMs: 0, user: 0, device: 0, location: 0 };

/** The events of one session id from some time on. */
export interface StoredSession {
	readonly eventCount: number;
	/** The events in the order of the log, for `readSession`. */
	readonly bytes: Uint8Array;
	/** What the next event is written after. */
	readonly end: Lasting;
	readonly firstMs: number;
	readonly lastMs: number;
}

export const emptySession: StoredSession = {
	eventCount: 0,
	bytes: new Uint8Array(0),
	end: nothingBefore,
	firstMs: Number.POSITIVE_INFINITY,
	lastMs: Number.NEGATIVE_INFINITY,
};

/** More events of a session id are another session. */
export const sessionEventsMax = 1_000;
/** So are events this long before or after all others. */
const chapterMs = 32 * 24 * 3600 * 1000;
/**
 * A session is forgotten when other events of its search engine are this much younger. What comes later of it starts a new
 * one, forgotten or not: events are at most 30 days old when they come.
 */
export const sessionKeptMs = 62 * 24 * 3600 * 1000;

/** The end of a session, while events are added. */
export interface ChapterEnd {
	/** Whether an event that comes next starts another session, which is counted apart from all before it. */
	isBeyond(event: Pick<SessionEvent, 'atMs'>): boolean;
	/** How long before or after all events of the session; 0 between them and without any. */
	toDistanceMs(event: Pick<SessionEvent, 'atMs'>): number;
	/** The event is of the session. */
	add(event: Pick<SessionEvent, 'atMs'>): void;
}

export function createChapterEnd({ eventCount, firstMs: first, lastMs: last }: StoredSession): ChapterEnd {
	let [count, firstMs, lastMs] = [eventCount, first, last];
	const toDistanceMs = ({ atMs }: Pick<SessionEvent, 'atMs'>) =>
		count === 0 ? 0 : Math.max(0, atMs - lastMs, firstMs - atMs);
	return {
		toDistanceMs,
		isBeyond: (event) => count >= sessionEventsMax || toDistanceMs(event) > chapterMs,
		add({ atMs }) {
			count += 1;
			firstMs = Math.min(firstMs, atMs);
			lastMs = Math.max(lastMs, atMs);
		},
	};
}

/** The first of these are written when they are not as in the event before, the others when they are not 0. */
const numbers = [
	...(['user', 'device', 'location'] as const),
	...(['queryId', 'query', 'item', 'itemHash', 'reference', 'rank', 'source', 'attempt', 'hits', 'indices'] as const),
	...(['units', 'revenue'] as const),
];
const lastingCount = 3;
const bits = {
	/** What was stored instead of `shown` before impressions of items were counted: sessions of builds that are being replaced may have it. */
	shownHashes: numbers.length,
	facets: numbers.length + 1,
	text: numbers.length + 2,
	shown: numbers.length + 3,
};

interface Bytes {
	buffer: Buffer;
	at: number;
}

/** Reused: a thread packs one session after the other. */
const scratch: Bytes = { buffer: Buffer.alloc(64 * 1024), at: 0 };

/** The session with further events of it. Cost: O(more) and a copy of what there is. */
export function extendSession(session: StoredSession, more: readonly SessionEvent[]): StoredSession {
	scratch.at = 0;
	let { firstMs, lastMs } = session;
	let before = session.end;
	for (const event of more) {
		writeEvent(event, before);
		firstMs = Math.min(firstMs, event.atMs);
		lastMs = Math.max(lastMs, event.atMs);
		before = event;
	}
	const bytes = new Uint8Array(session.bytes.length + scratch.at);
	bytes.set(session.bytes);
	bytes.set(scratch.buffer.subarray(0, scratch.at), session.bytes.length);
	return { eventCount: session.eventCount + more.length, bytes, end: before, firstMs, lastMs };
}

function writeEvent(event: SessionEvent, before: Lasting): void {
	const { text, shown, facets } = event;
	reserve(512 + 8 * (shown.length + facets.length) + 3 * (text?.length ?? 0));
	const mask = findMembers(event, before);
	const sinceMs = event.atMs - before.atMs;
	writeNumber(sessionEventKinds.indexOf(event.kind));
	writeNumber(mask);
	writeNumber(sinceMs < 0 ? -2 * sinceMs - 1 : 2 * sinceMs);
	for (let at = 0; at < numbers.length; at++) if (has(mask, at)) writeNumber(event[numbers[at] as 'rank']);
	if (has(mask, bits.shown)) writeList(shown);
	if (has(mask, bits.facets)) writeList(facets);
	if (text !== null) writeText(text);
}

/** Bits of the members that are written. */
function findMembers(event: SessionEvent, before: Lasting): number {
	let mask = event.text === null ? 0 : 1 << bits.text;
	if (event.shown.length > 0) mask |= 1 << bits.shown;
	if (event.facets.length > 0) mask |= 1 << bits.facets;
	for (let at = 0; at < numbers.length; at++) {
		const usual = at < lastingCount ? before[numbers[at] as 'user'] : 0;
		if (event[numbers[at] as 'rank'] !== usual) mask |= 1 << at;
	}
	return mask;
}

function has(mask: number, bit: number): boolean {
	return (mask & (1 << bit)) !== 0;
}

function reserve(byteCount: number): void {
	if (scratch.at + byteCount <= scratch.buffer.length) return;
	scratch.buffer = Buffer.concat([scratch.buffer, Buffer.alloc(scratch.buffer.length + byteCount)]);
}

function writeNumber(value: number): void {
	let rest = value;
	while (rest >= 0x80) {
		scratch.buffer[scratch.at++] = (rest % 0x80) | 0x80;
		rest = Math.floor(rest / 0x80);
	}
	scratch.buffer[scratch.at++] = rest;
}

function writeList(values: readonly number[]): void {
	writeNumber(values.length);
	for (const value of values) writeNumber(value);
}

function writeText(text: string): void {
	const byteCount = Buffer.byteLength(text);
	writeNumber(byteCount);
	scratch.at += scratch.buffer.write(text, scratch.at, byteCount, 'utf8');
}

/** The events of a stored session, in the order of the log. */
export function readSession(bytes: Uint8Array): SessionEvent[] {
	const from: Bytes = { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 };
	const events: SessionEvent[] = [];
	let before = nothingBefore;
	while (from.at < from.buffer.length) {
		const event = readEvent(from, before);
		events.push(event);
		before = event;
	}
	return events;
}

export function openSession(bytes: Uint8Array): StoredSession {
	const events = readSession(bytes);
	let { firstMs, lastMs } = emptySession;
	for (const { atMs } of events) {
		firstMs = Math.min(firstMs, atMs);
		lastMs = Math.max(lastMs, atMs);
	}
	return { eventCount: events.length, bytes, end: events.at(-1) ?? nothingBefore, firstMs, lastMs };
}

function readEvent(from: Bytes, { atMs, user, device, location }: Lasting): SessionEvent {
	const kind = sessionEventKinds[readNumber(from)] ?? 'other';
	const mask = readNumber(from);
	const since = readNumber(from);
	const event = {
		...{ kind, atMs: atMs + (since % 2 === 1 ? -(since + 1) / 2 : since / 2), user, device, location },
		...{
			queryId: 0,
			query: 0,
			item: 0,
			itemHash: 0,
			reference: 0,
			rank: 0,
			source: 0,
			attempt: 0,
			hits: 0,
			indices: 0,
		},
		...{ units: 0, revenue: 0, shown: nothing, facets: nothing, text: null as string | null },
	};
	for (let at = 0; at < numbers.length; at++) if (has(mask, at)) event[numbers[at] as 'rank'] = readNumber(from);
	if (has(mask, bits.shownHashes)) event.shown = readList(from).map((hash) => -1 - hash);
	if (has(mask, bits.shown)) event.shown = readList(from);
	if (has(mask, bits.facets)) event.facets = readList(from);
	if (has(mask, bits.text)) event.text = readText(from);
	return event;
}

const nothing: readonly number[] = [];

function readNumber(from: Bytes): number {
	let value = 0;
	let factor = 1;
	for (;;) {
		const byte = from.buffer[from.at++] ?? 0;
		value += (byte & 0x7f) * factor;
		if (byte < 0x80) return value;
		factor *= 0x80;
	}
}

function readList(from: Bytes): number[] {
	return Array.from({ length: readNumber(from) }, () => readNumber(from));
}

function readText(from: Bytes): string {
	const byteCount = readNumber(from);
	const text = from.buffer.toString('utf8', from.at, from.at + byteCount);
	from.at += byteCount;
	return text;
}
