/**
 * Which sizes does a query list by the first and the last of them?
 *
 *     schuhe größe 38 bis 41      size = 38 | 38.5 | 39 | 40 | 41, and no price
 *
 * Between two amounts stands what stands there in ranges of prices, and before them a word for sizes.
 */
import { type Amount, maskAmounts, readAmount } from './amount.ts';
import { overlaps, type QueryPart, type Span, type Word } from './part.ts';
import { findWordBefore, type Understanding } from './understanding.ts';
import { toCondition } from './value-shares.ts';
import { sortByCount, uniteValues } from './vocabulary.ts';
import { findWording } from './wording.ts';

/** Sizes have halves and thirds. */
const sizesPerStep = 6;
const sizeSteps = [0, 2, 3, 4];
/** As the keys of fractions have them. */
const decimalsMax = 4;
/** The most that a range is long. */
const sizesMax = 30;

export interface SizeRange extends Span {
	/** Undefined where nothing has such a size. */
	readonly part: QueryPart | undefined;
}

/** In no particular order; they do not overlap. */
export function findSizeRanges(asked: Understanding): SizeRange[] {
	const { plain, words, rules } = asked;
	if (!words.some(({ text }) => rules.fieldNames.get(text) === 'size')) return [];
	const { masked, spans } = maskAmounts(plain, rules.amounts);
	const found: SizeRange[] = [];
	for (const { bound, wording } of rules.bounds) {
		if (bound !== 'between') continue;
		for (const span of findWording(masked, wording)) {
			const name = findWordBefore(asked, span);
			if (name === undefined || rules.fieldNames.get(name.text) !== 'size') continue;
			const within = spans.filter((amount) => overlaps(amount, span));
			const amounts = within.map(({ start, end }) => readAmount(plain.slice(start, end), rules.amounts));
			const whole = { start: findNameStart(asked, name), end: span.end };
			if (found.some((other) => overlaps(other, whole))) continue;
			const sizes = toSizes(amounts);
			if (sizes !== undefined) found.push({ ...whole, part: toPart(asked, whole, sizes) });
		}
	}
	return found;
}

/** Where the words for sizes begin of which this is the last: size EU 42 to 44. */
function findNameStart(asked: Understanding, name: Word): number {
	const before = findWordBefore(asked, name);
	return before !== undefined && asked.rules.fieldNames.get(before.text) === 'size' ? before.start : name.start;
}

function toSizes(amounts: readonly (Amount | undefined)[]): readonly number[] | undefined {
	const [low, high] = amounts;
	if (low === undefined || high === undefined || low.hasCurrency || high.hasCurrency) return undefined;
	const count = (high.value - low.value) * sizesPerStep + 1;
	if (!(count > 1 && count <= sizesMax * sizesPerStep)) return undefined;
	return Array.from({ length: Math.floor(count) }, (_, at) => at)
		.filter((at) => sizeSteps.includes(at % sizesPerStep))
		.map((at) => Number((low.value + at / sizesPerStep).toFixed(decimalsMax)));
}

/** The field of sizes in which most items have one of them. */
function toPart({ vocabulary, toKey }: Understanding, span: Span, sizes: readonly number[]): QueryPart | undefined {
	const found = sizes.flatMap((size) => vocabulary.findValues(toKey(`${size}`)));
	const [value] = sortByCount(uniteValues(found.filter(({ use }) => use === 'size')));
	return value && { kind: 'attribute', ...span, isStrict: true, condition: toCondition(value) };
}
