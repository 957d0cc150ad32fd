/**
 * The admin API: an account can be set up and administered without access to the database.
 *
 * Owners manage what is in their account with an API key; the operator of the server manages accounts with the operator
 * token. Neither credential opens the other's routes.
 */
import type { App } from '../server/app.ts';
import { admitOperator } from '../shared/admit-operator.ts';
import { recordChanges } from '../shared/record-changes.ts';
import { addAccountRoutes, addKeyRoutes, addUserRoutes } from './account-routes.ts';
import { admitAccountOwner } from './admission.ts';
import { addChangeRoutes } from './change-routes.ts';
import { addEventRoutes } from './event-routes.ts';
import { addIndexSchemaRoutes } from './index-schema-routes.ts';
import { addInterleavingRoutes } from './interleaving-routes.ts';
import { addOperatorRoutes } from './operator-routes.ts';
import { addRecommenderRoutes } from './recommender-routes.ts';
import { addSearchIndexRoutes } from './search-index-routes.ts';
import { addSearchSettingsRoutes } from './search-settings-routes.ts';
import { addStatisticsRoutes } from './statistics-routes.ts';
import { addStoreRoutes } from './store-routes.ts';
import { addTrialSearchRoutes } from './trial-search-routes.ts';
import { addWidgetReportRoutes } from './widget-report-routes.ts';
import { addWidgetRoutes } from './widget-routes.ts';

export function addAdminApi(app: App): void {
	app.register(
		async (admin) => {
			await admin.register(async (scope) => {
				scope.addHook('onRequest', admitAccountOwner);
				recordChanges(scope);
				addChangeRoutes(scope);
				addAccountRoutes(scope);
				addUserRoutes(scope);
				addKeyRoutes(scope);
				addStoreRoutes(scope);
				addWidgetRoutes(scope);
				addSearchSettingsRoutes(scope);
				addInterleavingRoutes(scope);
				addTrialSearchRoutes(scope);
				addSearchIndexRoutes(scope);
				addIndexSchemaRoutes(scope);
				addWidgetReportRoutes(scope);
				addEventRoutes(scope);
			});
			await admin.register(async (scope) => {
				scope.addHook('onRequest', admitOperator);
				recordChanges(scope);
				addOperatorRoutes(scope);
				addRecommenderRoutes(scope);
				addStatisticsRoutes(scope);
			});
		},
		{ prefix: '/api/admin/v1' },
	);
}
