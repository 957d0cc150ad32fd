/** Whether the page has `<vitrine-results>`: also in shadow roots, where no selector finds it. */
import { useLayoutEffect } from 'preact/hooks';

const shown = new Set<HTMLElement>();

export function hasResults(): boolean {
	// Another copy of this code may have defined it.
	return shown.size > 0 || document.querySelector('vitrine-results') !== null;
}

export function useOnPage(results: HTMLElement): void {
	useLayoutEffect(() => {
		shown.add(results);
		return () => void shown.delete(results);
	}, [results]);
}
