/** What changes by itself: asked again and again while the page is looked at, and shown until there is a newer answer. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Loaded } from './use-loaded.ts';

interface State<T> {
	readonly value: T | undefined;
	readonly error: unknown;
	readonly isLoading: boolean;
}

/**
 * @param load asks; its signal is aborted when nobody waits for the answer any more
 * @param everyMs the pause after an answer; a page in the background asks when it is looked at again
 * @returns an answer stays when the next question fails, beside the error
 */
export function useRefreshed<T>(load: (signal: AbortSignal) => Promise<T>, everyMs: number): Loaded<T> {
	const [state, setState] = useState<State<T>>({ value: undefined, error: undefined, isLoading: true });
	const [count, setCount] = useState(0);
	const latest = useRef(load);
	latest.current = load;
	useEffect(() => {
		const controller = new AbortController();
		const { signal } = controller;
		let timer: ReturnType<typeof setTimeout> | undefined;
		async function ask(): Promise<void> {
			timer = undefined;
			if (document.visibilityState === 'hidden') {
				document.addEventListener('visibilitychange', ask, { once: true, signal });
				return;
			}
			try {
				const value = await latest.current(signal);
				if (!signal.aborted) setState({ value, error: undefined, isLoading: false });
			} catch (error) {
				if (!signal.aborted) setState(({ value }) => ({ value, error, isLoading: false }));
			}
			if (!signal.aborted) timer = setTimeout(ask, everyMs);
		}
		void ask();
		return () => {
			clearTimeout(timer);
			controller.abort();
		};
	}, [count, everyMs]);
	const reload = useCallback(() => setCount((before) => before + 1), []);
	const replace = useCallback((value: T) => setState((before) => ({ ...before, value, error: undefined })), []);
	return { ...state, reload, replace };
}
