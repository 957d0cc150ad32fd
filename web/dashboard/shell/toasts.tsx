/** Short notes of what was done; one of them may offer the way back. */
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';
import { createSignal, useSignal } from './signal.ts';
import { useLocale } from './texts.tsx';

export interface Toast {
	readonly kind: 'done' | 'error';
	readonly text: string;
	/** Takes back what was done; such a note stays longer. */
	readonly onUndo?: () => void;
}

const current = createSignal<Toast | undefined>(undefined);

/** Replaces the note before. */
export function showToast(toast: Toast): void {
	current.set({ ...toast });
}

const shownMs = 4_000;
const shownWithUndoMs = 12_000;

export const Toasts: FunctionComponent = () => {
	const { texts } = useLocale();
	const toast = useSignal(current);
	useEffect(() => {
		if (toast === undefined) return;
		const timer = setTimeout(() => current.set(undefined), toast.onUndo === undefined ? shownMs : shownWithUndoMs);
		return () => clearTimeout(timer);
	}, [toast]);
	return (
		<div class="toasts" role="status">
			{toast !== undefined && (
				<div class={`toast ${toast.kind}`}>
					<Icon name={toast.kind === 'done' ? 'done' : 'warning'} />
					<span>{toast.text}</span>
					{toast.onUndo !== undefined && (
						<button
							type="button"
							class="link"
							onClick={() => {
								current.set(undefined);
								toast.onUndo?.();
							}}
						>
							{texts.shell.undo}
						</button>
					)}
				</div>
			)}
		</div>
	);
};
