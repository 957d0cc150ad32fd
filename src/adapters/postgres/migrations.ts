/**
 * The steps from each schema version to the next, as SQL text, each statement by itself: a step is frozen once it was
 * released, so nothing in it may be made by code that goes on changing.
 */
import { firstMigration } from './migration-1.ts';

/** The statements of one step. */
export type Migration = readonly string[];

/** Step n leads to schema version n + 1. */
export const migrations: readonly Migration[] = [firstMigration];

/** Tables that the steps make, by which a schema is recognised that has tables of another program. */
export const tableNames: readonly string[] = migrations
	.flat()
	.flatMap((statement) => /^create table (\w+)/.exec(statement)?.[1] ?? []);
