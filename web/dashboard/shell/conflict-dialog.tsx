/** Two people changed one thing: the second sees both versions and decides. */
import type { FunctionComponent } from 'preact';
import { Dialog } from '../../ui/dialog.tsx';
import { useLocale } from './texts.tsx';

export interface ConflictDialogProps {
	readonly mine: unknown;
	readonly theirs: unknown;
	/** Saves once more, with the version of theirs. */
	readonly onKeepMine: () => void;
	readonly onTakeTheirs: () => void;
	readonly onClose: () => void;
}

export const ConflictDialog: FunctionComponent<ConflictDialogProps> = (props) => {
	const { texts } = useLocale();
	const versions = [
		{ title: texts.shell.yours, value: props.mine },
		{ title: texts.shell.theirs, value: props.theirs },
	];
	return (
		<Dialog title={texts.shell.conflict} closeText={texts.shell.close} onClose={props.onClose} isWide>
			<p>{texts.shell.conflictHint}</p>
			<div class="columns">
				{versions.map(({ title, value }) => (
					<section key={title} class="stack">
						<h3>{title}</h3>
						{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
						<pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
					</section>
				))}
			</div>
			<div class="actions">
				<button type="button" class="button" onClick={props.onTakeTheirs}>
					{texts.shell.takeTheirs}
				</button>
				<button type="button" class="button strong" onClick={props.onKeepMine}>
					{texts.shell.keepMine}
				</button>
			</div>
		</Dialog>
	);
};
