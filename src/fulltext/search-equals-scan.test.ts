import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { chooseSeed } from '../../test/support/chosen-seed.ts';
import { checkWithScan, play, reopen, toScenarioId, toViews } from '../../test/support/core-comparison.ts';
import { request, step, understoodText, words } from '../../test/support/search-scenario.ts';
import { chooseLength } from '../../test/support/test-length.ts';
import { wideRequest, wideStep } from '../../test/support/wide-scenario.ts';
import { toItemKeyBytes } from '../domain/item/dfid.ts';
import { emptyQuery, type IndexQuery } from '../domain/query/index-query.ts';
import { filtersMax } from '../domain/query/query-limits.ts';
import { type Pace, runSteps, unhurried } from '../lib/steps.ts';
import { type Analyzer, createAnalyzer } from './analysis/analyzer.ts';
import { createSynonyms } from './analysis/synonyms.ts';
import { answerRequest, answerSteps } from './query/answer-request.ts';
import { factorMax, factorMin, toDocumentFactors } from './query/document-factors.ts';
import type { IndexView } from './query/index-view.ts';
import { type LearnedTraits, toSegmentTraits } from './query/item-traits.ts';
import { measurePopularity } from './query/popularity.ts';
import type { SearchAnswer } from './query/search-answer.ts';

const runCount = chooseLength(12, 3_000);
const wideRunCount = chooseLength(20, 1_000);
const analyzer = createAnalyzer('en');
const synonyms = createSynonyms(
	[
		{ kind: 'two_way', phrases: ['shoe', 'running case', 'éclat'] },
		{ kind: 'one_way', from: ['galaxy', 'dark blue'], to: ['notebook', 'samsung phone 27'] },
	],
	analyzer.analyzeQuery,
);
const withSynonyms: Analyzer = {
	...analyzer,
	analyzeQuery: (text, more) => analyzer.analyzeQuery(text, { synonyms, ...more }),
};

const learnedTraits: fc.Arbitrary<LearnedTraits> = fc.record({
	worths: fc
		.array(
			fc.tuple(
				fc.constantFrom('t phone', 't case', 't run', 't blue', 'k Phone Case', 'k Headphones', 'k Laptops'),
				fc.record({
					worth: fc.double({ min: -2, max: 2, noNaN: true }),
					squaredImportance: fc.double({ min: 0.1, max: 4, noNaN: true }),
				}),
			),
		)
		.map((entries) => new Map(entries)),
	otherSquaredImportance: fc.constantFrom(0, 4),
	doubt: fc.constantFrom(0, 0.2),
	factorMax: fc.constantFrom(1.2, 2),
});

it('answers like a scan over all items after any sequence of writes, deletes, refreshes, merges and restarts', (context) => {
	const seed = chooseSeed(context);
	const scenario = fc.record({
		steps: fc.array(step, { maxLength: 60, size: 'max' }),
		requests: fc.array(request, { minLength: 4, maxLength: 8 }),
		isOutOfStockLast: fc.boolean(),
		hasSynonyms: fc.boolean(),
		popularity: fc.uniqueArray(
			fc.record({
				fieldName: fc.constantFrom('price', 'released', 'size', 'dimensions.width', 'title'),
				weight: fc.constantFrom(0.5, 3, 10),
				isLowestBest: fc.boolean(),
			}),
			{ selector: ({ fieldName }) => fieldName, maxLength: 3 },
		),
		learned: fc.array(
			fc.record({ id: fc.nat(12), factor: fc.double({ min: factorMin, max: factorMax, noNaN: true }) }),
		),
		traits: fc.option(learnedTraits, { nil: undefined }),
		exploration: fc.option(
			fc.record({ seed: fc.nat(2 ** 31), range: fc.constantFrom(0, 0.4), rangeOfKnown: fc.constantFrom(0, 0.1) }),
			{ nil: undefined },
		),
	});
	fc.assert(
		fc.property(scenario, ({ steps, requests, popularity: fields, ...scored }) => {
			const { isOutOfStockLast, hasSynonyms, learned, traits, exploration } = scored;
			const options = { analyzer: hasSynonyms ? withSynonyms : analyzer, isOutOfStockLast };
			const plain = toViews(play(steps, analyzer), options);
			const byId = new Map(learned.map(({ id, factor }) => [toScenarioId(id), factor]));
			const items = Array.from(byId, ([id, factor]) => ({ key: toItemKeyBytes(id), factor }));
			const factors = plain.view.segments.map((entry) => toDocumentFactors(entry, items));
			const popularity = runSteps(measurePopularity(plain.view.segments, fields, unhurried));
			const view = {
				...plain.view,
				popularity,
				factors,
				...(traits !== undefined && {
					traits: plain.view.segments.map(({ segment }) => toSegmentTraits(segment, traits)),
				}),
				...(exploration !== undefined && { exploration }),
			};
			const explore = (id: string, isKnown: boolean) =>
				exploration === undefined
					? 1
					: exploreById(id, exploration.seed, isKnown ? exploration.rangeOfKnown : exploration.range);
			const index = { ...plain.index, popularity: fields, factors: byId, explore, ...(traits && { traits }) };
			for (const entry of requests) checkWithScan(index, entry, answerRequest(view, entry));
		}),
		{ numRuns: runCount, seed },
	);
});

/** With whole numbers instead of 32-bit arithmetic. */
function exploreById(id: string, seed: number, range: number): number {
	const head = BigInt(Buffer.from(toItemKeyBytes(id)).readUInt32LE(0));
	const drawn = ((head ^ BigInt(seed)) * 0x9e3779b1n) % 2n ** 32n;
	return Math.exp(range * (Number(drawn) / 2 ** 31 - 1));
}

it('answers like the scan where filters, excludes and auto filters together are more than a mask has bits', (context) => {
	const seed = chooseSeed(context);
	const scenario = fc.record({
		steps: fc.array(wideStep, { minLength: 20, maxLength: 40, size: 'max' }),
		requests: fc.array(wideRequest, { minLength: 3, maxLength: 6 }),
		isOutOfStockLast: fc.boolean(),
	});
	let wideCount = 0;
	fc.assert(
		fc.property(scenario, ({ steps, requests, isOutOfStockLast }) => {
			const { view, index } = toViews(play(steps, analyzer), { analyzer, isOutOfStockLast });
			for (const entry of requests) {
				const answer = answerRequest(view, entry);
				checkWithScan(index, entry, answer);
				if (isWide(entry, answer)) wideCount += 1;
			}
		}),
		{ numRuns: wideRunCount, seed },
	);
	context.diagnostic(`${wideCount} searches had everything at once`);
	assert.ok(wideCount >= wideRunCount / 10, `${wideCount} searches had everything at once`);
});

/** Whether a search uses everything at once and still finds something. */
function isWide(entry: IndexQuery, { count, autoFilters }: SearchAnswer): boolean {
	const { filters, excludes, filterExecution, facets, sort, isGrouped } = entry;
	const facetsOfFilters = facets.filter(({ fieldName }) => filters.some((filter) => filter.fieldName === fieldName));
	return (
		filters.length === filtersMax &&
		filters.length + excludes.length + autoFilters.length > 32 &&
		autoFilters.length > 0 &&
		excludes.length > 0 &&
		filterExecution === 'and' &&
		facetsOfFilters.length > 0 &&
		sort.length > 0 &&
		isGrouped &&
		count > 0
	);
}

it('answers like the scan where the text says more than words', (context) => {
	const seed = chooseSeed(context);
	const asked = fc.tuple(request, understoodText, fc.boolean()).map(
		([entry, text, hasFilters]): IndexQuery => ({
			...entry,
			text,
			hasUnderstanding: true,
			...(!hasFilters && { filters: [], excludes: [] }),
		}),
	);
	const scenario = fc.record({
		steps: fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }),
		requests: fc.array(asked, { minLength: 6, maxLength: 10 }),
	});
	const seen = { strict: 0, preferred: 0, relaxed: 0 };
	fc.assert(
		fc.property(scenario, ({ steps, requests }) => {
			const { view, index } = toViews(play(steps, analyzer), { analyzer, isOutOfStockLast: false });
			for (const entry of requests) {
				const answer = answerRequest(view, entry);
				checkWithScan(index, entry, answer);
				const isAttribute = ({ kind }: { readonly kind: string }) => kind === 'attribute';
				if (answer.understood.some(({ isStrict }) => isStrict)) seen.strict += 1;
				if (answer.understood.some((part) => isAttribute(part) && !part.isStrict)) seen.preferred += 1;
				if (answer.understood.some((part) => !isAttribute(part) && !part.isStrict)) seen.relaxed += 1;
			}
		}),
		{ numRuns: runCount, seed },
	);
	context.diagnostic(`understood: ${JSON.stringify(seen)}`);
	for (const [what, count] of Object.entries(seen)) assert.ok(count >= runCount / 12, `${count} searches: ${what}`);
});

it('answers the same when searches are suspended anywhere and others run in between', (context) => {
	const seed = chooseSeed(context);
	const scenario = fc.record({
		steps: fc.array(step, { minLength: 10, maxLength: 40 }),
		requests: fc.array(request, { minLength: 3, maxLength: 8 }),
		/** Which of the running searches continues, and for how many checks of the pace. */
		choices: fc.infiniteStream(fc.record({ search: fc.nat(7), checks: fc.nat(4) })),
	});
	fc.assert(
		fc.property(scenario, ({ steps, requests, choices }) => {
			const { view, index } = toViews(play(steps, analyzer), { analyzer, isOutOfStockLast: false });
			for (const [at, answer] of runInterleaved(view, requests, choices).entries()) {
				checkWithScan(index, requests[at] as IndexQuery, answer);
			}
		}),
		{ numRuns: Math.ceil(runCount / 3), seed },
	);
});

interface Choice {
	readonly search: number;
	readonly checks: number;
}

function runInterleaved(
	view: IndexView,
	requests: readonly IndexQuery[],
	choices: Iterator<Choice>,
): readonly SearchAnswer[] {
	let checksLeft = 0;
	const pace: Pace = {
		isDue() {
			checksLeft -= 1;
			return checksLeft < 0;
		},
	};
	const answers: SearchAnswer[] = [];
	const underWay = requests.map((entry, index) => ({ index, steps: answerSteps({ view, pace }, entry) }));
	while (underWay.length > 0) {
		const { search, checks } = choices.next().value as Choice;
		checksLeft = checks;
		const at = search % underWay.length;
		const { index, steps } = underWay[at] as (typeof underWay)[number];
		const outcome = steps.next();
		if (outcome.done !== true) continue;
		answers[index] = outcome.value;
		underWay.splice(at, 1);
	}
	return answers;
}

it('gives the same answers from the same bytes', () => {
	const { writer } = play(
		Array.from({ length: 30 }, (_, id) => ({
			kind: 'put',
			id,
			fields: { title: words.slice(id % 7, (id % 7) + 4).join(' '), price: id },
		})),
		analyzer,
	);
	const reopened = writer.segments.map(reopen);
	const asked: IndexQuery = {
		...emptyQuery,
		text: 'laptop',
		facets: [{ kind: 'range', fieldName: 'price', size: 1 }],
	};
	const view = { analyzer, isOutOfStockLast: false };
	const before = answerRequest({ ...view, segments: writer.segments }, asked);
	assert.ok(before.count > 0);
	assert.deepEqual(answerRequest({ ...view, segments: reopened }, asked), before);
});
