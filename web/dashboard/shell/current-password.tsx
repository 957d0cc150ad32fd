import type { FunctionComponent } from 'preact';
import { Field } from '../../ui/field.tsx';
import { useLocale } from './texts.tsx';

export interface CurrentPasswordProps {
	readonly value: string;
	readonly problem: string | undefined;
	readonly onChange: (value: string) => void;
}

/** Sessions that began with the password need it again for another way in: whoever finds a page open must not get one. */
export const CurrentPassword: FunctionComponent<CurrentPasswordProps> = ({ value, problem, onChange }) => {
	const { texts } = useLocale();
	return (
		<Field label={texts.profile.current} problem={problem}>
			<input
				type="password"
				required
				autocomplete="current-password"
				value={value}
				onInput={({ currentTarget }) => onChange(currentTarget.value)}
			/>
		</Field>
	);
};
