/** Which column of a file becomes which field, with the first values of each. */
import type { FunctionComponent } from 'preact';
import { useId } from 'preact/hooks';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { useLocale } from '../../../shell/texts.tsx';
import { type ColumnMapping, knownFields, listSeparators } from './map-columns.ts';

export interface MappingTableProps {
	readonly mapping: readonly ColumnMapping[];
	/** Columns that cannot have the field that they have. */
	readonly doubles: ReadonlySet<string>;
	/** Whether values are texts, which can be cut into lists. */
	readonly isText: boolean;
	readonly onChange: (mapping: readonly ColumnMapping[]) => void;
}

export const MappingTable: FunctionComponent<MappingTableProps> = ({ mapping, doubles, isText, onChange }) => {
	const { texts } = useLocale();
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
			render: ({ column, field }) => (
				<FieldInput
					column={column}
					field={field}
					listId={listId}
					problem={doubles.has(column) ? importing.double : undefined}
					onChange={(value) => change(column, { field: value })}
				/>
			),
		},
	];
	const lists: Column<ColumnMapping> = {
		name: 'list',
		title: importing.list,
		render: ({ column, listSeparator }) => (
			<select
				aria-label={`${importing.list}: ${column}`}
				value={listSeparator}
				onChange={({ currentTarget }) => change(column, { listSeparator: currentTarget.value })}
			>
				<option value="">{importing.noList}</option>
				{listSeparators.map((separator) => (
					<option key={separator} value={separator}>
						{separator}
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
	readonly column: string;
	readonly field: string;
	readonly listId: string;
	readonly problem: string | undefined;
	readonly onChange: (field: string) => void;
}

const FieldInput: FunctionComponent<FieldInputProps> = ({ column, field, listId, problem, onChange }) => {
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
				onInput={({ currentTarget }) => onChange(currentTarget.value.trim())}
			/>
			{problem !== undefined && (
				<p id={id} class="problem">
					{problem}
				</p>
			)}
		</div>
	);
};
