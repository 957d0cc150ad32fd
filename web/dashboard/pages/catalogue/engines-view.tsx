/** All search engines of the account: made, changed and deleted here. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Confirmation } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { callApi, toPath } from '../../shell/call-api.ts';
import { useEngines } from '../../shell/engines.tsx';
import { EmptyState, WhenLoaded } from '../../shell/page-states.tsx';
import { writePreference } from '../../shell/preferences.ts';
import { PageLink, useRouter } from '../../shell/router.tsx';
import { mayWrite, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { useSaving } from '../../shell/use-saving.ts';
import type { EngineDetails } from './catalogue-wire.ts';
import { EngineDialog } from './engine-dialog.tsx';

type Opened = { readonly kind: 'edit' | 'delete'; readonly engine: EngineDetails } | { readonly kind: 'create' };

export const EnginesView: FunctionComponent = () => {
	const { texts } = useLocale();
	const { session } = useSession();
	const { go } = useRouter();
	const shared = useEngines();
	const loaded = useLoaded((signal) => callApi<readonly EngineDetails[]>('/search_engines', { signal }), 'engines');
	const [opened, setOpened] = useState<Opened>();
	const [created, setCreated] = useState<string>();
	const isReadOnly = !mayWrite(session, 'catalogue');
	// When the form has gone: it asks before what was typed is left.
	useEffect(() => {
		if (created === undefined) return;
		writePreference('engine', created);
		go('catalogue', { engine: created });
	}, [created]);
	const close = () => setOpened(undefined);
	const reload = () => {
		close();
		loaded.reload();
		shared.reload();
	};
	const create = (
		<button type="button" class="button strong" disabled={isReadOnly} onClick={() => setOpened({ kind: 'create' })}>
			<Icon name="plus" />
			{texts.catalogue.newEngine}
		</button>
	);
	return (
		<>
			{isReadOnly && <Notice kind="info">{texts.shell.readOnly}</Notice>}
			<WhenLoaded loaded={loaded} area="catalogue">
				{(engines) =>
					engines.length === 0 ? (
						<EmptyState icon="catalogue" title={texts.shell.noEngines} hint={texts.shell.noEnginesHint}>
							{create}
						</EmptyState>
					) : (
						<>
							<div class="actions">{create}</div>
							<EngineTable engines={engines} isReadOnly={isReadOnly} onOpen={setOpened} />
						</>
					)
				}
			</WhenLoaded>
			{(opened?.kind === 'edit' || opened?.kind === 'create') && (
				<EngineDialog
					hashid={opened.kind === 'edit' ? opened.engine.hashid : undefined}
					onClose={close}
					onSaved={({ hashid }) => {
						reload();
						if (opened.kind === 'create') setCreated(hashid);
					}}
				/>
			)}
			{opened?.kind === 'delete' && <EngineDeletion engine={opened.engine} onClose={close} onDeleted={reload} />}
		</>
	);
};

interface EngineTableProps {
	readonly engines: readonly EngineDetails[];
	readonly isReadOnly: boolean;
	readonly onOpen: (opened: Opened) => void;
}

const EngineTable: FunctionComponent<EngineTableProps> = ({ engines, isReadOnly, onOpen }) => {
	const { texts, number, fill } = useLocale();
	const { catalogue } = texts;
	const columns: readonly Column<EngineDetails>[] = [
		{
			name: 'name',
			title: catalogue.name,
			sortBy: ({ name }) => name,
			render: ({ hashid, name, locked }) => (
				<div class="stack tight">
					<span class="row">
						<PageLink to="catalogue" query={{ engine: hashid }} dir="auto">
							{name || texts.shell.noName}
						</PageLink>
						{locked && <span class="tag warning">{catalogue.locked}</span>}
					</span>
					<code class="muted">{hashid}</code>
				</div>
			),
		},
		{ name: 'locale', title: catalogue.locale, sortBy: ({ locale }) => locale, render: ({ locale }) => locale },
		{ name: 'currency', title: catalogue.currency, sortBy: (row) => row.currency, render: (row) => row.currency },
		{
			name: 'indices',
			title: catalogue.indices,
			isNumber: true,
			sortBy: ({ indices }) => indices.length,
			render: ({ indices }) => number(indices.length),
		},
		{
			name: 'actions',
			title: catalogue.actions,
			render: (engine) => (
				<span class="cell-actions">
					<button
						type="button"
						class="button small"
						aria-label={fill(catalogue.editNamed, { name: engine.name })}
						onClick={() => onOpen({ kind: 'edit', engine })}
					>
						{isReadOnly ? catalogue.show : texts.shell.edit}
					</button>
					<button
						type="button"
						class="button small danger"
						disabled={isReadOnly}
						aria-label={fill(catalogue.deleteNamed, { name: engine.name })}
						onClick={() => onOpen({ kind: 'delete', engine })}
					>
						{texts.shell.delete}
					</button>
				</span>
			),
		},
	];
	return <DataTable caption={catalogue.engines} columns={columns} rows={engines} toKey={({ hashid }) => hashid} />;
};

interface EngineDeletionProps {
	readonly engine: EngineDetails;
	readonly onClose: () => void;
	readonly onDeleted: () => void;
}

const EngineDeletion: FunctionComponent<EngineDeletionProps> = ({ engine, onClose, onDeleted }) => {
	const { texts, fill } = useLocale();
	const saving = useSaving(texts.catalogue.deleted);
	const remove = async () => {
		const path = toPath`/search_engines/${engine.hashid}`;
		if (await saving.save(() => callApi(path, { method: 'DELETE' }))) onDeleted();
	};
	return (
		<Confirmation
			title={fill(texts.catalogue.deleteNamed, { name: engine.name })}
			text={saving.message ?? texts.catalogue.deleteEngineHint}
			word={engine.name}
			wordText={fill(texts.shell.typeToConfirm, { word: engine.name })}
			confirmText={texts.shell.delete}
			cancelText={texts.shell.cancel}
			onConfirm={() => void remove()}
			onCancel={onClose}
		/>
	);
};
