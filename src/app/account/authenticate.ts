/**
 * Who is calling?
 *
 *     Authorization: Token <key>      the key itself, found by its SHA-256
 *     Authorization: Bearer <jwt>     signed with a key of the user named in the claim `name`
 *
 * A key may be written with or without a zone prefix. Clients use the text they were given as the secret of a token,
 * so a signature is tried with every spelling of every active key of that user: at most 20 keys × 4
 * spellings, which takes half a millisecond.
 *
 * Every credential that is not genuine gets the same answer, so a caller does not learn which part was wrong.
 * Only the holder of a genuine member's key is told that it lacks the right.
 */
import { hash, timingSafeEqual } from 'node:crypto';
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
	 */
	authenticate(authorizationHeader: string | undefined): Promise<Result<Principal>>;
}

interface Dependencies {
	readonly accounts: AccountRepository;
	readonly secretBox: SecretBox;
	readonly tokenVerifier: TokenVerifier;
	readonly clock: Clock;
	/** Every zone that a key may be prefixed with, whether served here or not. */
	readonly zoneNames: readonly string[];
	/**
	 * Called once for each key that cannot be opened while no other key fits a token. Either the key was stored under
	 * another server key, or its row is damaged. The operator should know, because the token may be genuine.
	 */
	readonly onClosedKey: (error: unknown, keyId: string) => void;
}

/** How many reported key ids are kept. Further closed keys would tell the operator nothing new. */
const reportedKeysMax = 10_000;

const unauthenticated = fail('unauthenticated');
const forbidden = fail('forbidden', { message: 'Access denied: only the keys of the account owner are accepted' });

/** SHA-256 of a key's 40 hex digits, as 64 hex digits. Keys are stored and found by it. */
export function toKeyDigest(secret: string): string {
	return hash('sha256', secret, 'hex');
}

export function createAuthenticator(dependencies: Dependencies): Authenticator {
	const { accounts, clock } = dependencies;
	const reportedKeyIds = new Set<string>();

	/** Callers without any right can cause this as often as they like, so each key is reported only once. */
	function reportClosed({ keyId, error }: ClosedKey): void {
		if (reportedKeyIds.has(keyId) || reportedKeyIds.size >= reportedKeysMax) return;
		reportedKeyIds.add(keyId);
		dependencies.onClosedKey(error, keyId);
	}

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
		const { signed, closed } = await findSigningKey(token, await accounts.listActiveKeys(userCode), dependencies);
		if (signed === undefined) {
			for (const key of closed) reportClosed(key);
			return unauthenticated;
		}
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

interface ClosedKey {
	readonly keyId: string;
	readonly error: unknown;
}

interface SigningKeySearch {
	/** The key, in whichever spelling, that the token was signed with. */
	readonly signed: { readonly keyId: string; readonly claims: TokenClaims } | undefined;
	/** Keys that could not be opened and were therefore not tried. They do not keep the others from being tried. */
	readonly closed: readonly ClosedKey[];
}

async function findSigningKey(
	token: string,
	keys: readonly StoredKey[],
	{ secretBox, tokenVerifier, zoneNames }: Dependencies,
): Promise<SigningKeySearch> {
	const closed: ClosedKey[] = [];
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
			closed.push({ keyId: id, error });
		}
	}
	const verified = await tokenVerifier.verify(token, spellings);
	if (verified === undefined) return { signed: undefined, closed };
	return { signed: { keyId: keyIds[verified.secretIndex] as string, claims: verified.claims }, closed };
}

/** Compares in constant time, so that timing reveals no more than the look-up by digest does. */
function isSameDigest(stored: string, presented: string): boolean {
	const [a, b] = [Buffer.from(stored, 'hex'), Buffer.from(presented, 'hex')];
	return a.length === b.length && timingSafeEqual(a, b);
}
