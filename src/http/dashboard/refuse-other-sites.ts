import type { FastifyRequest } from 'fastify';
import { FailureError, fail } from '../../lib/failure.ts';

const refusal = fail('forbidden', {
	message: 'Access denied: only pages of this server may change anything here',
}).failure;
const readingMethods: readonly string[] = ['GET', 'HEAD'];

/**
 * Refuses what a page of another site makes a browser send. Browsers say themselves where a request comes from, in
 * `Sec-Fetch-Site` and `Origin`; programs that are no browsers send neither, and no page can make them send a cookie.
 *
 * Only the host of an origin is compared: behind a proxy that is not trusted, the server does not know the scheme. A page
 * of the same host and another scheme is `cross-site` in `Sec-Fetch-Site`.
 * @throws {FailureError} `forbidden`
 */
export async function refuseOtherSites({ method, headers, host }: FastifyRequest): Promise<void> {
	if (readingMethods.includes(method)) return;
	const site = headers['sec-fetch-site'];
	const isOtherSite = site !== undefined && site !== 'same-origin';
	if (isOtherSite || !isOwnOrigin(headers.origin, host)) throw new FailureError(refusal);
}

function isOwnOrigin(origin: string | undefined, host: string): boolean {
	if (origin === undefined) return true;
	const page = URL.parse(origin);
	if (page === null || !/^https?:$/.test(page.protocol)) return false;
	return page.host === URL.parse(`${page.protocol}//${host}`)?.host;
}
