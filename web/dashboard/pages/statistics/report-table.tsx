/** The rows of a report, sorted by any column; queries and items lead to what they did. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { toSafeUrl } from '../../../ui/safe-url.ts';
import { PageLink, useRouter } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { findPrevious } from './find-previous.ts';
import { keepQuery, type Question } from './question.ts';
import type { ReportAnswer, ReportRow } from './report-answer.ts';
import { engineColumn, isNumber, type ReportColumn } from './report-columns.ts';
import { type ReportPath, reports } from './reports.ts';
import type { Formats } from './use-formats.ts';

export interface ReportTableProps {
	readonly path: ReportPath;
	readonly question: Question;
	readonly answer: ReportAnswer;
	readonly formats: Formats;
}

const rowsPerPage = 100;
const rowsDefault = 100;

export const ReportTable: FunctionComponent<ReportTableProps> = ({ path, question, answer, formats }) => {
	const { texts, fill, fillCount, number } = useLocale();
	const { filters } = reports[path];
	const columns = useColumns({ path, question, answer, formats });
	const limit = Number(question.filters.limit ?? rowsDefault);
	const numbers = new Map(answer.results.map((row, index) => [row, index]));
	return (
		<div class="stack tight report-table">
			<DataTable
				caption={texts.statistics.reports[path].title}
				columns={columns}
				rows={answer.results}
				toKey={(row) => numbers.get(row) ?? 0}
				paging={{
					size: rowsPerPage,
					toText: (from, to) =>
						fill(texts.statistics.rowsFromTo, {
							from: number(from),
							to: number(to),
							count: number(answer.results.length),
						}),
					...{ next: texts.statistics.nextRows, previous: texts.statistics.previousRows },
				}}
			/>
			{filters.includes('limit') && question.scope !== 'each' && answer.results.length === limit && (
				<p class="hint">{fillCount(texts.statistics.firstRows, limit)}</p>
			)}
		</div>
	);
};

function useColumns({ path, question, answer, formats }: ReportTableProps): readonly Column<ReportRow>[] {
	const { texts } = useLocale();
	const { columns, chart } = reports[path];
	// Of a brand and a category, a row has one.
	const present = columns.filter(({ name }) => answer.results.some((row) => row[name] !== undefined));
	const shown = question.scope === 'each' ? [engineColumn, ...present] : present;
	const titleOf = ({ title }: ReportColumn) => texts.statistics.columns[title];
	const tableColumns = shown.map((each) => ({
		...{ name: each.name, title: titleOf(each), isNumber: isNumber(each) },
		render: (row: ReportRow) => <Cell column={each} row={row} formats={formats} />,
		sortBy: (row: ReportRow) => toSortKey(row[each.name], formats.toText(each, row[each.name])),
	}));
	const measure = columns.find(({ name }) => name === mainMeasure(path)) ?? columns.find(isNumber);
	if (answer.previous === undefined || measure === undefined || chart.kind === 'map') return tableColumns;
	const before = findPrevious(shown, answer);
	const readBefore = (row: ReportRow) => before.get(row)?.[measure.name] ?? null;
	const previous = {
		...{ name: 'previous', title: `${titleOf(measure)}: ${texts.statistics.periodBefore}`, isNumber: true },
		render: (row: ReportRow) => formats.toText(measure, readBefore(row)),
		sortBy: (row: ReportRow) => toSortKey(readBefore(row), ''),
	};
	return [...tableColumns, previous];
}

/** What the chart shows, and what is compared with the period before. */
function mainMeasure(path: ReportPath): string | undefined {
	const { chart } = reports[path];
	if (chart.kind === 'lines') return chart.measures[0];
	return chart.kind === 'bars' || chart.kind === 'sums' ? chart.measure : undefined;
}

function toSortKey(value: unknown, text: string): string | number | null {
	if (value === null || value === undefined) return null;
	return typeof value === 'number' ? value : text;
}

interface CellProps {
	readonly column: ReportColumn;
	readonly row: ReportRow;
	readonly formats: Formats;
}

const Cell: FunctionComponent<CellProps> = ({ column, row, formats }) => {
	const { texts } = useLocale();
	const value = row[column.name];
	const text = formats.toText(column, value);
	if (column.kind === 'query' && value !== '')
		return (
			<ReportLink to="searches" filter={{ query: text }}>
				{text}
			</ReportLink>
		);
	if (column.kind === 'item' && typeof value === 'string')
		return (
			<ReportLink className="mono truncate item" to="clicked_items/searches" filter={{ dfid: value }}>
				{value.slice(value.indexOf('@') + 1)}
			</ReportLink>
		);
	if (column.kind === 'link') {
		const url = toSafeUrl(value);
		return url === undefined ? null : (
			<a href={url} target="_blank" rel="noreferrer">
				{texts.statistics.open}
			</a>
		);
	}
	if (column.name === 'title' && value === '') return <span class="muted">{texts.statistics.deletedItem}</span>;
	return <span dir={isNumber(column) ? undefined : 'auto'}>{text}</span>;
};

interface ReportLinkProps {
	readonly className?: string;
	readonly to: ReportPath;
	readonly filter: Readonly<Record<string, string>>;
	readonly children: ComponentChildren;
}

const ReportLink: FunctionComponent<ReportLinkProps> = ({ className, to, filter, children }) => {
	const { query } = useRouter();
	return (
		<PageLink class={className} dir="auto" to={`statistics/${to}`} query={{ ...keepQuery(query), ...filter }}>
			{children}
		</PageLink>
	);
};
