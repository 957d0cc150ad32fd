/**
 * Sessions of people in the dashboard.
 *
 *     browser    a cookie: the id of the session, sealed, with the moment at which it has been idle for too long
 *     store      a row: whose session it is, how it began, when it ends at the latest
 *
 * The row is read for every call. So a session ends in all threads at once, when it is signed out, its user is removed,
 * the password changes, or the key that opened it is revoked. The cookie is renewed while it is used, which writes nothing.
 */
import type { Principal, UserRole } from '../../domain/account/account.ts';
import type { Rights } from '../../domain/account/rights.ts';
import { type Session, type SignInMethod, sessionIdleMs, sessionLifeMs } from '../../domain/account/session.ts';
import { fail, type Result, succeed } from '../../lib/failure.ts';
import type { ClaimBox } from '../../ports/claim-box.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { SignInBasis, SignInRepository } from '../../ports/sign-in-repository.ts';
import type { Changes } from './changes.ts';

/** What the browser is to keep. */
export interface SessionToken {
	readonly text: string;
	/** How long it is valid if it is not used; a whole number, at least 1. */
	readonly idleSeconds: number;
}

export interface OpenSession {
	readonly session: Session;
	readonly principal: Principal;
	readonly role: UserRole;
	readonly rights: Rights;
}

export interface Sessions {
	/** `unauthenticated` when the user is gone, or the password or second factor changed meanwhile. */
	open(user: SignedInUser): Promise<Result<SessionToken>>;
	/** The session of a token, and another token where the old one is due for renewal; otherwise `unauthenticated`. */
	resume(token: string | undefined): Promise<Result<OpenSession & { readonly renewed: SessionToken | undefined }>>;
	end(session: Session): Promise<void>;
	/** All of the same user. */
	endAll(session: Session): Promise<void>;
}

export interface SignedInUser {
	readonly userCode: string;
	readonly method: SignInMethod;
	readonly keyId: string | null;
	readonly basis?: SignInBasis;
}

interface Dependencies {
	readonly signIns: SignInRepository;
	readonly recordSignIn: Changes['recordSignIn'];
	readonly claimBox: ClaimBox;
	readonly randomness: Randomness;
	readonly clock: Clock;
}

/** Renewing a cookie with each of the many calls of a page would only add to them. */
const renewalPauseMs = 60_000;

const unauthenticated = fail('unauthenticated');

export function createSessions({ signIns, recordSignIn, claimBox, randomness, clock }: Dependencies): Sessions {
	async function seal({ id, expiresAtMs }: Session, nowMs: number): Promise<SessionToken> {
		const idleAtMs = Math.min(nowMs + sessionIdleMs, expiresAtMs);
		const text = await claimBox.seal({ session: id, at: nowMs }, idleAtMs);
		return { text, idleSeconds: Math.max(1, Math.floor((idleAtMs - nowMs) / 1000)) };
	}

	return {
		async open(user) {
			const { userCode, method, keyId, basis } = user;
			const createdAtMs = clock.steadyMs();
			const expiresAtMs = createdAtMs + sessionLifeMs;
			const session = { id: randomness.hex(16), userCode, keyId, method, createdAtMs, expiresAtMs };
			if ((await signIns.openSession(session, basis)) === 'missing') return unauthenticated;
			await recordSignIn(user);
			return succeed(await seal(session, createdAtMs));
		},

		async resume(token) {
			const nowMs = clock.steadyMs();
			const claims = token === undefined ? undefined : await claimBox.open(token, nowMs);
			if (typeof claims?.session !== 'string' || typeof claims.at !== 'number') return unauthenticated;
			const holder = await signIns.findSession(claims.session);
			if (holder === undefined || holder.session.expiresAtMs <= nowMs) return unauthenticated;
			const { session, accountId, role, rights } = holder;
			// Rate limits count all sessions of a user together.
			const principal = { accountId, userCode: session.userCode, keyId: session.userCode };
			const renewed = nowMs - claims.at < renewalPauseMs ? undefined : await seal(session, nowMs);
			return succeed({ session, principal, role, rights, renewed });
		},

		async end({ id }) {
			await signIns.endSession(id);
		},
		async endAll({ userCode }) {
			await signIns.endSessions(userCode);
		},
	};
}
