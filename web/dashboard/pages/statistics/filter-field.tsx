/** The control of one filter. */
import type { FunctionComponent } from 'preact';
import { Field } from '../../../ui/field.tsx';
import { type Engine, useEngines } from '../../shell/engines.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { type Filter, type FilterName, filters, splitValues } from './filters.ts';

export interface FilterFieldProps {
	readonly name: FilterName;
	readonly value: string | undefined;
	readonly problem: string | undefined;
	readonly engine: Engine;
	readonly onChange: (value: string | undefined) => void;
}

export const FilterField: FunctionComponent<FilterFieldProps> = (props) => {
	const { name, value = '', problem, onChange } = props;
	const { texts } = useLocale();
	const filter = filters[name];
	const label = texts.statistics.filters[name];
	const hint = (texts.statistics.filterHints as Readonly<Record<string, string>>)[name];
	if (filter.kind === 'flag')
		return (
			<label class="check">
				<input
					type="checkbox"
					checked={value === 'true'}
					onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'true' : undefined)}
				/>
				{label}
			</label>
		);
	if (filter.kind === 'choice') return <ChoiceField {...props} filter={filter} />;
	if (filter.kind === 'sector') return <SectorField {...props} />;
	if (filter.kind === 'choices') return <Choices {...props} values={filter.values} />;
	if (filter.kind === 'indices') return <Choices {...props} values={listIndices(props.engine)} />;
	return (
		<Field label={label} hint={hint} problem={problem}>
			<input
				value={value}
				inputMode={filter.kind === 'number' ? 'numeric' : undefined}
				dir="auto"
				onChange={({ currentTarget }) => onChange(currentTarget.value)}
			/>
		</Field>
	);
};

function listIndices({ indices = [] }: Engine): readonly string[] {
	return indices.map(({ name }) => name);
}

type ChoiceFieldProps = FilterFieldProps & { readonly filter: Extract<Filter, { kind: 'choice' }> };

const ChoiceField: FunctionComponent<ChoiceFieldProps> = ({ filter, name, value = '', problem, onChange }) => {
	const toText = useValueText(name);
	const { texts } = useLocale();
	const [first = ''] = filter.values;
	return (
		<Field label={texts.statistics.filters[name]} problem={problem}>
			<select
				value={value || (filter.hasDefault ? first : '')}
				onChange={({ currentTarget }) =>
					onChange(filter.hasDefault && currentTarget.value === first ? undefined : currentTarget.value)
				}
			>
				{!filter.hasDefault && <option value="">{texts.statistics.any}</option>}
				{filter.values.map((each) => (
					<option key={each} value={each}>
						{toText(each)}
					</option>
				))}
			</select>
		</Field>
	);
};

function useValueText(name: FilterName): (value: string) => string {
	const { texts } = useLocale();
	const { values } = texts.statistics;
	if (name === 'type') return (value) => (value === 'search' ? values.searchCalls : toKnown(values, value));
	return (value) => toKnown(values, value);
}

function toKnown(values: object, value: string): string {
	return (values as Readonly<Record<string, string>>)[value] ?? value;
}

const Choices: FunctionComponent<FilterFieldProps & { readonly values: readonly string[] }> = (props) => {
	const { name, value = null, values, problem, onChange } = props;
	const { texts } = useLocale();
	const toText = useValueText(name);
	const chosen = splitValues(value);
	return (
		<fieldset>
			<legend>{texts.statistics.filters[name]}</legend>
			{[...new Set([...values, ...chosen])].map((each) => (
				<label key={each} class="row">
					<input
						type="checkbox"
						checked={chosen.includes(each)}
						onChange={({ currentTarget }) => {
							const others = chosen.filter((one) => one !== each);
							onChange((currentTarget.checked ? [...others, each] : others).join(','));
						}}
					/>
					{name === 'indices' ? each : toText(each)}
				</label>
			))}
			{problem !== undefined && <p class="problem">{problem}</p>}
		</fieldset>
	);
};

const SectorField: FunctionComponent<FilterFieldProps> = ({ name, value = '', problem, onChange }) => {
	const { texts } = useLocale();
	const { value: engines = [] } = useEngines();
	const sectors = [...new Set([...engines.map(({ sector }) => sector ?? ''), value])].filter(Boolean).sort();
	return (
		<Field label={texts.statistics.filters[name]} hint={texts.statistics.filterHints.sector} problem={problem}>
			<select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
				{value === '' && <option value="">{texts.statistics.needsSector}</option>}
				{sectors.map((sector) => (
					<option key={sector} value={sector}>
						{sector}
					</option>
				))}
			</select>
		</Field>
	);
};
