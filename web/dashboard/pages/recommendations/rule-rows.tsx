/** Rules of which a widget has several: a row for each, and a button for the next one. */
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '../../../ui/icon.tsx';
import { useLocale } from '../../shell/texts.tsx';

export interface RuleRowsProps<Row> {
	readonly label: string;
	readonly hint?: string;
	readonly problem: string | undefined;
	readonly rows: readonly Row[];
	readonly addText: string;
	readonly newRow: Row;
	/** What the row is called, where it is removed. */
	readonly toName: (row: Row) => string;
	readonly isDisabled: boolean;
	readonly onChange: (rows: readonly Row[]) => void;
	readonly render: (row: Row, change: (row: Partial<Row>) => void) => ComponentChildren;
}

export function RuleRows<Row extends object>(props: RuleRowsProps<Row>): JSX.Element {
	const { label, hint, problem, rows, isDisabled, onChange, render } = props;
	const { texts, fill } = useLocale();
	const id = useId();
	return (
		<fieldset disabled={isDisabled} aria-describedby={problem && id}>
			<legend class="label">{label}</legend>
			{hint !== undefined && <p class="hint">{hint}</p>}
			{rows.map((row, index) => (
				<div key={index} class="condition">
					<div class="columns grow">{render(row, (change) => onChange(rows.with(index, { ...row, ...change })))}</div>
					<button
						type="button"
						class="quiet"
						aria-label={fill(texts.recommendations.removeEntry, { name: props.toName(row) })}
						onClick={() => onChange(rows.toSpliced(index, 1))}
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
				<button type="button" class="button small" onClick={() => onChange([...rows, props.newRow])}>
					<Icon name="plus" size={16} />
					{props.addText}
				</button>
			</div>
		</fieldset>
	);
}
