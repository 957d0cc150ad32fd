import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CallCount } from '../../src/domain/statistics/call-kind.ts';
import type { OpenDatabase } from './database.ts';
import { fillDatabase, sampleEngine } from './sample-data.ts';

const { hashid } = sampleEngine();
const range = { hashid, firstDay: 0, lastDay: 1000 };

export function testCalls(open: OpenDatabase): void {
	describe('calls of the APIs', () => {
		test('add up by search engine, day and kind', async (t) => {
			const { calls, ...database } = await open(t);
			await fillDatabase({ calls, ...database });
			const search: CallCount = { hashid, day: 7, kind: 'search', callCount: 2 };
			const event: CallCount = { ...search, kind: 'event', callCount: 5 };
			const later: CallCount = { ...search, day: 8 };
			assert.deepEqual(await calls.listCallDays(range), []);
			assert.equal(await calls.addCalls([search, event]), 'added');
			assert.equal(await calls.addCalls([later, { ...search, callCount: 3 }]), 'added');
			assert.deepEqual(await calls.listCallDays(range), [event, { ...search, callCount: 5 }, later]);
			assert.deepEqual(await calls.listCallDays({ ...range, firstDay: 8 }), [later]);
			assert.deepEqual(await calls.listCallDays({ ...range, lastDay: 6 }), []);
		});

		test('of shoppers say which search engines are asked for', async (t) => {
			const { calls, ...database } = await open(t);
			await fillDatabase({ calls, ...database });
			const search: CallCount = { hashid, day: 7, kind: 'search', callCount: 2 };
			await calls.addCalls([search, { ...search, kind: 'management', callCount: 50 }]);
			await calls.addCalls([
				{ ...search, kind: 'suggestion', day: 8 },
				{ ...search, kind: 'recommendation', day: 9 },
			]);
			assert.deepEqual(await calls.listAskedEngines(7), [{ hashid, callCount: 6 }]);
			assert.deepEqual(await calls.listAskedEngines(8), [{ hashid, callCount: 4 }]);
			assert.deepEqual(await calls.listAskedEngines(10), []);
		});

		test('go with their search engine, and are not counted for one that is gone', async (t) => {
			const { calls, searchEngines, ...database } = await open(t);
			await fillDatabase({ calls, searchEngines, ...database });
			const search: CallCount = { hashid, day: 7, kind: 'search', callCount: 2 };
			await calls.addCalls([search]);
			assert.equal(await searchEngines.remove(hashid), 'deleted');
			assert.equal(await calls.addCalls([search, { ...search, hashid: 'f'.repeat(32) }]), 'added');
			assert.deepEqual(await calls.listCallDays(range), []);
		});
	});
}
