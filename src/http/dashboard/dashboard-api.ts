/**
 * The API of the dashboard, for people in browsers. A session opens it, and nothing else does: not an API key, which opens
 * the other APIs, as a session does not.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../server/app.ts';
import { recordChanges } from '../shared/record-changes.ts';
import { admitSession } from './admission.ts';
import { noteTls } from './cookies.ts';
import { addHealthRoutes } from './health-routes.ts';
import { addMountedRoutes, type RouteGroup } from './mounted-routes.ts';
import { createOwnUrl } from './own-url.ts';
import { addProviderRoutes } from './provider-routes.ts';
import { refuseOtherSites } from './refuse-other-sites.ts';
import { addSecondFactorRoutes } from './second-factor-routes.ts';
import { addSessionRoutes, addSignInRoutes } from './session-routes.ts';

interface DashboardOptions {
	readonly groups: readonly RouteGroup[];
	/** The address of the server, where it is configured. */
	readonly publicUrl: string | undefined;
}

export function addDashboardApi(app: App, { groups, publicUrl }: DashboardOptions): void {
	const toOwnUrl = createOwnUrl(publicUrl);
	app.register(
		async (dashboard) => {
			dashboard.addHook('onRequest', refuseCaches);
			dashboard.addHook('onRequest', async (request) => {
				if (toOwnUrl(request).startsWith('https:')) noteTls(request);
			});
			dashboard.addHook('onRequest', refuseOtherSites);
			await dashboard.register(async (scope) => {
				addSignInRoutes(scope);
				addProviderRoutes(scope, toOwnUrl);
			});
			await dashboard.register(async (scope) => {
				scope.addHook('onRequest', admitSession);
				recordChanges(scope);
				addSessionRoutes(scope);
				addHealthRoutes(scope);
				addSecondFactorRoutes(scope);
			});
			for (const group of groups) addMountedRoutes(dashboard, group);
		},
		{ prefix: '/dashboard/api' },
	);
}

/** What a session opens is for its user alone, and a cookie is set with any answer. */
async function refuseCaches(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
	reply.header('cache-control', 'no-store');
}
