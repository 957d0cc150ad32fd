/** The indices of a search engine: how many items each has, whether searches see them, and its temporary index. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Confirmation } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { callApi, toPath } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { EmptyState, WhenLoaded } from '../../shell/page-states.tsx';
import { PageLink } from '../../shell/router.tsx';
import { mayWrite, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { useSaving } from '../../shell/use-saving.ts';
import { IndexDialog } from './index-dialog.tsx';
import { toIndexPath } from './index-paths.ts';
import { type EngineIndices, type IndexRow, loadIndices } from './load-indices.ts';
import { SearchState } from './search-state.tsx';
import { TemporaryNotice } from './temporary-notice.tsx';

const refreshMs = 2_000;

export const IndicesView: FunctionComponent<{ readonly engine: Engine }> = ({ engine }) => {
	const { texts, fill } = useLocale();
	const { session } = useSession();
	const loaded = useLoaded((signal) => loadIndices(engine.hashid, signal), engine.hashid);
	const [isCreating, setCreating] = useState(false);
	const isReadOnly = !mayWrite(session, 'catalogue');
	useEffect(() => {
		if (loaded.value === undefined || !isMoving(loaded.value)) return;
		const timer = setTimeout(loaded.reload, refreshMs);
		return () => clearTimeout(timer);
	}, [loaded.value, loaded.reload]);
	const create = (
		<button type="button" class="button strong" disabled={isReadOnly} onClick={() => setCreating(true)}>
			<Icon name="plus" />
			{texts.catalogue.newIndex}
		</button>
	);
	return (
		<>
			{isReadOnly && <Notice kind="info">{texts.shell.readOnly}</Notice>}
			<WhenLoaded loaded={loaded} area="catalogue">
				{({ rows }) =>
					rows.length === 0 ? (
						<EmptyState icon="catalogue" title={texts.catalogue.noIndices} hint={texts.catalogue.noIndicesHint}>
							{create}
						</EmptyState>
					) : (
						<>
							{rows.map((row) => (
								<TemporaryNotice
									key={row.name}
									engine={engine}
									index={row}
									isReadOnly={isReadOnly}
									onChanged={loaded.reload}
								/>
							))}
							<div class="row spread">
								<h2 class="engine-name">
									{fill(texts.catalogue.indicesOf, { name: engine.name || texts.shell.noName })}
								</h2>
								{create}
							</div>
							<IndexTable engine={engine} rows={rows} isReadOnly={isReadOnly} onChanged={loaded.reload} />
						</>
					)
				}
			</WhenLoaded>
			{isCreating && (
				<IndexDialog
					engine={engine}
					onClose={() => setCreating(false)}
					onSaved={() => {
						setCreating(false);
						loaded.reload();
					}}
				/>
			)}
		</>
	);
};

/** Whether the numbers will be others in a moment. */
function isMoving({ rows }: EngineIndices): boolean {
	return rows.some(
		({ search, temporaryItemCount }) =>
			temporaryItemCount !== undefined ||
			(search !== undefined && (search.state !== 'ready' || search.writes_behind > 0)),
	);
}

interface IndexTableProps {
	readonly engine: Engine;
	readonly rows: readonly IndexRow[];
	readonly isReadOnly: boolean;
	readonly onChanged: () => void;
}

const IndexTable: FunctionComponent<IndexTableProps> = ({ engine, rows, isReadOnly, onChanged }) => {
	const { texts, number, fill } = useLocale();
	const { catalogue } = texts;
	const [deleted, setDeleted] = useState<IndexRow>();
	const query = { engine: engine.hashid };
	const columns: readonly Column<IndexRow>[] = [
		{
			name: 'name',
			title: catalogue.name,
			sortBy: ({ name }) => name,
			render: ({ name, preset }) => (
				<span class="row">
					<PageLink to={toIndexPath(name)} query={query}>
						{name}
					</PageLink>
					<span class="tag">{catalogue.presets[preset]}</span>
				</span>
			),
		},
		{
			name: 'items',
			title: catalogue.items,
			isNumber: true,
			sortBy: ({ itemCount }) => itemCount,
			render: ({ itemCount }) => number(itemCount),
		},
		{ name: 'search', title: catalogue.inSearch, render: ({ search }) => <SearchState search={search} /> },
		{
			name: 'actions',
			title: catalogue.actions,
			render: (row) => (
				<span class="cell-actions">
					<PageLink
						class="button small"
						to={toIndexPath(row.name, 'import')}
						query={query}
						aria-label={fill(catalogue.importInto, { name: row.name })}
					>
						<Icon name="upload" size={16} />
						{catalogue.import}
					</PageLink>
					<PageLink
						class="button small"
						to={toIndexPath(row.name, 'fields')}
						query={query}
						aria-label={fill(catalogue.fieldsOf, { name: row.name })}
					>
						{catalogue.fields}
					</PageLink>
					<button
						type="button"
						class="button small danger"
						disabled={isReadOnly}
						aria-label={fill(catalogue.deleteNamed, { name: row.name })}
						onClick={() => setDeleted(row)}
					>
						{texts.shell.delete}
					</button>
				</span>
			),
		},
	];
	return (
		<>
			<DataTable caption={catalogue.indices} columns={columns} rows={rows} toKey={({ name }) => name} />
			{deleted !== undefined && (
				<IndexDeletion
					engine={engine}
					index={deleted}
					onClose={() => setDeleted(undefined)}
					onDeleted={() => {
						setDeleted(undefined);
						onChanged();
					}}
				/>
			)}
		</>
	);
};

interface IndexDeletionProps {
	readonly engine: Engine;
	readonly index: IndexRow;
	readonly onClose: () => void;
	readonly onDeleted: () => void;
}

const IndexDeletion: FunctionComponent<IndexDeletionProps> = ({ engine, index, onClose, onDeleted }) => {
	const { texts, fill, fillCount } = useLocale();
	const saving = useSaving(texts.catalogue.deleted);
	const remove = async () => {
		const path = toPath`/search_engines/${engine.hashid}/indices/${index.name}`;
		if (await saving.save(() => callApi(path, { method: 'DELETE' }))) onDeleted();
	};
	return (
		<Confirmation
			title={fill(texts.catalogue.deleteNamed, { name: index.name })}
			text={saving.message ?? fillCount(texts.catalogue.deleteIndexHint, index.itemCount)}
			word={index.name}
			wordText={fill(texts.shell.typeToConfirm, { word: index.name })}
			confirmText={texts.shell.delete}
			cancelText={texts.shell.cancel}
			onConfirm={() => void remove()}
			onCancel={onClose}
		/>
	);
};
