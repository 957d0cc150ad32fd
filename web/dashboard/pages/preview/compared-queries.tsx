/** How far two settings agree: over all queries, and hit by hit for one of them. */
import type { FunctionComponent } from 'preact';
import { DataTable } from '../../../ui/data-table.tsx';
import type { Engine } from '../../shell/engines.tsx';
import { useRouter } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { measureOverlap } from './compare-lists.ts';
import { ListsSideBySide } from './lists-side-by-side.tsx';
import type { ComparedQuery } from './use-comparison.ts';

export interface ComparedQueriesProps {
	readonly engine: Engine;
	readonly compared: readonly ComparedQuery[];
	/** The query whose hits are shown; null for the first one. */
	readonly shown: string | null;
}

export const ComparedQueries: FunctionComponent<ComparedQueriesProps> = ({ engine, compared, shown }) => {
	const { texts, percent, fillCount } = useLocale();
	const current = compared.find(({ query }) => query === shown) ?? compared[0];
	if (current === undefined) return null;
	const overlaps = compared.map(({ before, after }) => measureOverlap(before.hits, after.hits));
	const overlap = overlaps.reduce((sum, one) => sum + one, 0) / overlaps.length;
	return (
		<>
			<div class="card figure" role="status">
				<span class="muted">{texts.preview.overlap}</span>
				<span class="value">{percent(overlap)}</span>
				<span class="hint">{fillCount(texts.preview.overlapAll, compared.length)}</span>
			</div>
			{compared.length > 1 && <QueryTable compared={compared} current={current} />}
			<ListsSideBySide engine={engine} compared={current} />
		</>
	);
};

interface QueryTableProps {
	readonly compared: readonly ComparedQuery[];
	readonly current: ComparedQuery;
}

const QueryTable: FunctionComponent<QueryTableProps> = ({ compared, current }) => {
	const { texts, percent, number, fill } = useLocale();
	const { changeQuery } = useRouter();
	const overlapOf = ({ before, after }: ComparedQuery) => measureOverlap(before.hits, after.hits);
	return (
		<DataTable
			caption={texts.preview.comparison}
			rows={compared}
			toKey={({ query }) => query}
			columns={[
				{
					name: 'query',
					title: texts.preview.queryColumn,
					sortBy: ({ query }) => query,
					render: ({ query }) => <bdi>{query}</bdi>,
				},
				{
					name: 'overlap',
					title: texts.preview.inCommon,
					isNumber: true,
					sortBy: overlapOf,
					render: (one) => percent(overlapOf(one)),
				},
				{
					name: 'before',
					title: texts.preview.before,
					isNumber: true,
					sortBy: ({ before }) => before.total_found,
					render: ({ before }) => number(before.total_found),
				},
				{
					name: 'after',
					title: texts.preview.after,
					isNumber: true,
					sortBy: ({ after }) => after.total_found,
					render: ({ after }) => number(after.total_found),
				},
				{
					name: 'show',
					title: texts.preview.show,
					render: ({ query }) =>
						query === current.query ? (
							<span class="tag good">{texts.preview.shown}</span>
						) : (
							<button
								type="button"
								class="button small"
								aria-label={fill(texts.preview.showOf, { query })}
								onClick={() => changeQuery({ shown: query })}
							>
								{texts.preview.show}
							</button>
						),
				},
			]}
		/>
	);
};
