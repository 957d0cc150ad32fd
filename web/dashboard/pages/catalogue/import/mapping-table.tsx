/** Which column of a file becomes which field, with the first values of each. */
import type { FunctionComponent } from 'preact';
import { useId } from 'preact/hooks';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { useLocale } from '../../../shell/texts.tsx';
import { knownFields } from './guess-field.ts';
import { type ColumnMapping, lacksAddress, type TextForm, textForms } from './map-columns.ts';

export interface MappingTableProps {
	readonly mapping: readonly ColumnMapping[];
	/** Columns that cannot have the field that they have. */
	readonly doubles: ReadonlySet<string>;
	/** Whether values are texts, which can be cut into lists. */
	readonly isText: boolean;
	readonly onChange: (mapping: readonly ColumnMapping[]) => void;
}

export const MappingTable: FunctionComponent<MappingTableProps> = ({ mapping, doubles, isText, onChange }) => {
	const { texts, fill } = useLocale();
	const { importing } = texts.catalogue;
	const listId = useId();
	const change = (column: string, part: Partial<ColumnMapping>) =>
		onChange(mapping.map((entry) => (entry.column === column ? { ...entry, ...part } : entry)));
	const columns: readonly Column<ColumnMapping>[] = [
		{
			name: 'column',
			title: importing.column,
			render: ({ column, examples }) => (
				<div class="stack tight column-cell">
					<strong dir="auto">{column}</strong>
					<span class="hint" dir="auto">
						{examples.join(' · ')}
					</span>
				</div>
			),
		},
		{
			name: 'field',
			title: importing.field,
			render: (entry) => (
				<FieldInput
					entry={entry}
					listId={listId}
					problem={doubles.has(entry.column) ? importing.double : undefined}
					onChange={(part) => change(entry.column, part)}
				/>
			),
		},
	];
	const lists: Column<ColumnMapping> = {
		name: 'list',
		title: importing.list,
		render: ({ column, form }) => (
			<select
				aria-label={`${importing.list}: ${column}`}
				value={form}
				onChange={({ currentTarget }) => change(column, { form: currentTarget.value as TextForm })}
			>
				{textForms.map((value) => (
					<option key={value} value={value}>
						{value === 'one'
							? importing.noList
							: value === 'html'
								? importing.html
								: fill(importing.listBy, { sign: value })}
					</option>
				))}
			</select>
		),
	};
	return (
		<>
			<datalist id={listId}>
				{knownFields.map((field) => (
					<option key={field} value={field} />
				))}
			</datalist>
			<DataTable
				caption={importing.mapping}
				columns={isText ? [...columns, lists] : columns}
				rows={mapping}
				toKey={({ column }) => column}
			/>
		</>
	);
};

interface FieldInputProps {
	readonly entry: ColumnMapping;
	readonly listId: string;
	readonly problem: string | undefined;
	readonly onChange: (part: Partial<ColumnMapping>) => void;
}

const FieldInput: FunctionComponent<FieldInputProps> = ({ entry, listId, problem, onChange }) => {
	const { column, field, address } = entry;
	const { texts, fill } = useLocale();
	const { importing } = texts.catalogue;
	const id = useId();
	return (
		<div class="stack tight field-cell">
			<input
				aria-label={fill(importing.fieldFor, { column })}
				aria-invalid={problem === undefined ? undefined : 'true'}
				aria-describedby={problem === undefined ? undefined : id}
				list={listId}
				value={field}
				placeholder={importing.leftOut}
				autocomplete="off"
				onInput={({ currentTarget }) => onChange({ field: currentTarget.value.trim() })}
			/>
			{lacksAddress(entry) && (
				<input
					aria-label={fill(importing.addressOf, { column })}
					type="url"
					value={address}
					placeholder={field === 'link' ? 'https://shop.example/products/' : 'https://shop.example/media/'}
					onInput={({ currentTarget }) => onChange({ address: currentTarget.value.trim() })}
				/>
			)}
			{problem !== undefined && (
				<p id={id} class="problem">
					{problem}
				</p>
			)}
		</div>
	);
};
