/** The reports on what searches, widgets, banners and items lead to, for `recount-reports.ts`. */
import {
	divide,
	type EngineFact,
	groupBy,
	groupByItem,
	isAtPosition,
	isClickMeant,
	isOfDevice,
	isOfReference,
	isSearchMeant,
	labelOf,
	moneyOf,
	type Question,
	type RecountedReport,
	type RecountedRow,
	sumOf,
	toQueryText,
} from './recount-question.ts';

type Tested = (fact: EngineFact) => boolean;

export function convertQueries(question: Question): RecountedReport {
	const all = question.facts('searches', (fact) => isSearchMeant(question, fact));
	const isFound: Tested = (fact) => isClickMeant(question, fact) && isAtPosition(fact);
	const clicks = question.facts('clicks', isFound);
	return {
		rows: groupBy(all, 'query').flatMap(([query, facts]): RecountedRow[] => {
			const sums = Object.fromEntries(
				['searches', 'clicked', 'carted', 'bought', 'clicks'].map((name) => [name, sumOf(facts, name)]),
			);
			const { searches = 0, clicked = 0, carted = 0, bought = 0 } = sums;
			const ranks = clicks.filter(({ dimensions }) => dimensions.query === query);
			const rankSum = ranks.reduce((sum, { dimensions }) => sum + Number(dimensions.rank), 0);
			const row = {
				...{ query: toQueryText(query), ...sums, revenue: moneyOf(facts) },
				click_rate: divide(clicked, searches),
				cart_rate: divide(carted, searches),
				conversion_rate: divide(bought, searches),
				average_position: divide(rankSum, ranks.length),
				search_share: divide(searches, sumOf(all, 'searches')),
				revenue_share: divide(moneyOf(facts), moneyOf(all)),
			};
			return searches === 0 ? [] : [{ row, order: searches }];
		}),
	};
}

export function convertReferences(origin: string, nameOf: 'widget_id' | 'id') {
	return (question: Question): RecountedReport => {
		const test: Tested = (fact) =>
			isOfDevice(question, fact) && isOfReference(question, fact) && fact.dimensions.origin === origin;
		const facts = ['displays', 'clicks', 'conversions'].flatMap((table) => question.facts(table, test));
		return {
			rows: groupBy(facts, 'reference').map(([reference, own]) => {
				const [displays, clicks] = [sumOf(own, 'displays'), countClicks(own)];
				const shown = { [nameOf]: reference, displays, clicks, click_rate: divide(clicks, displays) };
				return toRow(question, own, shown);
			}),
		};
	};
}

export function convertItems(question: Question): RecountedReport {
	const test: Tested = (fact) => isClickMeant(question, fact);
	const facts = ['clicks', 'conversions'].flatMap((table) => question.facts(table, test));
	const shown = new Map(groupByItem(question.facts('impressions', (fact) => isOfDevice(question, fact))));
	return {
		rows: groupByItem(facts).map(([dfid, own]) => {
			const clicks = countClicks(own);
			const impressions = question.text('query') === undefined ? (shown.get(dfid)?.length ?? 0) : null;
			const figures = { impressions, clicks, click_through_rate: divide(clicks, impressions ?? 0) };
			return toRow(question, own, { dfid, ...labelOf(question, dfid), ...figures });
		}),
	};
}

export function convertOrigins(question: Question): RecountedReport {
	const test: Tested = (fact) => isOfDevice(question, fact);
	const facts = ['clicks', 'conversions'].flatMap((table) => question.facts(table, test));
	return {
		rows: groupBy(facts, 'origin').map(([origin, own]) => toRow(question, own, { origin, clicks: countClicks(own) })),
	};
}

/** Searches count the clicks on what they found; here each click counts itself. */
function countClicks(facts: readonly EngineFact[]): number {
	return facts.filter(({ table }) => table === 'clicks').length;
}

/** The most revenue first; where there is none at all, the most clicks. */
function toRow(question: Question, own: readonly EngineFact[], first: Readonly<Record<string, unknown>>): RecountedRow {
	const all = question.facts('conversions', (fact) => isOfDevice(question, fact));
	const sold = own.filter(({ table }) => table === 'conversions');
	const clicks = countClicks(own);
	const [carts, purchases] = [sumOf(sold, 'carts'), sumOf(sold, 'purchases')];
	const row = {
		...{ ...first, carts, purchases, units: sumOf(sold, 'units'), revenue: moneyOf(sold) },
		cart_rate: divide(carts, clicks),
		conversion_rate: divide(purchases, clicks),
		purchase_share: divide(purchases, sumOf(all, 'purchases')),
		revenue_share: divide(moneyOf(sold), moneyOf(all)),
	};
	return { row, order: moneyOf(all) > 0 ? row.revenue : clicks };
}
