/** A log of events in memory and a directory, for followers that keep an aggregate of each search engine. */
import type { TestContext } from 'node:test';
import { erasureKind } from '../../src/domain/event/shopper-event.ts';
import { type Position, startPosition } from '../../src/domain/log/position.ts';
import type { EngineEvent } from '../../src/followers/runtime/aggregate-definition.ts';
import type { AggregateFollower, AggregateFollowerOptions } from '../../src/followers/runtime/aggregate-follower.ts';
import { createDurableFiles, type DurableFiles } from '../../src/followers/runtime/durable-files.ts';
import { systemTiming } from '../../src/followers/runtime/timing.ts';
import { makeTemporaryDirectory } from '../contract/temporary-directory.ts';
import { createListFeed } from './read-events.ts';

export interface FollowedEvents<Event extends EngineEvent> {
	readonly events: Event[];
	readonly path: string;
	/** Search engines that exist. */
	readonly engines: Set<string>;
	/** A search at the position of this number. */
	readonly toSearch: (serial: number) => Event;
}

export function prepareEvents<Event extends EngineEvent>(
	t: TestContext,
	setup: { readonly engines: readonly string[]; readonly toSearch: (serial: number) => Event },
): FollowedEvents<Event> {
	const directory = makeTemporaryDirectory();
	t.after(() => directory.remove());
	return { events: [], path: directory.path, engines: new Set(setup.engines), toSearch: setup.toSearch };
}

/** Adds a search that differs in some members, leaving room for an erasure before it. */
export function addEvent<Event extends EngineEvent>(
	{ events, toSearch }: FollowedEvents<Event>,
	event: Partial<Event>,
): void {
	events.push({ ...toSearch(Number(events.at(-1)?.position ?? 0) + 2), ...event });
}

/** Deletes the events, and logs an erasure. */
export function eraseEvents<Event extends EngineEvent>(
	{ events, toSearch }: FollowedEvents<Event>,
	isMeant: (event: Event) => boolean,
): void {
	const kept = events.filter((event) => !isMeant(event));
	const serial = Number(events.at(-1)?.position ?? 0) + 1;
	events.splice(0, events.length, ...kept, { ...toSearch(serial), kind: erasureKind, sessionId: null });
}

interface Following<Event extends EngineEvent, Message> {
	readonly start: (options: AggregateFollowerOptions<Event>) => AggregateFollower<Message>;
	readonly files?: DurableFiles | undefined;
	readonly beforeRecount?: (() => Promise<void>) | undefined;
}

/** Starts a follower, with what it reads: the positions after which it reads the log, and that of an engine to recount. */
export function followEvents<Event extends EngineEvent, Message>(
	t: TestContext,
	{ events, path, engines }: FollowedEvents<Event>,
	{ start, files = createDurableFiles(), beforeRecount }: Following<Event, Message>,
) {
	const readPositions: Position[] = [];
	const recounts: { readonly hashid: string; readonly after: Position }[] = [];
	const failures: unknown[] = [];
	const follower = start({
		log: {
			log({ hashid, kinds }) {
				const ours = hashid === undefined ? events : events.filter((event) => event.hashid === hashid);
				const feed = createListFeed(ours, ({ kind }) => kinds === undefined || kinds.includes(kind));
				return {
					async read(after, countMax) {
						if (hashid !== undefined) await beforeRecount?.();
						if (hashid === undefined) readPositions.push(after);
						else recounts.push({ hashid, after });
						return feed.read(after, countMax);
					},
					readEnd: async () => events.at(-1)?.position ?? startPosition,
				};
			},
		},
		searchEngines: { find: async (hashid) => (engines.has(hashid) ? ({ hashid } as never) : undefined) },
		files,
		directory: path,
		onFailure: (error) => failures.push(error),
		timing: systemTiming,
		publishIntervalMs: 0,
		saveIntervalMs: 3_600_000,
	});
	t.after(() => follower.stop());
	return { follower, readPositions, recounts, failures };
}

/** What may happen to a file of `checksummed-json.ts`. */
export const damages: readonly (readonly [when: string, damage: (bytes: Buffer) => Uint8Array])[] = [
	['a bit was flipped', (bytes) => bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] as number) ^ 1)],
	['it was cut short', (bytes) => bytes.subarray(0, bytes.length >> 1)],
	['it is of another version', (bytes) => Buffer.from(String(bytes).replace(/^(vitrine-\w+) \d+ /, '$1 9 '))],
	['it is empty', () => Buffer.alloc(0)],
];
