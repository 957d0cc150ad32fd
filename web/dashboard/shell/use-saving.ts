/** Saving a form: while it is under way, and what the server says is wrong, field by field. */
import { useCallback, useState } from 'preact/hooks';
import { ApiError, ConnectionError } from './api-error.ts';
import { useLocale } from './texts.tsx';
import { showToast } from './toasts.tsx';

export interface Saving {
	readonly isSaving: boolean;
	/** Of the whole form; undefined where all is well, or where fields say it. */
	readonly message: string | undefined;
	/** Somebody else changed the thing since it was read (412). */
	readonly isConflict: boolean;
	/** What is wrong with a field, or with a part of it: `blocked_ips` has that of `blocked_ips.0`. */
	findProblem(field: string): string | undefined;
	/** @returns whether it was saved */
	save(change: () => Promise<unknown>): Promise<boolean>;
	reset(): void;
}

/** @param doneText is shown when a change was saved */
export function useSaving(doneText?: string): Saving {
	const { texts } = useLocale();
	const [isSaving, setSaving] = useState(false);
	const [error, setError] = useState<unknown>();
	const problems = error instanceof ApiError ? error.problems : [];
	const save = useCallback(
		async (change: () => Promise<unknown>) => {
			setSaving(true);
			setError(undefined);
			try {
				await change();
				showToast({ kind: 'done', text: doneText ?? texts.shell.saved });
				return true;
			} catch (thrown) {
				setError(thrown);
				return false;
			} finally {
				setSaving(false);
			}
		},
		[doneText, texts],
	);
	return {
		isSaving,
		message: toMessage(error, { notReached: texts.shell.notReached, notSaved: texts.shell.notSaved }),
		isConflict: error instanceof ApiError && error.status === 412,
		findProblem: (field) =>
			problems.find(({ name }) => name === field || name.startsWith(`${field}.`) || name.startsWith(`${field}[`))
				?.reason,
		save,
		reset: useCallback(() => setError(undefined), []),
	};
}

/** What is wrong as a sentence: the server's, where it has one. */
export function toMessage(
	error: unknown,
	texts: { readonly notReached: string; readonly notSaved: string },
): string | undefined {
	if (error === undefined) return undefined;
	if (error instanceof ApiError) return error.message;
	if (error instanceof ConnectionError) return texts.notReached;
	console.error(error);
	return texts.notSaved;
}
