/** What a page can do without at first: it comes when the page has nothing else to do, so that whoever opens it does not wait for it. */
import { useEffect, useState } from 'preact/hooks';

const idleMsMax = 1000;

/** @returns whether the page has had nothing else to do since the component was first shown, or a second has passed */
export function useIdle(): boolean {
	const [isIdle, setIdle] = useState(false);
	useEffect(() => callWhenIdle(() => setIdle(true)), []);
	return isIdle;
}

/** @returns a function that forgets the call */
function callWhenIdle(call: () => void): () => void {
	// Older Safari has no such callback.
	if (!('requestIdleCallback' in window)) {
		const timer = setTimeout(call, idleMsMax);
		return () => clearTimeout(timer);
	}
	const handle = requestIdleCallback(call, { timeout: idleMsMax });
	return () => cancelIdleCallback(handle);
}
