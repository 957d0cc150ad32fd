/** What a report answers. */

export type ReportRow = Readonly<Record<string, unknown>>;

export interface ReportAnswer {
	readonly results: readonly ReportRow[];
	readonly total: number;
	/** Missing where the report has another sum. */
	readonly total_count?: number;
	readonly previous?: ReportAnswer;
	readonly [member: string]: unknown;
}
