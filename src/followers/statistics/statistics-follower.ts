/**
 * Follows the log of events for statistics. Rows and watermark are in the store, and are written in one transaction.
 *
 *     log of events ─ batch ─► by search engine ─ count ─► a step ─► store
 *                        └─ erasures ─► builds that begin ─ log of the engine, from its beginning ─► steps ─► live
 */
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import { erasureKind } from '../../domain/event/shopper-event.ts';
import { comparePositions, type Position, startPosition } from '../../domain/log/position.ts';
import type { Cache } from '../../lib/cache.ts';
import type { ChangeBatch, ChangeFeed } from '../../ports/change-feed.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import type { Lease } from '../../ports/lease.ts';
import type { Rebuild, StatisticsStep } from '../../ports/statistics-repository.ts';
import { type StoreFollower, startStoreFollower } from '../runtime/store-follower.ts';
import type { Timing } from '../runtime/timing.ts';
import {
	type BuildCache,
	type CountingStore,
	createBuildCache,
	createLiveBuilds,
	createSessionCache,
	type SessionCache,
} from './build-cache.ts';
import { type CountedBatch, countBatch } from './count-batch.ts';

export interface StatisticsFollowerOptions {
	readonly events: Pick<EventRepository, 'log'>;
	readonly statistics: CountingStore;
	readonly lease: Lease;
	readonly clock: Pick<Clock, 'nowMs'>;
	readonly timing: Timing;
	/** As a store follower has it. */
	readonly readWaitMs?: () => number;
	readonly onFailure: (error: unknown) => void;
	readonly eventsPerStepMax?: number;
}

interface Batch {
	readonly events: ChangeBatch<LoggedEvent>;
	readonly rebuild: Rebuild | undefined;
}

interface State {
	readonly options: StatisticsFollowerOptions;
	readonly log: ChangeFeed<LoggedEvent>;
	readonly eventsMax: number;
	/** Events up to here are counted; the store has the same watermark, unless `isStale`. */
	position: Position;
	/** Whether the position must be read again. */
	isStale: boolean;
	readonly sessions: SessionCache;
	/** The live builds of search engines that had events lately, and the build that is being made. */
	readonly live: Cache<string, BuildCache>;
	rebuilt: RebuiltCache | undefined;
}

/** The build that is being made, and up to where this follower knows what is in it. */
interface RebuiltCache {
	readonly build: BuildCache;
	position: Position;
}

/** A step takes some 60 ms, most of them here and ten in the thread that writes. */
const eventsPerStepMax = 4_000;

export function startStatisticsFollower(options: StatisticsFollowerOptions): StoreFollower {
	const { events, timing, lease, readWaitMs, onFailure, eventsPerStepMax: eventsMax = eventsPerStepMax } = options;
	const state: State = {
		...{ options, log: events.log(), eventsMax, position: startPosition, isStale: true },
		...{ sessions: createSessionCache(), live: createLiveBuilds(), rebuilt: undefined },
	};
	return startStoreFollower<Batch>({
		...{ timing, lease, readWaitMs, onFailure },
		read: () => read(state),
		describe: ({ events: { changes } }) => ({
			follower: 'statistics',
			log: 'events',
			changeCount: changes.length,
			changes,
		}),
		apply: (batch) => apply(state, batch),
		forget: () => forget(state),
	});
}

/** What is in memory may not be what the store has. */
function forget(state: State): void {
	state.sessions.clear();
	state.live.clear();
	state.rebuilt = undefined;
	state.isStale = true;
}

async function read(state: State): Promise<Batch | 'nothing'> {
	const { options, log } = state;
	if (state.isStale) state.position = await options.statistics.readWatermark();
	state.isStale = false;
	const events = await log.read(state.position, state.eventsMax);
	const rebuild = await options.statistics.findRebuild();
	return events.position === state.position && rebuild === undefined ? 'nothing' : { events, rebuild };
}

/** What was read while another process wrote need not fit together: that is no failure, and the batch is read again. */
async function apply(state: State, batch: Batch): Promise<'more' | 'end'> {
	try {
		return await count(state, batch);
	} catch (error) {
		if (!(await isOvertaken(state, batch))) throw error;
		forget(state);
		return 'more';
	}
}

/** Whether another process has counted since the batch was read. */
async function isOvertaken({ options: { statistics }, position }: State, { rebuild }: Batch): Promise<boolean> {
	if ((await statistics.readWatermark()) !== position) return true;
	const current = await statistics.findRebuild();
	return current?.id !== rebuild?.id || current?.position !== rebuild?.position;
}

async function count(state: State, { events, rebuild }: Batch): Promise<'more' | 'end'> {
	if (events.position !== state.position && !(await countEvents(state, events))) return 'more';
	if (rebuild !== undefined) {
		const rebuilt = openRebuilt(state, rebuild);
		if (rebuilt === undefined) return 'more';
		await continueRebuild(state, rebuild, rebuilt);
	}
	return rebuild !== undefined || !events.isEnd ? 'more' : 'end';
}

/** @returns false when the store was not as expected: the batch is read again. */
async function countEvents(state: State, { changes, position }: Batch['events']): Promise<boolean> {
	const { statistics } = state.options;
	const byEngine = groupByEngine(changes);
	const caches = await openCaches(state, [...byEngine.keys()]);
	const counted: CountedBatch[] = [];
	for (const [hashid, cache] of caches) counted.push(await countBatch(statistics, cache, byEngine.get(hashid) ?? []));
	const erasures = changes
		.filter(({ kind }) => kind === erasureKind)
		.map(({ hashid, position: erasedAt }) => ({ hashid, erasedAt }));
	const isWritten = await write(state, counted, {
		...{ after: state.position, upTo: position, erasures, rebuild: null },
		logEnd: erasures.length === 0 ? position : await state.log.readEnd(),
	});
	if (!isWritten) return false;
	state.position = position;
	for (const [hashid, cache] of caches) state.live.set(hashid, cache);
	return true;
}

/** @returns undefined when another process has gone on with the build: what this one knows of it was forgotten. */
function openRebuilt(state: State, rebuild: Rebuild): RebuiltCache | undefined {
	const { rebuilt, sessions } = state;
	if (rebuilt?.build.state.id !== rebuild.id) {
		state.rebuilt = { build: createBuildCache(rebuild, sessions), position: rebuild.position };
	} else if (rebuilt.position !== rebuild.position) forget(state);
	return state.rebuilt;
}

/** Counts the next events of a search engine into the build that is made again, up to the watermark. */
async function continueRebuild(state: State, rebuild: Rebuild, rebuilt: RebuiltCache): Promise<void> {
	const { events, statistics } = state.options;
	const { position: watermark } = state;
	const { id, hashid, position: after } = rebuild;
	const batch = await events.log({ hashid }).read(after, state.eventsMax);
	const changes = batch.changes.filter(({ position }) => comparePositions(position, watermark) <= 0);
	const isComplete = changes.length < batch.changes.length || batch.isEnd;
	const counted = await countBatch(statistics, rebuilt.build, changes.filter(isCounted));
	const upTo = changes.at(-1)?.position ?? after;
	const isWritten = await write(state, [counted], {
		...{ after: watermark, upTo: watermark, erasures: [] },
		rebuild: { id, after, upTo, isComplete },
		logEnd: isComplete ? await state.log.readEnd() : watermark,
	});
	if (!isWritten) return;
	rebuilt.position = upTo;
	if (!isComplete) return;
	state.live.delete(hashid);
	state.rebuilt = undefined;
}

async function write(
	state: State,
	counted: readonly CountedBatch[],
	step: Omit<StatisticsStep, 'builds' | 'nowMs'>,
): Promise<boolean> {
	const { statistics, clock } = state.options;
	const builds = counted.map((batch) => batch.step);
	const outcome = await statistics.writeStep({ ...step, builds, nowMs: clock.nowMs() });
	if (outcome === 'stale') {
		forget(state);
		return false;
	}
	for (const batch of counted) batch.noteWritten();
	return true;
}

function isCounted({ kind, isBot }: LoggedEvent): boolean {
	return kind !== erasureKind && !isBot;
}

function groupByEngine(events: readonly LoggedEvent[]): Map<string, LoggedEvent[]> {
	const groups = new Map<string, LoggedEvent[]>();
	for (const event of events) {
		if (!isCounted(event)) continue;
		const group = groups.get(event.hashid);
		if (group === undefined) groups.set(event.hashid, [event]);
		else group.push(event);
	}
	return groups;
}

/** The live builds of search engines, which are made where there is none. */
async function openCaches(
	{ live, sessions, options: { statistics } }: State,
	hashids: readonly string[],
): Promise<ReadonlyMap<string, BuildCache>> {
	const caches = new Map<string, BuildCache>();
	for (const hashid of hashids) {
		const known = live.get(hashid);
		if (known !== undefined) caches.set(hashid, known);
	}
	const missing = hashids.filter((hashid) => !caches.has(hashid));
	if (missing.length === 0) return caches;
	const found = await statistics.findLiveBuilds(missing);
	const created = missing.filter((hashid) => !found.has(hashid));
	if (created.length > 0) await statistics.openBuilds(created);
	const opened = created.length > 0 ? await statistics.findLiveBuilds(created) : new Map();
	for (const [hashid, build] of [...found, ...opened]) caches.set(hashid, createBuildCache(build, sessions));
	return caches;
}
