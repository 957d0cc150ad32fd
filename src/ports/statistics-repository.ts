import type { Position } from '../domain/log/position.ts';
import type { FactTableName } from '../domain/statistics/fact-table.ts';

/**
 * Rows of facts, kept as parts by search engine, table and UTC day.
 *
 *     search engine ──► its live build ──► (table, day) ──► parts: bytes as `src/statistics/fact-part.ts` draws them
 *                                      └─► dictionary: texts by their numbers
 *
 * Everything adds up: a report is the sum over all parts of its days. A build is all of it for one search engine; one that is
 * made again from the log is another build, which answers as soon as it is complete.
 */
export interface StatisticsReads {
	/** The live build; undefined when the search engine has no counted event. */
	findBuild(hashid: string): Promise<LiveBuild | undefined>;
	/**
	 * The parts of some days from `firstDay` on, all parts of a day together and as they were at one moment; about
	 * `bytesMax` of them, at least one day. A build that was replaced keeps its parts for a minute; later it has none.
	 */
	listParts(range: PartRange): Promise<PartBatch>;
	/** Which parts there are for some days, by day and number: far cheaper than the parts. */
	listPartNumbers(range: Omit<PartRange, 'bytesMax'>): Promise<readonly Omit<FactPart, 'bytes'>[]>;
	/** The texts by their numbers, without those that are not in the dictionary. */
	findNames(buildId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
	/** The numbers by their texts, without those that are not in the dictionary. */
	findNameIds(buildId: number, names: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export interface LiveBuild {
	readonly id: number;
	/** All events up to here are counted. */
	readonly countedUpTo: Position;
}

export interface PartRange {
	readonly buildId: number;
	readonly table: FactTableName;
	/** As `utc-day.ts` counts them; both included. */
	readonly firstDay: number;
	readonly lastDay: number;
	readonly bytesMax: number;
}

export interface PartBatch {
	/** In the order of their days. */
	readonly parts: readonly FactPart[];
	/** Where to go on; null when there are no more. */
	readonly nextDay: number | null;
}

export interface FactPart {
	readonly day: number;
	/** Of the part within its build, never used twice: what is cached by it stays true. */
	readonly number: number;
	readonly bytes: Uint8Array;
}

/** What the follower that counts events reads, besides the log. */
export interface StatisticsCounting {
	/** All events up to here are in the live builds. */
	readWatermark(): Promise<Position>;
	/** The live build of each search engine that has one. */
	findLiveBuilds(hashids: readonly string[]): Promise<ReadonlyMap<string, BuildState>>;
	/** Makes empty live builds for those that have none. */
	openBuilds(hashids: readonly string[]): Promise<void>;
	/** One of the builds that are being made again; undefined when there is none. */
	findRebuild(): Promise<Rebuild | undefined>;
	/** The stored sessions by their keys, without those that are not stored. */
	findSessions(buildId: number, keys: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
	/** Which parts there are for a table and a day. */
	listPartSizes(of: PartsOfDay): Promise<readonly PartSize[]>;
	findParts(of: PartsOfDay, numbers: readonly number[]): Promise<readonly FactPart[]>;
	/**
	 * Writes what was counted of a batch of events, and moves what says how far was counted, in one transaction. `stale`,
	 * and nothing is written, when anything that the step was computed from has changed: whoever has state in memory must
	 * read it again.
	 */
	writeStep(step: StatisticsStep): Promise<'written' | 'stale'>;
	/**
	 * Has the live builds made again from the log, out of sight: that of a search engine, or all. A build that is being
	 * made is made once more afterwards. @returns how many builds.
	 */
	startRebuild(hashid: string | null): Promise<number>;
}

export interface BuildState {
	readonly id: number;
	readonly hashid: string;
	/** Of the last name and the last part: numbers are given out one after another. */
	readonly nameCount: number;
	readonly partCount: number;
	/** The day of its newest event; −1 when it has none. */
	readonly newestDay: number;
	/** How long after a click a purchase is attributed to it: all its events are counted by that. */
	readonly attributionHours: number;
}

export interface Rebuild extends BuildState {
	/** The events of the search engine up to here are in it. */
	readonly position: Position;
}

export interface PartsOfDay {
	readonly buildId: number;
	readonly table: FactTableName;
	readonly day: number;
}

export interface PartSize {
	readonly number: number;
	readonly byteCount: number;
}

export interface StatisticsStep {
	/** Of the live builds: the watermark that the step was computed from, and the new one. Equal for the step of a rebuild. */
	readonly after: Position;
	readonly upTo: Position;
	readonly builds: readonly BuildStep[];
	/** Search engines of which events were erased, and where the log says so. */
	readonly erasures: readonly { readonly hashid: string; readonly erasedAt: Position }[];
	/** The end of the log when the step was computed: builds that begin now never see what was erased up to it. */
	readonly logEnd: Position;
	/** For a rebuild: how far it was and is, and whether that is the watermark, so that it becomes the live build. */
	readonly rebuild: RebuildStep | null;
	readonly nowMs: number;
}

export interface RebuildStep {
	readonly id: number;
	readonly after: Position;
	readonly upTo: Position;
	readonly isComplete: boolean;
}

export interface BuildStep {
	/** As they were before the step. */
	readonly before: BuildState;
	readonly newestDay: number;
	/** In the order of their numbers, from `before.nameCount` + 1. */
	readonly names: readonly string[];
	readonly sessions: SessionColumns;
	/** From `before.partCount` + 1, in their order. */
	readonly parts: readonly (Omit<PartsOfDay, 'buildId'> & { readonly bytes: Uint8Array })[];
	/** They were merged into new ones. */
	readonly removedParts: readonly (Omit<PartsOfDay, 'buildId'> & { readonly number: number })[];
}

/** Sessions by column, because thousands of small objects cross threads at several times the cost of four lists. */
export interface SessionColumns {
	readonly keys: readonly string[];
	/** The day of the last event of each. */
	readonly lastDays: readonly number[];
	/** Of all sessions, one after another. */
	readonly bytes: Uint8Array;
	/** Where those of each end. */
	readonly ends: readonly number[];
}

export type StatisticsRepository = StatisticsReads & StatisticsCounting;
