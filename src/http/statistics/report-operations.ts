/** Every report that is a GET below the statistics API: its parameters and its rows. */
import type { TSchema } from 'typebox';
import { Type } from 'typebox';
import type { ReportName } from '../../app/statistics/reports.ts';
import type { ParameterName } from './report-parameters.ts';
import * as row from './report-rows.ts';

export interface ReportOperation {
	/** The last part of names in the document: `SearchesReport`. */
	readonly name: string;
	readonly id: string;
	readonly summary: string;
	/** Beside those that all reports take. */
	readonly parameters: readonly ParameterName[];
	/** The one of them that must be given. */
	readonly required?: ParameterName;
	/** Whether its days are those of UTC, whatever zone is asked for. */
	readonly isInUtc?: true;
	/** By member, in the order of the columns of CSV. */
	readonly row: Readonly<Record<string, TSchema>>;
	/** Members of the answer beside its rows. */
	readonly more?: Readonly<Record<string, TSchema>>;
}

const queried = ['indices[]', 'query', 'dfid', 'device'] as const;
const searched = ['indices[]', 'query', 'device', 'query_name[]', 'source', 'total_hits', 'exclude'] as const;
const foundBy = ['dfid', ...searched] as const;
const referenced = ['id', 'indices[]', 'query', 'dfid'] as const;
const narrowed = ['device', 'query', 'facet[]'] as const;
const average = Type.Union([Type.Number(), Type.Null()], { description: 'Null without clicks', examples: [2.4] });

/** By path below `/api/v2/stats`. */
export const reportOperations: Readonly<Record<Exclude<ReportName, `sector/${string}`>, ReportOperation>> = {
	figures_by_day: {
		...{ name: 'Figures', id: 'listFigures', summary: 'What a shop looks at every day, by day' },
		...{ parameters: ['device'], row: row.figuresRow },
	},
	searches: {
		...{ name: 'Searches', id: 'countSearches', summary: 'Searches by day' },
		...{ parameters: foundBy, row: row.dayRow },
	},
	'searches/top': {
		...{ name: 'TopSearches', id: 'listTopSearches', summary: 'What is searched most' },
		...{ parameters: [...foundBy, 'no_results', 'opportunities', 'limit'], row: row.queryRow },
	},
	'searches/popular': {
		...{ name: 'PopularSearches', id: 'listPopularSearches', summary: 'Queries whose results are clicked most' },
		...{ parameters: [...foundBy, 'limit'], row: row.queryRow },
	},
	'searches/locations': {
		...{ name: 'SearchLocations', id: 'listSearchLocations', summary: 'From where is searched' },
		...{ parameters: queried, row: row.searchLocationRow },
	},
	'searches/trends': {
		...{ name: 'SearchTrends', id: 'listSearchTrends', summary: 'Queries that rise or fall against the period before' },
		...{ parameters: [...searched, 'direction', 'limit'], row: row.trendRow },
	},
	'searches/unclicked': {
		...{ name: 'UnclickedSearches', id: 'listUnclickedSearches', summary: 'Queries after which nothing is clicked' },
		...{ parameters: [...searched, 'limit'], row: row.unclickedRow },
	},
	clicks: {
		...{ name: 'Clicks', id: 'countClicks', summary: 'Clicks by day' },
		...{ parameters: [...queried, 'product_type[]'], row: row.dayRow },
	},
	'clicks/users': {
		...{ name: 'Clickers', id: 'countClickers', summary: 'How many shoppers clicked' },
		...{ parameters: queried, row: row.clickersRow },
	},
	'clicks/positions': {
		...{ name: 'ClickPositions', id: 'listClickPositions', summary: 'At which positions of results shoppers click' },
		...{ parameters: queried, row: row.positionRow, more: { average_position: average } },
	},
	clicked_items: {
		...{ name: 'ClickedItems', id: 'listClickedItems', summary: 'Which items are clicked most' },
		...{ parameters: [...queried, 'limit'], row: row.clickedItemRow },
	},
	'clicked_items/position': {
		...{ name: 'ItemPositions', id: 'listItemPositions', summary: 'At which positions which items are clicked' },
		...{ parameters: queried, row: row.itemPositionRow },
	},
	'clicked_items/searches': {
		...{ name: 'ItemSearches', id: 'listItemSearches', summary: 'Which queries lead to clicks on an item' },
		...{ parameters: [...queried, 'limit'], required: 'dfid', row: row.queryRow },
	},
	'results/top': {
		...{ name: 'TopResults', id: 'listTopResults', summary: 'Brands or categories of the clicked items' },
		...{ parameters: [...queried, 'metric', 'limit'], row: row.resultRow },
	},
	facets: {
		...{ name: 'Facets', id: 'countFacets', summary: 'Which facets are used' },
		...{ parameters: narrowed, row: row.facetRow },
	},
	facets_by_day: {
		...{ name: 'FacetDays', id: 'countFacetsByDay', summary: 'Which facets are used, by day' },
		...{ parameters: narrowed, row: row.facetRow },
	},
	'facets/top': {
		...{ name: 'TopFacets', id: 'listTopFacets', summary: 'Which values of facets are used most' },
		...{ parameters: [...narrowed, 'limit'], row: row.topFacetRow },
	},
	'facets/filters': {
		...{ name: 'Filters', id: 'listFilters', summary: 'Which filters are used, and which lead to nothing' },
		...{ parameters: [...narrowed, 'no_results', 'limit'], row: row.filterRow },
	},
	banners: {
		...{ name: 'Banners', id: 'countBanners', summary: 'Displays and clicks of banners' },
		...{ parameters: referenced, row: row.referenceRow },
	},
	'custom-results': {
		...{ name: 'CustomResults', id: 'countCustomResults', summary: 'Displays and clicks of custom results' },
		...{ parameters: referenced, row: row.referenceRow },
	},
	redirects: {
		...{ name: 'Redirects', id: 'countRedirects', summary: 'Redirections that were followed' },
		...{ parameters: ['id', 'query'], row: row.redirectRow },
	},
	recommendations: {
		...{ name: 'Recommendations', id: 'reportRecommendations', summary: 'What widgets show and earn' },
		...{ parameters: ['device', 'limit'], row: row.widgetRow },
	},
	quizzes: {
		...{ name: 'Quizzes', id: 'countQuizzes', summary: 'There are no quizzes: always empty' },
		...{ parameters: [], row: row.quizRow },
	},
	inits: {
		...{ name: 'Inits', id: 'countInits', summary: 'Sessions that began, by day' },
		...{ parameters: ['device'], row: row.dayRow },
	},
	'inits/locations': {
		...{ name: 'InitLocations', id: 'listInitLocations', summary: 'From where sessions come' },
		...{ parameters: ['device'], row: row.initLocationRow },
	},
	'inits/users': {
		...{ name: 'InitUsers', id: 'countInitUsers', summary: 'How many sessions and shoppers there were' },
		...{ parameters: ['device'], row: row.initUsersRow },
	},
	search_engine_users: {
		...{ name: 'Uses', id: 'countUses', summary: 'Visits, sessions and searches' },
		...{ parameters: ['device'], row: row.usesRow, more: row.usesRow },
	},
	checkouts: {
		...{ name: 'Checkouts', id: 'countCheckouts', summary: 'Checkouts by day' },
		...{ parameters: ['device'], row: row.dayRow },
	},
	sales: {
		...{ name: 'Sales', id: 'listSales', summary: 'What sessions paid' },
		...{ parameters: ['device'], row: row.saleRow, more: { total_amount: Type.Number() } },
	},
	'top-sales': {
		...{ name: 'TopSales', id: 'listTopSales', summary: 'Which items sell most' },
		...{ parameters: ['device', 'limit'], row: row.topSaleRow },
	},
	usage: {
		...{ name: 'Usage', id: 'countCalls', summary: 'Calls of the APIs by day, in UTC' },
		...{ parameters: ['type', 'account_code'], isInUtc: true, row: row.dayRow },
	},
	sessions: {
		...{ name: 'Sessions', id: 'compareSessions', summary: 'What sessions with and without search buy' },
		...{ parameters: ['device'], row: row.sessionsRow },
	},
	'conversions/queries': {
		...{ name: 'QueryConversions', id: 'convertQueries', summary: 'What queries lead to: rates, revenue, shares' },
		...{ parameters: [...searched, 'limit'], row: row.convertedQueryRow },
	},
	'conversions/items': {
		...{ name: 'ItemConversions', id: 'convertItems', summary: 'What items earn: rates, revenue, shares' },
		...{ parameters: [...queried, 'limit'], row: row.itemRow },
	},
	'conversions/widgets': {
		...{ name: 'WidgetConversions', id: 'convertWidgets', summary: 'What widgets earn: rates, revenue, shares' },
		...{ parameters: ['device', 'limit'], row: row.widgetRow },
	},
	'conversions/banners': {
		...{ name: 'BannerConversions', id: 'convertBanners', summary: 'What banners earn: rates, revenue, shares' },
		...{ parameters: ['id', 'device', 'limit'], row: row.bannerRow },
	},
	'conversions/origins': {
		...{ name: 'OriginConversions', id: 'convertOrigins', summary: 'Which clicks lead to purchases' },
		...{ parameters: ['device'], row: row.originRow },
	},
};
