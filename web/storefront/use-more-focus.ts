import { useEffect, useRef } from 'preact/hooks';

/**
 * Where a list grows, the focus goes on to the first of the products that were added, as the button for more moves away below
 * them, and in the end is gone.
 * @returns to be called when more is asked for
 */
export function useMoreFocus(host: HTMLElement, count: number): () => void {
	const before = useRef<number>(undefined);
	useEffect(() => {
		const first = before.current;
		if (first === undefined || count <= first) return;
		before.current = undefined;
		host.shadowRoot
			?.querySelectorAll<HTMLElement>('.grid > li')
			[first]?.querySelector('a')
			?.focus({ preventScroll: true });
	}, [host, count]);
	return () => {
		before.current = count;
	};
}
