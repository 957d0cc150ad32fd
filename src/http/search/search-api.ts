/**
 * The search API: shops' servers call it with a key, and shoppers' browsers call it from the shop's pages without one.
 *
 * Preflights carry no credentials, so they are answered before the caller is known. They allow nothing; the call itself
 * is checked.
 */
import { type TSchema, Type } from 'typebox';
import { answerPreflight } from '../server/allow-reading.ts';
import type { App } from '../server/app.ts';
import { admitSearchCall, openPreviewedEngine } from './admission.ts';
import { addEventRoutes } from './event-routes.ts';
import { addExplainRoutes } from './explain-routes.ts';
import { addFacetSearchRoutes } from './facet-search-routes.ts';
import { addImageRoutes } from './image-routes.ts';
import { addLegacyRoutes } from './legacy-routes.ts';
import { addMultiSearchRoutes } from './multi-search-routes.ts';
import { addSearchRoutes } from './search-routes.ts';

/** Every zone of the server must have a search index. */
export function addSearchApi(app: App): void {
	app.register(
		async (scope) => {
			scope.addHook('onRequest', admitSearchCall);
			addSearchRoutes(scope);
			addMultiSearchRoutes(scope);
			addFacetSearchRoutes(scope);
			addExplainRoutes(scope);
			addEventRoutes(scope);
			addImageRoutes(scope);
		},
		{ prefix: '/6/:hashid' },
	);
	app.register(async (scope) => addLegacyRoutes(scope), { prefix: '/5' });
	const paths = {
		'/6/:hashid/*': Type.Object({ hashid: Type.String(), '*': Type.String() }),
		'/5/*': Type.Object({ '*': Type.String() }),
	};
	for (const [path, params] of Object.entries(paths)) addPreflight(app, path, params);
}

/** Searches of a caller who was admitted, which leave no trace in statistics. */
export async function addPreviewRoutes(scope: App): Promise<void> {
	scope.addHook('onRequest', openPreviewedEngine);
	addSearchRoutes(scope);
	addExplainRoutes(scope);
}

function addPreflight(app: App, path: string, params: TSchema): void {
	app.options(
		path,
		{
			schema: { hide: true, params },
			config: { family: 'search', access: 'public', failures: ['wrong_host'] },
		},
		async (_request, reply) => answerPreflight(reply, 'GET, POST, PUT, PATCH, DELETE, OPTIONS'),
	);
}
