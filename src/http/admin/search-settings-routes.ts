/** The search settings of the engines of the caller's account. */
import type { FastifyRequest } from 'fastify';
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { searchEnginePath } from '../shared/target-paths.ts';
import { bodyFailures, describeOwnerOperation } from './describe-admin-operation.ts';
import * as wire from './search-settings-wire.ts';

const path = '/search_engines/:hashid/search_settings';

export function addSearchSettingsRoutes(app: App): void {
	const tag = 'Search settings';

	app.get(
		path,
		describeOwnerOperation(
			{
				id: 'readSearchSettings',
				summary: 'Read how a search engine searches',
				tag,
				failures: ['invalid', 'not_found'],
			},
			{ params: searchEnginePath, response: { 200: wire.searchSettingsOutput } },
		),
		async (request) => {
			const engine = await openEngine(request, request.params.hashid);
			return wire.toSearchSettingsWire(await request.zone.searchSettings.read(engine));
		},
	);

	app.patch(
		path,
		describeOwnerOperation(
			{
				id: 'updateSearchSettings',
				summary: 'Change how a search engine searches; what is not named stays as it is',
				tag,
				failures: [...bodyFailures, 'not_found'],
			},
			{ params: searchEnginePath, body: wire.searchSettingsInput, response: { 200: wire.searchSettingsOutput } },
		),
		async (request) => {
			const engine = await openEngine(request, request.params.hashid);
			const change = wire.toSearchSettingsChange(request.body, engine);
			return wire.toSearchSettingsWire(unwrap(await request.zone.searchSettings.update(engine, change)));
		},
	);
}

async function openEngine({ zone, principal }: Pick<FastifyRequest, 'zone' | 'principal'>, hashid: string) {
	return unwrap(await zone.searchEngines.open(principal, hashid));
}
