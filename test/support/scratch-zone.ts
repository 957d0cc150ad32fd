/** The use cases of one zone on a real database, with a settable clock. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { createAesSecretBox } from '../../src/adapters/crypto/aes-secret-box.ts';
import { createJoseTokenVerifier } from '../../src/adapters/crypto/jose-token-verifier.ts';
import { createNodeRandomness } from '../../src/adapters/crypto/node-randomness.ts';
import { openSqliteDatabase } from '../../src/adapters/sqlite/open-sqlite-database.ts';
import { type Accounts, createAccounts } from '../../src/app/account/accounts.ts';
import { type Authenticator, createAuthenticator } from '../../src/app/account/authenticate.ts';
import { createKeys, type Keys } from '../../src/app/account/keys.ts';
import { createUsers, type Users } from '../../src/app/account/users.ts';
import { createStores, type Stores } from '../../src/app/store/stores.ts';
import { createWidgets, type Widgets } from '../../src/app/widget/widgets.ts';
import type { Principal } from '../../src/domain/account/account.ts';
import { zoneNames } from '../../src/domain/zone/zone.ts';
import { unwrap } from '../../src/lib/failure.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Database } from '../../src/ports/database.ts';
import type { Randomness } from '../../src/ports/randomness.ts';
import { neverMs } from './wait-for.ts';

export interface ScratchZone {
	readonly database: Database;
	/** Settable. */
	readonly clock: Clock & { set(nowMs: number): void };
	readonly randomness: Randomness;
	readonly accounts: Accounts;
	readonly users: Users;
	readonly keys: Keys;
	readonly stores: Stores;
	readonly widgets: Widgets;
	readonly authenticator: Authenticator;
	/** The same database in a server that was started with another server key. */
	readonly strangerAuthenticator: Authenticator;
	/** Creates keys under that other server key. */
	readonly strangerKeys: Keys;
	/** What the authenticators have reported to the operator, in order. */
	readonly closedKeyErrors: readonly { readonly error: unknown; readonly keyId: string }[];
	/** A new account: its owner as a caller, and the owner's key in clear. */
	openAccount(name?: string): Promise<{ readonly owner: Principal; readonly secret: string }>;
}

export const scratchStartMs = Date.UTC(2026, 2, 1, 9, 30);

interface ScratchDatabase {
	readonly database: Database;
	close(): Promise<void>;
}

async function openDatabase(): Promise<ScratchDatabase> {
	const directory = await mkdtemp(join(tmpdir(), 'vitrine-zone-'));
	const database = await openSqliteDatabase({
		file: join(directory, 'vitrine.db'),
		deadlineMs: neverMs,
		onLost(error) {
			throw error;
		},
	});
	return {
		database,
		async close() {
			await database.close();
			await rm(directory, { recursive: true, force: true });
		},
	};
}

let shared: Promise<ScratchDatabase> | undefined;
after(async () => {
	await (await shared)?.close();
});

/**
 * On a database that all callers in the process share, for tests to which what others have created does not matter: the thread of
 * a database takes longer to start than they do.
 */
export async function joinScratchZone(): Promise<ScratchZone> {
	shared ??= openDatabase();
	return createZone((await shared).database);
}

/** On a database of its own. */
export async function openScratchZone(): Promise<ScratchZone & AsyncDisposable> {
	const { database, close } = await openDatabase();
	return { ...createZone(database), [Symbol.asyncDispose]: close };
}

function createZone(database: Database): ScratchZone {
	let nowMs = scratchStartMs;
	const clock = {
		nowMs: () => nowMs,
		monotonicMs: () => nowMs,
		steadyMs: () => nowMs,
		set(setMs: number) {
			nowMs = setMs;
		},
	};
	const randomness = createNodeRandomness();
	const issuing = {
		accounts: database.accounts,
		secretBox: createAesSecretBox(Buffer.alloc(32, 1)),
		randomness,
		clock,
	};
	const closedKeyErrors: { readonly error: unknown; readonly keyId: string }[] = [];
	const onClosedKey = (error: unknown, keyId: string) => void closedKeyErrors.push({ error, keyId });
	const checking = { ...issuing, tokenVerifier: createJoseTokenVerifier(), zoneNames, onClosedKey };
	const strangerBox = createAesSecretBox(Buffer.alloc(32, 2));
	const accounts = createAccounts(issuing);

	return {
		database,
		clock,
		randomness,
		accounts,
		users: createUsers({ ...issuing, secondFactors: database.secondFactors }),
		keys: createKeys(issuing),
		stores: createStores({ stores: database.stores, randomness, clock }),
		widgets: createWidgets({ stores: database.stores, searchEngines: database.searchEngines, randomness, clock }),
		authenticator: createAuthenticator(checking),
		strangerAuthenticator: createAuthenticator({ ...checking, secretBox: strangerBox }),
		strangerKeys: createKeys({ ...issuing, secretBox: strangerBox }),
		closedKeyErrors,
		async openAccount(name = 'Shoes') {
			const { account, owner, issued } = unwrap(await accounts.create({ name, owner: { name: 'Ana', email: null } }));
			const caller = { accountId: account.id, userCode: owner.code, keyId: issued.key.id };
			return { owner: caller, secret: issued.secret };
		},
	};
}
