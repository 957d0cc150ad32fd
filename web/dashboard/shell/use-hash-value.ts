import { useEffect, useState } from 'preact/hooks';

/**
 * What the address had behind `#name=` at first; empty where it had something else. It is taken out of the address: the
 * token of a link is not kept in the history of the browser.
 */
export function useHashValue(name: string): string {
	const start = `#${name}=`;
	const [value] = useState(() => (location.hash.startsWith(start) ? location.hash.slice(start.length) : ''));
	useEffect(() => {
		if (value !== '') history.replaceState(null, '', location.pathname + location.search);
	}, [value]);
	return value;
}
