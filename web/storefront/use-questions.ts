/**
 * What is asked for the text in the box:
 *
 *     answered ────────────────────────────────────► shown
 *     the server is busy, or is not reached ───────► asked once more after a while, if the text is still the same
 *     that failed as well, or is refused for good ─► the list stays as it was until something is typed
 *
 * A search that is asked for again is one keystroke of the same search for statistics.
 */
import { useMemo, useRef } from 'preact/hooks';
import { toRetryMs } from './call-server.ts';
import type { ElementProps } from './define-element.ts';
import { createLatestOnly } from './latest-only.ts';
import { type Found, find, type Offer } from './search-options.ts';

interface Asking {
	readonly element: ElementProps;
	readonly offer: Offer;
	/** What is in the box now. */
	readonly text: string;
}

export function useQuestions(asking: Asking, show: (found: Found) => void): (text: string) => void {
	const latest = useRef(asking);
	latest.current = asking;
	return useMemo(() => {
		const readText = () => latest.current.text.trim();
		/** The last text that was not answered in full. */
		let failed = '';
		const ask = createLatestOnly<string>(async (text) => {
			const { element, offer } = latest.current;
			let failure: unknown;
			try {
				const found = await find(element, text, offer);
				// The box was emptied meanwhile.
				if (readText() !== '') show(found);
				failure = found.failure;
			} catch (error) {
				failure = error;
			}
			if (failure === undefined) {
				failed = '';
				return;
			}
			console.warn('vitrine: no suggestions', failure);
			const waitMs = text === failed ? -1 : toRetryMs(failure);
			failed = text;
			if (waitMs >= 0) setTimeout(() => readText() === text && element.host.isConnected && ask(text), waitMs);
		});
		return ask;
	}, [show]);
}
