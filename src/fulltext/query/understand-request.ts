/**
 * Reads a query for what it says besides words, and searches for the rest.
 *
 *     black shoes under 50     text shoes, requirements colour = Black and price < 50
 *                              nothing passes: text black shoes, required price < 50, preferred colour = Black
 *                              nothing passes: text black shoes, both preferred
 *     pink desk lamp           text desk lamp, colour = Pink
 *                              no pink thing has both words, and others have: text desk lamp and perhaps pink, preferred colour = Pink
 *     mens shoes size 10       text shoes, gender = Men, size = 10
 *                              only women's shoes have it: text shoes, perhaps size and 10, gender = Men, preferred size = 10
 *
 * So a page is never empty because of what was understood, and the answer says what became a filter.
 */
import type { IndexQuery } from '../../domain/query/index-query.ts';
import type { UnderstoodPart } from '../../domain/query/understood-part.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import { findLanguage } from '../analysis/language-registry.ts';
import { toLanguageRules } from '../understanding/language-rules.ts';
import type { PartCondition, QueryPart } from '../understanding/part.ts';
import { toRemainingText, understand } from '../understanding/understand.ts';
import { cacheValueKeys } from './cached-value-keys.ts';
import type { IndexView } from './index-view.ts';
import { openVocabulary } from './index-vocabulary.ts';
import { listLoosened } from './loosen-attributes.ts';
import type { PhaseTrace } from './phase-trace.ts';
import type { SearchAnswer } from './search-answer.ts';
import { type Requirements, toRequirements } from './understood-filters.ts';

/** A request whose text has lost the parts that its requirements stand for. */
export interface UnderstoodRequest extends IndexQuery {
	readonly understood?: UnderstoodText;
}

export interface UnderstoodText {
	/** With all its words. */
	readonly typedText: string;
	readonly requirements: Requirements;
	readonly parts: readonly QueryPart[];
}

type FoundWords = Pick<SearchAnswer, 'count' | 'strictCount' | 'queryName'>;
type UnderstoodAnswer = Pick<SearchAnswer, 'understood'>;

interface Answering<Answer extends FoundWords> {
	answer(request: UnderstoodRequest): Steps<Answer>;
	/** The same for an answer that only says how to go on, and that explanations are not told of. */
	probe(request: UnderstoodRequest): Steps<Answer>;
}

interface Understanding {
	readonly view: IndexView;
	readonly pace: Pace;
	readonly trace?: PhaseTrace | undefined;
}

/**
 * Answers a request with the parts that were understood, none where the request does not ask for them. Strict parts that
 * leave nothing become preferences: attributes first, then all. Attributes that no item has together with all words of the rest become
 * preferences where items have these words, the weakest first. Where no words find anything, whatever strict parts allow is listed.
 * Cost: up to eight times that of `answer`.
 */
export function* answerUnderstood<Answer extends FoundWords>(
	{ view, pace, trace }: Understanding,
	request: IndexQuery,
	answering: Answering<Answer>,
): Steps<Answer & UnderstoodAnswer> {
	trace?.begin('understanding');
	const parts = request.hasUnderstanding === true ? yield* readParts({ view, pace }, request) : [];
	if (parts.length === 0) return { ...(yield* answering.answer(request)), understood: [] };
	const asked = { view, request, parts, ...answering };
	const found = yield* answerLevel(asked, parts);
	const loosened = found.strictCount > 0 ? undefined : yield* findLoosened(asked);
	if (loosened !== undefined) {
		const answer = yield* answerLevel(asked, loosened);
		if (answer.count > 0) return answer;
	}
	let last = found;
	const levels = listLevels(parts);
	for (const level of levels) {
		if (last.count > 0) return last;
		last = yield* answerLevel(asked, level);
	}
	if (last.count > 0) return last;
	return (yield* listAllowed(asked, toLevelRequest(asked, levels.at(-1) ?? parts))) ?? last;
}

/** A request, and the parts of its text as they were understood. */
interface Asked<Answer extends FoundWords> extends Answering<Answer> {
	readonly view: IndexView;
	readonly request: IndexQuery;
	readonly parts: readonly QueryPart[];
}

type LevelRequest = UnderstoodRequest & { readonly understood: UnderstoodText };

function toLevelRequest(
	{ view, request }: Omit<Asked<FoundWords>, keyof Answering<FoundWords> | 'parts'>,
	level: readonly QueryPart[],
): LevelRequest {
	const typedText = request.text.normalize('NFC');
	const understood = { typedText, requirements: toRequirements(level, view.analyzer), parts: level };
	return { ...request, text: toRemainingText(typedText, level), understood };
}

function* answerLevel<Answer extends FoundWords>(
	asked: Asked<Answer>,
	level: readonly QueryPart[],
): Steps<Answer & UnderstoodAnswer> {
	const request = toLevelRequest(asked, level);
	return { ...(yield* asked.answer(request)), ...toUnderstood(request.understood.typedText, level) };
}

/**
 * The parts with as few attributes loosened as leave an item with all other words; undefined where there are no strict ones, or where no
 * item has these words whatever its attributes.
 */
function* findLoosened<Answer extends FoundWords>(asked: Asked<Answer>): Steps<readonly QueryPart[] | undefined> {
	const lists = listLoosened(asked.parts, asked.view);
	const all = lists.at(-1);
	if (all === undefined || (yield* asked.probe(toCounted(asked, all))).count === 0) return undefined;
	for (const loosened of lists.slice(0, -1)) {
		if ((yield* asked.probe(toCounted(asked, loosened))).count > 0) return loosened;
	}
	return all;
}

/** Asks how many items have all words but those of strict attributes, of which some are loosened. */
function toCounted(
	{ view, request, parts }: Omit<Asked<FoundWords>, keyof Answering<FoundWords>>,
	loosened: readonly QueryPart[],
): UnderstoodRequest {
	const typedText = request.text.normalize('NFC');
	const understood = { typedText, requirements: toRequirements(loosened, view.analyzer), parts };
	const counted = { queryName: 'match_and', from: 0, size: 0, facets: [], sort: [], isGrouped: false } as const;
	return { ...request, ...counted, text: toRemainingText(typedText, parts), understood };
}

/**
 * Whatever strict parts allow, for words that find nothing: `something under 10 euros`. Without any, what has the attributes that
 * were understood: `gift for women`. Undefined where the words find something that filters of the request leave out.
 * @param wordsAlone the request with nothing strict, which finds nothing
 */
function* listAllowed<Answer extends FoundWords>(
	{ parts, view, answer, probe }: Asked<Answer>,
	wordsAlone: LevelRequest,
): Steps<(Answer & UnderstoodAnswer) | undefined> {
	const { typedText } = wordsAlone.understood;
	const plain = parts.filter(({ isStrict }) => isStrict);
	const attributes = parts.filter(isAttribute).map((part) => ({ ...part, isStrict: true }));
	// A value alone that its owner does not let be searched is not searched in this way either.
	const hasOthers = toRemainingText(typedText, attributes).trim() !== '';
	const strict = plain.length > 0 || !hasOthers ? plain : attributes;
	// Clients ask for further pages by the name that the first one has.
	const mayBeListed = wordsAlone.queryName === undefined || wordsAlone.queryName === 'match_or';
	if (!mayBeListed || strict.length === 0) return undefined;
	if (wordsAlone.filters.length + wordsAlone.excludes.length > 0) {
		const found = yield* probe({ ...wordsAlone, filters: [], excludes: [], facets: [], size: 0 });
		if (found.count > 0) return undefined;
	}
	const requirements = toRequirements(strict, view.analyzer);
	const allowing = { ...wordsAlone, text: '', understood: { typedText, requirements, parts: strict } };
	if ((yield* probe({ ...allowing, facets: [], size: 0 })).count === 0) return undefined;
	const allowed = yield* answer(allowing);
	return { ...allowed, queryName: 'match_or', strictCount: 0, ...toUnderstood(typedText, strict) };
}

function toUnderstood(typedText: string, parts: readonly QueryPart[]): UnderstoodAnswer {
	return { understood: parts.map((part) => toUnderstoodPart(typedText, part)) };
}

function* readParts({ view, pace }: Understanding, request: IndexQuery): Steps<readonly QueryPart[]> {
	if (request.text.trim() === '') return [];
	const toKey = cacheValueKeys(view.analyzer);
	const vocabulary = yield* openVocabulary(view, { toKey, pace });
	const rules = toLanguageRules(findLanguage(view.analyzer.language));
	const parts = understand(request.text.normalize('NFC'), { rules, vocabulary, toKey });
	if (pace.isDue()) yield;
	// Fields of auto filters have rules of their own.
	return parts.filter(
		({ kind, condition }) => kind !== 'attribute' || !request.autoFilterFields.includes(toField(condition)),
	);
}

/** The parts without strict attributes, and without anything strict; each only if it is different. */
function listLevels(parts: readonly QueryPart[]): readonly (readonly QueryPart[])[] {
	const loosen = (isLoose: (part: QueryPart) => boolean) =>
		parts.map((part) => (part.isStrict && isLoose(part) ? { ...part, isStrict: false } : part));
	const levels: (readonly QueryPart[])[] = [];
	const hasStrict = (isMeant: (part: QueryPart) => boolean) => parts.some((part) => part.isStrict && isMeant(part));
	if (hasStrict(isAttribute) && hasStrict((part) => !isAttribute(part))) levels.push(loosen(isAttribute));
	if (hasStrict(() => true)) levels.push(loosen(() => true));
	return levels;
}

function isAttribute({ kind }: QueryPart): boolean {
	return kind === 'attribute';
}

/** Words are looked for in the titles. */
const titleFieldName = 'title';

function toField(condition: PartCondition): string {
	if (condition.kind === 'numbers') return condition.fieldNames[0];
	return condition.kind === 'values' ? condition.fieldName : (condition.fields[0]?.fieldName ?? titleFieldName);
}

/** @param text the typed text */
export function toUnderstoodPart(text: string, { kind, start, end, isStrict, condition }: QueryPart): UnderstoodPart {
	return { kind, text: text.slice(start, end), fieldName: toField(condition), value: toValue(condition), isStrict };
}

function toValue(condition: PartCondition): UnderstoodPart['value'] {
	if (condition.kind === 'numbers') return condition.bounds;
	if (condition.kind === 'values') return condition.values;
	return condition.fields[0]?.values ?? [condition.words?.text ?? ''];
}
