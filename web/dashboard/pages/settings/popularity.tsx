/** Fields of numbers that raise and lower items: a rating, sales, a rank. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useLocale } from '../../shell/texts.tsx';
import type { SchemaDraftProps } from './weight-table.tsx';
import type { FieldOverride, SchemaField } from './wire.ts';

const popularityMax = 10;
const popularityUsual = 5;
/** Roles of fields whose values are no numbers. */
const otherRoles: ReadonlySet<string> = new Set(['title', 'text', 'item_id', 'geo', 'link', 'image', 'group']);

export const Popularity: FunctionComponent<SchemaDraftProps> = ({ draft, isReadOnly }) => {
	const { texts } = useLocale();
	const [typed, setTyped] = useState('');
	const t = texts.settings.weights;
	const { fields } = draft.current;
	const weighed = fields.filter(({ popularity }) => popularity > 0);
	const offered = fields.filter(
		({ role, ignored, popularity }) => !ignored && popularity === 0 && !otherRoles.has(role),
	);
	const change = (name: string, said: FieldOverride) => draft.edit({ [name]: { ...draft.change?.[name], ...said } });
	return (
		<div class="stack">
			<div>
				<h3>{t.popularity}</h3>
				<p class="muted">{t.popularityHint}</p>
			</div>
			<ul class="popularity">
				{weighed.map((field) => (
					<PopularField
						key={field.name}
						field={field}
						isReadOnly={isReadOnly}
						problem={draft.saving.findProblem(`fields.${field.name}.popularity`)}
						onChange={(said) => change(field.name, said)}
					/>
				))}
			</ul>
			<form
				class="add-form"
				onSubmit={(event) => {
					event.preventDefault();
					if (typed !== '') change(typed, { popularity: popularityUsual });
					setTyped('');
				}}
			>
				<Field label={t.addPopularity}>
					<select
						value={typed}
						disabled={isReadOnly || offered.length === 0}
						onChange={({ currentTarget }) => setTyped(currentTarget.value)}
					>
						<option value="">{t.chooseField}</option>
						{offered.map(({ name }) => (
							<option key={name} value={name}>
								{name}
							</option>
						))}
					</select>
				</Field>
				<button type="submit" class="button" disabled={isReadOnly || typed === ''}>
					<Icon name="plus" size={16} />
					{texts.shell.add}
				</button>
			</form>
		</div>
	);
};

interface PopularFieldProps {
	readonly field: SchemaField;
	readonly isReadOnly: boolean;
	readonly problem: string | undefined;
	readonly onChange: (said: FieldOverride) => void;
}

const PopularField: FunctionComponent<PopularFieldProps> = ({ field, isReadOnly, problem, onChange }) => {
	const { texts, fill, number } = useLocale();
	const t = texts.settings.weights;
	const { name, popularity, popularity_best: best } = field;
	return (
		<li>
			<bdi class="facet-name">{name}</bdi>
			<div class="slider">
				<input
					type="range"
					min={0.5}
					max={popularityMax}
					step={0.5}
					value={popularity}
					disabled={isReadOnly}
					aria-label={fill(t.popularityOf, { name })}
					onInput={({ currentTarget }) => onChange({ popularity: currentTarget.valueAsNumber })}
				/>
				<output>{number(popularity)}</output>
			</div>
			<select
				aria-label={fill(t.bestOf, { name })}
				value={best ?? 'highest'}
				disabled={isReadOnly}
				onChange={({ currentTarget }) => onChange({ popularity_best: currentTarget.value as 'highest' | 'lowest' })}
			>
				<option value="highest">{t.highest}</option>
				<option value="lowest">{t.lowest}</option>
			</select>
			<button
				type="button"
				class="quiet"
				disabled={isReadOnly}
				aria-label={fill(texts.settings.removeOne, { name })}
				onClick={() => onChange({ popularity: null, popularity_best: null })}
			>
				<Icon name="remove" size={18} />
			</button>
			{problem !== undefined && <p class="problem">{problem}</p>}
		</li>
	);
};
