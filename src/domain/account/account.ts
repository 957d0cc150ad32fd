/**
 * Accounts, their users and their API keys: an account owns everything, its users hold keys, and only the owner's keys
 * open the APIs.
 */

import type { Rights } from './rights.ts';

export interface Account {
	/** 32 lower-case hex digits. */
	readonly id: string;
	readonly name: string;
	readonly createdAtMs: number;
}

export type UserRole = 'owner' | 'member';

export interface User {
	/** 16 lower-case hex digits; the `name` claim of a JWT. */
	readonly code: string;
	readonly accountId: string;
	readonly name: string;
	readonly email: string | null;
	/** An account has exactly one owner. */
	readonly role: UserRole;
	/** All of them for the owner. */
	readonly rights: Rights;
	readonly createdAtMs: number;
}

/** A user as the owner of the account sees it. */
export interface ListedUser extends User {
	/** Whether signing in asks for a code, too. */
	readonly hasSecondFactor: boolean;
}

/** An API key without its secret, which is shown once, at creation. */
export interface ApiKey {
	/** 16 lower-case hex digits. */
	readonly id: string;
	readonly userCode: string;
	readonly name: string;
	readonly createdAtMs: number;
	readonly revokedAtMs: number | null;
}

/** The caller of an operation, after the credentials were checked. */
export interface Principal {
	readonly accountId: string;
	readonly userCode: string;
	/** The key that was presented, or that signed the token; rate limits count by key. */
	readonly keyId: string;
}

export const usersPerAccountMax = 1000;
/** The most active keys of one user. A JWT names only the user, so each of them may have to be tried. */
export const activeKeysPerUserMax = 20;

const secretPattern = /^(?:[a-z]{2}\d-)?([0-9a-f]{40})$/;

/** The 40 hex digits of a key written with or without a zone prefix; undefined when the text is not a key. */
export function parseKeySecret(text: string): string | undefined {
	return secretPattern.exec(text)?.[1];
}
