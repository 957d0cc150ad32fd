/** What a page reads from the server: loaded when its question changes, shown while it is asked again. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export interface Loaded<T> {
	/** The latest answer; undefined until the first one. */
	readonly value: T | undefined;
	/** Why the latest question was not answered. */
	readonly error: unknown;
	readonly isLoading: boolean;
	reload(): void;
	/** Shows a value that the server has answered to a change. */
	replace(value: T): void;
}

export interface LoadedOptions {
	/** Whether an answer is shown until the next question has one: for what changes with every letter that is typed. */
	readonly isKept?: boolean;
}

/**
 * @param load asks; its signal is aborted when nobody waits for the answer any more
 * @param key of the question: another key asks anew and forgets the answer; undefined asks nothing
 */
export function useLoaded<T>(
	load: (signal: AbortSignal) => Promise<T>,
	key: string | undefined,
	{ isKept = false }: LoadedOptions = {},
): Loaded<T> {
	const [state, setState] = useState<{
		key: string | undefined;
		value: T | undefined;
		error: unknown;
		isLoading: boolean;
	}>(() => ({ key, value: undefined, error: undefined, isLoading: key !== undefined }));
	const [count, setCount] = useState(0);
	const latest = useRef(load);
	latest.current = load;
	useEffect(() => {
		if (key === undefined) return;
		const controller = new AbortController();
		setState((before) => ({
			key,
			value: before.key === key || isKept ? before.value : undefined,
			error: undefined,
			isLoading: true,
		}));
		latest.current(controller.signal).then(
			(value) => {
				if (!controller.signal.aborted) setState({ key, value, error: undefined, isLoading: false });
			},
			(error) => {
				if (!controller.signal.aborted) setState((before) => ({ ...before, error, isLoading: false }));
			},
		);
		return () => controller.abort();
	}, [key, count, isKept]);
	const reload = useCallback(() => setCount((before) => before + 1), []);
	const replace = useCallback((value: T) => setState((before) => ({ ...before, value, error: undefined })), []);
	const isCurrent = state.key === key;
	return {
		value: isCurrent || isKept ? state.value : undefined,
		error: isCurrent ? state.error : undefined,
		isLoading: state.isLoading || !isCurrent,
		reload,
		replace,
	};
}
