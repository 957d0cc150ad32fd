/** The account, the search engine and the items that the events of `shopper-stream.ts` are about. */

import { createAesSecretBox } from '../src/adapters/crypto/aes-secret-box.ts';
import { toKeyDigest } from '../src/app/account/authenticate.ts';
import { allRights } from '../src/domain/account/rights.ts';
import type { Database } from '../src/ports/database.ts';
import { shopItemCount, streamHashid } from './shopper-stream.ts';

/** The key of the account's owner. */
export const shopKey = '7'.repeat(40);
/** The server's key, as 64 hex digits. */
export const shopServerKey = '0'.repeat(64);
export const shopSector = 'fashion';

const accountId = '8'.repeat(32);
const userCode = '9'.repeat(16);
const itemsPerWrite = 500;
const eventsPerStep = 10_000;

/** Once for a database. */
export async function prepareShop(database: Database): Promise<void> {
	if ((await database.searchEngines.find(streamHashid)) !== undefined) return;
	await createShop(database);
	await countWidgetDays(database);
}

async function createShop(database: Database): Promise<void> {
	const { accounts, searchEngines } = database;
	const owner = {
		code: userCode,
		accountId,
		name: 'Owner',
		email: null,
		role: 'owner',
		rights: allRights,
		createdAtMs: 0,
	} as const;
	await accounts.createAccount({ id: accountId, name: 'Bench', createdAtMs: 0 }, owner);
	const key = { id: '1'.repeat(16), userCode, name: 'Bench', createdAtMs: 0, revokedAtMs: null };
	const { seal } = createAesSecretBox(Buffer.from(shopServerKey, 'hex'));
	await accounts.createKey({ ...key, digest: toKeyDigest(shopKey), sealed: seal(shopKey) });
	await searchEngines.create({
		...{ hashid: streamHashid, accountId, storeId: null, name: 'Shop', currency: 'EUR', locale: 'en', siteUrl: null },
		...{
			hasStopwords: false,
			isDefault: false,
			hasGrouping: false,
			platform: 'api',
			sector: shopSector,
			createdAtMs: 0,
		},
	});
	await searchEngines.createIndex(streamHashid, { name: 'product', preset: 'product', options: {}, datasources: [] });
	await writeItems(database);
}

async function writeItems({ items }: Database): Promise<void> {
	for (let from = 0; from < shopItemCount; from += itemsPerWrite) {
		const writes = Array.from({ length: itemsPerWrite }, (_, at) => toItemWrite(String(from + at)));
		await items.write({ hashid: streamHashid, indexName: 'product', generation: 'live' }, writes);
	}
}

function toItemWrite(id: string) {
	const number = Number(id);
	const item = {
		...{ id, title: `Product ${id}`, link: `https://shop.example/${id}`, price: 10 },
		...{ brand: `Brand ${number % 50}`, categories: [`Category ${number % 200}`] },
	};
	return { kind: 'put', id, text: JSON.stringify(item), groupId: null } as const;
}

/** Adds up what a server would begin with in the background, which would be measured with its answers. */
async function countWidgetDays({ events }: Database): Promise<void> {
	const end = await events.log().readEnd();
	while ((await events.countWidgetEvents(eventsPerStep)) !== end);
}
