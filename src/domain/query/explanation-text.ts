/** An explanation in sentences: where an item is, and why. */
import { type ComparedFactor, compareHits, type HitComparison } from './compare-hits.ts';
import type {
	Absence,
	ExplainedDocument,
	ExplainedHit,
	ExplainedItem,
	ExplainedText,
	FactorName,
	IndexExplanation,
	TierName,
} from './explanation.ts';
import type { Filter } from './filter.ts';
import type { FieldValues } from './item-selection.ts';
import { hitsReachableMax } from './query-limits.ts';
import type { UnderstoodPart } from './understood-part.ts';

type Explained = Pick<IndexExplanation, 'count' | 'queryName' | 'text' | 'isScored' | 'hits' | 'references'>;

/** Where the item is in the list, or that it is not, in one or a few sentences. */
export function describeItem(item: ExplainedItem, explanation: Explained): string {
	const { hit, document } = item;
	if (hit === undefined) {
		return item.absences.map((absence) => describeAbsence(absence, document, explanation)).join(' ');
	}
	const { rank } = hit;
	const total = formatCount(explanation.count);
	const where = `It is at rank ${formatCount(rank)} of ${total}${rank < hitsReachableMax ? '' : ', which no page reaches'}.`;
	// The same may hold for the first result and the last one of the page.
	const reasons = Map.groupBy(listComparisons(hit, explanation), (one) => describeComparison(hit, one, explanation));
	const sentences = Array.from(reasons, ([reason, of]) => `${toAhead(of)} ${reason}.`);
	return [where, ...sentences].join(' ');
}

/** What a hit is compared with: the best hit, and the last one of the first page where it is behind that. */
export function listComparisons(hit: ExplainedHit, { hits, references }: Explained): readonly HitComparison[] {
	const before = [...hits, ...references].filter((other) => other.rank < hit.rank);
	const first = before.find(({ rank }) => rank === 1);
	const last = references.find((other) => other.rank !== 1 && before.includes(other)) ?? findLast(hits, before);
	return [...new Set([first, last])].flatMap((other) => (other === undefined ? [] : [compareHits(hit, other)]));
}

/** The last hit of the first page, where that is shown. */
function findLast(hits: readonly ExplainedHit[], before: readonly ExplainedHit[]): ExplainedHit | undefined {
	const last = hits[0]?.rank === 1 ? hits.at(-1) : undefined;
	return last !== undefined && before.includes(last) ? last : undefined;
}

/** `Rank 1 is ahead by`, `Ranks 1 and 10 are ahead by`. */
function toAhead(comparisons: readonly HitComparison[]): string {
	const ranks = comparisons.map(({ other }) => formatCount(other.rank)).join(' and ');
	return comparisons.length === 1 ? `Rank ${ranks} is ahead by` : `Ranks ${ranks} are ahead by`;
}

const factorsShown = 2;
/** Factors that count less than this share of the one that counts most are not worth a word. */
const shareShownMin = 0.1;

/** What puts another result before this one. */
function describeComparison(own: ExplainedHit, comparison: HitComparison, explanation: Explained): string {
	const { other, tiers, factors } = comparison;
	const [tier] = tiers;
	if (tier !== undefined) return tierTexts[tier];
	const sorted = describeSort(own, other);
	if (sorted !== undefined) return `the sort: ${sorted}`;
	if (!explanation.isScored) return 'a greater boost, or by having been added before';
	const better = factors.filter(({ ratio }) => ratio > 1);
	const [greatest] = better;
	if (greatest === undefined) return 'having been added before, with the same score';
	const telling = better.filter(({ ratio }) => Math.log(ratio) >= shareShownMin * Math.log(greatest.ratio));
	const texts = telling.slice(0, factorsShown).map((factor) => describeFactor(factor, [own, other], explanation.text));
	return texts.join(' and ');
}

const tierTexts: Readonly<Record<TierName, string>> = {
	identifier: 'having the text as identifier',
	in_stock: 'being in stock, as items out of stock come last',
};

/** Undefined where the items are not sorted by fields, or have the same values. */
function describeSort(own: ExplainedHit, other: ExplainedHit): string | undefined {
	for (const { fieldName, ...values } of other.sortValues) {
		const mine = own.sortValues.find((one) => one.fieldName === fieldName) ?? { texts: [], numbers: [] };
		const [theirs, ours] = [formatValues(values), formatValues(mine)];
		if (theirs !== ours) return `${fieldName} is ${theirs}, and ${ours} for this item`;
	}
	return undefined;
}

/** What each factor is about. */
const factorTexts: Readonly<Record<FactorName, string>> = {
	words: 'how well the words match',
	boost: 'its boost',
	all_words: 'having all the words',
	popularity: 'its popularity',
	learned: 'what shoppers chose after this query',
	preferred: 'what the query prefers',
	title: 'its title',
	fields: 'its words in title and attributes together',
	similar: 'what it has in common with items that shoppers chose',
	exploration: 'chance, by which items are tried',
};

function describeFactor(
	{ name, own, other }: ComparedFactor,
	[ownHit, otherHit]: readonly [ExplainedHit, ExplainedHit],
	text: ExplainedText,
): string {
	const numbers = formatPair(other, own);
	if (name === 'words') return `${factorTexts.words} (${numbers}${describeWord(ownHit, otherHit, text)})`;
	if (name === 'all_words')
		return `${factorTexts.all_words} (${numbers}: this item lacks ${listMissing(ownHit, text)})`;
	if (name === 'popularity') return `${factorTexts.popularity} (${numbers}${describePopularity(ownHit, otherHit)})`;
	if (name !== 'title') return `${factorTexts[name]} (${numbers})`;
	if (!ownHit.isTitleCompared) return `its title (${numbers}: only the titles of the best candidates are compared)`;
	const parts = listTitleParts(ownHit, otherHit);
	return `its title (${numbers}${parts === '' ? '' : `: ${parts}`})`;
}

/** The numbers that differ. */
function describePopularity(own: ExplainedHit, other: ExplainedHit): string {
	const shown = other.popularityValues.flatMap(({ fieldName, numbers }) => {
		const mine = own.popularityValues.find((one) => one.fieldName === fieldName)?.numbers ?? [];
		const [theirs, ours] = [numbers, mine].map((list) => (list.length === 0 ? 'none' : list.join(', ')));
		return theirs === ours ? [] : `${fieldName} ${theirs} beside ${ours}`;
	});
	return shown.length === 0 ? '' : `: ${shown.join('; ')}`;
}

/** The word that makes the greatest difference, where there are several. */
function describeWord(own: ExplainedHit, other: ExplainedHit, { words }: ExplainedText): string {
	const scoreOf = (hit: ExplainedHit, word: number) => hit.words.find((match) => match.word === word)?.score ?? 0;
	const gaps = words.map(({ text }, word) => {
		const [mine, theirs] = [scoreOf(own, word), scoreOf(other, word)];
		return { text, mine, theirs, gap: theirs - mine };
	});
	const [greatest] = gaps.toSorted((a, b) => b.gap - a.gap);
	if (greatest === undefined || words.length < 2) return '';
	return `: "${greatest.text}" ${formatPair(greatest.theirs, greatest.mine)}`;
}

/** What is better in a title that gains more, or loses less; new gains show their names. */
const titleTexts: Readonly<Record<string, string>> = {
	coverage: 'more of the words',
	neighbours: 'words next to each other',
	density: 'fewer other words',
	whole: 'nothing but the query',
	kind: 'a category or type that was typed',
	naming: 'the thing that was typed named as such',
	inflection: 'the thing named in another number',
	denied: 'not without what was typed',
	along: 'the thing itself and not what comes with another',
};

function listTitleParts(own: ExplainedHit, other: ExplainedHit): string {
	const partsOf = ({ factors }: ExplainedHit) => factors.find(({ name }) => name === 'title')?.parts ?? [];
	const toValues = (hit: ExplainedHit) => new Map(partsOf(hit).map(({ name, value }) => [name, value]));
	const [mine, theirs] = [toValues(own), toValues(other)];
	const names = new Set([...theirs.keys(), ...mine.keys()]);
	const gains = Array.from(names, (name) => ({ name, gain: (theirs.get(name) ?? 0) - (mine.get(name) ?? 0) }));
	const greatest = gains.filter(({ gain }) => gain > 0.01).sort((a, b) => b.gain - a.gain);
	return greatest
		.slice(0, factorsShown)
		.map(({ name }) => titleTexts[name] ?? name)
		.join(', ');
}

/** One reason why an item is not in the list. */
export function describeAbsence(
	absence: Absence,
	document: ExplainedDocument | undefined,
	{ text, queryName }: Pick<Explained, 'text' | 'queryName'>,
): string {
	switch (absence.kind) {
		case 'words':
			if (document === undefined || document.words.length === 0) return noWords;
			return `It lacks ${listMissing(document, text)}, and the search asks for all the words (${queryName}).`;
		case 'share': {
			if (document === undefined || document.words.length === 0) return noWords;
			const lacking =
				document === undefined || document.missing.length === 0 ? '' : `: it lacks ${listMissing(document, text)}`;
			const own = formatShare(document?.share ?? 0);
			return `Its words are ${own} of the query's weight, and the list goes down to ${formatShare(absence.shareMin)}${lacking}.`;
		}
		case 'filter':
			return `It does not pass the filter on ${describeFilter(absence.filter)}: it has ${formatValues(absence.found)}.`;
		case 'auto_filter':
			return `A word became the filter ${describeFilter(absence.filter)}: it has ${formatValues(absence.found)}.`;
		case 'exclude':
			return `It is excluded by ${describeFilter(absence.filter)}: it has ${formatValues(absence.found)}.`;
		case 'understood':
			return `"${absence.part.text}" ${describePart(absence.part)}: it has ${formatValues(absence.found)}.`;
		case 'grouped':
			return describeGroup(absence);
		default:
			return plainAbsences[absence.kind];
	}
}

const noWords = 'It has none of the words.';

const plainAbsences = {
	other_engine: 'The dfid is of another search engine.',
	unknown_index: 'The search engine has no index of this name.',
	index_not_searched: 'The search is limited to other indices.',
	unknown_item: 'Its index has no such item.',
	not_indexed: 'It is stored and not in the search index yet; a write arrives there within a second or so.',
	out_of_stock: 'It is out of stock, and its index leaves out such items (exclude_out_of_stock_items).',
	no_words: 'The text has no word to search for.',
} as const;

function describeGroup({ groupId, leader }: Extract<Absence, { kind: 'grouped' }>): string {
	const where = leader?.rank === undefined ? '' : ` at rank ${formatCount(leader.rank)}`;
	return leader === undefined
		? `A better item of its group ${groupId} stands for it.`
		: `Item ${leader.id} of its group ${groupId} stands for it${where}.`;
}

function listMissing({ missing }: ExplainedDocument, { words }: ExplainedText): string {
	return missing.map((word) => `"${words[word]?.text ?? ''}"`).join(', ');
}

const signs = { gte: '≥', gt: '>', lte: '≤', lt: '<' } as const;

function describeFilter(filter: Filter): string {
	const { fieldName } = filter;
	if (filter.kind === 'terms') return `${fieldName} = ${shorten(filter.values).join(' or ')}`;
	if (filter.kind === 'range') return `${fieldName} ${describeBounds(filter)}`;
	return `${fieldName} within ${filter.distanceMaxMeters} m of ${filter.latitude},${filter.longitude}`;
}

function describeBounds(bounds: { readonly [Bound in keyof typeof signs]?: number }): string {
	const texts = Object.entries(signs).flatMap(([name, sign]) => {
		const value = bounds[name as keyof typeof signs];
		return value === undefined ? [] : [`${sign} ${value}`];
	});
	return texts.join(' and ');
}

function describePart({ kind, fieldName, value }: UnderstoodPart): string {
	const wanted = isList(value) ? `= ${shorten(value).join(' or ')}` : describeBounds(value);
	return `${kind === 'exclude' ? 'leaves out' : 'asks for'} ${fieldName} ${wanted}`;
}

function isList(value: UnderstoodPart['value']): value is readonly string[] {
	return Array.isArray(value);
}

const valuesShown = 5;

function shorten(values: readonly string[]): readonly string[] {
	const more = values.length - valuesShown;
	return more > 0 ? [...values.slice(0, valuesShown), `${more} more`] : values;
}

/** What an item has in a field. */
function formatValues({ texts, numbers }: FieldValues): string {
	const values = texts.length > 0 ? texts : numbers.map(String);
	return values.length === 0 ? 'nothing there' : shorten(values).join(', ');
}

/** Three digits that count, or more where these are the same. */
function formatPair(other: number, own: number): string {
	const format = (value: number, digits: number) => String(Number(value.toPrecision(digits)));
	const digits = format(other, 3) === format(own, 3) ? 5 : 3;
	return `${format(other, digits)} beside ${format(own, digits)}`;
}

function formatShare(share: number): string {
	return `${Math.round(share * 100)} %`;
}

function formatCount(count: number): string {
	return count.toLocaleString('en-US');
}
