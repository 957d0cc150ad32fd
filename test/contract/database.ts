/** The contract of the port `Database`, for every implementation. */
import { describe, type TestContext, test } from 'node:test';
import type { Database } from '../../src/ports/database.ts';
import { testAccounts } from './database-accounts.ts';
import { testCalls } from './database-calls.ts';
import { testChanges } from './database-changes.ts';
import { testErasures } from './database-erasures.ts';
import { testEventLog } from './database-event-log.ts';
import { testEvents } from './database-events.ts';
import { testGenerations } from './database-generations.ts';
import { testItemLog } from './database-item-log.ts';
import { testItems } from './database-items.ts';
import { testScrolls } from './database-scrolls.ts';
import { testSearchEngines } from './database-search-engines.ts';
import { testSecondFactors } from './database-second-factors.ts';
import { testSignIns } from './database-sign-ins.ts';
import { testStatistics } from './database-statistics.ts';
import { testStores } from './database-stores.ts';
import { testTexts } from './database-texts.ts';
import { testWidgetDays } from './database-widget-days.ts';

/** Opens an empty database that is closed and removed when the test ends. */
export type OpenDatabase = (t: TestContext) => Promise<Database>;

export function testDatabase(name: string, open: OpenDatabase): void {
	describe(`${name}: the database contract`, () => {
		testAccounts(open);
		testSignIns(open);
		testSecondFactors(open);
		testChanges(open);
		testStores(open);
		testSearchEngines(open);
		testItems(open);
		testScrolls(open);
		testItemLog(open);
		testGenerations(open);
		testEvents(open);
		testEventLog(open);
		testErasures(open);
		testWidgetDays(open);
		testCalls(open);
		testStatistics(open);
		testTexts(open);

		test('check says that reads and writes work', async (t) => {
			const database = await open(t);
			await database.check();
		});
	});
}
