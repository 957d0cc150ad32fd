/**
 * Who is calling?
 *
 *     Authorization: Token <key>      the key itself: its SHA-256 finds it
 *     Authorization: Bearer <jwt>     signed with a key of the user named in the claim `name`
 *
 * A key may be written with a zone prefix or without it. Clients use the text they were given as the secret of a token,
 * so a signature is tried with every spelling of every active key of that user: at most 20 keys × 4
 * spellings, which takes half a millisecond.
 *
 * Everything that is not genuine gets one and the same answer, so a caller learns nothing about which part was wrong.
 * Only who holds a member's key, or signs with it, is told that it lacks the right. Nothing is remembered between calls:
 * a revoked key stops working with the next request, on every node.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type Principal, parseKeySecret } from '../../domain/account/account.ts';
import { findClaimProblem } from '../../domain/account/token-claims.ts';
import { fail, type Result, succeed } from '../../lib/failure.ts';
import type { AccountRepository, StoredKey } from '../../ports/account-repository.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { TokenClaims, TokenVerifier } from '../../ports/token-verifier.ts';

export interface Authenticator {
	/**
	 * The account owner behind an `Authorization` header, `unauthenticated`, or `forbidden` for a member of a team.
	 *
	 * @throws {FailureError} when the database does not answer.
	 * @throws {Error} when no key fits and a stored one cannot be opened: the server key is wrong or the row is damaged.
	 */
	authenticate(authorizationHeader: string | undefined): Promise<Result<Principal>>;
}

interface Dependencies {
	readonly accounts: AccountRepository;
	readonly secretBox: SecretBox;
	readonly tokenVerifier: TokenVerifier;
	readonly clock: Clock;
	/** Every zone a key may be prefixed with, served here or not. */
	readonly zoneNames: readonly string[];
}

const unauthenticated = fail('unauthenticated');
const forbidden = fail('forbidden', { message: 'Access denied: only the keys of the account owner are accepted' });

/** SHA-256 of a key's 40 hex digits, as 64 hex digits: what keys are stored and found under. */
export function toKeyDigest(secret: string): string {
	return createHash('sha256').update(secret).digest('hex');
}

export function createAuthenticator(dependencies: Dependencies): Authenticator {
	const { accounts, clock } = dependencies;

	async function authenticateKey(text: string): Promise<Result<Principal>> {
		const secret = parseKeySecret(text);
		if (secret === undefined) return unauthenticated;
		const digest = toKeyDigest(secret);
		const holder = await accounts.findKeyByDigest(digest);
		if (holder === undefined || !isSameDigest(holder.key.digest, digest)) return unauthenticated;
		if (holder.key.revokedAtMs !== null) return unauthenticated;
		if (holder.role !== 'owner') return forbidden;
		return succeed({ accountId: holder.accountId, userCode: holder.key.userCode, keyId: holder.key.id });
	}

	async function authenticateToken(token: string): Promise<Result<Principal>> {
		const userCode = dependencies.tokenVerifier.peek(token)?.name;
		if (typeof userCode !== 'string' || userCode === '') return unauthenticated;
		const user = await accounts.findUser(userCode);
		if (user === undefined) return unauthenticated;
		const signed = await findSigningKey(token, await accounts.listActiveKeys(userCode), dependencies);
		if (signed === undefined) return unauthenticated;
		if (findClaimProblem(signed.claims, clock.nowMs() / 1000) !== undefined) return unauthenticated;
		if (user.role !== 'owner') return forbidden;
		return succeed({ accountId: user.accountId, userCode, keyId: signed.keyId });
	}

	return {
		async authenticate(authorizationHeader) {
			const [, scheme, credentials] = /^(token|bearer) +(\S+)$/i.exec(authorizationHeader?.trim() ?? '') ?? [];
			if (scheme === undefined || credentials === undefined) return unauthenticated;
			return scheme.toLowerCase() === 'token' ? authenticateKey(credentials) : authenticateToken(credentials);
		},
	};
}

/**
 * The key, in whichever spelling, that the token was signed with. A key that cannot be opened does not stand in the way
 * of the others; when none of them fits, it is reported, as the answer may be wrong for our fault.
 */
async function findSigningKey(
	token: string,
	keys: readonly StoredKey[],
	{ secretBox, tokenVerifier, zoneNames }: Dependencies,
): Promise<{ readonly keyId: string; readonly claims: TokenClaims } | undefined> {
	const openingErrors: unknown[] = [];
	const keyIds: string[] = [];
	const spellings: string[] = [];
	for (const { id, sealed } of keys) {
		try {
			const secret = secretBox.open(sealed);
			for (const spelling of [secret, ...zoneNames.map((zone) => `${zone}-${secret}`)]) {
				keyIds.push(id);
				spellings.push(spelling);
			}
		} catch (error) {
			openingErrors.push(error);
		}
	}
	const verified = await tokenVerifier.verify(token, spellings);
	if (verified) return { keyId: keyIds[verified.secretIndex] as string, claims: verified.claims };
	if (openingErrors.length > 0) throw openingErrors[0];
	return undefined;
}

/** Constant time, so that the look-up by digest is not the only thing a timing could be measured against. */
function isSameDigest(stored: string, presented: string): boolean {
	const [a, b] = [Buffer.from(stored, 'hex'), Buffer.from(presented, 'hex')];
	return a.length === b.length && timingSafeEqual(a, b);
}
