/**
 * The results of the state in the page's address: asked for when it changes; an answer to an earlier state is dropped. Where the
 * server is busy, or is not reached, they are asked for once more after a while, before a failure is shown.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { toRetryMs } from './call-server.ts';
import type { ElementProps } from './define-element.ts';
import { loadPages, type ResultsPlan, type Shown, toParameters } from './load-results.ts';
import type { Showing } from './report-events.ts';
import { parseState, type ResultsState } from './url-state.ts';
import type { Item } from './wire.ts';

export interface Listed {
	readonly shown: Shown;
	readonly items: readonly (Showing & { readonly item: Item })[];
}

export interface ResultsView {
	readonly state: ResultsState;
	/** Those of the state before while `isWaiting`; undefined before the first answer. */
	readonly listed: Listed | undefined;
	readonly isWaiting: boolean;
	/** Whether other products come in the place of those that are listed, not after them. */
	readonly isStale: boolean;
	readonly hasFailed: boolean;
	readonly retry: () => void;
}

export function useResults(element: ElementProps, plan: ResultsPlan): ResultsView {
	const state = useMemo(() => parseState(new URL(element.address).search), [element.address]);
	const [listed, setListed] = useState<Listed>();
	const [isWaiting, setWaiting] = useState(true);
	const [hasFailed, setFailed] = useState(false);
	const [tries, setTries] = useState(0);
	const known = useRef<{ readonly key: string; readonly shown: Shown }>(undefined);
	// The same questions on the same page are the same results, whatever else was rendered.
	const { server, engine } = element;
	const key = JSON.stringify([server, engine, plan, toParameters(state, plan)]);
	const question = `${key} ${state.page}`;
	/** What was asked for when the server was busy. */
	const refused = useRef('');
	const latest = useRef({ element, state, plan });
	latest.current = { element, state, plan };
	// The question stands for all that is asked for.
	useEffect(() => {
		const { element, state, plan } = latest.current;
		if (element.engine === '') return;
		const abort = new AbortController();
		let again: ReturnType<typeof setTimeout> | undefined;
		setWaiting(true);
		setFailed(false);
		const pages = known.current?.key === key ? known.current.shown : [];
		loadPages(element, { state, plan, known: pages }, abort.signal).then(
			(shown) => {
				if (abort.signal.aborted) return;
				known.current = { key, shown };
				refused.current = '';
				setListed({ shown, items: listItems(shown, state.query) });
				setWaiting(false);
			},
			(error) => {
				if (abort.signal.aborted) return;
				console.warn('vitrine: no results', error);
				const waitMs = refused.current === question ? -1 : toRetryMs(error);
				refused.current = question;
				if (waitMs >= 0) {
					again = setTimeout(() => setTries(tries + 1), waitMs);
					return;
				}
				setWaiting(false);
				setFailed(true);
			},
		);
		return () => {
			abort.abort();
			clearTimeout(again);
		};
	}, [question, tries]);
	const isStale = isWaiting && !(plan.isGrowing && known.current?.key === key);
	return { state, listed, isWaiting, isStale, hasFailed, retry: () => setTries(tries + 1) };
}

/** Positions go through all pages, as the server counts them. An item that moved to a later page is shown once. */
function listItems(shown: Shown, query: string): Listed['items'] {
	const seen = new Set<string>();
	return shown.flatMap(({ results, query_id: queryId, page, results_per_page: perPage }) =>
		results.flatMap((item, index) => {
			if (seen.has(item.dfid)) return [];
			seen.add(item.dfid);
			return [{ item, query, queryId, position: (page - 1) * perPage + index + 1 }];
		}),
	);
}
