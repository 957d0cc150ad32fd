/** The reports on sessions, sales and calls, for `recount-reports.ts`. */
import { toDate } from './recount-period.ts';
import {
	countDistinct,
	divide,
	type Facts,
	groupBy,
	groupByItem,
	labelOf,
	moneyOf,
	ofDevice,
	type Question,
	type RecountedReport,
	type RecountedRow,
	sumOf,
} from './recount-question.ts';

export function listInitLocations(question: Question): RecountedReport {
	const inits = ofDevice(question, 'locations').filter(({ measures }) => measures.inits !== undefined);
	return {
		rows: groupBy(inits, 'location').map(([text, { length: order }]) => {
			const [, , , latitude, longitude] = JSON.parse(text);
			return { row: { latitude, longitude }, order };
		}),
	};
}

export function countInitUsers(question: Question): RecountedReport {
	const facts = ofDevice(question, 'sessions');
	const row = {
		sessions: sumOf(facts, 'inits'),
		unique_sessions: countDistinct(facts, 'session', 'inits'),
		users: countDistinct(facts, 'user', 'inits'),
	};
	return { rows: [{ row, order: 0 }] };
}

export function countUses(question: Question): RecountedReport {
	const [sessions, searches] = [ofDevice(question, 'sessions'), ofDevice(question, 'searches')];
	const row = {
		...{ visits: sumOf(sessions, 'visits'), inits: sumOf(sessions, 'inits'), searches: sumOf(searches, 'searches') },
	};
	return { rows: [{ row, order: 0 }], more: { ...row, total: 0, total_count: 0 } };
}

export function listSales(question: Question): RecountedReport {
	const { engines } = question.world;
	const rows = engines.flatMap((engine) =>
		groupBy(ofDevice(question.of(engine), 'checkouts'), 'session').map(([session, own]) => ({
			...{ row: { session, amount: moneyOf(own) }, order: moneyOf(own) },
		})),
	);
	// As it is published, it has no count.
	return { rows, more: { total_count: undefined, total_amount: moneyOf(ofDevice(question, 'checkouts')) } };
}

export function listFigures(question: Question): RecountedReport {
	const tables = ['searches', 'clicks', 'sessions', 'checkouts'] as const;
	return {
		rows: question.time.days.map(({ date, startMs }) => {
			const [searches = [], clicks = [], sessions = [], checkouts = []] = tables.map((table) =>
				ofDevice(question, table).filter(({ atMs }) => question.time.dateOf(atMs) === date),
			);
			const nothing = searches.filter(({ dimensions }) => dimensions.hits === 0);
			const row = {
				...{ timestamp: startMs, searches: sumOf(searches, 'searches'), empty: sumOf(nothing, 'searches') },
				clicks: sumOf(
					clicks.filter(({ dimensions }) => dimensions.origin !== 'redirect'),
					'clicks',
				),
				...{ sessions: sumOf(sessions, 'sessions'), checkouts: sumOf(checkouts, 'checkouts') },
				...{ revenue: moneyOf(checkouts), empty_rate: divide(sumOf(nothing, 'searches'), sumOf(searches, 'searches')) },
				conversion_rate: divide(sumOf(checkouts, 'checkouts'), sumOf(sessions, 'sessions')),
			};
			return { row, order: -startMs };
		}),
	};
}

export function listTopSales(question: Question): RecountedReport {
	return {
		rows: groupByItem(ofDevice(question, 'conversions')).flatMap(([dfid, own]): RecountedRow[] => {
			const units = sumOf(own, 'units');
			const { title } = labelOf(question, dfid);
			const row = { dfid, title, sum_amount: units, avg_price: divide(moneyOf(own), units) };
			return units === 0 ? [] : [{ row, order: units }];
		}),
	};
}

/** In UTC, whatever zone is asked for. */
export function countCalls(question: Question): RecountedReport {
	const kinds: Readonly<Record<string, readonly string[]>> = {
		...{ search: ['search', 'suggestion'], query_counters: ['search'], api_counters: ['management', 'statistics'] },
		...{ recommendations: ['recommendation'], recommendations_counters: ['recommendation'] },
		all: ['search', 'suggestion', 'management', 'statistics', 'recommendation', 'event'],
	};
	const wanted = kinds[question.text('type') ?? 'search'] ?? [];
	const calls = question.world.engines.flatMap((engine) => engine.calls.filter(({ kind }) => wanted.includes(kind)));
	return {
		rows: question.inUtc().time.days.map(({ date, startMs }) => {
			const own = calls.filter(({ timeMs }) => toDate(timeMs, 'UTC') === date);
			return { row: { count: own.reduce((sum, { count }) => sum + count, 0), timestamp: startMs }, order: -startMs };
		}),
	};
}

export function compareSessions(question: Question): RecountedReport {
	const all = ofDevice(question, 'sessions');
	return {
		rows: [1, 0].map((hasSearch) => {
			const own = all.filter(({ dimensions }) => dimensions.hasSearch === hasSearch);
			const [sessions, buying] = [sumOf(own, 'sessions'), countDistinct(own, 'session', 'purchases')];
			const row = {
				...{ with_search: hasSearch === 1, sessions, buying_sessions: buying },
				...{ purchases: sumOf(own, 'purchases'), revenue: moneyOf(own) },
				...{ conversion_rate: divide(buying, sessions), revenue_per_session: divide(moneyOf(own), sessions) },
				session_share: divide(sessions, sumOf(all, 'sessions')),
				revenue_share: divide(moneyOf(own), moneyOf(all)),
			};
			return { row, order: hasSearch };
		}),
	};
}

type OwnFacts = Readonly<Record<'searches' | 'clicks' | 'sessions' | 'checkouts', Facts>>;

/** The median of the rates of the search engines of a sector, by day. */
export function toSector(rateOf: (own: OwnFacts) => number | null) {
	return (question: Question): RecountedReport => {
		const sector = question.text('sector');
		const engines = question.world.engines.filter((engine) => engine.sector === sector);
		return {
			rows: question.time.days.map(({ date, startMs }) => {
				const rates = engines.map((engine) => {
					const list = (table: string) =>
						ofDevice(question.of(engine), table).filter(({ atMs }) => question.time.dateOf(atMs) === date);
					const [searches, clicks, sessions] = [list('searches'), list('clicks'), list('sessions')];
					return rateOf({ searches, clicks, sessions, checkouts: list('checkouts') });
				});
				return { row: { count: toMedian(rates), timestamp: startMs }, order: -startMs };
			}),
		};
	};
}

function toMedian(rates: readonly (number | null)[]): number | null {
	const sorted = rates.filter((rate) => rate !== null).toSorted((a, b) => a - b);
	const middle = sorted.length / 2;
	if (sorted.length === 0) return null;
	return sorted.length % 2 === 1
		? (sorted[Math.floor(middle)] ?? null)
		: ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
