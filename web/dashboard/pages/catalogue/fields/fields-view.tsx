/** What the fields of an index are for: what was inferred from names and values, and what people say instead. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { type ApiAnswer, callApi, callForAnswer } from '../../../shell/call-api.ts';
import { EmptyState, WhenLoaded } from '../../../shell/page-states.tsx';
import { useLocale } from '../../../shell/texts.tsx';
import { useLoaded } from '../../../shell/use-loaded.ts';
import type { Item, SearchIndex } from '../catalogue-wire.ts';
import { type IndexTarget, toApiPath } from '../index-paths.ts';
import { ifKnown } from '../load-indices.ts';
import { toShownText } from '../to-shown-text.ts';
import { FieldDialog } from './field-dialog.tsx';
import { findExamples } from './find-examples.ts';
import type { IndexSchema, SchemaField } from './schema-wire.ts';

export interface FieldsViewProps {
	readonly target: IndexTarget;
	readonly isReadOnly: boolean;
}

interface Known {
	readonly search: SearchIndex | undefined;
	readonly items: readonly Item[];
}

const sampledItems = 50;
const refreshMs = 1_500;

export const FieldsView: FunctionComponent<FieldsViewProps> = ({ target, isReadOnly }) => {
	const { texts } = useLocale();
	const path = toApiPath(target);
	const schemaPath = `${path}/schema`;
	const schema = useLoaded((signal) => callForAnswer<IndexSchema>(schemaPath, { signal }), schemaPath);
	const known = useLoaded(async (signal): Promise<Known> => {
		const [search, page] = await Promise.all([
			ifKnown(callApi<SearchIndex>(`${path}/search_index`, { signal })),
			callApi<{ readonly items: readonly Item[] }>(`${path}/items`, { query: { rpp: sampledItems }, signal }),
		]);
		return { search, items: page.items };
	}, path);
	const state = schema.value?.value.state;
	useEffect(() => {
		if (state !== 'rebuilding' && state !== 'building') return;
		const timer = setTimeout(schema.reload, refreshMs);
		return () => clearTimeout(timer);
	}, [state, schema.value, schema.reload]);
	return (
		<WhenLoaded loaded={schema} area="catalogue">
			{(answer) =>
				answer.value.fields.length === 0 ? (
					<EmptyState icon="catalogue" title={texts.catalogue.schema.empty} hint={texts.catalogue.noItemsHint} />
				) : (
					<>
						<BuildNotice schema={answer.value} />
						{known.value?.search !== undefined && <Notes search={known.value.search} />}
						<FieldList
							path={schemaPath}
							answer={answer}
							known={known.value}
							isReadOnly={isReadOnly}
							onChanged={schema.replace}
						/>
					</>
				)
			}
		</WhenLoaded>
	);
};

/** A change has the index built anew, which takes as long as an import. */
const BuildNotice: FunctionComponent<{ readonly schema: IndexSchema }> = ({ schema }) => {
	const { texts, fill, number } = useLocale();
	const { state, writes_indexed: done, writes_wanted: wanted } = schema;
	if (state !== 'rebuilding' && state !== 'building') return null;
	const values = { done: number(done ?? 0), all: number(wanted ?? 0) };
	return <Notice kind="info">{fill(texts.catalogue.schema[state], values)}</Notice>;
};

const Notes: FunctionComponent<{ readonly search: SearchIndex }> = ({ search: { notes } }) => {
	const { texts } = useLocale();
	if (notes.length === 0) return null;
	return (
		<Notice kind="warning">
			<strong>{texts.catalogue.schema.notes}</strong>
			<ul class="stack tight">
				{notes.map((note) => (
					<li key={note}>{note}</li>
				))}
			</ul>
		</Notice>
	);
};

interface FieldListProps {
	readonly path: string;
	readonly answer: ApiAnswer<IndexSchema>;
	readonly known: Known | undefined;
	readonly isReadOnly: boolean;
	readonly onChanged: (answer: ApiAnswer<IndexSchema>) => void;
}

const shownMax = 200;

const FieldList: FunctionComponent<FieldListProps> = ({ path, answer, known, isReadOnly, onChanged }) => {
	const { texts, fill, number } = useLocale();
	const { schema } = texts.catalogue;
	const [text, setText] = useState('');
	const [isOverriddenOnly, setOverriddenOnly] = useState(false);
	const [openedName, setOpenedName] = useState<string>();
	const { fields } = answer.value;
	const wanted = text.trim().toLowerCase();
	const found = fields.filter(
		({ name, source }) => name.toLowerCase().includes(wanted) && (!isOverriddenOnly || source === 'overridden'),
	);
	const opened = fields.find(({ name }) => name === openedName);
	return (
		<>
			<div class="row">
				<div class="grow">
					<Field label={schema.find}>
						<input type="search" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
					</Field>
				</div>
				<label class="check beside-field">
					<input
						type="checkbox"
						checked={isOverriddenOnly}
						onChange={({ currentTarget }) => setOverriddenOnly(currentTarget.checked)}
					/>
					{schema.overriddenOnly}
				</label>
			</div>
			<p class="muted" role="status">
				{fill(schema.shown, { count: number(Math.min(found.length, shownMax)), total: number(fields.length) })}
			</p>
			<FieldTable fields={found.slice(0, shownMax)} known={known} isReadOnly={isReadOnly} onOpen={setOpenedName} />
			{opened !== undefined && (
				<FieldDialog
					path={path}
					version={answer.version}
					field={opened}
					isReadOnly={isReadOnly}
					onChanged={onChanged}
					onClose={() => setOpenedName(undefined)}
				/>
			)}
		</>
	);
};

interface FieldTableProps {
	readonly fields: readonly SchemaField[];
	readonly known: Known | undefined;
	readonly isReadOnly: boolean;
	readonly onOpen: (name: string) => void;
}

const FieldTable: FunctionComponent<FieldTableProps> = ({ fields, known, isReadOnly, onOpen }) => {
	const { texts, fill, number } = useLocale();
	const { schema } = texts.catalogue;
	const conflicts = new Set(known?.search?.type_conflicts);
	const columns: readonly Column<SchemaField>[] = [
		{
			name: 'name',
			title: schema.field,
			sortBy: ({ name }) => name,
			render: ({ name, source, ignored }) => (
				<div class="stack tight field-name">
					<code>{name}</code>
					<span class="row">
						{source === 'overridden' && <span class="tag good">{schema.overridden}</span>}
						{ignored && <span class="tag warning">{schema.leftOut}</span>}
						{conflicts.has(name) && <span class="tag warning">{schema.mixed}</span>}
					</span>
				</div>
			),
		},
		{ name: 'role', title: schema.role, sortBy: ({ role }) => role, render: ({ role }) => schema.roles[role] },
		{
			name: 'weight',
			title: schema.weight,
			isNumber: true,
			sortBy: ({ weight }) => weight,
			render: ({ weight }) => (weight === null ? '–' : number(weight)),
		},
		{
			name: 'uses',
			title: schema.uses,
			render: ({ filterable, sortable }) => (
				<span class="truncate">
					{[filterable && schema.filter, sortable && schema.sort].filter(Boolean).join(', ') || '–'}
				</span>
			),
		},
		{
			name: 'facet',
			title: schema.facetColumn,
			render: ({ facet }) => (facet === null ? '–' : schema.facets[facet]),
		},
		{
			name: 'examples',
			title: schema.examples,
			render: ({ name }) => (
				<span class="clamped examples" dir="auto">
					{findExamples(known?.items ?? [], name)
						.map(toShownText)
						.join(' · ')}
				</span>
			),
		},
		{
			name: 'actions',
			title: texts.catalogue.actions,
			render: ({ name }) => (
				<button
					type="button"
					class="button small"
					aria-label={fill(texts.catalogue.editNamed, { name })}
					onClick={() => onOpen(name)}
				>
					{isReadOnly ? texts.catalogue.show : texts.shell.edit}
				</button>
			),
		},
	];
	return <DataTable caption={texts.catalogue.fields} columns={columns} rows={fields} toKey={({ name }) => name} />;
};
