import type { FastifyRequest } from 'fastify';

/**
 * Where the browser of a call reaches the server: at the host of the call. A trusted proxy says by which scheme, and else
 * the configured address does, if it has that host.
 */
export function createOwnUrl(publicUrl: string | undefined): (request: FastifyRequest) => string {
	const publicHost = publicUrl === undefined ? undefined : URL.parse(publicUrl)?.host;
	return ({ protocol, host }) => (publicUrl !== undefined && host === publicHost ? publicUrl : `${protocol}://${host}`);
}
