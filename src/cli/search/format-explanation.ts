/** An explanation for people: how the text was read, what the results are made of, and where the items are. */
import { isRecord, type JsonRecord } from '../api-answer.ts';
import { fitText, formatBlock, formatTable, stripControls, type TableFit, wrapText } from '../text-table.ts';
import { formatUnderstood } from './format-understood.ts';

/** In columns of the terminal. */
const titleWidthMax = 50;

export function formatExplanation(answer: JsonRecord, { widthMax }: Pick<TableFit, 'widthMax'>): string {
	const parts = [
		formatWords(answer, widthMax),
		formatReadings(answer),
		formatUnderstood(listRecords(answer.understood)),
		formatResults(answer, widthMax),
		formatShown(answer, widthMax),
		formatTimes(answer, widthMax),
		...listRecords(answer.items).map((item) => formatItem(item, answer, widthMax)),
	];
	return parts.filter((part) => part !== '').join('\n');
}

type Width = TableFit['widthMax'];

function formatWords({ text }: JsonRecord, widthMax: Width): string {
	const words = isRecord(text) ? listRecords(text.words) : [];
	if (words.length === 0) return '';
	const rows = words.map((word) => [
		`${word.text}${listFlags(word)}`,
		word.count,
		toShort(word.rarity),
		toShare(word.share),
		toShortList(listRecords(word.forms).map(toFormText), Number(word.form_count)),
	]);
	return formatTable(['WORD', 'ITEMS', 'RARITY', 'SHARE', 'FOUND AS'], rows, { widthMax, elastic: ['FOUND AS'] });
}

function listFlags({ optional, doubted, names_thing: namesThing }: JsonRecord): string {
	const flags = [
		...(optional === true ? ['may be missing'] : []),
		...(doubted === true ? ['corrected'] : []),
		...(namesThing === true ? ['the thing'] : []),
	];
	return flags.length === 0 ? '' : ` (${flags.join(', ')})`;
}

/** `shoes 12`, `shoe stem ×0.88 3`. */
function toFormText({ form, text, weight, errors, count }: JsonRecord): string {
	if (form === 'exact') return `${text} ${count}`;
	const how = form === 'typo' ? toErrorText(errors) : form;
	return `${text} ${count} (${how} ×${toShort(weight)})`;
}

const corrections: Readonly<Record<string, string>> = {
	doubted: ', doubted words corrected',
	rare: ', rare words corrected',
	all: ', words corrected',
};

/** What was tried, in order. */
function formatReadings({ readings }: JsonRecord): string {
	const lines = listRecords(readings).flatMap(({ text, attempts, steps }): [string, unknown][] => {
		const tried = listRecords(attempts).map(
			({ query_name: name, corrected_words: corrected, needs_all: needsAll, found }) =>
				`${name}${corrections[String(corrected)] ?? ''}${name === 'fuzzy' ? (needsAll === true ? ' all' : ' any') : ''} ${found}`,
		);
		const filled = listRecords(steps).map(({ share, found }) => `${toShare(share)} ${found}`);
		const more = filled.length === 0 ? '' : `; then with words of ${filled.join(', ')}`;
		return tried.length === 0 ? [] : [[`"${String(text).trim()}"`, `${tried.join(', ')}${more}`]];
	});
	return lines.length === 0 ? '' : formatBlock(lines);
}

/** What shoppers see is another list where two rankings are compared. */
function formatShown({ settings }: JsonRecord, widthMax: Width): string {
	if (!isRecord(settings) || settings.interleaved !== true) return '';
	return formatLine('Shoppers see this ranking interleaved with the one without what was learned.', widthMax);
}

function formatTimes({ times }: JsonRecord, widthMax: Width): string {
	const phases = listRecords(times);
	if (phases.length === 0) return '';
	const total = phases.reduce((sum, { ms }) => sum + Number(ms), 0);
	const list = phases.map(({ phase, ms }) => `${phase} ${toShort(ms)}`).join(', ');
	return formatLine(`The search took ${toShort(total)} ms: ${list}.`, widthMax);
}

function formatLine(text: string, widthMax: Width): string {
	return `${wrapText(text, widthMax).join('\n')}\n`;
}

function formatResults(answer: JsonRecord, widthMax: Width): string {
	const results = listRecords(answer.results);
	const total = Number(answer.total_found);
	if (results.length === 0) return total === 0 ? 'Nothing was found.\n' : 'This page has no results.\n';
	const ranked = toRankColumns(results);
	const titles = ['RANK', 'ID', 'TITLE', ...ranked.titles, 'TIERS'];
	const rows = results.map((result) => [
		...[result.rank, result.id, shorten(result.title)],
		...ranked.toCells(result),
		listTexts(result.tiers).join(', '),
	]);
	const hasTiers = results.some(({ tiers }) => listTexts(tiers).length > 0);
	const shown = hasTiers ? titles.length : titles.length - 1;
	const table = formatTable(
		titles.slice(0, shown),
		rows.map((cells) => cells.slice(0, shown)),
		{ widthMax, elastic: ['TITLE', 'TIERS'] },
	);
	const { query_name: queryName, total_strict: strict } = answer;
	const count = total === 1 ? '1 result' : `${total} results`;
	const note = ranked.titles.includes('SCORE') ? ' The score is the product of the factors.' : '';
	return `${table}${count}, ${strict} with all the words (${queryName}).${note}\n`;
}

/** One item that was asked for: a sentence, its words, and its factors beside those of better results. */
function formatItem(item: JsonRecord, answer: JsonRecord, widthMax: Width): string {
	const { id, dfid, title, summary, result, absent } = item;
	const name = title === undefined ? String(id ?? dfid) : `${id}, ${shorten(title)}`;
	const lines = wrapText(stripControls(`${name}: ${summary}`), widthMax);
	const document = isRecord(result) ? result : isRecord(absent) ? absent : undefined;
	const words = document === undefined ? '' : formatMatches(document, widthMax);
	const factors = isRecord(result) ? formatComparisons(item, result, answer) + formatLearned(result) : '';
	return [`${lines.join('\n')}\n`, words, factors].filter((part) => part !== '').join('');
}

function formatMatches({ words, missing }: JsonRecord, widthMax: Width): string {
	const found = listRecords(words).map((match) => [
		...[match.word, toMatchText(match), toShortList(listTexts(match.fields)), toShort(match.score)],
	]);
	const lacking = listTexts(missing).map((word) => [word, 'missing', '', '']);
	if (found.length + lacking.length === 0) return '';
	const rows = [...found, ...lacking].map(([word, ...cells]) => [`  ${word}`, ...cells]);
	return formatTable(['  WORD', 'FOUND AS', 'FIELDS', 'SCORE'], rows, { widthMax, elastic: ['FOUND AS', 'FIELDS'] });
}

const positionTexts: Readonly<Record<string, string>> = { leading: 'leads the title', naming: 'names the thing' };

/** `shoes`, `shoe (stem ×0.88)`, `shoe (stem ×0.88, names the thing)`. */
function toMatchText({ form, text, weight, errors, position }: JsonRecord): string {
	const how = form === 'typo' ? toErrorText(errors) : form;
	const notes = [
		...(form === 'exact' ? [] : [`${how} ×${toShort(weight)}`]),
		...(typeof position === 'string' ? [positionTexts[position] ?? position] : []),
	];
	return notes.length === 0 ? String(text) : `${text} (${notes.join(', ')})`;
}

function toErrorText(errors: unknown): string {
	return errors === 1 ? '1 error' : `${errors} errors`;
}

/** The factors of an item in a row, with those of the results that it is compared with below. */
function formatComparisons({ compared }: JsonRecord, own: JsonRecord, { results, references }: JsonRecord): string {
	const ranks = new Set(listRecords(compared).map(({ rank }) => rank));
	const others = [...listRecords(references), ...listRecords(results)].filter(({ rank }) => ranks.delete(rank));
	if (others.length === 0) return '';
	const rows = [...others.toSorted((a, b) => Number(a.rank) - Number(b.rank)), own];
	const ranked = toRankColumns(rows);
	if (ranked.titles.length === 0) return '';
	return formatTable(
		['  RANK', ...ranked.titles],
		rows.map((row) => [`  ${row.rank ?? '-'}`, ...ranked.toCells(row)]),
	);
}

/** Why learning moved an item. */
function formatLearned({ learned }: JsonRecord): string {
	if (!isRecord(learned)) return '';
	const { clicks, expected_clicks: expected } = learned;
	return `  Learned from ${toShort(clicks)} weighted clicks, where its ranks explain ${toShort(expected)}.\n`;
}

/** What results are ranked by: the values that they are sorted by, their scores and the factors of these. */
function toRankColumns(results: readonly JsonRecord[]) {
	const fields = listRecords(results[0]?.sort).map(({ field }) => String(field));
	// A factor that is 1 for all results says nothing.
	const names = listRecords(results[0]?.factors)
		.map(({ name }) => String(name))
		.filter((name) => results.some((result) => toFactor(result, name) !== 1));
	const isScored = results.some(({ factors }) => listRecords(factors).length > 0);
	const toSorted = ({ sort }: JsonRecord, field: string) =>
		listTexts(listRecords(sort).find((entry) => entry.field === field)?.value).join(', ');
	return {
		titles: [...fields, ...(isScored ? ['SCORE', ...names] : [])].map((title) => title.toUpperCase()),
		toCells: (result: JsonRecord) => [
			...fields.map((field) => toSorted(result, field)),
			...(isScored ? [toShort(result.score), ...names.map((name) => toShort(toFactor(result, name)))] : []),
		],
	};
}

function toFactor({ factors }: JsonRecord, name: string): number {
	return Number(listRecords(factors).find((factor) => factor.name === name)?.value ?? 1);
}

function listRecords(list: unknown): JsonRecord[] {
	return Array.isArray(list) ? list.filter(isRecord) : [];
}

function listTexts(list: unknown): string[] {
	return Array.isArray(list) ? list.map(String) : [];
}

const listedMax = 4;

function toShortList(list: readonly string[], count = list.length): string {
	const listed = list.slice(0, listedMax).join(', ');
	return count > listedMax ? `${listed} and ${count - listedMax} more` : listed;
}

function shorten(cell: unknown): unknown {
	return typeof cell === 'string' ? fitText(cell, titleWidthMax) : cell;
}

/** Three digits that count. */
function toShort(value: unknown): string {
	return String(Number(Number(value).toPrecision(3)));
}

function toShare(share: unknown): string {
	return `${Math.round(Number(share) * 100)} %`;
}
