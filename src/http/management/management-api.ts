/** The management API: every route passes the same checks before its body is read. */
import type { App } from '../server/app.ts';
import { admitOwner } from '../shared/admit-owner.ts';
import { recordChanges } from '../shared/record-changes.ts';
import { admitTarget } from './admission.ts';
import type { BatchParser } from './batch-parser.ts';
import { addIndexRoutes, addTemporaryIndexRoutes } from './index-routes.ts';
import { addItemRoutes } from './item-routes.ts';
import { addSearchEngineRoutes } from './search-engine-routes.ts';

export interface ManagementOptions {
	readonly parser: BatchParser;
	readonly publicUrl: string | undefined;
}

export function addManagementApi(app: App, options: ManagementOptions): void {
	app.register(
		async (scope) => {
			scope.addHook('onRequest', admitOwner);
			recordChanges(scope);
			await addManagementRoutes(scope, options);
		},
		{ prefix: '/api/v2/search_engines' },
	);
}

/** The routes of a caller who was admitted. */
export async function addManagementRoutes(scope: App, { parser, publicUrl }: ManagementOptions): Promise<void> {
	scope.addHook('onRequest', admitTarget);
	addSearchEngineRoutes(scope, publicUrl);
	await scope.register(
		async (engineScope) => {
			addIndexRoutes(engineScope);
			addTemporaryIndexRoutes(engineScope);
			addItemRoutes(engineScope, parser);
		},
		{ prefix: '/:hashid' },
	);
}
