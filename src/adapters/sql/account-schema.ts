/** The tables of accounts, their users, and how these sign in; `schema.ts` draws how they hang together. */
import type { Generated } from 'kysely';
import type { SignInMethod } from '../../domain/account/session.ts';

export interface AccountTable {
	serial: Generated<number>;
	id: string;
	name: string;
	created_at_ms: number;
}

export interface UserTable {
	serial: Generated<number>;
	code: string;
	account_id: string;
	name: string;
	email: string | null;
	role: string;
	created_at_ms: number;
	/** `toEmailKey` of the address; null when there is none. */
	email_key: string | null;
	/** JSON: `rights-column.ts`. */
	rights: string;
}

export interface UserPasswordTable {
	user_code: string;
	/** As `PasswordHasher.hash` made it. */
	hash: string;
}

export interface DashboardSessionTable {
	id: string;
	user_code: string;
	/** The API key that opened it; null for other ways to sign in. */
	key_id: string | null;
	method: SignInMethod;
	created_at_ms: number;
	expires_at_ms: number;
}

export interface KeyTable {
	serial: Generated<number>;
	id: string;
	user_code: string;
	name: string;
	created_at_ms: number;
	revoked_at_ms: number | null;
	digest: string;
	sealed: string;
}

export interface SignInLinkTable {
	user_code: string;
	/** SHA-256 of the token. */
	digest: string;
	expires_at_ms: number;
}

export interface SecondFactorTable {
	user_code: string;
	/** The secret, as `SecretBox.seal` made it. */
	sealed: string;
	is_active: number;
	/** The last step of which a code was used. */
	used_step: number;
}

export interface RecoveryCodeTable {
	user_code: string;
	/** SHA-256 of the code. */
	digest: string;
}
