/**
 * Verifying a forged JWT costs up to 80 HMACs, so a client may send only so many: who fails spends a token of its
 * network's bucket, and while that is empty no JWT of that network is looked at. API keys cost one look-up and are not
 * limited here; a genuine token spends nothing.
 */

import type { Principal } from '../../domain/account/account.ts';
import { toClientNetwork } from '../../lib/client-network.ts';
import { fail, type Result } from '../../lib/failure.ts';
import type { TokenBuckets } from '../../lib/token-bucket.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Authenticator } from './authenticate.ts';

/** As `Authenticator.authenticate`, or `throttled` without a look at the token. */
export function limitRefusals(
	authenticate: Authenticator['authenticate'],
	buckets: TokenBuckets,
	clock: Clock,
): (authorizationHeader: string | undefined, clientIp: string) => Promise<Result<Principal>> {
	return async (authorizationHeader, clientIp) => {
		if (!/^\s*bearer\s/i.test(authorizationHeader ?? '')) return authenticate(authorizationHeader);
		const network = toClientNetwork(clientIp);
		const retryAfterSeconds = buckets.look(network, clock.nowMs());
		if (retryAfterSeconds > 0) return fail('throttled', { retryAfterSeconds });
		const caller = await authenticate(authorizationHeader);
		if (!caller.ok) buckets.spend(network, clock.nowMs());
		return caller;
	};
}
