/**
 * Who may search an engine? A caller with a key of its account, or a page of its store, which has no key.
 *
 *     key of the account              yes
 *     key of another account          no
 *     no key, engine with a store     as the store's rule for origins says
 *     no key, engine without a store  no: there is no rule that says which pages belong to it
 *
 * An address on the store's block list is always refused, even with a key.
 */
import type { Principal } from '../../domain/account/account.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { isIpBlocked } from '../../domain/store/blocked-ip-rule.ts';
import { type CallerHeaders, isOriginAllowed } from '../../domain/store/origin-rule.ts';
import { fail, type Result, succeed } from '../../lib/failure.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import type { StoreRepository } from '../../ports/store-repository.ts';

export interface SearcherCall extends CallerHeaders {
	/** 32 lower-case hex digits. */
	readonly hashid: string;
	/** Undefined when no credentials were sent. */
	readonly principal: Principal | undefined;
	readonly clientIp: string;
}

interface Dependencies {
	readonly searchEngines: Pick<SearchEngineRepository, 'find'>;
	readonly stores: Pick<StoreRepository, 'findStore'>;
}

/** The engine, or `not_found` ("Mapping not found"), or `forbidden` ("forbidden", "banned ip"). */
export async function admitSearcher(
	{ searchEngines, stores }: Dependencies,
	{ hashid, principal, clientIp, ...headers }: SearcherCall,
): Promise<Result<SearchEngineWithIndices>> {
	const engine = await searchEngines.find(hashid);
	if (engine === undefined) return fail('not_found', { message: 'Mapping not found' });
	if (principal !== undefined && principal.accountId !== engine.accountId) return forbidden;
	const store = engine.storeId === null ? undefined : await stores.findStore(engine.storeId);
	if (store !== undefined && isIpBlocked(store, clientIp)) return fail('forbidden', { message: 'banned ip' });
	const isAllowed = principal !== undefined || (store !== undefined && isOriginAllowed(store, headers));
	return isAllowed ? succeed(engine) : forbidden;
}

const forbidden = fail('forbidden', { message: 'forbidden' });
