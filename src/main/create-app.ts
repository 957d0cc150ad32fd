/** Creates the server with all its APIs; it does not listen yet. */
import type { RouteOptions } from 'fastify';
import type { Logger } from 'pino';
import type { PrometheusMetrics } from '../adapters/metrics/prometheus-metrics.ts';
import { readOpenFilesMax } from '../adapters/system/open-files.ts';
import { addAdminApi } from '../http/admin/admin-api.ts';
import { addDashboardApi } from '../http/dashboard/dashboard-api.ts';
import type { BatchParser } from '../http/management/batch-parser.ts';
import { addManagementApi } from '../http/management/management-api.ts';
import { addOpenApi } from '../http/operations/openapi.ts';
import { addOperationsApi } from '../http/operations/operations-api.ts';
import { addWelcomePage } from '../http/operations/welcome-page.ts';
import { addBrowserFiles } from '../http/pages/browser-files.ts';
import { addDashboard } from '../http/pages/dashboard.ts';
import { addDemoPictures } from '../http/pages/demo-pictures.ts';
import { addDemoShop } from '../http/pages/demo-shop.ts';
import { addRecommendationsApi } from '../http/recommendations/recommendations-api.ts';
import { addSearchApi } from '../http/search/search-api.ts';
import type { App } from '../http/server/app.ts';
import { chooseConnectionCaps } from '../http/server/choose-connection-caps.ts';
import { createServer } from '../http/server/create-server.ts';
import { toUrl } from '../http/server/listen.ts';
import type { ZoneServices } from '../http/server/zone-services.ts';
import { addStatisticsApi } from '../http/statistics/statistics-api.ts';
import type { ReadBrowserFiles } from '../ports/browser-files.ts';
import { listDashboardGroups } from './dashboard-groups.ts';
import { countOwnFiles } from './file-budget.ts';
import type { Settings } from './settings/settings.ts';
import { version } from './version.ts';

interface ServedZone {
	readonly services: ZoneServices;
}

export interface AppParts {
	readonly zones: readonly [ServedZone, ...ServedZone[]];
	readonly logger: Logger;
	readonly metrics: PrometheusMetrics;
	readonly parser: BatchParser;
	readonly readBrowserFiles: ReadBrowserFiles;
	/** The metrics of all threads; by default those of this thread. */
	readonly readMetrics?: () => Promise<string>;
	/** Called for every route as it is added. */
	readonly onRoute?: (route: RouteOptions) => void;
}

export async function createApp(
	settings: Settings,
	{ zones, logger, metrics, parser, readBrowserFiles, readMetrics = () => metrics.read(), onRoute }: AppParts,
): Promise<App> {
	const [first, ...others] = zones;
	const services = [first.services, ...others.map((zone) => zone.services)] as const;
	const app = createServer({
		zones: [...services],
		logger,
		trustedProxies: settings.trustedProxies,
		logAddress: settings.logAddress,
		requestTimeoutMs: settings.requestTimeoutMs,
		caps: chooseConnectionCaps({
			...settings,
			openFilesMax: readOpenFilesMax(),
			ownFileCount: countOwnFiles(settings),
		}),
		metrics,
	});
	if (onRoute !== undefined) app.addHook('onRoute', onRoute);
	await addOpenApi(app, version);
	const management = { parser, publicUrl: settings.publicUrl };
	addManagementApi(app, management);
	const hasSearch = services.every(({ search }) => search !== undefined);
	if (hasSearch) addSearchApi(app);
	addRecommendationsApi(app);
	addStatisticsApi(app);
	addAdminApi(app);
	addDashboardApi(app, { ...settings, groups: listDashboardGroups(management, hasSearch) });
	addWelcomePage(app, {
		version,
		readUrl: () => settings.publicUrl ?? toUrl(app, settings.host),
		hasSearch,
		hasMetrics: settings.metricsPort === undefined,
	});
	addDemoShop(app, { hasSearch });
	addDashboard(app);
	addDemoPictures(app);
	addBrowserFiles(app, { read: readBrowserFiles, isDevelopment: settings.isDevelopment });
	addOperationsApi(app, { zones: services, readMetrics: settings.metricsPort === undefined ? readMetrics : undefined });
	return app;
}
