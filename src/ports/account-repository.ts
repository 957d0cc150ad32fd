import type { Account, ApiKey, User, UserRole } from '../domain/account/account.ts';

import type { Rights } from '../domain/account/rights.ts';

/** A key as it is stored: found by the digest; the sealed secret verifies tokens signed with it. */
export interface StoredKey extends ApiKey {
	/** SHA-256 of the secret, 64 hex digits. */
	readonly digest: string;
	/** The secret under AES-256-GCM, as `SecretBox.seal` made it. */
	readonly sealed: string;
}

/** A key with what access decisions need to know about its user. */
export interface KeyHolder {
	readonly key: StoredKey;
	readonly accountId: string;
	readonly role: UserRole;
}

/** Accounts, users and API keys. Every write is one transaction; a missing parent is `missing`, never an exception. */
export interface AccountRepository {
	createAccount(account: Account, owner: User): Promise<'created'>;
	findAccount(id: string): Promise<Account | undefined>;
	/** In order of creation. */
	listAccounts(): Promise<readonly Account[]>;
	renameAccount(id: string, name: string): Promise<'updated' | 'missing'>;
	/** Also removes users, keys, stores, widgets and search engines; garbage collection removes their items later. */
	removeAccount(id: string): Promise<'deleted' | 'missing'>;

	createUser(user: User): Promise<'created' | 'missing' | 'full'>;
	findUser(code: string): Promise<User | undefined>;
	listUsers(accountId: string): Promise<readonly User[]>;
	updateUser(
		code: string,
		change: { readonly name?: string; readonly email?: string | null; readonly rights?: Rights },
	): Promise<'updated' | 'missing'>;
	/** The owner cannot be removed, except with the account. */
	removeUser(code: string): Promise<'deleted' | 'missing' | 'owner'>;

	createKey(key: StoredKey): Promise<'created' | 'missing' | 'full'>;
	findKeyByDigest(digest: string): Promise<KeyHolder | undefined>;
	/** Keys of one user that are not revoked. */
	listActiveKeys(userCode: string): Promise<readonly StoredKey[]>;
	/** All keys of an account, revoked ones included, in order of creation. */
	listKeys(accountId: string): Promise<readonly ApiKey[]>;
	/** Revoking again keeps the first time. */
	revokeKey(accountId: string, keyId: string, revokedAtMs: number): Promise<'revoked' | 'missing'>;
}
