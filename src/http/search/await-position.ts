import type { FastifyRequest } from 'fastify';
import { FailureError, fail, unwrap } from '../../lib/failure.ts';
import { parsePosition, positionHeader } from '../shared/position-header.ts';
import { servicesOf } from './admission.ts';

const unknownMessage = 'X-Vitrine-Position is no position that an answer of this search engine had';

/**
 * Waits for the writes that the request names, if it names some.
 * @throws {FailureError} `invalid`, `index_building`
 */
export async function awaitPosition({ headers, zone, searchEngine }: FastifyRequest): Promise<void> {
	const given = headers[positionHeader];
	if (given === undefined) return;
	const indexName = parsePosition(String(given));
	if (indexName === undefined || searchEngine.indices.every(({ name }) => name !== indexName))
		throw new FailureError(fail('invalid', { message: unknownMessage }).failure);
	unwrap(await servicesOf(zone).awaitWrites(searchEngine.hashid, indexName));
}
