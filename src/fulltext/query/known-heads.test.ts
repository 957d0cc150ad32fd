import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chooseSeed } from '../../../test/support/chosen-seed.ts';
import { emptyQuery, type IndexQuery } from '../../domain/query/index-query.ts';
import { createSeededRandom } from '../../lib/seeded-random.ts';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createSegmentBuilder } from '../index/builder/segment-builder.ts';
import { openSegment, type Segment } from '../index/segment/segment.ts';
import { answerRequest } from './answer-request.ts';
import { createLiveBits, type IndexView, type LiveSegment } from './index-view.ts';

const analyzer = createAnalyzer('en');
const itemsPerSegment = 1_200;
/** Enough with the same beginning to be joined as one prefix, see `joined-prefixes.ts`. */
const lamps = Array.from(
	{ length: 40 },
	(_, at) => `lamp${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}`,
);
const words = ['lamp', 'lamps', 'chair', 'table', 'lid', ...lamps];

/** The bytes of a segment: opened again, it is another one, of which nothing is known. */
function build(name: string, random: () => number): () => Segment {
	const pick = (count: number) => Math.floor(random() * count);
	const builder = createSegmentBuilder(analyzer);
	for (let number = 0; number < itemsPerSegment; number++) {
		const title = Array.from({ length: 1 + pick(6) }, () => words[pick(random() < 0.5 ? 5 : words.length)]).join(' ');
		const tags = Array.from({ length: pick(4) }, () => `tag ${pick(9)}`);
		const fields = {
			title,
			tags,
			brand: `brand ${pick(30)}`,
			price: pick(1_000),
			availability: ['in stock', 'out of stock'][pick(2)],
		};
		builder.add({ id: `${name}${number}`, fields });
	}
	const bytes = builder.finish();
	return () => openSegment(bytes);
}

type Part = Pick<LiveSegment, 'live'> & { readonly open: () => Segment };

function toSegment({ open, live }: Part, segment = open()): LiveSegment {
	const liveCount = live === undefined ? segment.documentCount : live.reduce((sum, bits) => sum + countBits(bits), 0);
	return { segment, live, liveCount };
}

function countBits(bits: number): number {
	return bits.toString(2).replaceAll('0', '').length;
}

it('a word that is searched again is answered as if it were searched for the first time', (context) => {
	const random = createSeededRandom(chooseSeed(context)).fraction;
	const [first, second] = [build('a', random), build('b', random)];
	const without = createLiveBits(itemsPerSegment).map((bits) => bits & Math.floor(random() * 2 ** 32));
	const parts: readonly (readonly Part[])[] = [
		[{ open: first, live: undefined }],
		[
			{ open: first, live: undefined },
			{ open: second, live: undefined },
		],
		[
			{ open: first, live: without },
			{ open: second, live: undefined },
		],
	];
	const measure = (most: number) => Float32Array.from({ length: itemsPerSegment }, () => 1 + (most - 1) * random());
	const options: readonly Partial<IndexView>[] = [
		{ isOutOfStockLast: false },
		{ isOutOfStockLast: true },
		// Words are rarer in the whole index.
		{ whole: { documentCount: 50_000, countTerm: () => undefined } },
		...[1.5, 0.7].map((factor) => ({
			factors: [0, 1].map(() => new Map([5, 17, 400, 401].map((at) => [at, factor]))),
		})),
		...[0.5, 2].map((most) => ({ popularity: [0, 1].map(() => measure(most)) })),
		{ weights: [0, 1].map(() => ({ title: 1, ofFields: new Map() })) },
	];
	const facets: IndexQuery['facets'] = [
		{ kind: 'terms', fieldName: 'brand', size: 50 },
		{ kind: 'terms', fieldName: 'tags', size: 50 },
		{ kind: 'range', fieldName: 'price', size: 1 },
	];
	const requests: readonly Partial<IndexQuery>[] = [
		{},
		{ from: 20, size: 30 },
		{ from: 100, size: 60 },
		{ facets },
		{ facets: facets.slice(1) },
		{ sort: [{ kind: 'field', fieldName: 'price', isDescending: false }] },
		{ filters: [{ kind: 'range', fieldName: 'price', gte: 100, lte: 700 }], facets },
		{ queryName: 'match_or' },
	];
	const known = new Map([first, second].map((open) => [open, open()]));
	for (const state of parts) {
		for (const option of options) {
			const toView = (segments: readonly LiveSegment[]): IndexView => ({
				segments,
				analyzer,
				isOutOfStockLast: false,
				...option,
			});
			const searched = toView(state.map((part) => toSegment(part, known.get(part.open))));
			for (const text of ['lamp ', 'lamps', 'chair', 'lam', 'l', 'chair table ', 'lampx']) {
				for (const [at, part] of [...requests, ...requests].entries()) {
					const request = { ...emptyQuery, text, ...part };
					const fresh = toView(state.map((one) => toSegment(one)));
					assert.deepEqual(answerRequest(searched, request), answerRequest(fresh, request), `“${text}”, ${at}`);
				}
			}
		}
	}
});
