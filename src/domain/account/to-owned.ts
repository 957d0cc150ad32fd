import { fail, type Result, succeed } from '../../lib/failure.ts';
import type { Principal } from './account.ts';

/** What was found, if it is of the caller's account: `not_found` for nothing, `forbidden` for what is another's. */
export function toOwned<T extends { readonly accountId: string }>(
	found: T | undefined,
	{ accountId }: Pick<Principal, 'accountId'>,
): Result<T> {
	if (found === undefined) return fail('not_found');
	return found.accountId === accountId ? succeed(found) : fail('forbidden');
}
