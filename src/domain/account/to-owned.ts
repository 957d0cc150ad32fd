import { fail, type Result, succeed } from '../../lib/failure.ts';
import type { Principal } from './account.ts';

/**
 * Checks that the caller's account owns what was found: `not_found` for nothing, `forbidden` for what belongs to
 * another account.
 */
export function toOwned<T extends { readonly accountId: string }>(
	found: T | undefined,
	{ accountId }: Pick<Principal, 'accountId'>,
): Result<T> {
	if (found === undefined) return fail('not_found');
	return found.accountId === accountId ? succeed(found) : fail('forbidden');
}
