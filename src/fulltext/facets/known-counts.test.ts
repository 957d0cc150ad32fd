import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chooseSeed } from '../../../test/support/chosen-seed.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import type { Filter } from '../../domain/query/filter.ts';
import { emptyQuery, type FacetRequest } from '../../domain/query/index-query.ts';
import { collectReleased } from '../../lib/reclaim-memory.ts';
import { createSeededRandom } from '../../lib/seeded-random.ts';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createSegmentBuilder } from '../index/builder/segment-builder.ts';
import { openSegment } from '../index/segment/segment.ts';
import { answerRequest } from '../query/answer-request.ts';
import { createLiveBits, type LiveSegment } from '../query/index-view.ts';

const analyzer = createAnalyzer('en');
const itemsPerSegment = 1_100;
const words = ['lamp', 'lamps', 'chair', 'table'];
const facets: readonly FacetRequest[] = [
	{ kind: 'terms', fieldName: 'brand', size: 50 },
	{ kind: 'terms', fieldName: 'tags', size: 50 },
	{ kind: 'range', fieldName: 'price', size: 1 },
];

interface Item {
	readonly id: string;
	readonly title: string;
	readonly brand: string;
	readonly tags: readonly string[];
	readonly price: number;
}

function drawItem(id: string, random: () => number): Item {
	const pick = (count: number) => Math.floor(random() * count);
	return {
		id,
		title: [0, 1].map(() => words[pick(words.length)]).join(' '),
		brand: `brand ${pick(30)}`,
		tags: Array.from({ length: pick(4) }, () => `tag ${pick(9)}`),
		price: pick(1_000),
	};
}

function toLive(items: readonly Item[]): LiveSegment {
	const builder = createSegmentBuilder(analyzer);
	for (const item of items) builder.add({ id: item.id, fields: { ...item } });
	return { segment: openSegment(builder.finish()), live: undefined, liveCount: items.length };
}

/** The segment without the documents at these numbers; live bits are copied for every batch of deletions. */
function withoutItems({ segment, live, liveCount }: LiveSegment, deleted: readonly number[]): LiveSegment {
	const bits = createLiveBits(segment.documentCount);
	if (live !== undefined) bits.set(live);
	for (const document of deleted) bits[document >>> 5] = (bits[document >>> 5] as number) & ~(1 << (document & 31));
	return { segment, live: bits, liveCount: liveCount - deleted.length };
}

function countByHand(items: readonly Item[]) {
	const count = (listed: readonly string[]) => {
		const counts = Object.entries(Object.groupBy(listed, (value) => value)).map(([value, all]) => [value, all?.length]);
		return Object.fromEntries(counts);
	};
	const prices = items.map(({ price }) => price);
	return {
		brand: count(items.map(({ brand }) => brand)),
		tags: count(items.flatMap(({ tags }) => [...new Set(tags)])),
		price: [Math.min(...prices), Math.max(...prices), prices.reduce((sum, price) => sum + price, 0)],
	};
}

function countBySearch(segments: readonly LiveSegment[], text: string, filters: readonly Filter[] = []) {
	const request = { ...emptyQuery, text, queryName: 'match_or' as const, facets, filters };
	const answer = answerRequest({ segments, analyzer, isOutOfStockLast: false }, request);
	const counted = answer.facets.map((facet) => {
		if (facet.kind === 'range') return [facet.fieldName, [facet.min, facet.max, facet.sum]];
		assert(facet.kind === 'terms');
		return [facet.fieldName, Object.fromEntries(facet.buckets.map(({ value, count }) => [value, count]))];
	});
	return Object.fromEntries(counted);
}

it('facets of the same words are those of the items that are there, however often they are asked for', (context) => {
	const random = createSeededRandom(chooseSeed(context)).fraction;
	const drawn = (prefix: string) =>
		Array.from({ length: itemsPerSegment }, (_, n) => drawItem(`${prefix}${n}`, random));
	const [first, second, third] = [drawn('a'), drawn('b'), drawn('c')];
	const [one, two, three] = [first, second, third].map(toLive) as [LiveSegment, LiveSegment, LiveSegment];
	const deleted = Array.from({ length: 300 }, (_, n) => n * 3);
	const more = [1, 4, 7];
	const left = first.filter((_, n) => !deleted.includes(n));
	const leftAfter = left.filter(({ id }) => !more.some((n) => id === `a${n}`));
	const fewer = withoutItems(one, deleted);
	const states: [segments: LiveSegment[], items: Item[]][] = [
		[[one], first],
		[
			[one, two],
			[...first, ...second],
		],
		[
			[fewer, two],
			[...left, ...second],
		],
		[
			[fewer, two, three],
			[...left, ...second, ...third],
		],
		[
			[withoutItems(fewer, more), three],
			[...leftAfter, ...third],
		],
		[
			[one, two],
			[...first, ...second],
		],
	];
	for (const [segments, items] of states) {
		for (const [text, found] of [
			['lamp ', ['lamp', 'lamps']],
			['chair ', ['chair']],
			['cha', ['chair']],
			['chair table ', ['chair', 'table']],
		] as const) {
			const matching = items.filter(({ title }) => title.split(' ').some((word) => found.some((one) => one === word)));
			const expected = countByHand(matching);
			for (const time of ['first', 'second']) {
				assert.deepEqual(countBySearch(segments, text), expected, `“${text}”, ${time} time`);
			}
			const filter: Filter = { kind: 'range', fieldName: 'price', gte: 100, lte: 700 };
			const passing = countByHand(matching.filter(({ price }) => price >= 100 && price <= 700));
			const filtered = countBySearch(segments, text, [filter]);
			assert.deepEqual([filtered.brand, filtered.tags], [passing.brand, passing.tags], `“${text}”, filtered`);
		}
	}
});

it('lets go of a segment that was merged away or closed, whose facets were counted', async (context) => {
	const random = createSeededRandom(chooseSeed(context)).fraction;
	const items = Array.from({ length: itemsPerSegment }, (_, n) => drawItem(`d${n}`, random));
	const open = () => {
		const live = toLive(items);
		const counted = [1, 2].map(() => countBySearch([live], 'lamp chair '));
		assert.deepEqual(counted[1], counted[0]);
		return new WeakRef(live.segment.bytes);
	};
	const bytes = open();
	// A weak reference keeps its target until the end of the event loop round, and V8's compiler may hold it a little longer.
	await waitFor('its memory to be free', () => {
		collectReleased(1024 ** 3);
		return bytes.deref() === undefined;
	});
});
