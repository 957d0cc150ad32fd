import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { emptyQuery, type Hit, type IndexQuery, interleavedMax } from '../../domain/query/index-query.ts';
import { createSeededRandom } from '../../lib/seeded-random.ts';
import { runSteps } from '../../lib/steps.ts';
import { type AnswerRanked, interleave, toDraftSeed } from './interleave.ts';

const learned = { strength: 0.5, seed: 'session', isInterleaved: true };
const asked: IndexQuery = { ...emptyQuery, text: 'lamp', learned };

/** An index that ranks items by chance, once in each way; the best item of a group differs between them. */
function createRanked(itemCount: number, groupCount: number): AnswerRanked {
	const rank = (isLearned: boolean, isGrouped: boolean) => {
		const random = createSeededRandom(isLearned ? 1 : 2);
		const hits = random.shuffle(
			Array.from({ length: itemCount }, (_, at): Hit => {
				const groupId = at < groupCount * 3 ? `g${at % groupCount}` : undefined;
				return { indexName: 'product', id: `${at}`, score: 1, groupId };
			}),
		);
		const seen = new Set<string>();
		return hits.filter(({ groupId }) => {
			if (!isGrouped || groupId === undefined) return true;
			return seen.has(groupId) ? false : seen.add(groupId);
		});
	};
	return function* ({ from, size, isGrouped }, isLearned) {
		const all = rank(isLearned, isGrouped);
		const hits = all.slice(from, from + size);
		yield;
		return {
			...{ queryName: 'match_and', count: all.length, strictCount: all.length, hits, facets: [] },
			...{ autoFilters: [], understood: [], isTruncated: false },
		};
	};
}

test('pages follow each other without a gap or a repetition, and a session always sees the same list', () => {
	const scenario = fc.record({
		itemCount: fc.integer({ min: 0, max: 260 }),
		groupCount: fc.integer({ min: 1, max: 30 }),
		isGrouped: fc.boolean(),
		pageSizes: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 3, maxLength: 9 }),
		seed: fc.string(),
	});
	fc.assert(
		fc.property(scenario, ({ itemCount, groupCount, isGrouped, pageSizes, seed }) => {
			const rank = createRanked(itemCount, groupCount);
			const read = (from: number, size: number) =>
				runSteps(interleave({ ...asked, isGrouped, from, size }, seed, rank)).hits;
			const whole = read(0, 1_000);
			let from = 0;
			const pages = pageSizes.flatMap((size) => {
				const page = read(from, size);
				from += size;
				return page;
			});
			assert.deepEqual(pages, whole.slice(0, from));
			const all = runSteps(rank({ ...asked, isGrouped, size: 1_000 }, true));
			const keyOf = ({ id, groupId }: Hit) => (isGrouped ? (groupId ?? id) : id);
			assert.deepEqual(whole.map(keyOf).sort(), all.hits.map(keyOf).sort());
			assert.ok(whole.slice(interleavedMax).every(({ team }) => team === undefined));
		}),
		{ numRuns: 60 },
	);
});

test('sessions see lists of their own, of which both teams contribute one half', () => {
	const rank = createRanked(50, 5);
	const read = (seed: string) => runSteps(interleave({ ...asked, size: 40 }, seed, rank)).hits;
	const lists = Array.from({ length: 20 }, (_, number) => read(`session ${number}`));
	assert.ok(new Set(lists.map((hits) => hits.map(({ id }) => id).join())).size > 15);
	for (const hits of lists) assert.equal(hits.filter(({ team }) => team === 'learned').length, hits.length / 2);
});

test('only searches of a session that are sorted by score are interleaved, where the owner wants it', () => {
	assert.equal(typeof toDraftSeed(asked), 'string');
	assert.equal(toDraftSeed({ ...asked, text: ' LAMP' }), toDraftSeed(asked));
	assert.notEqual(toDraftSeed({ ...asked, text: 'chair' }), toDraftSeed(asked));
	assert.equal(typeof toDraftSeed({ ...asked, sort: [{ kind: 'score' }] }), 'string');
	const byPrice = { kind: 'field', fieldName: 'price', isDescending: false } as const;
	for (const other of [
		{ sort: [byPrice, { kind: 'score' as const }] },
		{ learned: { strength: 0.5, isInterleaved: true } },
		{ learned: { strength: 0.5, seed: 'session' } },
		{ text: ' ' },
	]) {
		assert.equal(toDraftSeed({ ...asked, ...other }), undefined, JSON.stringify(other));
	}
});
