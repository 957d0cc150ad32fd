/** The numbers above the chart: of reports with one row, of all rows, and beside them. */
import type { FunctionComponent } from 'preact';
import { useLocale } from '../../shell/texts.tsx';
import type { ReportAnswer } from './report-answer.ts';
import { column, type ReportColumn } from './report-columns.ts';
import { type ReportPath, reports } from './reports.ts';
import type { Formats } from './use-formats.ts';

export interface ReportFiguresProps {
	readonly path: ReportPath;
	readonly answer: ReportAnswer;
	readonly formats: Formats;
}

interface Shown {
	readonly column: ReportColumn;
	readonly title: string;
	readonly value: unknown;
	readonly before: unknown;
}

export const ReportFigures: FunctionComponent<ReportFiguresProps> = ({ path, answer, formats }) => {
	const { texts } = useLocale();
	const { chart, columns, figures = [] } = reports[path];
	const { previous } = answer;
	const shown: Shown[] = figures.map((each) => ({
		...{ column: each, title: texts.statistics.columns[each.title] },
		...{ value: answer[each.name], before: previous?.[each.name] },
	}));
	if (chart.kind === 'figures' && answer.results.length === 1)
		for (const each of columns)
			shown.push({
				...{ column: each, title: texts.statistics.columns[each.title] },
				...{ value: answer.results[0]?.[each.name], before: previous?.results[0]?.[each.name] },
			});
	const counted = columns.find(({ name }) => name === 'count');
	if (counted?.kind === 'count' && answer.total_count !== undefined)
		shown.unshift({
			...{ column: column('count', 'count', counted.title), title: texts.statistics.columns[counted.title] },
			...{ value: answer.total_count, before: previous?.total_count },
		});
	if (shown.length === 0) return null;
	return (
		<dl class="figures">
			{shown.map((figure) => (
				<FigureCard key={figure.column.name} figure={figure} formats={formats} />
			))}
		</dl>
	);
};

const FigureCard: FunctionComponent<{ readonly figure: Shown; readonly formats: Formats }> = ({ figure, formats }) => {
	const { texts, fill } = useLocale();
	const { column: shown, title, value, before } = figure;
	const difference = typeof value === 'number' && typeof before === 'number' ? value - before : undefined;
	return (
		<div class="card figure">
			<dt class="muted">{title}</dt>
			<dd class="value">{formats.toText(shown, value)}</dd>
			{difference !== undefined && (
				<dd class="hint">{fill(texts.statistics.changeOf, { change: formats.toChange(shown, difference) })}</dd>
			)}
		</div>
	);
};
