/** A list of texts in a form: each with a button to remove it, and a field for the next one. */
import type { FunctionComponent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

export interface ListInputProps {
	readonly label: string;
	readonly hint?: string;
	readonly problem?: string | undefined;
	readonly entries: readonly string[];
	readonly onChange: (entries: readonly string[]) => void;
	readonly addText: string;
	/** Names the button that removes an entry. */
	readonly toRemoveText: (entry: string) => string;
	readonly isDisabled?: boolean;
}

/**
 * Enter ends an entry. What is typed belongs to the list already, as its last entry, so nothing is lost that was not ended;
 * several pasted lines are several entries.
 */
export const ListInput: FunctionComponent<ListInputProps> = (props) => {
	const { label, hint, problem, entries, onChange, addText, toRemoveText, isDisabled = false } = props;
	const id = useId();
	const [typed, setTyped] = useState('');
	const pending = typed.trim();
	const ended = pending !== '' && entries.at(-1) === pending ? entries.slice(0, -1) : entries;
	function type(text: string): void {
		setTyped(text);
		onChange([...new Set([...ended, text.trim()])].filter((entry) => entry !== ''));
	}
	function end(text: string): void {
		setTyped('');
		const added = text.split(/[\n\t]/).map((entry) => entry.trim());
		onChange([...new Set([...ended, ...added])].filter((entry) => entry !== ''));
	}
	return (
		<fieldset class="list-input" disabled={isDisabled} aria-describedby={problem && `${id}-problem`}>
			<legend class="label">{label}</legend>
			{ended.length > 0 && (
				<ul>
					{ended.map((entry) => (
						<li key={entry} class="tag">
							<span dir="auto">{entry}</span>
							<button
								type="button"
								class="quiet"
								aria-label={toRemoveText(entry)}
								onClick={() => onChange(entries.filter((other) => other !== entry))}
							>
								<Icon name="close" size={14} />
							</button>
						</li>
					))}
				</ul>
			)}
			<div class="row">
				<input
					class="grow"
					aria-label={`${label}: ${addText}`}
					aria-invalid={problem === undefined ? undefined : 'true'}
					value={typed}
					onInput={({ currentTarget }) => type(currentTarget.value)}
					onPaste={(event) => {
						const text = event.clipboardData?.getData('text') ?? '';
						if (!/[\n\t]/.test(text)) return;
						event.preventDefault();
						end(`${typed}${text}`);
					}}
					onKeyDown={(event) => {
						if (event.key !== 'Enter' || event.isComposing) return;
						event.preventDefault();
						end(typed);
					}}
				/>
				<button type="button" class="button small" onClick={() => end(typed)}>
					{addText}
				</button>
			</div>
			{hint !== undefined && <p class="hint">{hint}</p>}
			{problem !== undefined && (
				<p class="problem" id={`${id}-problem`}>
					{problem}
				</p>
			)}
		</fieldset>
	);
};
