/** A setting that is on or off, and what that does. */
import type { FunctionComponent } from 'preact';
import { useId } from 'preact/hooks';

export interface SwitchFieldProps {
	readonly label: string;
	readonly hint: string;
	readonly isOn: boolean;
	readonly isDisabled: boolean;
	readonly onChange: (isOn: boolean) => void;
}

export const SwitchField: FunctionComponent<SwitchFieldProps> = ({ label, hint, isOn, isDisabled, onChange }) => {
	const id = useId();
	return (
		<div class="switch-field">
			<input
				type="checkbox"
				id={id}
				checked={isOn}
				disabled={isDisabled}
				aria-describedby={`${id}-hint`}
				onChange={({ currentTarget }) => onChange(currentTarget.checked)}
			/>
			<div>
				<label class="label" for={id}>
					{label}
				</label>
				<p class="hint" id={`${id}-hint`}>
					{hint}
				</p>
			</div>
		</div>
	);
};
