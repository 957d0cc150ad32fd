/** Adds a facet: of a field that items have, or of a name that is typed. */
import type { FunctionComponent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { facetSizeDefault } from './facet-answers.ts';
import type { Facet, SchemaField } from './wire.ts';

export interface AddFacetProps {
	readonly fields: readonly SchemaField[];
	readonly facets: readonly Facet[];
	readonly isReadOnly: boolean;
	readonly onAdd: (facet: Facet) => void;
}

export const AddFacet: FunctionComponent<AddFacetProps> = ({ fields, facets, isReadOnly, onAdd }) => {
	const { texts } = useLocale();
	const [typed, setTyped] = useState('');
	const [problem, setProblem] = useState<string>();
	const id = useId();
	const t = texts.settings.facets;
	const offered = fields.filter(({ name, facet }) => facet !== null && !facets.some(({ field }) => field === name));

	function add(): void {
		const name = typed.trim();
		const isListed = facets.some(({ field }) => field === name);
		setProblem(name === '' ? texts.settings.typeFirst : isListed ? texts.settings.isListed : undefined);
		if (name === '' || isListed) return;
		const type = fields.find((field) => field.name === name)?.facet ?? 'term';
		onAdd({ field: name, type, size: facetSizeDefault });
		setTyped('');
	}

	return (
		<form
			class="add-form"
			onSubmit={(event) => {
				event.preventDefault();
				add();
			}}
		>
			<Field label={t.addField} hint={t.addFieldHint} problem={problem}>
				<input
					value={typed}
					disabled={isReadOnly}
					autocomplete="off"
					list={id}
					onInput={({ currentTarget }) => setTyped(currentTarget.value)}
				/>
			</Field>
			<datalist id={id}>
				{offered.map(({ name }) => (
					<option key={name} value={name} />
				))}
			</datalist>
			<button type="submit" class="button" disabled={isReadOnly}>
				<Icon name="plus" size={16} />
				{texts.shell.add}
			</button>
		</form>
	);
};
