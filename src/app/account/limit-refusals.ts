/**
 * Verifying a forged JWT costs up to 80 HMACs, so who sends them is told to wait: each spends a token of its network's
 * bucket, and while that is empty the refusal is `throttled`. Every token is verified first: strangers share an
 * address with an owner behind a proxy or a router, and whatever they send, the genuine token of the owner is let in. API
 * keys cost one look-up and are not limited here; a genuine token spends nothing.
 */
import type { Principal } from '../../domain/account/account.ts';
import { fail, type Result } from '../../lib/failure.ts';
import { toClientNetwork } from '../../lib/ip-address.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { Authenticator } from './authenticate.ts';

/** As `Authenticator.authenticate`, or `throttled` in the place of one refusal too many. */
export function limitRefusals(
	authenticate: Authenticator['authenticate'],
	limiter: RateLimiter,
): (authorizationHeader: string | undefined, clientIp: string) => Promise<Result<Principal>> {
	return async (authorizationHeader, clientIp) => {
		const caller = await authenticate(authorizationHeader);
		if (caller.ok || !/^\s*bearer\s/i.test(authorizationHeader ?? '')) return caller;
		const retryAfterSeconds = limiter.spend(toClientNetwork(clientIp));
		return retryAfterSeconds > 0 ? fail('throttled', { retryAfterSeconds }) : caller;
	};
}
