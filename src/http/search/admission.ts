/**
 * The checks that every call of the search API passes before its body is read: credentials, rate limit, search engine,
 * and, for calls without a key, address and page.
 */
import type { FastifyRequest } from 'fastify';
import { FailureError, fail, unwrap } from '../../lib/failure.ts';
import { toClientNetwork } from '../../lib/ip-address.ts';
import type { SearchServices } from '../server/zone-services.ts';
import { spendToken } from '../shared/spend-token.ts';

/** Clients may append a name to the id: `{hashid}-something`. */
const pathPattern = /^([0-9a-f]{32})(?:-.*)?$/is;

/** Where a version of the API has the id and the credentials. */
export interface SearchDialect {
	readonly readHashid: (request: FastifyRequest) => string;
	/** Converts credentials to the `Authorization` of version 6. */
	readonly toAuthorization: (written: string) => string;
}

/** The hook sets `request.searchEngine`, and `request.principal` if there are credentials. */
export function createSearchAdmission({ readHashid, toAuthorization }: SearchDialect) {
	return async (request: FastifyRequest): Promise<void> => {
		const { zone, headers, ip } = request;
		const { origin, referer, authorization } = headers;
		const hashid = pathPattern.exec(readHashid(request))?.[1]?.toLowerCase() ?? '';
		if (authorization !== undefined) request.principal = await authenticate(request, toAuthorization(authorization));
		const { principal } = request;
		spendFor(request, hashid);
		if (hashid === '') throw new FailureError(fail('not_found', { message: 'Mapping not found' }).failure);
		const call = { hashid, principal: principal ?? undefined, clientIp: ip, origin, referer };
		request.searchEngine = unwrap(await servicesOf(zone).admit(call));
	};
}

/** The same for a caller who was admitted, and is no shopper. */
export async function openPreviewedEngine(request: FastifyRequest): Promise<void> {
	const { zone, principal, params } = request;
	request.searchEngine = unwrap(await zone.searchEngines.open(principal, (params as { hashid: string }).hashid));
}

/**
 * Counts another search of a call that was admitted.
 * @throws {FailureError} `throttled`
 */
export function spendSearchToken(request: FastifyRequest): void {
	spendFor(request, request.searchEngine.hashid);
}

function spendFor({ zone, ip, principal }: FastifyRequest, hashid: string): void {
	if (principal) spendToken(zone.keyLimiter, principal.keyId);
	else spendToken(zone.publicLimiter, `${hashid} ${toClientNetwork(ip)}`);
}

export const admitSearchCall = createSearchAdmission({
	readHashid: ({ params }) => (params as { hashid: string }).hashid,
	toAuthorization: (written) => written,
});

/** @throws {Error} when the routes were added for a zone without a search index; `main` must not do that. */
export function servicesOf({ search }: FastifyRequest['zone']): SearchServices {
	if (search === undefined) throw new Error('the search API is served without a search index');
	return search;
}

/** Signed tokens are only for the management and stats APIs. */
async function authenticate({ zone, ip }: FastifyRequest, authorization: string): Promise<FastifyRequest['principal']> {
	const caller = /^\s*token /i.test(authorization) ? await zone.authenticate(authorization, ip) : undefined;
	if (caller?.ok) return caller.value;
	throw new FailureError(fail('forbidden', { message: 'forbidden' }).failure);
}
