import type { FactRow, FactTableName } from '../domain/statistics/fact-table.ts';

/** Takes rows of the day with this number, see `utc-day.ts`. */
export interface FactSink {
	add<Name extends FactTableName>(table: Name, day: number, row: FactRow<Name>): void;
}
