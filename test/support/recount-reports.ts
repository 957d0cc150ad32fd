/**
 * Every report of the statistics API, added up from the single facts of a recount: a filter, groups and sums, as the page
 * on statistics says it. The oracle of the answers.
 */
import { convertItems, convertOrigins, convertQueries, convertReferences } from './recount-conversions.ts';
import { countFacetDays, countFacets, listFilters, listTopFacets } from './recount-facets.ts';
import {
	countDays,
	countDistinct,
	divide,
	type EngineFact,
	type Facts,
	groupBy,
	groupByItem,
	isAtPosition,
	isClickMeant,
	isOfDevice,
	isOfItem,
	isOfQuery,
	isOfReference,
	isSearchMeant,
	labelOf,
	ofDevice,
	type Question,
	type RecountedReport,
	type RecountedRow,
	sumOf,
	toQueryText,
} from './recount-question.ts';
import {
	compareSessions,
	countCalls,
	countInitUsers,
	countUses,
	listFigures,
	listInitLocations,
	listSales,
	listTopSales,
	toSector,
} from './recount-sessions.ts';

type Recount = (question: Question) => RecountedReport;

/** By path below the statistics API. */
export const recountedReports: Readonly<Record<string, Recount>> = {
	figures_by_day: listFigures,
	searches: (question) => countDays(question, 'searches', listSearchFacts(question)),
	'searches/top': listTopSearches,
	'searches/popular'(question) {
		const facts = question.text('dfid') === undefined ? listSearchFacts(question) : listClicks(question);
		return listQueries(facts, 'clicks');
	},
	'searches/locations': listSearchLocations,
	'searches/trends': listTrends,
	'searches/unclicked': listUnclicked,
	clicks: (question) => countDays(question, 'clicks', listChosenClicks(question)),
	'clicks/users': countClickers,
	'clicks/positions': listPositions,
	clicked_items: (question) => ({
		rows: groupByItem(listClicks(question)).map(([dfid, { length: count }]) => ({
			...{ row: { dfid, ...labelOf(question, dfid), count }, order: count },
		})),
	}),
	'clicked_items/position': listItemPositions,
	'clicked_items/searches': (question) => listQueries(listClicks(question), 'clicks'),
	'results/top': listLabels,
	facets: countFacets,
	facets_by_day: countFacetDays,
	'facets/top': listTopFacets,
	'facets/filters': listFilters,
	banners: (question) => countReferences(question, 'banner'),
	'custom-results': (question) => countReferences(question, 'custom_result'),
	redirects: countRedirects,
	recommendations: convertReferences('recommendation', 'widget_id'),
	quizzes: () => ({ rows: [] }),
	inits: (question) => countDays(question, 'inits', ofDevice(question, 'sessions')),
	'inits/locations': listInitLocations,
	'inits/users': countInitUsers,
	search_engine_users: countUses,
	checkouts: (question) => countDays(question, 'checkouts', ofDevice(question, 'checkouts')),
	sales: listSales,
	'top-sales': listTopSales,
	usage: countCalls,
	sessions: compareSessions,
	'conversions/queries': convertQueries,
	'conversions/items': convertItems,
	'conversions/widgets': convertReferences('recommendation', 'widget_id'),
	'conversions/banners': convertReferences('banner', 'id'),
	'conversions/origins': convertOrigins,
	'sector/click_through_rate': toSector((own) =>
		divide(sumOf(own.searches, 'clicked'), sumOf(own.searches, 'searches')),
	),
	'sector/abandonment': toSector(({ searches }) =>
		divide(sumOf(searches, 'searches') - sumOf(searches, 'clicked'), sumOf(searches, 'searches')),
	),
	'sector/clicks_per_session': toSector((own) => divide(own.clicks.length, sumOf(own.sessions, 'sessions'))),
	'sector/searches_per_session': toSector((own) =>
		divide(sumOf(own.searches, 'searches'), sumOf(own.sessions, 'sessions')),
	),
	'sector/used_search': toSector(({ sessions }) => {
		const searching = sessions.filter(({ dimensions }) => dimensions.hasSearch === 1);
		return divide(sumOf(searching, 'sessions'), sumOf(sessions, 'sessions'));
	}),
	'sector/conversion_rate': toSector((own) =>
		divide(sumOf(own.checkouts, 'checkouts'), sumOf(own.sessions, 'sessions')),
	),
};

const listClicks = (question: Question): Facts => question.facts('clicks', (fact) => isClickMeant(question, fact));

/** Searches; of an item, the clicks that they led to. */
function listSearchFacts(question: Question): Facts {
	if (question.text('dfid') !== undefined) return listClicks(question);
	return question.facts('searches', (fact) => isSearchMeant(question, fact));
}

function listQueries(facts: Facts, measure: string): RecountedReport {
	return {
		rows: groupBy(facts, 'query').flatMap(([query, own]): RecountedRow[] => {
			const count = sumOf(own, measure);
			return count === 0 ? [] : [{ row: { count, query: toQueryText(query) }, order: count }];
		}),
	};
}

function listTopSearches(question: Question): RecountedReport {
	if (question.text('dfid') !== undefined) return listQueries(listClicks(question), 'searches');
	const counted = listSearchFacts(question).filter(({ measures }) => measures.searches !== undefined);
	const isTrue = (name: string) => question.text(name) === 'true';
	const isTolerant = ({ dimensions }: EngineFact) => ['fuzzy', 'phonetic_text'].includes(String(dimensions.attempt));
	const groups = groupBy(counted, 'query').filter(
		([, own]) =>
			(!isTrue('no_results') || own.every(({ dimensions }) => dimensions.hits === 0)) &&
			(!isTrue('opportunities') || own.every((fact) => isTolerant(fact) && fact.dimensions.hits !== 0)),
	);
	return listQueries(
		groups.flatMap(([, own]) => own),
		'searches',
	);
}

function listSearchLocations(question: Question): RecountedReport {
	const clicked = new Set(listClicks(question).map(({ dimensions }) => dimensions.query));
	const isMeant = (fact: EngineFact) =>
		isOfDevice(question, fact) &&
		isOfQuery(question, fact) &&
		(question.text('dfid') === undefined || clicked.has(fact.dimensions.query ?? ''));
	return {
		rows: groupBy(question.facts('locations', isMeant), 'query').flatMap(([query, facts]) =>
			groupBy(facts, 'location').map(([text, own]) => {
				const [country, continent, city, latitude, longitude] = JSON.parse(text);
				const row = { query: toQueryText(query), city, country, continent, latitude, longitude };
				return { row, order: sumOf(own, 'searches') };
			}),
		),
	};
}

function listTrends(question: Question): RecountedReport {
	const [now, before] = [listSearchFacts(question), listSearchFacts(question.before())];
	const sign = question.text('direction') === 'falling' ? -1 : 1;
	const queries = new Set([...now, ...before].map(({ dimensions }) => String(dimensions.query)));
	return {
		rows: [...queries].flatMap((query): RecountedRow[] => {
			const isOwn = ({ dimensions }: EngineFact) => dimensions.query === query;
			const [count, previous] = [sumOf(now.filter(isOwn), 'searches'), sumOf(before.filter(isOwn), 'searches')];
			const change = count - previous;
			const growth = divide(change, previous);
			const row = { query: toQueryText(query), count, previous_count: previous, change, growth };
			return sign * change > 0 ? [{ row, order: sign * change }] : [];
		}),
	};
}

function listUnclicked(question: Question): RecountedReport {
	return {
		rows: groupBy(listSearchFacts(question), 'query').flatMap(([query, own]): RecountedRow[] => {
			const searches = sumOf(own, 'searches');
			const count = searches - sumOf(own, 'clicked');
			const row = { query: toQueryText(query), count, searches, unclicked_rate: divide(count, searches) };
			return count > 0 ? [{ row, order: count }] : [];
		}),
	};
}

function listChosenClicks(question: Question): Facts {
	const types = question.list('product_type[]');
	return listClicks(question).filter(({ dimensions: { origin } }) =>
		types.length === 0 ? origin !== 'redirect' : types.includes(String(origin)),
	);
}

function countClickers(question: Question): RecountedReport {
	const clicks = listClicks(question).filter(({ dimensions }) => dimensions.origin !== 'redirect');
	const clickers = question.facts('clickers', (fact) => isClickMeant(question, fact));
	const row = {
		clicks: clicks.length,
		product_clicks: clicks.filter(({ dimensions }) => dimensions.item !== '').length,
		users: countDistinct(clickers, 'user', 'clicks'),
	};
	return { rows: [{ row, order: 0 }] };
}

function listPositions(question: Question): RecountedReport {
	const clicks = listClicks(question).filter(isAtPosition);
	const sum = clicks.reduce((all, { dimensions }) => all + Number(dimensions.rank), 0);
	return {
		rows: groupBy(clicks, 'rank').map(([rank, { length: count }]) => ({
			row: { position: Number(rank), count, share: divide(count, clicks.length) },
			order: -Number(rank),
		})),
		more: { average_position: divide(sum, clicks.length) },
	};
}

function listItemPositions(question: Question): RecountedReport {
	const known = listClicks(question).filter(({ dimensions }) => dimensions.rank !== 0);
	return {
		rows: groupByItem(known).flatMap(([product, own]) =>
			groupBy(own, 'rank').map(([rank, { length: clicks }]) => ({
				...{ row: { product, position: Number(rank), clicks }, order: clicks },
			})),
		),
	};
}

function listLabels(question: Question): RecountedReport {
	const isOfCategories = question.text('metric') === 'categories';
	const labels = groupByItem(listClicks(question)).flatMap(([dfid, clicks]) => {
		const item = question.world.items.get(dfid);
		const own = item === undefined ? [] : isOfCategories ? item.categories : [item.brand];
		return own.flatMap((label) => clicks.map(() => label));
	});
	return {
		rows: [...Map.groupBy(labels, (label) => label)].map(([label, { length: count }]) => ({
			row: { ...(isOfCategories ? { categories: [label] } : { brand: label }), count },
			order: count,
		})),
	};
}

/** Nobody says for which query something was displayed. */
function countReferences(question: Question, origin: string): RecountedReport {
	const isOfOrigin = (fact: EngineFact) => fact.dimensions.origin === origin && isOfReference(question, fact);
	const isMeant = (fact: EngineFact) => isOfOrigin(fact) && isOfQuery(question, fact) && isOfItem(question, fact);
	const facts = [...question.facts('displays', isOfOrigin), ...question.facts('clicks', isMeant)];
	return {
		rows: groupBy(facts, 'reference').map(([id, own]) => {
			const clicks = own.filter(({ table }) => table === 'clicks').length;
			return { row: { id: Number(id), displays: own.length - clicks, clicks }, order: own.length };
		}),
	};
}

function countRedirects(question: Question): RecountedReport {
	const { rows } = countReferences(question, 'redirect');
	return { rows: rows.map(({ row, order }) => ({ row: { id: row.id, link: '', count: order }, order })) };
}
