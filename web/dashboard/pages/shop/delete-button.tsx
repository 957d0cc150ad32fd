/** Deletes what the dialog shows, once its name was typed. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Confirmation } from '../../../ui/dialog.tsx';
import { callApi } from '../../shell/call-api.ts';
import { useLocale } from '../../shell/texts.tsx';
import { useSaving } from '../../shell/use-saving.ts';

export interface DeleteButtonProps {
	readonly path: string;
	/** Has to be typed. */
	readonly name: string;
	/** Of the button. */
	readonly label: string;
	readonly title: string;
	readonly text: string;
	readonly deletedText: string;
	readonly onDeleted: () => void;
}

export const DeleteButton: FunctionComponent<DeleteButtonProps> = (props) => {
	const { path, name, label, title, text, deletedText, onDeleted } = props;
	const { texts, fill } = useLocale();
	const [isAsking, setAsking] = useState(false);
	const saving = useSaving(deletedText);
	async function remove(): Promise<void> {
		setAsking(false);
		if (await saving.save(() => callApi(path, { method: 'DELETE' }))) onDeleted();
	}
	return (
		<>
			{saving.message !== undefined && <p class="problem">{saving.message}</p>}
			<button type="button" class="button danger" onClick={() => setAsking(true)}>
				{label}
			</button>
			{isAsking && (
				<Confirmation
					title={title}
					text={text}
					word={name}
					wordText={fill(texts.shell.typeToConfirm, { word: name })}
					confirmText={label}
					cancelText={texts.shell.cancel}
					onConfirm={remove}
					onCancel={() => setAsking(false)}
				/>
			)}
		</>
	);
};
