/** Dialogs over the page, by the element of HTML: the browser keeps the focus in them, and Escape closes them. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

export interface DialogProps {
	readonly title: string;
	/** The name of the button in its corner; without it the dialog stays until its content closes it. */
	readonly closeText?: string;
	readonly onClose: () => void;
	/** Wide ones are for tables and editors. */
	readonly isWide?: boolean;
	readonly children: ComponentChildren;
}

export const Dialog: FunctionComponent<DialogProps> = ({ title, closeText, onClose, isWide = false, children }) => {
	const dialog = useRef<HTMLDialogElement>(null);
	const titleId = useId();
	useEffect(() => {
		const { activeElement } = document;
		dialog.current?.showModal();
		return () => {
			if (activeElement instanceof HTMLElement) activeElement.focus();
		};
	}, []);
	return (
		<dialog
			ref={dialog}
			class={isWide ? 'wide' : undefined}
			aria-labelledby={titleId}
			onCancel={(event) => {
				event.preventDefault();
				if (closeText !== undefined) onClose();
			}}
		>
			<div class="dialog-head">
				<h2 id={titleId}>{title}</h2>
				{closeText !== undefined && (
					<button type="button" class="quiet" aria-label={closeText} onClick={onClose}>
						<Icon name="close" />
					</button>
				)}
			</div>
			{children}
		</dialog>
	);
};

export interface ConfirmationProps {
	readonly title: string;
	/** What will happen, and that there is no way back. */
	readonly text: string;
	/** What has to be typed; without it a click is enough. */
	readonly word?: string;
	/** Asks to type the word: `Type {word} to confirm`. */
	readonly wordText?: string;
	readonly confirmText: string;
	readonly cancelText: string;
	readonly onConfirm: () => void;
	readonly onCancel: () => void;
}

/** For what cannot be undone. */
export const Confirmation: FunctionComponent<ConfirmationProps> = (props) => {
	const { title, text, word, wordText, confirmText, cancelText, onConfirm, onCancel } = props;
	const [typed, setTyped] = useState('');
	const isTyped = word === undefined || toTypeable(typed) === toTypeable(word);
	return (
		<Dialog title={title} closeText={cancelText} onClose={onCancel}>
			<form
				class="stack"
				onSubmit={(event) => {
					event.preventDefault();
					// The question may stand within another form.
					event.stopPropagation();
					if (isTyped) onConfirm();
				}}
			>
				<p>{text}</p>
				{word !== undefined && (
					<label class="field">
						<span class="label">{wordText}</span>
						<input value={typed} autocomplete="off" onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
					</label>
				)}
				<div class="actions">
					<button type="button" class="button" onClick={onCancel}>
						{cancelText}
					</button>
					<button type="submit" class="button danger" disabled={!isTyped}>
						{confirmText}
					</button>
				</div>
			</form>
		</Dialog>
	);
};

/**
 * Names come from other systems: what looks the same counts as the same, such as a space that does not break, and what a copy
 * of the question brings along. Of an empty name, nothing has to be typed.
 */
function toTypeable(text: string): string {
	return text
		.normalize('NFKC')
		.replaceAll(/[\p{Cf}\p{Cc}]/gu, '')
		.replaceAll(/\s+/gu, ' ')
		.trim();
}
