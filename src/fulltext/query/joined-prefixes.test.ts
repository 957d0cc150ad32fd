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
import { joinPrefixes } from './joined-prefixes.ts';
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
	description: fc.constantFrom(...endings.map((ending) => `sho${ending} cha${ending}`)),
});
const request = fc.record({
	text: fc.constantFrom('sho', 'cha', 'red sho', 'shoax0 cha', 'sh', 'sho cha'),
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
	});
	fc.assert(
		fc.property(scenario, ({ items, requests, hasDeleted, linear }) => {
			chooseLinearMemory(linear);
			forgetIdleScratch();
			try {
				const answerOnce = (asked: Partial<IndexQuery>) =>
					answerRequest(toView(items, hasDeleted), { ...emptyQuery, size: 40, ...asked });
				const view = toView(items, hasDeleted);
				for (const asked of [...requests, ...requests, ...requests]) {
					// A prefix of an index that was never searched is not joined.
					assert.deepEqual(answerRequest(view, { ...emptyQuery, size: 40, ...asked }), answerOnce(asked));
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
			const postings = toListedPostings(drawn.map((list) => list.sort((a, b) => a - b)));
			const expected = new Map<number, number>();
			for (const [index, list] of drawn.entries()) {
				for (const at of list) if (!expected.has(at)) expected.set(at, index);
			}
			const chunk = createChunkEntries();
			const join = () => runSteps(joinPrefixes([toWord(postings)], { chunk }, unhurried))[0] as ResolvedWord;
			assert.equal(join().variants.length, drawn.length);
			const [only, ...others] = join().variants as [Variant, ...Variant[]];
			assert.equal(others.length, 0);
			const found: (readonly [number, number])[] = [];
			visitPostings(only.postings, 0, (at, posting) => found.push([at, only.postings.counts[posting] as number]));
			assert.deepEqual(
				found,
				[...expected].sort(([a], [b]) => a - b),
			);
			assert.ok(chunk.slots.every((slot) => slot === 0));
		}),
		{ numRuns: chooseLength(20, 500), seed: chooseSeed(context) },
	);
});

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
	return { bit: 1, isOptional: false, variants, repeatedTerms: [], postingCount: 0, matchCount: 0 };
}
