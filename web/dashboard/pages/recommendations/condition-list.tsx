/** Conditions on fields, as a search takes them: one of some values, or a range. */
import type { FunctionComponent } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ListInput } from '../../../ui/list-input.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { NumberField } from './number-field.tsx';
import type { Conditions } from './widget.ts';

export interface ConditionListProps {
	readonly label: string;
	readonly conditions: Conditions;
	readonly problem: string | undefined;
	readonly isDisabled: boolean;
	readonly onChange: (conditions: Conditions) => void;
}

export const ConditionList: FunctionComponent<ConditionListProps> = (props) => {
	const { label, conditions, problem, isDisabled, onChange } = props;
	const { texts, fill } = useLocale();
	const id = useId();
	const { entries, change } = useEntries(conditions, onChange);
	const replace = (index: number, next: Entry | undefined) =>
		change(entries.flatMap((entry, at) => (at === index ? (next === undefined ? [] : [next]) : [entry])));
	return (
		<fieldset disabled={isDisabled} aria-describedby={problem && id}>
			<legend class="label">{label}</legend>
			{entries.map(([field, value], index) => (
				<div key={index} class="condition">
					<Condition field={field} value={value} onChange={(next) => replace(index, next)} />
					<button
						type="button"
						class="quiet"
						aria-label={fill(texts.recommendations.removeCondition, { field })}
						onClick={() => replace(index, undefined)}
					>
						<Icon name="remove" size={18} />
					</button>
				</div>
			))}
			{problem !== undefined && (
				<p class="problem" id={id}>
					{problem}
				</p>
			)}
			<div>
				<button type="button" class="button small" onClick={() => change([...entries, ['', []]])}>
					<Icon name="plus" size={16} />
					{texts.recommendations.addCondition}
				</button>
			</div>
		</fieldset>
	);
};

type Entry = readonly [field: string, value: unknown];

/** A list, because while a field is typed it may be the name of another condition for a moment. */
function useEntries(conditions: Conditions, onChange: (conditions: Conditions) => void) {
	const [entries, setEntries] = useState<readonly Entry[]>(() => Object.entries(conditions));
	const known = useRef(conditions);
	if (known.current !== conditions) {
		known.current = conditions;
		setEntries(Object.entries(conditions));
	}
	function change(next: readonly Entry[]): void {
		setEntries(next);
		known.current = Object.fromEntries(next);
		onChange(known.current);
	}
	return { entries, change };
}

interface ConditionProps {
	readonly field: string;
	readonly value: unknown;
	readonly onChange: (next: Entry) => void;
}

const Condition: FunctionComponent<ConditionProps> = ({ field, value, onChange }) => {
	const { texts, fill } = useLocale();
	const { recommendations, shell } = texts;
	const values = readValues(value);
	const range = readRange(value);
	if (values === undefined && range === undefined) {
		return (
			<div class="grow">
				<span class="label">{field}</span> <span class="hint">{recommendations.otherCondition}</span>
				<pre>{JSON.stringify(value)}</pre>
			</div>
		);
	}
	return (
		<div class="grow stack tight">
			<div class="columns">
				<Field label={recommendations.field}>
					<input value={field} onInput={({ currentTarget }) => onChange([currentTarget.value, value])} />
				</Field>
				<Field label={recommendations.comparison}>
					<select
						value={range === undefined ? 'values' : 'range'}
						onChange={({ currentTarget }) => onChange([field, currentTarget.value === 'range' ? { gte: 0 } : []])}
					>
						<option value="values">{recommendations.anyOf}</option>
						<option value="range">{recommendations.between}</option>
					</select>
				</Field>
			</div>
			{range === undefined ? (
				<ListInput
					label={recommendations.values}
					entries={values ?? []}
					onChange={(next) => onChange([field, next])}
					addText={shell.add}
					toRemoveText={(name) => fill(recommendations.removeEntry, { name })}
				/>
			) : (
				<div class="columns">
					<NumberField
						label={recommendations.from}
						value={range.gte ?? null}
						onChange={(gte) => onChange([field, toRange({ ...range, gte })])}
					/>
					<NumberField
						label={recommendations.to}
						value={range.lte ?? null}
						onChange={(lte) => onChange([field, toRange({ ...range, lte })])}
					/>
				</div>
			)}
		</div>
	);
};

function readValues(value: unknown): readonly string[] | undefined {
	const isPlain = (entry: unknown) => ['string', 'number', 'boolean'].includes(typeof entry);
	if (isPlain(value)) return [String(value)];
	return Array.isArray(value) && value.every(isPlain) ? value.map(String) : undefined;
}

interface Range {
	readonly gte?: number | null;
	readonly lte?: number | null;
}

/** Undefined for ranges of dates and open bounds, which JSON shows better. */
function readRange(value: unknown): Range | undefined {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
	const isBound = ([name, bound]: [string, unknown]) => ['gte', 'lte'].includes(name) && typeof bound === 'number';
	return Object.entries(value).every(isBound) ? value : undefined;
}

function toRange(range: Range): Range {
	return Object.fromEntries(Object.entries(range).filter(([, bound]) => bound !== null));
}
