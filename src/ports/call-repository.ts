import type { CallCount } from '../domain/statistics/call-kind.ts';

/** How often the APIs were called, by search engine and day. Counts go with their search engine. */
export interface CallRepository {
	/** Adds to the counts; leaves out those of search engines that are gone. */
	addCalls(counts: readonly CallCount[]): Promise<'added'>;
	/** From `firstDay` to `lastDay`, both included; kinds and days without calls are left out. */
	listCallDays(range: CallRange): Promise<readonly CallCount[]>;
	/** How often shoppers asked for each search engine since the beginning of a day: searches, suggestions and recommendations. */
	listAskedEngines(firstDay: number): Promise<readonly AskedEngine[]>;
}

export interface AskedEngine {
	readonly hashid: string;
	readonly callCount: number;
}

export interface CallRange {
	readonly hashid: string;
	readonly firstDay: number;
	readonly lastDay: number;
}
