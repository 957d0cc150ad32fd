/**
 * Signing in by a provider of identities, in two halves with the browser at the provider in between:
 *
 *     begin     server ── where to go, and a cookie ─► browser ─► provider
 *     finish    provider ─► browser ── the cookie, and what the provider gave it ─► server ── asks the provider
 *
 * What the server must know again is sealed in the cookie. So it is the browser that began which ends, within ten minutes,
 * and no thread keeps anything.
 *
 * The provider says which address somebody has, and that it has checked it. Whoever has that address here signs in; nobody
 * is added. The provider stands for a second factor, too: whoever trusts it with one configures it there.
 */
import { toEmailKey } from '../../domain/account/display-name.ts';
import { toClientNetwork } from '../../lib/ip-address.ts';
import type { ClaimBox } from '../../ports/claim-box.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Identity, IdentityProvider, ProviderChecks, ProviderFailure } from '../../ports/identity-provider.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { SignInRepository } from '../../ports/sign-in-repository.ts';
import type { SignedInUser } from './sessions.ts';

/**
 * Why nobody is signed in. `expired`: this browser did not begin, or too long ago; `unverified`: the provider gives no
 * address that it has checked; `several_users`: the account must be named.
 */
export type ProviderRefusal =
	| ProviderFailure
	| 'throttled'
	| 'expired'
	| 'unverified'
	| 'unknown_user'
	| 'several_users';

export type ProviderOutcome<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly refusal: ProviderRefusal };

export interface BegunSignIn {
	/** Where to send the browser. */
	readonly url: string;
	/** What it is to keep until it comes back. */
	readonly sealed: string;
}

export interface ProviderSignIn {
	/** Of the provider, for people. */
	readonly name: string;
	/** @param accountId whose user is to sign in; null: the only one with the address. */
	begin(
		request: { readonly returnUrl: string; readonly accountId: string | null },
		clientIp: string,
	): Promise<ProviderOutcome<BegunSignIn>>;
	/** @param answer what the browser kept and what it came back with: the query behind the `?`. */
	finish(
		answer: { readonly sealed: string | undefined; readonly query: string },
		clientIp: string,
	): Promise<ProviderOutcome<SignedInUser>>;
}

interface Dependencies {
	readonly provider: IdentityProvider;
	readonly signIns: Pick<SignInRepository, 'findUsersByEmail'>;
	readonly claimBox: ClaimBox;
	/** By the client's network: each half spends. */
	readonly networkLimiter: RateLimiter;
	readonly clock: Clock;
}

/** Long enough to find a telephone with codes. */
export const providerSignInMs = 600_000;

export function createProviderSignIn(dependencies: Dependencies): ProviderSignIn {
	const { provider, signIns, claimBox, networkLimiter, clock } = dependencies;

	async function findUser(identity: Identity, accountId: string | null): Promise<ProviderOutcome<SignedInUser>> {
		if (identity.email === null || !identity.isEmailVerified) return refuse('unverified');
		const emailKey = toEmailKey(identity.email);
		// The provider has checked another address than the one that a Kelvin sign becomes in lower case.
		if (countAscii(emailKey) > countAscii(identity.email)) return refuse('unknown_user');
		const request = { emailKey, accountId, countMax: 2 };
		const [userCode, ...others] = await signIns.findUsersByEmail(request);
		if (userCode === undefined) return refuse('unknown_user');
		if (others.length > 0) return refuse('several_users');
		return { ok: true, value: { userCode, method: 'oidc', keyId: null } };
	}

	return {
		name: provider.name,

		async begin({ returnUrl, accountId }, clientIp) {
			if (networkLimiter.spend(toClientNetwork(clientIp)) > 0) return refuse('throttled');
			const begun = await provider.begin(returnUrl);
			if (typeof begun === 'string') return refuse(begun);
			const claims = { ...begun.checks, ...(accountId !== null && { accountId }) };
			const sealed = await claimBox.seal(claims, clock.steadyMs() + providerSignInMs);
			return { ok: true, value: { url: begun.url, sealed } };
		},

		async finish({ sealed, query }, clientIp) {
			if (networkLimiter.spend(toClientNetwork(clientIp)) > 0) return refuse('throttled');
			const claims = sealed === undefined ? undefined : await claimBox.open(sealed, clock.steadyMs());
			if (claims === undefined) return refuse('expired');
			const { returnUrl, state, nonce, verifier } = claims as typeof claims & ProviderChecks;
			const identity = await provider.finish(query, { returnUrl, state, nonce, verifier });
			if (typeof identity === 'string') return refuse(identity);
			return findUser(identity, typeof claims.accountId === 'string' ? claims.accountId : null);
		},
	};
}

function countAscii(text: string): number {
	return text.replaceAll(/\P{ASCII}/gu, '').length;
}

function refuse(refusal: ProviderRefusal): { ok: false; refusal: ProviderRefusal } {
	return { ok: false, refusal };
}
