/** A text that is typed at once and reaches the address when typing pauses, so that each letter is not a search of its own. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useRouter } from '../../shell/router.tsx';

export interface TypedQuery {
	readonly text: string;
	type(text: string): void;
}

/**
 * @param name of the parameter of the address
 * @param pauseMs how long typing pauses before the address changes
 */
export function useTypedQuery(name: string, pauseMs: number): TypedQuery {
	const { query, changeQuery } = useRouter();
	const inAddress = query.get(name) ?? '';
	const [text, setText] = useState(inAddress);
	/** What was last seen in the address, and what was written into it since: more than once, where a page is slow. */
	const written = useRef<readonly string[]>([inAddress]);
	const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
	useEffect(() => {
		const at = written.current.lastIndexOf(inAddress);
		written.current = at < 0 ? [inAddress] : written.current.slice(at);
		// What was typed meanwhile is newer than what this page itself wrote.
		if (at >= 0) return;
		clearTimeout(timer.current);
		setText(inAddress);
	}, [inAddress]);
	useEffect(() => () => clearTimeout(timer.current), []);
	return {
		text,
		type(next) {
			setText(next);
			clearTimeout(timer.current);
			timer.current = setTimeout(() => {
				written.current = [...written.current, next];
				changeQuery({ [name]: next, page: undefined, item: undefined }, true);
			}, pauseMs);
		},
	};
}
