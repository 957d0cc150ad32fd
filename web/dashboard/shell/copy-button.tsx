/** Copies a text. Where the browser has no clipboard (a page without TLS), the text beside it can be selected. */
import type { FunctionComponent } from 'preact';
import { Icon } from '../../ui/icon.tsx';
import { useLocale } from './texts.tsx';
import { showToast } from './toasts.tsx';

export const CopyButton: FunctionComponent<{ readonly text: string }> = ({ text }) => {
	const { texts } = useLocale();
	if (navigator.clipboard === undefined) return null;
	return (
		<button
			type="button"
			class="button small"
			onClick={async () => {
				try {
					await navigator.clipboard.writeText(text);
					showToast({ kind: 'done', text: texts.shell.copied });
				} catch {
					showToast({ kind: 'error', text: texts.shell.notCopied });
				}
			}}
		>
			<Icon name="copy" size={16} />
			{texts.shell.copy}
		</button>
	);
};
