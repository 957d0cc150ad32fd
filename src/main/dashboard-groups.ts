/** Which routes of the other APIs the dashboard has, and which right each of them takes. */
import { addAccountRoutes, addKeyRoutes, addUserRoutes } from '../http/admin/account-routes.ts';
import { addChangeRoutes } from '../http/admin/change-routes.ts';
import { addEventRoutes } from '../http/admin/event-routes.ts';
import { addIndexSchemaRoutes } from '../http/admin/index-schema-routes.ts';
import { addInterleavingRoutes } from '../http/admin/interleaving-routes.ts';
import { addSearchIndexRoutes } from '../http/admin/search-index-routes.ts';
import { addSearchSettingsRoutes } from '../http/admin/search-settings-routes.ts';
import { addStoreRoutes } from '../http/admin/store-routes.ts';
import { addTrialSearchRoutes } from '../http/admin/trial-search-routes.ts';
import { addWidgetReportRoutes } from '../http/admin/widget-report-routes.ts';
import { addWidgetRoutes } from '../http/admin/widget-routes.ts';
import type { RouteGroup } from '../http/dashboard/mounted-routes.ts';
import { admitTarget } from '../http/management/admission.ts';
import { addManagementRoutes, type ManagementOptions } from '../http/management/management-api.ts';
import { addPreviewRoutes } from '../http/search/search-api.ts';
import type { App } from '../http/server/app.ts';
import { addReportRoutes } from '../http/statistics/report-routes.ts';

/** The paths are those of the management and admin APIs and of reports, without what is before the resource. */
export function listDashboardGroups(options: ManagementOptions, hasSearch: boolean): readonly RouteGroup[] {
	const all = (...adds: readonly ((scope: App) => void)[]) => ({
		prefix: '',
		add(scope: App) {
			for (const add of adds) add(scope);
		},
	});
	const preview = { area: 'searchSettings', prefix: '/search_engines/:hashid', add: addPreviewRoutes } as const;
	return [
		{
			area: 'catalogue',
			prefix: '/search_engines',
			add: (scope) => addManagementRoutes(scope, options),
			readTarget: admitTarget,
		},
		{ area: 'catalogue', ...all(addSearchIndexRoutes, addIndexSchemaRoutes) },
		{ area: 'searchSettings', ...all(addSearchSettingsRoutes, addInterleavingRoutes, addTrialSearchRoutes) },
		...(hasSearch ? [preview] : []),
		{ area: 'recommendations', ...all(addWidgetRoutes, addWidgetReportRoutes) },
		{ area: 'statistics', prefix: '/stats', add: addReportRoutes },
		{ area: 'statistics', ...all(addEventRoutes) },
		{ area: 'shop', ...all(addAccountRoutes, addStoreRoutes) },
		{ area: 'owner', ...all(addUserRoutes, addKeyRoutes, addChangeRoutes) },
	];
}
