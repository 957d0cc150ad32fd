/** All reports by their names, which are their paths below the statistics API. */

import type { RunReport } from './report.ts';
import {
	countClickers,
	countClicks,
	listClickedItems,
	listClickedLabels,
	listItemPositions,
	listRedirects,
	listReferences,
} from './reports/click-reports.ts';
import {
	convertItems,
	convertOrigins,
	convertQueries,
	convertReferences,
	listPositions,
	listUnclicked,
} from './reports/conversion-reports.ts';
import { countFacets, countFacetsByDay, listFilters, listTopFacets } from './reports/facet-reports.ts';
import { listFigures } from './reports/figures-report.ts';
import {
	countSearches,
	listPopularSearches,
	listSearchesOfItem,
	listSearchLocations,
	listTopSearches,
} from './reports/search-reports.ts';
import { reportSector } from './reports/sector-report.ts';
import {
	compareSessions,
	countCheckouts,
	countInits,
	countInitUsers,
	countUses,
	listInitLocations,
	listSales,
	listTopSales,
} from './reports/session-reports.ts';
import { listTrends } from './reports/trend-report.ts';
import { countCalls } from './reports/usage-report.ts';

const ownReports = {
	banners: listReferences('banner'),
	checkouts: countCheckouts,
	clicked_items: listClickedItems,
	'clicked_items/position': listItemPositions,
	'clicked_items/searches': listSearchesOfItem,
	clicks: countClicks,
	'clicks/positions': listPositions,
	'clicks/users': countClickers,
	'conversions/banners': convertReferences('banner', 'id'),
	'conversions/items': convertItems,
	'conversions/origins': convertOrigins,
	'conversions/queries': convertQueries,
	'conversions/widgets': convertReferences('recommendation', 'widgetId'),
	'custom-results': listReferences('custom_result'),
	facets: countFacets,
	'facets/filters': listFilters,
	'facets/top': listTopFacets,
	facets_by_day: countFacetsByDay,
	figures_by_day: listFigures,
	inits: countInits,
	'inits/locations': listInitLocations,
	'inits/users': countInitUsers,
	quizzes: async () => ({ rows: [] }),
	recommendations: convertReferences('recommendation', 'widgetId'),
	redirects: listRedirects,
	'results/top': listClickedLabels,
	sales: listSales,
	search_engine_users: countUses,
	searches: countSearches,
	'searches/locations': listSearchLocations,
	'searches/popular': listPopularSearches,
	'searches/top': listTopSearches,
	'searches/trends': listTrends,
	'searches/unclicked': listUnclicked,
	'sector/abandonment': reportSector('abandonment'),
	'sector/click_through_rate': reportSector('click_through_rate'),
	'sector/clicks_per_session': reportSector('clicks_per_session'),
	'sector/conversion_rate': reportSector('conversion_rate'),
	'sector/searches_per_session': reportSector('searches_per_session'),
	'sector/used_search': reportSector('used_search'),
	sessions: compareSessions,
	'top-sales': listTopSales,
	usage: countCalls,
} as const satisfies Record<string, RunReport>;

export type ReportName = keyof typeof ownReports;

export function isReportName(name: string): name is ReportName {
	return Object.hasOwn(ownReports, name);
}

export const reports: Readonly<Record<ReportName, RunReport>> = ownReports;
