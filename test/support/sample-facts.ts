/** Facts of some days of two search engines, small enough to work out every figure by hand. */
import { toLocationName } from '../../src/domain/statistics/fact-name.ts';
import { deviceCodes, originCodes } from '../../src/domain/statistics/fact-table.ts';
import type { FactStore } from './fact-store.ts';

const [mobile, desktop] = [deviceCodes.indexOf('mobile'), deviceCodes.indexOf('desktop')];
const originOf = (origin: (typeof originCodes)[number]) => originCodes.indexOf(origin);

/** 1 March 2026 in Madrid begins at 23:00 UTC of the day before. */
const at = (day: number, hour: number) => Date.UTC(2026, 2, day, hour);
export const sampleDayStarts = [1, 2, 3].map((day) => at(day, 0) - 3600_000);

type Hashids = readonly [first: string, second: string];
/** From a name of an item to its key. */
type KeyOf = (name: string) => string;

export function addSampleFacts(facts: FactStore, hashids: Hashids, keyOf: KeyOf): void {
	const itemOf = (name: string, index = 'product') => `i${keyOf(name)}${index}`;
	addSearches(facts, hashids);
	addClicks(facts, hashids, itemOf);
	addSessions(facts, hashids);
}

function addSearches(facts: FactStore, [first, second]: Hashids): void {
	const shoe = { query: 'qred shoe', indices: 'nproduct', device: mobile, attempt: 0 };
	facts.add(
		first,
		{ table: 'searches', timeMs: at(1, 9) },
		{ ...shoe, hits: 12, searches: 5, clicked: 2, carted: 1, bought: 1, clicks: 3, revenue: 598500n },
	);
	facts.add(first, { table: 'searches', timeMs: at(2, 22) }, { ...shoe, hits: 12, searches: 2 });
	facts.add(first, { table: 'searches', timeMs: at(2, 23) }, { ...shoe, hits: 0, searches: 1 });
	facts.add(
		first,
		{ table: 'searches', timeMs: at(2, 9) },
		{ query: 'qhat', indices: 'n', device: desktop, hits: 0, searches: 4 },
	);
	facts.add(
		first,
		{ table: 'searches', timeMs: at(2, 9) },
		{ query: 'qshoo', indices: 'npage', attempt: 2, hits: 3, searches: 2, clicked: 1, clicks: 1, source: 1 },
	);
	// Taken back: a later search of the session went on with the text.
	facts.add(first, { table: 'searches', timeMs: at(2, 9) }, { query: 'qsho', indices: 'n', hits: 1, searches: 1 });
	facts.add(
		first,
		{ table: 'searches', timeMs: at(2, 9) },
		{ query: 'qsho', indices: 'n', hits: 1, searches: -1, keystrokes: 1 },
	);
	facts.add(
		second,
		{ table: 'searches', timeMs: at(3, 9) },
		{ ...shoe, indices: 'n', hits: 4, searches: 3, clicked: 3, clicks: 3 },
	);
	// Before the period, as long ago as it is long.
	facts.add(first, { table: 'searches', timeMs: at(-1, 9) }, { query: 'qhat', indices: 'n', hits: 2, searches: 9 });
}

function addClicks(facts: FactStore, [first, second]: Hashids, itemOf: (name: string, index?: string) => string): void {
	const click = { origin: originOf('search'), device: mobile, query: 'qred shoe' };
	facts.add(
		first,
		{ table: 'clicks', timeMs: at(1, 9) },
		{ ...click, item: itemOf('1'), rank: 1, clicks: 2, searches: 2 },
	);
	facts.add(
		first,
		{ table: 'clicks', timeMs: at(1, 9) },
		{ ...click, item: itemOf('2'), rank: 4, clicks: 1, searches: 1 },
	);
	facts.add(
		first,
		{ table: 'clicks', timeMs: at(2, 9) },
		{ origin: originOf('search'), query: 'qshoo', item: itemOf('1', 'page'), clicks: 1, searches: 1 },
	);
	facts.add(
		second,
		{ table: 'clicks', timeMs: at(3, 9) },
		{ ...click, item: itemOf('1'), rank: 3, clicks: 3, searches: 3 },
	);
	facts.add(first, { table: 'clicks', timeMs: at(2, 9) }, { origin: originOf('banner'), reference: 'r7', clicks: 2 });
	facts.add(
		first,
		{ table: 'clicks', timeMs: at(2, 9) },
		{ origin: originOf('redirect'), reference: 'r3', query: 'qhat', clicks: 4 },
	);
	facts.add(
		first,
		{ table: 'clicks', timeMs: at(2, 9) },
		{ origin: originOf('recommendation'), reference: 'rw1', item: itemOf('2'), rank: 2, clicks: 2 },
	);
	for (const [item, impressions] of [
		[itemOf('1'), 6],
		[itemOf('3'), 90],
	] as const) {
		facts.add(first, { table: 'impressions', timeMs: at(1, 9) }, { device: mobile, item, impressions });
		facts.add(first, { table: 'impressions', timeMs: at(2, 9) }, { device: desktop, item, impressions: 2 });
	}
	for (const user of [1, 2, 2 ** 52]) {
		facts.add(
			first,
			{ table: 'clickers', timeMs: at(1, 9) },
			{ device: mobile, query: 'qred shoe', item: itemOf('1'), user, clicks: 1 },
		);
	}
	facts.add(
		second,
		{ table: 'clickers', timeMs: at(3, 9) },
		{ query: 'qred shoe', item: itemOf('1'), user: 2, clicks: 3 },
	);
	facts.add(
		first,
		{ table: 'displays', timeMs: at(2, 9) },
		{ origin: originOf('banner'), reference: 'r7', displays: 8 },
	);
	facts.add(
		first,
		{ table: 'displays', timeMs: at(2, 9) },
		{ origin: originOf('recommendation'), reference: 'rw1', displays: 10 },
	);
	facts.add(
		first,
		{ table: 'displays', timeMs: at(2, 9) },
		{ origin: originOf('recommendation'), reference: 'rw2', displays: 5 },
	);
	const sale = { carts: 2, purchases: 1, units: 3, revenue: 598500n };
	facts.add(
		first,
		{ table: 'conversions', timeMs: at(1, 10) },
		{ origin: originOf('search'), query: 'qred shoe', item: itemOf('1'), device: mobile, ...sale },
	);
	facts.add(
		first,
		{ table: 'conversions', timeMs: at(2, 10) },
		{
			origin: originOf('recommendation'),
			reference: 'rw1',
			item: itemOf('2'),
			purchases: 1,
			units: 1,
			revenue: 100000n,
		},
	);
	facts.add(
		first,
		{ table: 'conversions', timeMs: at(2, 11) },
		{ origin: originOf('none'), item: itemOf('2'), purchases: 2, units: 2, revenue: 201500n },
	);
	facts.add(
		first,
		{ table: 'checkouts', timeMs: at(1, 10) },
		{ session: 'ss1', device: mobile, checkouts: 1, revenue: 598500n },
	);
	facts.add(first, { table: 'checkouts', timeMs: at(2, 10) }, { session: 'ss2', checkouts: 1, revenue: 300000n });
	facts.add(first, { table: 'checkouts', timeMs: at(2, 11) }, { session: 'ss2', checkouts: 1, revenue: 1500n });
	facts.add(
		first,
		{ table: 'facets', timeMs: at(1, 9) },
		{ query: 'qred shoe', field: 'fbrand', value: 0, uses: 3, empty: 1 },
	);
	facts.add(
		first,
		{ table: 'facets', timeMs: at(1, 9) },
		{ query: 'qred shoe', field: 'fbrand', value: 'vNike', uses: 2 },
	);
	facts.add(
		first,
		{ table: 'facets', timeMs: at(1, 9) },
		{ query: 'qhat', field: 'fbrand', value: 'vNike', uses: 1, empty: 1 },
	);
	facts.add(first, { table: 'facets', timeMs: at(2, 9) }, { query: 'qhat', field: 'fprice', value: 0, uses: 1 });
	facts.add(
		first,
		{ table: 'facets', timeMs: at(2, 9) },
		{ query: 'qhat', field: 'fprice', value: 'b[5,20.5]', uses: 1 },
	);
	facts.add(second, { table: 'facets', timeMs: at(2, 9) }, { query: 'qhat', field: 'fbrand', value: 0, uses: 4 });
}

function addSessions(facts: FactStore, [first]: Hashids): void {
	const session = { sessions: 1, inits: 1, visits: 2 };
	facts.add(
		first,
		{ table: 'sessions', timeMs: at(1, 9) },
		{ hasSearch: 1, session: 11, user: 1, device: mobile, ...session, purchases: 1, revenue: 598500n },
	);
	facts.add(first, { table: 'sessions', timeMs: at(2, 9) }, { hasSearch: 0, session: 12, user: 1, ...session });
	facts.add(
		first,
		{ table: 'sessions', timeMs: at(2, 9) },
		{ hasSearch: 0, session: 13, user: 2, ...session, purchases: 2, revenue: 301500n },
	);
	const madrid = toLocationName({ country: 'ES', continent: 'EU', city: 'Madrid', latitude: 40.42, longitude: -3.7 });
	const unknown = toLocationName({ country: 'FR', continent: 'EU', city: null, latitude: null, longitude: null });
	facts.add(first, { table: 'locations', timeMs: at(1, 9) }, { location: madrid, inits: 2 });
	facts.add(first, { table: 'locations', timeMs: at(1, 9) }, { location: unknown, inits: 1 });
	facts.add(first, { table: 'locations', timeMs: at(1, 9) }, { location: madrid, query: 'qred shoe', searches: 2 });
}
