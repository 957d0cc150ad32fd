/** What a report is asked for, in terms of the product. */

import type { Dfid } from '../../domain/item/dfid.ts';
import type { deviceCodes, originCodes, sourceCodes } from '../../domain/statistics/fact-table.ts';
import type { Period } from '../../domain/statistics/period.ts';
import type { UsageType } from './counted-calls.ts';

export interface ReportRequest {
	readonly period: Period;
	/** Whether rows are about all search engines together, not about each of them. */
	readonly isAggregated: boolean;
	/** Whether the period before is reported too. */
	readonly hasPrevious: boolean;
	readonly options: ReportOptions;
}

/** Each report takes some of these, and is never given others. */
export interface ReportOptions {
	readonly device?: (typeof deviceCodes)[number] | undefined;
	/** As it was typed. */
	readonly query?: string | undefined;
	readonly item?: Dfid | undefined;
	/** Only these indices; empty: all. */
	readonly indices: readonly RequestedIndex[];
	/** Codes of attempts; empty: all. */
	readonly attempts: readonly number[];
	readonly source?: (typeof sourceCodes)[number] | undefined;
	/** Only searches with so many hits, and none with so many. */
	readonly hitCount?: number | undefined;
	readonly excludedHitCount?: number | undefined;
	/** Only queries that never found anything, or never anything but by tolerance for typing errors. */
	readonly hasNoResults: boolean;
	readonly isOpportunity: boolean;
	/** What was clicked; undefined: all but redirections. */
	readonly origins: readonly (typeof originCodes)[number][] | undefined;
	/** Of banners, custom results, redirections. */
	readonly referenceId?: string | undefined;
	/** Names of fields; empty: all. */
	readonly facets: readonly string[];
	readonly metric: 'brand' | 'categories';
	readonly rowsMax: number;
	readonly direction: 'rising' | 'falling';
	readonly usageType: UsageType;
	/** Only search engines of this sector. */
	readonly sector?: string | undefined;
}

export interface RequestedIndex {
	readonly name: string;
	/** Undefined: of every search engine. */
	readonly hashid: string | undefined;
}

export const rowsDefault = 100;
export const rowsLimit = 1000;
/** Of lists that have no parameter for it. */
export const longListRows = 10_000;
