/**
 * The steps from each schema version to the next, as SQL text: a step is frozen once it was released, so nothing in it
 * may be made by code that goes on changing. PostgreSQL has steps of its own, as its column types differ.
 */
import { firstMigration } from './migration-1.ts';
import { secondMigration } from './migration-2.ts';
import { thirdMigration } from './migration-3.ts';
import { fourthMigration } from './migration-4.ts';
import { fifthMigration } from './migration-5.ts';
import { sixthMigration } from './migration-6.ts';
import { seventhMigration } from './migration-7.ts';
import { eighthMigration } from './migration-8.ts';
import { ninthMigration } from './migration-9.ts';
import { tenthMigration } from './migration-10.ts';

/** The statements of one step, run in one transaction. */
export type Migration = readonly string[];

/** Step n leads to schema version n + 1. */
export const migrations: readonly Migration[] = [
	firstMigration,
	secondMigration,
	thirdMigration,
	fourthMigration,
	fifthMigration,
	sixthMigration,
	seventhMigration,
	eighthMigration,
	ninthMigration,
	tenthMigration,
];
