/** The result of an evaluation, for people. */
import { formatCount } from '../import/progress.ts';
import { fitText, formatTable } from '../text-table.ts';
import { type Comparison, type MeasuredRun, type MovedItem, measuresOfKinds } from './measure-run.ts';
import type { QuerySet } from './query-set.ts';

export interface EvaluationReport {
	readonly engine: string;
	readonly set: QuerySet;
	/** One or two. */
	readonly runs: readonly NamedRun[];
	/** Of two runs. */
	readonly comparison: Comparison | undefined;
	/** The most queries of each list. */
	readonly listedMax: number;
}

export interface NamedRun extends MeasuredRun {
	/** The file of the settings, or that they are the stored ones. */
	readonly name: string;
}

const movedItemsMax = 4;
const queryWidthMax = 40;

export function formatReport(report: EvaluationReport): string {
	const { comparison, set } = report;
	const sections = [
		`${formatCount(set.queries.length)} ${set.kind} ${set.queries.length === 1 ? 'query' : 'queries'} in search engine ${report.engine}.\n`,
		formatMeasures(report),
		comparison === undefined ? listEmpty(report) : formatComparison(report, comparison),
	];
	return sections.filter((section) => section !== '').join('\n');
}

function formatMeasures({ set, runs, comparison }: EvaluationReport): string {
	const names = runs.map(({ name }) => name.toUpperCase());
	const rows = measuresOfKinds[set.kind].map(({ name, title }) => {
		const means = runs.map(({ means: ofRun }) => toText(ofRun[name] ?? null));
		const change = comparison?.changes[name];
		return change === undefined ? [title, ...means] : [title, ...means, toSigned(change.change), toP(change.p_value)];
	});
	return formatTable(['MEASURE', ...names, ...(comparison === undefined ? [] : ['CHANGE', 'P'])], rows);
}

function formatComparison({ set, listedMax }: EvaluationReport, comparison: Comparison): string {
	const [{ title }] = measuresOfKinds[set.kind];
	const { better, worse, same, changed, moved } = comparison;
	const counts = [better, worse, same, changed].map(formatCount);
	const sentence = `By ${title}, ${counts[0]} are better, ${counts[1]} worse, ${counts[2]} the same; the first ten changed for ${counts[3]}.\n`;
	const rows = moved
		.slice(0, listedMax)
		.map(({ query, before, after, change, entered, left }) => [
			toSigned(change),
			fitText(query, queryWidthMax),
			toText(before),
			toText(after),
			listItems(entered),
			listItems(left),
		]);
	const table = formatTable(['CHANGE', 'QUERY', 'BEFORE', 'AFTER', 'ENTERED THE FIRST TEN', 'LEFT THEM'], rows);
	return rows.length === 0 ? sentence : `${sentence}\n${table}`;
}

/** `4711 (3), 4712 (-)`: ids with their grade or clicks. */
function listItems(items: readonly MovedItem[]): string {
	const shown = items.slice(0, movedItemsMax).map(({ id, evidence }) => `${fitText(id, 24)} (${evidence ?? '-'})`);
	const more = items.length - shown.length;
	return more > 0 ? `${shown.join(', ')}, ${more} more` : shown.join(', ');
}

function listEmpty({ set, runs: [run], listedMax }: EvaluationReport): string {
	const empty = set.queries.filter((_, index) => run?.results[index]?.count === 0).map(({ text }) => text);
	if (empty.length === 0) return '';
	const shown = empty.slice(0, listedMax).map((text) => `  ${fitText(text, 70)}\n`);
	const more = empty.length - shown.length;
	return `Without results:\n${shown.join('')}${more > 0 ? `  and ${formatCount(more)} more\n` : ''}`;
}

function toText(value: number | null): string {
	return value === null ? '-' : value.toFixed(3);
}

function toSigned(value: number): string {
	return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(3)}`;
}

function toP(value: number): string {
	return value < 0.001 ? '<0.001' : value.toFixed(3);
}
