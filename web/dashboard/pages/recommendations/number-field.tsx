/** A number in a form; empty is null. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';

export interface NumberFieldProps {
	readonly label: string;
	readonly value: number | null;
	readonly problem?: string | undefined;
	readonly isDisabled?: boolean;
	readonly onChange: (value: number | null) => void;
}

/** What is typed stays as it is typed: `0.` is on the way to `0.5`. */
export const NumberField: FunctionComponent<NumberFieldProps> = ({ label, value, problem, isDisabled, onChange }) => {
	const [typed, setTyped] = useState<string>();
	return (
		<Field label={label} problem={problem}>
			<input
				inputMode="decimal"
				disabled={isDisabled}
				value={typed ?? value ?? ''}
				onInput={({ currentTarget }) => {
					const text = currentTarget.value.trim().replace(',', '.');
					setTyped(currentTarget.value);
					if (text === '') onChange(null);
					else if (Number.isFinite(Number(text))) onChange(Number(text));
				}}
				onBlur={() => setTyped(undefined)}
			/>
		</Field>
	);
};
