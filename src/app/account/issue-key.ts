/** Creates API keys. Only at this moment is the secret of a key known in clear text. */
import { type ApiKey, activeKeysPerUserMax } from '../../domain/account/account.ts';
import { fail, type Result, succeed } from '../../lib/failure.ts';
import type { AccountRepository } from '../../ports/account-repository.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import { toKeyDigest } from './authenticate.ts';

/** 160 bits cannot be guessed, and 40 hex digits is the form that deployed clients expect. */
const secretBytes = 20;

/** A key with its secret of 40 hex digits, which is shown to the caller once and stored nowhere. */
export interface IssuedKey {
	readonly key: ApiKey;
	readonly secret: string;
}

export interface KeyIssuing {
	readonly accounts: AccountRepository;
	readonly secretBox: SecretBox;
	readonly randomness: Randomness;
	readonly clock: Clock;
}

/** A new active key of a user; `not_found` when there is no such user, `invalid` when the user has enough keys. */
export async function issueKey(
	{ accounts, secretBox, randomness, clock }: KeyIssuing,
	userCode: string,
	name: string,
): Promise<Result<IssuedKey>> {
	const secret = randomness.hex(secretBytes);
	const key: ApiKey = { id: randomness.hex(8), userCode, name, createdAtMs: clock.nowMs(), revokedAtMs: null };
	const outcome = await accounts.createKey({ ...key, digest: toKeyDigest(secret), sealed: secretBox.seal(secret) });
	if (outcome === 'missing') return fail('not_found');
	if (outcome === 'full') {
		return fail('invalid', { message: `A user has at most ${activeKeysPerUserMax} keys: revoke one first` });
	}
	return succeed({ key, secret });
}
