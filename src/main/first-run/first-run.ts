/** The first start on an empty data directory creates a demo shop to try the APIs on. */

import type { FirstRunMarker } from '../../adapters/data-directory/first-run-marker.ts';
import { toSignInPath } from '../../app/account/sign-in-links.ts';
import { demoNames } from '../../app/demo/find-demo-shop.ts';
import type { Account } from '../../domain/account/account.ts';
import { allRights } from '../../domain/account/rights.ts';
import type { DemoItem } from '../../domain/demo/demo-item.ts';
import { generateCatalogue } from '../../domain/demo/generate-catalogue.ts';
import { formatDfid, toItemKey } from '../../domain/item/dfid.ts';
import { itemsPerBatchMax } from '../../domain/item/item.ts';
import { parseItemBatch } from '../../domain/item/parse-items.ts';
import type { ZoneServices } from '../../http/server/zone-services.ts';
import { unwrap } from '../../lib/failure.ts';
import type { Database } from '../../ports/database.ts';
import { createDemoWidgets } from './demo-widgets.ts';
import { recordDemoSessions } from './record-demo-sessions.ts';

export interface FirstRun {
	/** The API key in clear; it is stored nowhere in this form. */
	readonly key: string;
	readonly userCode: string;
	readonly hashid: string;
	readonly widgetId: string;
	/** Behind the address of the server: signs the owner in to the dashboard, once. */
	readonly dashboardPath: string;
	/** An item of the catalogue, for the examples. */
	readonly sample: { readonly dfid: string; readonly title: string; readonly price: number; readonly link: string };
}

export interface FirstRunZone {
	readonly services: ZoneServices;
	readonly database: Database;
	prepareSearch(hashid: string, indexName: string): Promise<void>;
}

const demoSeed = 20_260_101;
const indexName = 'product';

/**
 * Creates account, owner, store, search engine with catalogue, and widgets, unless the database has an account.
 *
 * An account without any key is what an interrupted first start leaves (the process was killed, or the port was taken):
 * such an account is removed and everything is created again. So the key is created last, when it only remains to show
 * it. A first start that ended between creating and showing the key leaves a complete demo shop: it gets another key.
 * @param marker records whether that may have happened. It is set before the key is created; the caller clears it when
 * the key is shown.
 * @returns undefined when this is not a first start; otherwise a function that creates the key.
 */
export async function prepareFirstRun(
	zone: FirstRunZone,
	marker: FirstRunMarker,
): Promise<(() => Promise<FirstRun>) | undefined> {
	const { services, database } = zone;
	const existing = await database.accounts.listAccounts();
	const [only] = existing;
	if (only !== undefined) {
		const isUnfinished = existing.length === 1 && (await database.accounts.listKeys(only.id)).length === 0;
		const isUnshown = existing.length === 1 && (await marker.isSet());
		if (!isUnfinished) return isUnshown ? findDemo(zone, only, marker) : undefined;
		unwrap(await services.accounts.remove(only.id));
	}
	return createDemo(zone, marker);
}

/** The demo shop of a first start whose key was never shown; undefined if there is none. */
async function findDemo(
	{ services, database }: FirstRunZone,
	{ id: accountId }: Account,
	marker: FirstRunMarker,
): Promise<(() => Promise<FirstRun>) | undefined> {
	const owner = (await database.accounts.listUsers(accountId)).find(({ role }) => role === 'owner');
	const [engine] = await database.searchEngines.list(accountId);
	const [widget] = await database.stores.listWidgets(accountId);
	const [first] = generateCatalogue({ seed: demoSeed });
	if (owner === undefined || engine === undefined || widget === undefined || first === undefined) return undefined;
	const shop = { userCode: owner.code, hashid: engine.hashid, widgetId: widget.id };
	return makeKey(services, { accountId, marker, shop: { ...shop, sample: toSample(engine.hashid, first) } });
}

interface UnshownKey {
	readonly accountId: string;
	readonly marker: FirstRunMarker;
	readonly shop: Omit<FirstRun, 'key' | 'dashboardPath'>;
}

function makeKey(services: ZoneServices, { accountId, marker, shop }: UnshownKey): () => Promise<FirstRun> {
	return async () => {
		await marker.set();
		const { token } = unwrap(await services.signInLinks.createForOwner(accountId));
		const { secret } = unwrap(await services.accounts.createOwnerKey(accountId, 'First key'));
		return { ...shop, key: secret, dashboardPath: toSignInPath(token) };
	};
}

async function createDemo(zone: FirstRunZone, marker: FirstRunMarker): Promise<() => Promise<FirstRun>> {
	const { services } = zone;
	const { accounts, events } = zone.database;
	const { randomness, clock } = services;
	const createdAtMs = clock.nowMs();
	const account = { id: randomness.hex(16), name: demoNames.account, createdAtMs };
	const owner = {
		code: randomness.hex(8),
		accountId: account.id,
		name: 'Owner',
		email: null,
		role: 'owner',
		rights: allRights,
		createdAtMs,
	} as const;
	await accounts.createAccount(account, owner);
	const principal = { accountId: account.id, userCode: owner.code, keyId: '' };

	const storeSettings = { name: 'Demo shop', allowedDomains: [], isCorsEnforced: false, blockedIps: [] };
	const store = unwrap(await services.stores.create(principal, storeSettings));
	const widgetId = await createDemoWidgets(services, principal, store.id);
	const engine = unwrap(await services.searchEngines.create(principal, { ...demoSettings, storeId: store.id }));
	unwrap(await services.indices.create(engine, { name: indexName, preset: 'product', options: {}, datasources: [] }));
	const catalogue = generateCatalogue({ seed: demoSeed });
	const sample = await fillCatalogue(services, engine.hashid, catalogue);
	const target = { events, randomness, storeId: store.id, hashid: engine.hashid, indexName };
	await recordDemoSessions({ ...target, catalogue, seed: demoSeed, nowMs: createdAtMs });
	await zone.prepareSearch(engine.hashid, indexName);
	const shop = { userCode: owner.code, hashid: engine.hashid, widgetId, sample };
	return makeKey(services, { accountId: account.id, marker, shop });
}

const demoSettings = {
	name: demoNames.engine,
	currency: 'EUR',
	locale: 'en',
	siteUrl: null,
	hasStopwords: false,
	isDefault: true,
	hasGrouping: false,
	platform: 'api',
	sector: null,
};

/** @returns the first item, which the examples use. */
async function fillCatalogue(
	{ items }: ZoneServices,
	hashid: string,
	catalogue: readonly DemoItem[],
): Promise<FirstRun['sample']> {
	const target = { hashid, indexName, generation: 'live' } as const;
	for (let start = 0; start < catalogue.length; start += itemsPerBatchMax) {
		const text = JSON.stringify(catalogue.slice(start, start + itemsPerBatchMax));
		const rules = { preset: 'product', priceFormat: demoSettings } as const;
		const batch = unwrap(parseItemBatch(text, { ...rules, kind: 'put', makeId: () => '' }));
		unwrap(
			await items.write(
				target,
				batch.filter((entry) => entry.kind !== 'rejected'),
			),
		);
	}
	const [first] = catalogue;
	if (first === undefined) throw new Error('the demo catalogue is empty');
	return toSample(hashid, first);
}

function toSample(hashid: string, { id, title, price, link }: DemoItem): FirstRun['sample'] {
	return { dfid: formatDfid({ hashid, indexName, itemKey: toItemKey(id) }), title, price, link };
}
