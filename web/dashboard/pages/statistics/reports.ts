/** Every report of the statistics API: where it is, what its rows are, how it is drawn, and what it can be narrowed by. */
import type { FilterName } from './filters.ts';
import * as of from './report-columns.ts';
import { column, type ReportColumn } from './report-columns.ts';

export type ReportGroup =
	| 'searches'
	| 'clicks'
	| 'filters'
	| 'campaigns'
	| 'recommendations'
	| 'sales'
	| 'shoppers'
	| 'usage'
	| 'sector';

/**
 *     lines     measures over the days; `by`: a line for each of the largest values of that column
 *     bars      the first rows, each with its label
 *     sums      rows of equal label added up (or counted, without a measure); `isInOrder`: of numbers, not by size
 *     figures   the numbers of the one row
 *     map       points by latitude and longitude
 */
export type ReportChart =
	| { readonly kind: 'lines'; readonly measures: readonly string[]; readonly by?: string }
	| { readonly kind: 'bars'; readonly labels: readonly string[]; readonly measure: string }
	| {
			readonly kind: 'sums';
			readonly label: 'country' | 'position';
			readonly measure?: string;
			readonly isInOrder?: true;
	  }
	| { readonly kind: 'figures' }
	| { readonly kind: 'map' };

export interface Report {
	/** Of its operation in the reference of the API. */
	readonly operation: string;
	readonly group: ReportGroup;
	/** The members of its rows, in the order of the table. */
	readonly columns: readonly ReportColumn[];
	readonly chart: ReportChart;
	readonly filters: readonly FilterName[];
	/** Without which there is no report. */
	readonly required?: FilterName;
	/** Whether its days are those of UTC, whatever is asked for. */
	readonly isInUtc?: true;
	/** Members of the answer beside its rows. */
	readonly figures?: readonly ReportColumn[];
}

const queried = ['query', 'dfid', 'device', 'indices'] as const;
const searched = ['query', 'device', 'indices', 'query_name', 'source', 'total_hits', 'exclude_total_hits'] as const;
const foundBy = ['dfid', ...searched] as const;
const narrowed = ['device', 'query', 'facet'] as const;
const referenced = ['id', 'query', 'dfid', 'indices'] as const;

const days = { kind: 'lines', measures: ['count'] } as const;
const bars = (measure: string, ...labels: readonly string[]) => ({ kind: 'bars', labels, measure }) as const;

const dailyReports = {
	figures_by_day: {
		...{ operation: 'listFigures', group: 'shoppers', filters: ['device'] },
		columns: [
			...[column('day', 'timestamp', 'day'), column('count', 'searches'), column('count', 'empty')],
			...[column('count', 'clicks'), column('count', 'sessions'), column('count', 'checkouts')],
			...[column('money', 'revenue'), column('rate', 'empty_rate'), column('rate', 'conversion_rate')],
		],
		chart: { kind: 'lines', measures: ['searches', 'clicks', 'sessions', 'checkouts'] },
	},
} as const satisfies Readonly<Record<string, Report>>;

const searchReports = {
	searches: {
		...{ operation: 'countSearches', group: 'searches', columns: of.dayColumns('searches'), chart: days },
		filters: foundBy,
	},
	'searches/top': {
		...{ operation: 'listTopSearches', group: 'searches', columns: of.queryColumns('searches') },
		...{ chart: bars('count', 'query'), filters: [...foundBy, 'no_results', 'opportunities', 'limit'] },
	},
	'searches/trends': {
		...{ operation: 'listSearchTrends', group: 'searches' },
		columns: [
			...[...of.queryColumns('searches'), column('count', 'previous_count')],
			...[column('change', 'change'), column('growth', 'growth')],
		],
		...{ chart: bars('change', 'query'), filters: [...searched, 'direction', 'limit'] },
	},
	'searches/unclicked': {
		...{ operation: 'listUnclickedSearches', group: 'searches' },
		columns: [...of.queryColumns('unclicked'), column('count', 'searches'), column('rate', 'unclicked_rate')],
		...{ chart: bars('count', 'query'), filters: [...searched, 'limit'] },
	},
	'searches/popular': {
		...{ operation: 'listPopularSearches', group: 'searches', columns: of.queryColumns('clicks') },
		...{ chart: bars('count', 'query'), filters: [...foundBy, 'limit'] },
	},
	'conversions/queries': {
		...{ operation: 'convertQueries', group: 'searches' },
		columns: [
			...[column('query', 'query'), column('count', 'searches'), column('count', 'clicked')],
			...[column('count', 'carted'), column('count', 'bought'), column('count', 'clicks'), column('money', 'revenue')],
			...[column('rate', 'click_rate'), column('rate', 'cart_rate'), column('rate', 'conversion_rate')],
			...[column('number', 'average_position'), column('rate', 'search_share'), column('rate', 'revenue_share')],
		],
		...{ chart: bars('searches', 'query'), filters: [...searched, 'limit'] },
	},
	'searches/locations': {
		...{ operation: 'listSearchLocations', group: 'searches' },
		columns: [
			...[column('query', 'query'), column('text', 'city'), column('text', 'country'), column('text', 'continent')],
			...[column('number', 'latitude'), column('number', 'longitude')],
		],
		...{ chart: { kind: 'sums', label: 'country' }, filters: queried },
	},
} as const satisfies Readonly<Record<string, Report>>;

const clickReports = {
	clicks: {
		...{ operation: 'countClicks', group: 'clicks', columns: of.dayColumns('clicks'), chart: days },
		filters: [...queried, 'product_type'],
	},
	'clicks/users': {
		...{ operation: 'countClickers', group: 'clicks', chart: { kind: 'figures' }, filters: queried },
		columns: [column('count', 'clicks'), column('count', 'product_clicks'), column('count', 'users')],
	},
	'clicks/positions': {
		...{ operation: 'listClickPositions', group: 'clicks', filters: queried },
		columns: [column('position', 'position'), of.countColumn('clicks'), column('rate', 'share')],
		chart: { kind: 'sums', label: 'position', measure: 'count', isInOrder: true },
		figures: [column('number', 'average_position')],
	},
	clicked_items: {
		...{ operation: 'listClickedItems', group: 'clicks', filters: [...queried, 'limit'] },
		...{
			columns: [of.titleColumn, of.countColumn('clicks'), ...of.itemColumns],
			chart: bars('count', 'title', 'dfid'),
		},
	},
	'clicked_items/searches': {
		...{ operation: 'listItemSearches', group: 'clicks', columns: of.queryColumns('clicks') },
		...{ chart: bars('count', 'query'), filters: [...queried, 'limit'], required: 'dfid' },
	},
	'clicked_items/position': {
		...{ operation: 'listItemPositions', group: 'clicks', filters: queried },
		columns: [column('item', 'product', 'item'), column('position', 'position'), column('count', 'clicks')],
		chart: { kind: 'sums', label: 'position', measure: 'clicks', isInOrder: true },
	},
	'results/top': {
		...{ operation: 'listTopResults', group: 'clicks', filters: [...queried, 'metric', 'limit'] },
		columns: [column('text', 'brand'), column('list', 'categories'), of.countColumn('clicks')],
		chart: bars('count', 'brand', 'categories'),
	},
} as const satisfies Readonly<Record<string, Report>>;

const filterReports = {
	facets: {
		...{ operation: 'countFacets', group: 'filters', columns: of.facetColumns, chart: bars('count', 'facet') },
		filters: narrowed,
	},
	facets_by_day: {
		...{ operation: 'countFacetsByDay', group: 'filters', columns: of.facetDayColumns, filters: narrowed },
		chart: { ...days, by: 'facet' },
	},
	'facets/top': {
		...{ operation: 'listTopFacets', group: 'filters', filters: [...narrowed, 'limit'] },
		columns: [
			...[column('text', 'facet'), column('value', 'value'), of.countColumn('searches')],
			column('queries', 'searches', 'queries'),
		],
		chart: bars('count', 'value'),
	},
	'facets/filters': {
		...{ operation: 'listFilters', group: 'filters', filters: [...narrowed, 'no_results', 'limit'] },
		columns: [
			...[column('text', 'facet'), column('value', 'value'), column('count', 'uses')],
			...[column('count', 'empty'), column('rate', 'empty_rate')],
		],
		chart: bars('uses', 'value'),
	},
} as const satisfies Readonly<Record<string, Report>>;

const campaignReports = {
	banners: {
		...{ operation: 'countBanners', group: 'campaigns', filters: referenced, chart: bars('clicks', 'id') },
		columns: [column('text', 'id'), ...of.shownColumns],
	},
	'conversions/banners': {
		...{ operation: 'convertBanners', group: 'campaigns', filters: ['id', 'device', 'limit'] },
		columns: [column('text', 'id'), ...of.shownColumns, column('rate', 'click_rate'), ...of.salesColumns],
		chart: bars('clicks', 'id'),
	},
	'custom-results': {
		...{ operation: 'countCustomResults', group: 'campaigns', filters: referenced, chart: bars('clicks', 'id') },
		columns: [column('text', 'id'), ...of.shownColumns],
	},
	redirects: {
		...{ operation: 'countRedirects', group: 'campaigns', filters: ['id', 'query'], chart: bars('count', 'id') },
		columns: [column('text', 'id'), column('link', 'link'), of.countColumn('followed')],
	},
	quizzes: {
		...{ operation: 'countQuizzes', group: 'campaigns', filters: [], chart: bars('count', 'id') },
		columns: [column('text', 'id'), of.countColumn('answers')],
	},
} as const satisfies Readonly<Record<string, Report>>;

const widgets = { group: 'recommendations', columns: of.widgetColumns, filters: ['device', 'limit'] } as const;

const recommendationReports = {
	recommendations: {
		...widgets,
		...{ operation: 'reportRecommendations', chart: bars('displays', 'widget_id') },
	},
	'conversions/widgets': { ...widgets, operation: 'convertWidgets', chart: bars('revenue', 'widget_id') },
} as const satisfies Readonly<Record<string, Report>>;

const saleReports = {
	checkouts: {
		...{ operation: 'countCheckouts', group: 'sales', columns: of.dayColumns('checkouts'), chart: days },
		filters: ['device'],
	},
	sales: {
		...{ operation: 'listSales', group: 'sales', filters: ['device'], chart: bars('amount', 'session') },
		columns: [column('text', 'session'), column('money', 'amount')],
		figures: [column('money', 'total_amount')],
	},
	'top-sales': {
		...{ operation: 'listTopSales', group: 'sales', filters: ['device', 'limit'] },
		columns: [of.titleColumn, column('count', 'sum_amount', 'units'), column('money', 'avg_price'), of.dfid],
		chart: bars('sum_amount', 'title', 'dfid'),
	},
	'conversions/items': {
		...{ operation: 'convertItems', group: 'sales', filters: [...queried, 'limit'] },
		columns: [of.titleColumn, ...of.seenColumns, ...of.salesColumns, ...of.itemColumns],
		chart: bars('revenue', 'title', 'dfid'),
	},
	'conversions/origins': {
		...{ operation: 'convertOrigins', group: 'sales', filters: ['device'] },
		columns: [column('origin', 'origin'), column('count', 'clicks'), ...of.salesColumns],
		chart: bars('revenue', 'origin'),
	},
} as const satisfies Readonly<Record<string, Report>>;

const shopperReports = {
	sessions: {
		...{ operation: 'compareSessions', group: 'shoppers', filters: ['device'] },
		columns: [
			...[column('found', 'with_search'), column('count', 'sessions'), column('count', 'buying_sessions')],
			...[column('count', 'purchases'), column('money', 'revenue'), column('rate', 'conversion_rate')],
			...[column('money', 'revenue_per_session'), column('rate', 'session_share'), column('rate', 'revenue_share')],
		],
		chart: bars('conversion_rate', 'with_search'),
	},
	inits: {
		...{ operation: 'countInits', group: 'shoppers', columns: of.dayColumns('inits'), chart: days },
		filters: ['device'],
	},
	'inits/users': {
		...{ operation: 'countInitUsers', group: 'shoppers', chart: { kind: 'figures' }, filters: ['device'] },
		columns: [column('count', 'sessions', 'inits'), column('count', 'unique_sessions'), column('count', 'users')],
	},
	search_engine_users: {
		...{ operation: 'countUses', group: 'shoppers', chart: { kind: 'figures' }, filters: ['device'] },
		columns: [column('count', 'visits'), column('count', 'inits'), column('count', 'searches')],
	},
	'inits/locations': {
		...{ operation: 'listInitLocations', group: 'shoppers', chart: { kind: 'map' }, filters: ['device'] },
		columns: [column('number', 'latitude'), column('number', 'longitude')],
	},
} as const satisfies Readonly<Record<string, Report>>;

const usageReports = {
	usage: {
		...{ operation: 'countCalls', group: 'usage', columns: of.dayColumns('calls'), chart: days },
		...{ filters: ['type'], isInUtc: true },
	},
} as const satisfies Readonly<Record<string, Report>>;

const toSectorReport = (kind: 'rate' | 'number') =>
	({
		...{ operation: 'reportSector', group: 'sector', chart: days, required: 'sector' },
		columns: [column('day', 'timestamp', 'day'), column(kind, 'count', 'median')],
		filters: ['sector', 'device'],
	}) as const satisfies Report;

const sectorReports = {
	'sector/click_through_rate': toSectorReport('rate'),
	'sector/abandonment': toSectorReport('rate'),
	'sector/conversion_rate': toSectorReport('rate'),
	'sector/used_search': toSectorReport('rate'),
	'sector/searches_per_session': toSectorReport('number'),
	'sector/clicks_per_session': toSectorReport('number'),
} as const satisfies Readonly<Record<string, Report>>;

const allReports = {
	...searchReports,
	...clickReports,
	...filterReports,
	...campaignReports,
	...recommendationReports,
	...saleReports,
	...dailyReports,
	...shopperReports,
	...usageReports,
	...sectorReports,
};

/** Of a report below `/stats`. */
export type ReportPath = keyof typeof allReports;

/** By path below `/stats`, in the order of the list. */
export const reports: Readonly<Record<ReportPath, Report>> = allReports;

export function isReportPath(path: string): path is ReportPath {
	return Object.hasOwn(reports, path);
}

/** Reports with filters that shops ask for often. */
export const questions = [
	{ name: 'daily', path: 'figures_by_day', query: {} },
	{ name: 'nothingFound', path: 'searches/top', query: { no_results: 'true' } },
	{ name: 'typosOnly', path: 'searches/top', query: { opportunities: 'true' } },
	{ name: 'falling', path: 'searches/trends', query: { direction: 'falling' } },
	{ name: 'emptyFilters', path: 'facets/filters', query: { no_results: 'true' } },
] as const;
