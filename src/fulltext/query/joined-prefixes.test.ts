import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { chooseSeed } from '../../../test/support/chosen-seed.ts';
import { chooseLength } from '../../../test/support/test-length.ts';
import { emptyQuery, type IndexQuery } from '../../domain/query/index-query.ts';
import { chooseLinearMemory } from '../../lib/linear-memory.ts';
import { runSteps, unhurried } from '../../lib/steps.ts';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createSegmentBuilder } from '../index/builder/segment-builder.ts';
import { countPostings, type Postings, toPostings, visitPostings } from '../index/segment/postings.ts';
import { openSegment } from '../index/segment/segment.ts';
import { answerRequest } from './answer-request.ts';
import { createChunkEntries } from './chunk-kernels.ts';
import { createLiveBits, type IndexView } from './index-view.ts';
import { areWanted, joinPrefixes, joinWantedPrefixes } from './joined-prefixes.ts';
import type { ResolvedWord, Variant } from './resolve-words.ts';
import { forgetIdleScratch } from './scratch.ts';

const analyzer = createAnalyzer('en');
/** More terms with the same beginning than are walked one by one. */
const endings = Array.from({ length: 90 }, (_, at) => `${String.fromCharCode(97 + (at % 26))}x${at}`);

const item = fc.record({
	title: fc.array(fc.tuple(fc.constantFrom('sho', 'cha', 'red '), fc.constantFrom('', ...endings)), {
		minLength: 1,
		maxLength: 4,
	}),
	description: fc.constantFrom(...endings.map((ending) => `sho${ending} cha${ending}`), 'with a lid'),
});
const request = fc.record({
	text: fc.constantFrom('sho', 'cha', 'red sho', 'shoax0 cha', 'sh', 'sho cha', 'with sho'),
	queryName: fc.constantFrom(undefined, 'match_and' as const, 'match_or' as const),
	facets: fc.constantFrom([], [{ kind: 'terms' as const, fieldName: 'title', size: 5 }]),
	from: fc.constantFrom(0, 30),
});

/** Every third document is deleted, where some are. */
function toView(items: readonly { readonly title: readonly (readonly string[])[] }[], hasDeleted: boolean): IndexView {
	const builder = createSegmentBuilder(analyzer);
	for (const [at, { title, ...fields }] of items.entries()) {
		const id = `i${at}`;
		builder.add({ id, fields: { id, title: title.map((parts) => parts.join('')).join(' '), ...fields } });
	}
	const segment = openSegment(builder.finish());
	const live = createLiveBits(items.length);
	let liveCount = items.length;
	for (let at = 0; at < items.length; at += 3) {
		live[at >>> 5] = (live[at >>> 5] as number) & ~(1 << (at & 31));
		liveCount -= 1;
	}
	const entry = hasDeleted ? { segment, live, liveCount } : { segment, live: undefined, liveCount: items.length };
	return { segments: [entry], analyzer, isOutOfStockLast: false };
}

it('answers the same when the terms of a prefix are joined', (context) => {
	const scenario = fc.record({
		items: fc.array(item, { minLength: 60, maxLength: 200, size: 'max' }),
		requests: fc.array(request, { minLength: 2, maxLength: 6 }),
		hasDeleted: fc.boolean(),
		linear: fc.constantFrom('all' as const, 'none' as const),
		isJoinedBetween: fc.boolean(),
	});
	fc.assert(
		fc.property(scenario, ({ items, requests, hasDeleted, linear, isJoinedBetween }) => {
			chooseLinearMemory(linear);
			forgetIdleScratch();
			try {
				const answerOnce = (asked: Partial<IndexQuery>) =>
					answerRequest(toView(items, hasDeleted), { ...emptyQuery, size: 40, ...asked });
				const view = toView(items, hasDeleted);
				for (const asked of [...requests, ...requests, ...requests]) {
					// A prefix of an index that was never searched is not joined.
					assert.deepEqual(answerRequest(view, { ...emptyQuery, size: 40, ...asked }), answerOnce(asked));
					if (isJoinedBetween) runSteps(joinWantedPrefixes(unhurried));
				}
			} finally {
				chooseLinearMemory('large');
				forgetIdleScratch();
			}
		}),
		{ numRuns: chooseLength(5, 300), seed: chooseSeed(context) },
	);
});

it('joins lists over several chunks, where a document counts by the first that has it', (context) => {
	const document = fc.oneof(fc.nat({ max: 200_000 }), fc.integer({ min: 65_500, max: 65_600 }));
	const lists = fc.array(fc.uniqueArray(document, { minLength: 1, maxLength: 60 }), { minLength: 40, maxLength: 50 });
	fc.assert(
		fc.property(lists, (drawn) => {
			const join = createJoin(drawn, 200_001);
			assert.equal(join().variants.length, drawn.length, 'a prefix that was not searched before');
			assert.deepEqual(listPostings(join()), findFirsts(drawn));
		}),
		{ numRuns: chooseLength(8, 500), seed: chooseSeed(context) },
	);
});

it('joins lists that most documents are in between searches, and writes them out for each', (context) => {
	const list = fc.record({ start: fc.nat({ max: 100_000 }), step: fc.integer({ min: 1, max: 9 }) });
	const scenario = fc.record({
		lists: fc.array(list, { minLength: 40, maxLength: 44 }),
		documentCount: fc.constantFrom(65_536, 100_001, 131_072, 131_073),
		rare: fc.uniqueArray(fc.nat({ max: 65_535 }), { minLength: 1, maxLength: 300 }),
		rarer: fc.uniqueArray(fc.integer({ min: 60_000, max: 65_535 }), { maxLength: 100 }),
	});
	fc.assert(
		fc.property(scenario, ({ lists, documentCount, rare, rarer: few }) => {
			const rarer = [...new Set([...few, ...rare.slice(0, 50), documentCount - 1])];
			const length = Math.ceil(documentCount / 40);
			const drawn = lists.map(({ start, step }) =>
				Array.from({ length }, (_, at) => start + at * step).filter((at) => at < documentCount),
			);
			const filled = drawn.filter(({ length }) => length > 0);
			fc.pre(filled.length >= 32 && filled.flat().length >= documentCount / 2);
			// No more than some are wanted at once, and other tests have left theirs.
			runSteps(joinWantedPrefixes(unhurried));
			const join = createJoin(filled, documentCount);
			for (const _ of [1, 2]) assert.equal(join().variants.length, filled.length, 'a search never joins them itself');
			assert(areWanted());
			// Given up in the midst, and begun again.
			const begun = joinWantedPrefixes({ isDue: () => true });
			begun.next();
			begun.return();
			runSteps(joinWantedPrefixes(unhurried));
			assert(!areWanted());
			const expected = findFirsts(filled);
			assert.deepEqual(listPostings(join()), expected);
			assert.deepEqual(listPostings(join()), expected);
			for (const others of [[rare], [rare, rarer], [rarer, rare]]) {
				const having = new Set(others.flat());
				const wanted = expected.filter(([at]) => having.has(at));
				assert.deepEqual(listPostings(join(others)), wanted, 'within another word');
			}
			const frequent = Array.from({ length: documentCount / 2 }, (_, at) => 2 * at);
			assert.deepEqual(listPostings(join([frequent])), expected, 'a frequent word is no help');
		}),
		{ numRuns: chooseLength(2, 60), seed: chooseSeed(context) },
	);
});

/** Each document with the number of the first list that has it, ascending. */
function findFirsts(lists: readonly (readonly number[])[]): readonly (readonly [number, number])[] {
	const firsts = new Map<number, number>();
	for (const [index, list] of lists.entries()) for (const at of list) if (!firsts.has(at)) firsts.set(at, index);
	return [...firsts].sort(([a], [b]) => a - b);
}

/** @returns what joins the lists of a prefix, and sees that the memory is left as it was */
function createJoin(lists: readonly (readonly number[])[], documentCount: number) {
	const toSortedWord = (all: typeof lists) =>
		toWord(toListedPostings(all.map((list) => list.toSorted((a, b) => a - b))));
	const prefix = toSortedWord(lists);
	const scratch = { chunk: createChunkEntries(), picked: new Uint32Array(documentCount) };
	/** @param others the lists of another word, which is needed as well */
	return (others: typeof lists = []): ResolvedWord => {
		const words = others.length === 0 ? [prefix] : [prefix, toSortedWord(others)];
		const joining = { scratch, documentCount, needsAll: others.length > 0, pace: unhurried };
		const [word] = runSteps(joinPrefixes(words, joining));
		assert.ok(scratch.chunk.slots.every((slot) => slot === 0));
		return word as ResolvedWord;
	};
}

/** The documents and counts of the only list of a word. */
function listPostings({ variants }: ResolvedWord): readonly (readonly [number, number])[] {
	const [only, ...others] = variants as [Variant, ...Variant[]];
	assert.equal(others.length, 0);
	const found: (readonly [number, number])[] = [];
	visitPostings(only.postings, 0, (at, posting) => found.push([at, only.postings.counts[posting] as number]));
	assert.equal(only.postingCount, found.length);
	return found;
}

/** The counts of a posting are the number of its list. */
function toListedPostings(lists: readonly (readonly number[])[]): Postings {
	const ends = lists.map((_, index) => lists.slice(0, index + 1).flat().length);
	return toPostings({
		offsets: Uint32Array.of(0, ...ends),
		documents: Uint32Array.from(lists.flat()),
		counts: Uint8Array.from(lists.flatMap((list, index) => list.map(() => index))),
	});
}

function toWord(postings: Postings): ResolvedWord {
	const origin = { term: 'sho', quality: 0 as const };
	const variants = Array.from({ length: postings.chunkOffsets.length - 1 }, (_, term): Variant => {
		const [chunkFrom, chunkTo] = [postings.chunkOffsets[term] as number, postings.chunkOffsets[term + 1] as number];
		return { postings, chunkFrom, chunkTo, postingCount: countPostings(postings, term), weight: 0.5, term, origin };
	});
	const postingCount = variants.reduce((sum, variant) => sum + variant.postingCount, 0);
	return { bit: 1, isOptional: false, variants, repeated: [], postingCount, matchCount: 0 };
}
