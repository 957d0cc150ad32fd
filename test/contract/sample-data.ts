/** Domain objects for tests: every field has a value, ids are made from a number. */
import type { Account, User } from '../../src/domain/account/account.ts';
import type { NewChange } from '../../src/domain/account/change.ts';
import { allRights } from '../../src/domain/account/rights.ts';
import type { Session } from '../../src/domain/account/session.ts';
import {
	type ShopperAction,
	type ShopperEvent,
	unknownClient,
	type WidgetCartAction,
} from '../../src/domain/event/shopper-event.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import type { ItemTarget, ItemWrite } from '../../src/domain/item/item.ts';
import type { NewIndex, SearchEngine } from '../../src/domain/search-engine/search-engine.ts';
import type { Store } from '../../src/domain/store/store.ts';
import { defaultWidgetKind, type Widget } from '../../src/domain/widget/widget.ts';
import { defaultWidgetSettings } from '../../src/domain/widget/widget-settings.ts';
import type { StoredKey } from '../../src/ports/account-repository.ts';
import type { Database } from '../../src/ports/database.ts';
import type { SecondFactorActivation } from '../../src/ports/second-factor-repository.ts';
import type { StoredLink } from '../../src/ports/sign-in-repository.ts';

/** The number in hex, padded with zeros to `length` digits. */
export function toHexId(number: number, length: number): string {
	return number.toString(16).padStart(length, '0');
}

export function sampleAccount(number = 1): Account {
	return { id: toHexId(number, 32), name: `Account ${number}`, createdAtMs: 1000 + number };
}

/** User 1 is the owner of account 1 unless told otherwise. */
export function sampleUser(number = 1, change: Partial<User> = {}): User {
	return {
		code: toHexId(number, 16),
		accountId: toHexId(1, 32),
		name: `User ${number}`,
		email: null,
		role: 'owner',
		rights: allRights,
		createdAtMs: 2000 + number,
		...change,
	};
}

export function sampleKey(number = 1, change: Partial<StoredKey> = {}): StoredKey {
	return {
		id: toHexId(number, 16),
		userCode: toHexId(1, 16),
		name: `Key ${number}`,
		createdAtMs: 3000 + number,
		revokedAtMs: null,
		digest: toHexId(number, 64),
		sealed: `sealed ${number}`,
		...change,
	};
}

export function sampleChange(number = 1, change: Partial<NewChange> = {}): NewChange {
	return {
		actor: { kind: 'session', userCode: toHexId(1, 16), keyId: null },
		atMs: 4000 + number,
		area: 'shop',
		operation: 'updateStore',
		path: `/dashboard/api/stores/${toHexId(number, 32)}`,
		createdId: null,
		sent: `{"name":"${number}"}`,
		isWhole: true,
		...change,
	};
}

export function sampleSession(number = 1, change: Partial<Session> = {}): Session {
	return {
		id: toHexId(number, 32),
		userCode: toHexId(1, 16),
		keyId: null,
		method: 'password',
		createdAtMs: 3500 + number,
		expiresAtMs: 9000 + number,
		...change,
	};
}

export function sampleLink(number = 1, change: Partial<StoredLink> = {}): StoredLink {
	return { userCode: toHexId(1, 16), digest: toHexId(number, 64), expiresAtMs: 9500 + number, ...change };
}

export function sampleActivation(change: Partial<SecondFactorActivation> = {}): SecondFactorActivation {
	const recoveryDigests = [1, 2, 3].map((number) => toHexId(number, 64));
	return { userCode: toHexId(1, 16), sealed: 'secret', step: 10, recoveryDigests, ...change };
}

export function sampleStore(number = 1, change: Partial<Store> = {}): Store {
	return {
		id: toHexId(number, 32),
		accountId: toHexId(1, 32),
		name: `Store ${number}`,
		createdAtMs: 4000 + number,
		allowedDomains: ['shop.example'],
		isCorsEnforced: true,
		blockedIps: ['10.0.0.0/8'],
		attributionHours: 24,
		...change,
	};
}

export function sampleWidget(number = 1, change: Partial<Widget> = {}): Widget {
	return {
		id: `00000000-0000-4000-8000-${toHexId(number, 12)}`,
		storeId: toHexId(1, 32),
		name: `Widget ${number}`,
		createdAtMs: 5000 + number,
		kind: defaultWidgetKind,
		settings: defaultWidgetSettings,
		...change,
	};
}

export function sampleEngine(number = 1, change: Partial<SearchEngine> = {}): SearchEngine {
	return {
		hashid: toHexId(number, 32),
		accountId: toHexId(1, 32),
		storeId: toHexId(1, 32),
		name: `Engine ${number}`,
		currency: 'EUR',
		locale: 'es',
		siteUrl: null,
		hasStopwords: true,
		isDefault: false,
		hasGrouping: true,
		platform: 'api',
		sector: null,
		createdAtMs: 6000 + number,
		...change,
	};
}

export function sampleIndex(name = 'product'): NewIndex {
	return { name, preset: 'product', options: { exclude: ['b2b'] }, datasources: [{ type: 'file', options: {} }] };
}

export const live: ItemTarget = { hashid: toHexId(1, 32), indexName: 'product', generation: 'live' };
export const temporary: ItemTarget = { ...live, generation: 'temporary' };

export function put(id: string, price = 1, groupId: string | null = null): ItemWrite {
	return { kind: 'put', id, text: JSON.stringify({ id, price }), groupId };
}

export function merge(id: string, patch: object): ItemWrite {
	return { kind: 'merge', id, patch: JSON.stringify(patch) };
}

export function remove(id: string): ItemWrite {
	return { kind: 'delete', id };
}

export function sampleCart(number: number, itemId: string, change: Partial<ShopperEvent> = {}): ShopperEvent {
	return sampleEvent(number, sampleCartAction(number, itemId), { userId: null, ...change });
}

export function sampleCartAction(number: number, itemId: string): WidgetCartAction {
	const item = { indexName: 'product', itemKey: toItemKey(itemId) };
	return { kind: 'cart', widgetId: sampleWidget().id, ...item, title: `Title ${number}`, amount: number, price: 9.5 };
}

export function sampleEvent(number: number, action: ShopperAction, change: Partial<ShopperEvent> = {}): ShopperEvent {
	return {
		id: toHexId(number, 32),
		storeId: toHexId(1, 32),
		hashid: toHexId(1, 32),
		sessionId: `session ${number}`,
		userId: `user ${number}`,
		occurredAtMs: 8000 + number,
		...unknownClient,
		clientKey: toHexId(number, 16),
		action,
		...change,
	};
}

/** Account 1 with its owner, key 1, store 1, widget 1, and engine 1 with the index `product`. */
export async function fillDatabase(database: Database): Promise<void> {
	await database.accounts.createAccount(sampleAccount(), sampleUser());
	await database.accounts.createKey(sampleKey());
	await database.stores.createStore(sampleStore());
	await database.stores.createWidget(sampleWidget());
	await database.searchEngines.create(sampleEngine());
	await database.searchEngines.createIndex(sampleEngine().hashid, sampleIndex());
}
