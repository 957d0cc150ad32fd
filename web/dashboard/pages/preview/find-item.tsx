/** Where is my product? Asks for an id, and the answer is an explanation. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { useLocale } from '../../shell/texts.tsx';

export const FindItem: FunctionComponent<{ readonly onFind: (id: string) => void }> = ({ onFind }) => {
	const { texts } = useLocale();
	const [id, setId] = useState('');
	return (
		<form
			class="card stack preview-find"
			onSubmit={(event) => {
				event.preventDefault();
				if (id.trim() !== '') onFind(id.trim());
			}}
		>
			<h2>{texts.preview.find}</h2>
			<Field label={texts.preview.findLabel} hint={texts.preview.findHint}>
				<input value={id} autocomplete="off" required onInput={({ currentTarget }) => setId(currentTarget.value)} />
			</Field>
			<button type="submit" class="button">
				{texts.preview.findButton}
			</button>
		</form>
	);
};
