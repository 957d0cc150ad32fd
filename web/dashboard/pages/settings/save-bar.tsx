/** What is not saved yet, and what to do about it: stays in sight at the foot of the page. */
import type { FunctionComponent } from 'preact';
import { ConflictDialog } from '../../shell/conflict-dialog.tsx';
import { useUnsavedGuard } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import type { Draft } from './use-draft.ts';

type AnyDraft = Pick<Draft<unknown, never>, 'conflict' | 'saving' | 'discard' | 'save'> & { readonly change: unknown };

export interface SaveBarProps {
	readonly draft: AnyDraft;
	/** What is saved by it, where the page has several. */
	readonly label?: string;
}

export const SaveBar: FunctionComponent<SaveBarProps> = ({ draft, label }) => {
	const { texts } = useLocale();
	const { conflict, saving, change } = draft;
	const isChanged = change !== undefined;
	useUnsavedGuard(isChanged, texts.shell.unsaved);
	return (
		<>
			{isChanged && (
				<section class="save-bar" aria-label={label ?? texts.settings.unsaved}>
					<div class="stack tight">
						<strong>{label ?? texts.settings.unsaved}</strong>
						{saving.message !== undefined && !saving.isConflict && (
							<p class="problem" role="alert">
								{saving.message}
							</p>
						)}
					</div>
					<div class="actions">
						<button type="button" class="button" disabled={saving.isSaving} onClick={draft.discard}>
							{texts.settings.discard}
						</button>
						<button type="button" class="button strong" disabled={saving.isSaving} onClick={() => void draft.save()}>
							{saving.isSaving ? texts.shell.saving : texts.shell.save}
						</button>
					</div>
				</section>
			)}
			{conflict !== undefined && (
				<ConflictDialog
					mine={conflict.mine}
					theirs={conflict.theirs}
					onKeepMine={conflict.keepMine}
					onTakeTheirs={conflict.takeTheirs}
					onClose={conflict.close}
				/>
			)}
		</>
	);
};
