import type { Session, SessionHolder } from '../domain/account/session.ts';

/** A password that a user signs in with. */
export interface StoredPassword {
	readonly userCode: string;
	readonly hash: string;
}

/** A link that signs in once. */
export interface StoredLink {
	readonly userCode: string;
	/** SHA-256 of its token, 64 hex digits. */
	readonly digest: string;
	/** By `Clock.steadyMs`. */
	readonly expiresAtMs: number;
}

/** What a sign-in has found, and must still be true when its session is opened: a hash takes a while to compute. */
export interface SignInBasis {
	/** Which the password fitted. */
	readonly passwordHash?: string;
	/** So nobody was asked for a code. */
	readonly hasNoSecondFactor?: boolean;
}

/** How people sign in to the dashboard. All of it goes with its user. */
export interface SignInRepository {
	/**
	 * The passwords of users with this address (`toEmailKey`) in all accounts or one, those of the oldest users first.
	 */
	findPasswords(request: {
		readonly emailKey: string;
		readonly accountId: string | null;
		readonly countMax: number;
	}): Promise<readonly StoredPassword[]>;
	/** The codes of users with this address in all accounts or one, the oldest first, whether they have a password or not. */
	findUsersByEmail(request: {
		readonly emailKey: string;
		readonly accountId: string | null;
		readonly countMax: number;
	}): Promise<readonly string[]>;
	findPassword(userCode: string): Promise<StoredPassword | undefined>;
	/** Also ends the user's link, and the sessions except `keptSessionId`. */
	setPassword(password: StoredPassword, keptSessionId: string): Promise<'updated' | 'missing'>;

	/** Replaces the user's previous link. */
	putLink(link: StoredLink): Promise<'updated' | 'missing'>;
	/** The user of a link; undefined when there is none, or it has expired. */
	findLink(digest: string, nowMs: number): Promise<string | undefined>;
	/** Removes the link. @returns its user: to one of all that ask for it at once; undefined when it has expired. */
	useLink(digest: string, nowMs: number): Promise<string | undefined>;

	/**
	 * Also ends the user's expired sessions, and the oldest one if there are `sessionsPerUserMax`. `missing` without the user,
	 * or where `basis` is no longer true.
	 */
	openSession(session: Session, basis?: SignInBasis): Promise<'opened' | 'missing'>;
	/** Undefined also when the key that opened it is revoked. Expired ones may be found. */
	findSession(id: string): Promise<SessionHolder | undefined>;
	/** Ending it again is no error. */
	endSession(id: string): Promise<'ended'>;
	/** All of a user, and the link. */
	endSessions(userCode: string): Promise<'ended'>;
}
