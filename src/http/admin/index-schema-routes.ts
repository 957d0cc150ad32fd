/** Reading and changing the schema of an index of the caller's account. */
import type { FastifyRequest } from 'fastify';
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { indexPath } from '../shared/target-paths.ts';
import { bodyFailures, describeOwnerOperation } from './describe-admin-operation.ts';
import * as wire from './index-schema-wire.ts';

const path = '/search_engines/:hashid/indices/:name/schema';

export function addIndexSchemaRoutes(app: App): void {
	const tag = 'Search settings';

	app.get(
		path,
		describeOwnerOperation(
			{
				id: 'readIndexSchema',
				summary: 'What the fields of an index are for: what was inferred, and what its owner says',
				tag,
				failures: ['invalid', 'not_found'],
				toVersionedPart: wire.readOverrides,
			},
			{ params: indexPath, response: { 200: wire.schemaOutput } },
		),
		async (request) => {
			const { hashid, name } = request.params;
			const engine = await openEngine(request, hashid);
			return wire.toSchemaWire(name, unwrap(await request.zone.indexSchemas.read(engine, name)));
		},
	);

	app.patch(
		path,
		describeOwnerOperation(
			{
				id: 'updateIndexSchema',
				summary: 'Say what fields of an index are for; what is not named stays as it is',
				tag,
				failures: [...bodyFailures, 'not_found'],
			},
			{ params: indexPath, body: wire.schemaInput, response: { 200: wire.schemaOutput } },
		),
		async (request) => {
			const { hashid, name } = request.params;
			const engine = await openEngine(request, hashid);
			const change = wire.toSchemaChange(request.body);
			return wire.toSchemaWire(name, unwrap(await request.zone.indexSchemas.change(engine, name, change)));
		},
	);
}

async function openEngine({ zone, principal }: Pick<FastifyRequest, 'zone' | 'principal'>, hashid: string) {
	return unwrap(await zone.searchEngines.open(principal, hashid));
}
