/**
 * Verifying a forged JWT costs up to 80 HMACs, so refused tokens are rate-limited by network: each spends one of the
 * network's rate-limit tokens, and when none is left the refusal is `throttled`. Every JWT is still verified first.
 * Behind a proxy or a router, strangers share an address with an owner, and the owner's genuine JWT must be admitted
 * whatever they send. A genuine JWT spends nothing. API keys cost one look-up and are not limited here.
 */
import type { Principal } from '../../domain/account/account.ts';
import { fail, type Result } from '../../lib/failure.ts';
import { toClientNetwork } from '../../lib/ip-address.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { Authenticator } from './authenticate.ts';

/** As `Authenticator.authenticate`, but a refused JWT is `throttled` when its network has sent too many of them. */
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
