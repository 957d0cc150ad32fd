/** What is edited in a dialog, read anew for it: the list may be older. What is gone meanwhile is said, and leaves the list. */
import { useState } from 'preact/hooks';
import { type ApiAnswer, callForAnswer } from '../../shell/call-api.ts';
import { useLocale } from '../../shell/texts.tsx';
import { showToast } from '../../shell/toasts.tsx';
import { toMessage } from '../../shell/use-saving.ts';

export interface Edited<T> {
	/** Undefined: no dialog. */
	readonly answer: ApiAnswer<T> | 'new' | undefined;
	begin(): void;
	open(path: string): Promise<void>;
	close(): void;
	/** Closes, and reads the list again. */
	done(): void;
}

/** @param reload reads the list again */
export function useEdited<T>(reload: () => void): Edited<T> {
	const { shell } = useLocale().texts;
	const [answer, setAnswer] = useState<ApiAnswer<T> | 'new'>();
	return {
		answer,
		begin: () => setAnswer('new'),
		async open(path) {
			try {
				setAnswer(await callForAnswer<T>(path));
			} catch (error) {
				const text = toMessage(error, { notReached: shell.notReached, notSaved: shell.failed });
				showToast({ kind: 'error', text: text ?? shell.failed });
				reload();
			}
		},
		close: () => setAnswer(undefined),
		done() {
			setAnswer(undefined);
			reload();
		},
	};
}
