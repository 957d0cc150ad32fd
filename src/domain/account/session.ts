/** Sessions of people in the dashboard. An API key opens no session by itself: a session belongs to a user. */
import type { UserRole } from './account.ts';
import type { Rights } from './rights.ts';

/** How a session began. */
export type SignInMethod = 'password' | 'link' | 'key' | 'oidc';

export interface Session {
	/** 32 lower-case hex digits. */
	readonly id: string;
	readonly userCode: string;
	/** The API key that opened it, with which it ends; null for other ways to sign in. */
	readonly keyId: string | null;
	readonly method: SignInMethod;
	/** By `Clock.steadyMs`, like all times of a session. */
	readonly createdAtMs: number;
	readonly expiresAtMs: number;
}

/** A session with what access decisions need to know about its user. */
export interface SessionHolder {
	readonly session: Session;
	readonly accountId: string;
	readonly role: UserRole;
	readonly rights: Rights;
}

/** A session ends after this time, however much it is used. */
export const sessionLifeMs = 7 * 24 * 3_600_000;
/** And when it was not used for this time. */
export const sessionIdleMs = 4 * 3_600_000;
/** Opening another one ends the oldest. */
export const sessionsPerUserMax = 20;
