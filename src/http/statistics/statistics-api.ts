/** The statistics API, for the owner of an account: beside the management API, with its credentials and its errors. */
import type { App } from '../server/app.ts';
import { admitOwner } from '../shared/admit-owner.ts';
import { addRegistrationRoutes } from './registration-routes.ts';
import { addReportRoutes } from './report-routes.ts';

export function addStatisticsApi(app: App): void {
	app.register(
		async (scope) => {
			scope.addHook('onRequest', admitOwner);
			addRegistrationRoutes(scope);
			addReportRoutes(scope);
		},
		{ prefix: '/api/v2/stats' },
	);
}
