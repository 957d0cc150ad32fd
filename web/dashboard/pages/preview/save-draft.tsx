/** Makes a draft the settings of the engine, with the way back; somebody else's change in between is shown first. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Notice } from '../../../ui/notice.tsx';
import { type ApiAnswer, callForAnswer, toPath } from '../../shell/call-api.ts';
import { ConflictDialog } from '../../shell/conflict-dialog.tsx';
import type { Engine } from '../../shell/engines.tsx';
import { mayWrite, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { showToast } from '../../shell/toasts.tsx';
import { useSaving } from '../../shell/use-saving.ts';
import { pickSettings, type Settings, type SettingsChange } from './draft.ts';

export interface SaveDraftProps {
	readonly engine: Engine;
	readonly stored: ApiAnswer<Settings>;
	readonly change: SettingsChange;
	readonly isChanged: boolean;
	readonly isValid: boolean;
	readonly onStored: (answer: ApiAnswer<Settings>) => void;
	readonly onReset: (settings: Settings) => void;
}

export const SaveDraft: FunctionComponent<SaveDraftProps> = (props) => {
	const { engine, stored, change, isChanged, isValid, onStored, onReset } = props;
	const { texts } = useLocale();
	const { session } = useSession();
	const saving = useSaving();
	const [theirs, setTheirs] = useState<ApiAnswer<Settings>>();
	const path = toPath`/search_engines/${engine.hashid}/search_settings`;
	const isWriter = mayWrite(session, 'search_settings');

	const write = (body: SettingsChange, base: ApiAnswer<Settings>) =>
		callForAnswer<Settings>(path, { method: 'PATCH', body, ...(base.version && { ifMatch: base.version }) });

	async function save(base: ApiAnswer<Settings>): Promise<void> {
		let saved: ApiAnswer<Settings> | undefined;
		const isSaved = await saving.save(async () => {
			saved = await write(change, base).catch(async (error) => {
				if (error.status === 412) setTheirs(await callForAnswer<Settings>(path));
				throw error;
			});
		});
		if (!isSaved || saved === undefined) return;
		onStored(saved);
		offerUndo(saved, pickSettings(base.value, change));
	}

	function offerUndo(saved: ApiAnswer<Settings>, before: SettingsChange): void {
		const onUndo = () => void saving.save(async () => onStored(await write(before, saved)));
		showToast({ kind: 'done', text: texts.preview.draftSaved, onUndo });
	}

	return (
		<div class="card stack">
			{!isWriter && <Notice kind="info">{texts.shell.readOnly}</Notice>}
			{saving.message !== undefined && theirs === undefined && <Notice kind="error">{saving.message}</Notice>}
			{!isChanged && <p class="hint">{texts.preview.noChange}</p>}
			<div class="row">
				<button
					type="button"
					class="button strong"
					disabled={!isWriter || !isChanged || !isValid || saving.isSaving}
					onClick={() => void save(stored)}
				>
					{saving.isSaving ? texts.shell.saving : texts.preview.saveDraft}
				</button>
				<button type="button" class="button" disabled={!isChanged} onClick={() => onReset(stored.value)}>
					{texts.preview.resetDraft}
				</button>
			</div>
			{theirs !== undefined && (
				<ConflictDialog
					mine={change}
					theirs={pickSettings(theirs.value, change)}
					onKeepMine={() => {
						setTheirs(undefined);
						onStored(theirs);
						void save(theirs);
					}}
					onTakeTheirs={() => {
						setTheirs(undefined);
						saving.reset();
						onStored(theirs);
						onReset(theirs.value);
					}}
					onClose={() => setTheirs(undefined)}
				/>
			)}
		</div>
	);
};
