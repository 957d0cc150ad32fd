/** A zone whose events are followed, and that can be opened again: searching threads get at once what followers count. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createNodeRandomness } from '../../src/adapters/crypto/node-randomness.ts';
import { createEventEraser } from '../../src/app/event/erase-events.ts';
import { unwrap } from '../../src/lib/failure.ts';
import { fillDatabase, live } from '../contract/sample-data.ts';
import { makeTemporaryDirectory } from '../contract/temporary-directory.ts';
import { openIndexedZone } from './indexed-zone.ts';

export async function openFollowedZone(t: TestContext) {
	const directory = makeTemporaryDirectory();
	const open = () => openIndexedZone(directory.path, { publishQueriesIntervalMs: 0 });
	let zone = await open();
	t.after(async () => {
		await zone.close();
		directory.remove();
	});
	await fillDatabase(zone.database);
	return {
		get zone() {
			return zone;
		},
		/** Opens it again, after the beginning of these files of the indexer is cut off. */
		async reopen(...damagedNames: readonly string[]) {
			await zone.close();
			for (const name of damagedNames) {
				const file = join(directory.path, 'search', name);
				writeFileSync(file, readFileSync(file).subarray(9));
			}
			zone = await open();
		},
		/** Erases a shopper from the events of the sample's search engine. @returns how many events there were. */
		async erase(shopper: { readonly userId: string } | { readonly sessionId: string }) {
			const { database } = zone;
			const eraser = createEventEraser({
				...{ ...database, clock: { nowMs: () => 1_000, steadyMs: () => 1_000 }, yieldToOthers: setImmediate },
				randomness: createNodeRandomness(),
			});
			const [account] = await database.accounts.listAccounts();
			assert(account !== undefined);
			const owner = { accountId: account.id, userCode: '', keyId: '' };
			return unwrap(await eraser.erase(owner, { hashid: live.hashid, ...shopper }));
		},
	};
}
