/** Closing a dialog with a form: what was typed into it is not dropped without a question. */
import { useUnsavedGuard } from './router.tsx';
import { useLocale } from './texts.tsx';

/**
 * While `isUnsaved`, leaving the page asks, too.
 * @returns closes the dialog, unless its user wants to stay with what is not saved yet
 */
export function useAskedClose(isUnsaved: boolean, onClose: () => void): () => void {
	const { texts } = useLocale();
	useUnsavedGuard(isUnsaved, texts.shell.unsaved);
	return () => {
		if (!isUnsaved || confirm(texts.shell.unsavedDialog)) onClose();
	};
}
