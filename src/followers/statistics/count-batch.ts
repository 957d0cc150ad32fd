/**
 * Counts a batch of events of one search engine into a build, as what is to be written for it.
 *
 *     events ─ names ─► session events ─ by session ─► rows of all its events − rows of those before ─► sums ─► parts
 */
import assert from 'node:assert/strict';
import { toCartAdditions } from '../../domain/event/cart-additions.ts';
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import { toUtcDay } from '../../domain/event/utc-day.ts';
import { type FactRow, type FactTableName, factTables } from '../../domain/statistics/fact-table.ts';
import { hash53 } from '../../lib/text-hash.ts';
import type { BuildStep, PartSize, SessionColumns } from '../../ports/statistics-repository.ts';
import { countEvent } from '../../statistics/count-event.ts';
import { type ChangeRules, countMore, countSession } from '../../statistics/count-session.ts';
import type { FactSink } from '../../statistics/fact-sink.ts';
import { createFactSums, type FactSums } from '../../statistics/fact-sums.ts';
import { type Intern, toSessionEvent } from '../../statistics/session-event.ts';
import { extendSession, readSession } from '../../statistics/stored-session.ts';
import {
	type BuildCache,
	type CachedSession,
	type CountingStore,
	loadNames,
	toCacheKey,
	trimBuildCache,
} from './build-cache.ts';
import { mergeParts, toPartsKey } from './merge-parts.ts';
import { type GroupedEvents, groupEvents, isSessionKey, toSessionId } from './session-groups.ts';

const hourMs = 3600 * 1000;

export interface CountedBatch {
	readonly step: BuildStep;
	/** To be called when the step was written: the cache knows it from then on. */
	noteWritten(): void;
}

/** @param logged events that count: not those of bots. */
export async function countBatch(
	store: CountingStore,
	cache: BuildCache,
	logged: readonly LoggedEvent[],
): Promise<CountedBatch> {
	const events = logged.flatMap(toCartAdditions);
	const names = await numberNames(store, cache, events);
	const sums = createDaySums();
	for (const event of events) countEvent(event, names.intern, sums.adding);
	const { adding, subtracting } = sums;
	const rules: ChangeRules = { adding, subtracting, touchMs: cache.state.attributionHours * hourMs };
	const { groups, single } = await groupEvents(store, cache, { events, intern: names.intern });
	for (const event of single) countMore(0, { counted: undefined, readCounted: () => [], more: [event] }, rules);
	const sessions = countSessions(groups, rules);
	const parts = await packParts(store, cache, sums);
	const newestDay = events.reduce((day, event) => Math.max(day, toUtcDay(event.occurredAtMs)), cache.state.newestDay);
	const step: BuildStep = {
		...{ before: cache.state, newestDay, names: names.added },
		sessions: toColumns(sessions),
		...{ parts: parts.written, removedParts: parts.removed },
	};
	return {
		step,
		noteWritten() {
			const { nameCount, partCount } = cache.state;
			for (const [index, name] of names.added.entries()) cache.names.set(name, nameCount + index + 1);
			for (const [key, session] of sessions) cache.sessions.set(toCacheKey(cache.state, key), session);
			for (const [key, sizes] of parts.sizes) cache.parts.set(key, sizes);
			const counts = { nameCount: nameCount + step.names.length, partCount: partCount + step.parts.length };
			cache.state = { ...cache.state, ...counts, newestDay };
			trimBuildCache(cache);
		},
	};
}

interface NumberedNames {
	readonly intern: Intern;
	/** Those that the dictionary did not have, in the order of their numbers. */
	readonly added: readonly string[];
}

/** Reads the numbers of all names of the events that are not in memory, so that `intern` need not wait. */
async function numberNames(
	store: CountingStore,
	cache: BuildCache,
	events: readonly LoggedEvent[],
): Promise<NumberedNames> {
	const missing = new Set<string>();
	const collect: Intern = (name) => {
		if (!cache.names.has(name)) missing.add(name);
		return 0;
	};
	const isWhole = cache.names.size === cache.state.nameCount;
	if (!isWhole) {
		for (const event of events) {
			toSessionEvent(event, collect);
			countEvent(event, collect, ignored);
		}
		await loadNames(store, cache, missing);
	}
	const added = new Map<string, number>();
	const { nameCount } = cache.state;
	return {
		intern(name) {
			const known = cache.names.get(name) ?? added.get(name);
			if (known !== undefined) return known;
			const id = nameCount + added.size + 1;
			added.set(name, id);
			return id;
		},
		get added() {
			return [...added.keys()];
		},
	};
}

const ignored: FactSink = { add: () => undefined };

type KeyedSession = readonly [key: string, session: CachedSession];

function countSessions(groups: GroupedEvents['groups'], rules: ChangeRules): readonly KeyedSession[] {
	const { subtracting: sink, touchMs } = rules;
	return [...groups].map(([key, { chapters, claimed }]) => {
		// As rows have it: 0 for events without a session.
		const session = isSessionKey(key) ? hash53(toSessionId(key)) : 0;
		for (const events of claimed) countSession(session, events, { sink, touchMs });
		let last: CachedSession | undefined;
		for (const { before, more } of chapters) {
			const { stored, counted } = before;
			const news = { counted, readCounted: () => readSession(stored.bytes), more };
			last = { stored: extendSession(stored, more), counted: countMore(session, news, rules) };
		}
		assert(last !== undefined, 'a group has a chapter');
		return [key, last];
	});
}

function toColumns(sessions: readonly KeyedSession[]): SessionColumns {
	const ends: number[] = [];
	let end = 0;
	for (const [, { stored }] of sessions) {
		end += stored.bytes.length;
		ends.push(end);
	}
	const bytes = new Uint8Array(end);
	for (const [index, [, session]] of sessions.entries()) bytes.set(session.stored.bytes, ends[index - 1] ?? 0);
	return {
		keys: sessions.map(([key]) => key),
		lastDays: sessions.map(([, { stored }]) => toUtcDay(stored.lastMs)),
		...{ ends, bytes },
	};
}

/** Sums by table and day. */
interface DaySums {
	readonly adding: FactSink;
	readonly subtracting: FactSink;
	readonly byTable: ReadonlyMap<FactTableName, ReadonlyMap<number, FactSums<FactTableName>>>;
}

function createDaySums(): DaySums {
	const byTable = new Map<FactTableName, Map<number, FactSums<FactTableName>>>();
	for (const table of Object.keys(factTables) as FactTableName[]) byTable.set(table, new Map());

	function sumsOf<Name extends FactTableName>(table: Name, day: number): FactSums<Name> {
		const days = byTable.get(table) as Map<number, FactSums<Name>>;
		let sums = days.get(day);
		if (sums === undefined) {
			sums = createFactSums(table);
			days.set(day, sums);
		}
		return sums;
	}

	return {
		adding: {
			add: <Name extends FactTableName>(table: Name, day: number, row: FactRow<Name>) => sumsOf(table, day).add(row),
		},
		subtracting: {
			add: <Name extends FactTableName>(table: Name, day: number, row: FactRow<Name>) =>
				sumsOf(table, day).subtract(row),
		},
		byTable,
	};
}

interface PackedParts {
	readonly written: BuildStep['parts'];
	readonly removed: BuildStep['removedParts'];
	/** The parts that there are after the step. */
	readonly sizes: ReadonlyMap<string, readonly PartSize[]>;
}

async function packParts(store: CountingStore, cache: BuildCache, { byTable }: DaySums): Promise<PackedParts> {
	const { id: buildId, partCount } = cache.state;
	const written: BuildStep['parts'][number][] = [];
	const removed: BuildStep['removedParts'][number][] = [];
	const sizes = new Map<string, readonly PartSize[]>();
	for (const [table, days] of byTable) {
		for (const [day, sums] of days) {
			const merged = await mergeParts(store, cache, { of: { buildId, table, day }, sums });
			const { bytes } = merged;
			removed.push(...merged.removed.map(({ number }) => ({ table, day, number })));
			if (bytes === undefined) {
				if (merged.removed.length > 0) sizes.set(toPartsKey({ table, day }), merged.kept);
				continue;
			}
			written.push({ table, day, bytes });
			const part = { number: partCount + written.length, byteCount: bytes.length };
			sizes.set(toPartsKey({ table, day }), [...merged.kept, part]);
		}
	}
	return { written, removed, sizes };
}
