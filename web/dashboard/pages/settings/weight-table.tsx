/** The weight of each field's words; an empty field keeps what Vitrine infers. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Field } from '../../../ui/field.tsx';
import { EmptyState } from '../../shell/page-states.tsx';
import { useLocale } from '../../shell/texts.tsx';
import type { SchemaDraft } from './schema-rules.ts';
import type { SchemaField } from './wire.ts';

export interface SchemaDraftProps {
	readonly draft: SchemaDraft;
	readonly isReadOnly: boolean;
}

const weightMax = 10;
/** More are shown when they are asked for: catalogues have hundreds of fields. */
const rowsAtOnce = 12;

export const WeightTable: FunctionComponent<SchemaDraftProps> = ({ draft, isReadOnly }) => {
	const { texts, fill, fillCount, number } = useLocale();
	const [hasAll, setAll] = useState(false);
	const [text, setText] = useState('');
	const [shownMax, setShownMax] = useState(rowsAtOnce);
	const t = texts.settings.weights;
	const { fields } = draft.current;
	const listed = fields
		.filter(({ name, ignored }) => !ignored && name.toLowerCase().includes(text.trim().toLowerCase()))
		.filter(({ weight, override }) => hasAll || weight !== null || typeof override?.weight === 'number')
		.sort((a, b) => toFirstWeight(b) - toFirstWeight(a));
	if (fields.length === 0) return <EmptyState icon="catalogue" title={t.noFields} hint={t.noFieldsHint} />;
	const columns: readonly Column<SchemaField>[] = [
		{
			name: 'field',
			title: t.field,
			sortBy: ({ name }) => name,
			render: ({ name, role }) => (
				<span class="weighed-field">
					<bdi>{name}</bdi>
					<span class="hint">{texts.catalogue.schema.roles[role]}</span>
				</span>
			),
		},
		{
			name: 'weight',
			title: t.weight,
			isNumber: true,
			sortBy: ({ weight }) => weight,
			render: (field) => {
				const problem = draft.saving.findProblem(`fields.${field.name}.weight`);
				return (
					<>
						<input
							type="number"
							class="narrow"
							min={0}
							max={weightMax}
							step={0.05}
							aria-label={fill(t.weightOf, { name: field.name })}
							aria-invalid={problem === undefined ? undefined : 'true'}
							value={field.override?.weight == null ? '' : (field.weight ?? '')}
							placeholder={toUsual(field, number, t.notSearched)}
							disabled={isReadOnly}
							onChange={({ currentTarget: { valueAsNumber: weight } }) =>
								draft.edit({
									[field.name]: { ...draft.change?.[field.name], weight: Number.isNaN(weight) ? null : weight },
								})
							}
						/>
						{problem !== undefined && <p class="problem">{problem}</p>}
					</>
				);
			},
		},
	];
	return (
		<>
			<Field label={t.find}>
				<input type="search" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
			</Field>
			<DataTable caption={t.title} columns={columns} rows={listed.slice(0, shownMax)} toKey={({ name }) => name} />
			{listed.length > shownMax && (
				<button type="button" class="button" onClick={() => setShownMax(shownMax + rowsAtOnce * 4)}>
					{fillCount(texts.settings.synonyms.more, listed.length - shownMax)}
				</button>
			)}
			<label class="check">
				<input type="checkbox" checked={hasAll} onChange={({ currentTarget }) => setAll(currentTarget.checked)} />
				{t.allFields}
			</label>
		</>
	);
};

/** By what is inferred, so that no row moves under the hands of who types. */
function toFirstWeight({ weight, inferred }: SchemaField): number {
	return inferred?.weight ?? weight ?? -1;
}

/** What holds where nothing is said. */
function toUsual({ weight, inferred, override }: SchemaField, number: (value: number) => string, none: string): string {
	const usual = override?.weight == null ? weight : (inferred?.weight ?? null);
	return usual === null ? none : number(usual);
}
