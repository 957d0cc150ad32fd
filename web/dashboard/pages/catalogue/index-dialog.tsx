/** A new index. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { callApi, toPath } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useAskedClose } from '../../shell/use-asked-close.ts';
import { useSaving } from '../../shell/use-saving.ts';
import { type Preset, presets } from './catalogue-wire.ts';

export interface IndexDialogProps {
	readonly engine: Engine;
	readonly onClose: () => void;
	readonly onSaved: () => void;
}

export const IndexDialog: FunctionComponent<IndexDialogProps> = ({ engine, onClose, onSaved }) => {
	const { texts } = useLocale();
	const { catalogue } = texts;
	const [name, setName] = useState('');
	const [preset, setPreset] = useState<Preset>('product');
	const close = useAskedClose(name !== '', onClose);
	const saving = useSaving(catalogue.indexSaved);
	const isBadName = name !== '' && !/^[a-z][a-z0-9_]*$/.test(name);
	const save = async () => {
		const path = toPath`/search_engines/${engine.hashid}/indices`;
		if (await saving.save(() => callApi(path, { method: 'POST', body: { name, preset } }))) onSaved();
	};
	return (
		<Dialog title={catalogue.newIndex} closeText={texts.shell.close} onClose={close}>
			<form
				class="stack"
				onSubmit={(event) => {
					event.preventDefault();
					if (!isBadName) void save();
				}}
			>
				{saving.message !== undefined && <Notice kind="error">{saving.message}</Notice>}
				<Field
					label={catalogue.name}
					hint={catalogue.indexNameHint}
					problem={isBadName ? catalogue.indexNameProblem : saving.findProblem('name')}
				>
					<input
						value={name}
						required
						maxLength={64}
						autocomplete="off"
						onInput={({ currentTarget }) => setName(currentTarget.value)}
					/>
				</Field>
				<Field label={catalogue.preset} hint={catalogue.presetHints[preset]} problem={saving.findProblem('preset')}>
					<select value={preset} onChange={({ currentTarget }) => setPreset(currentTarget.value as Preset)}>
						{presets.map((value) => (
							<option key={value} value={value}>
								{catalogue.presets[value]}
							</option>
						))}
					</select>
				</Field>
				<div class="actions">
					<button type="button" class="button" onClick={close}>
						{texts.shell.cancel}
					</button>
					<button type="submit" class="button strong" disabled={saving.isSaving}>
						{saving.isSaving ? texts.shell.saving : texts.shell.save}
					</button>
				</div>
			</form>
		</Dialog>
	);
};
