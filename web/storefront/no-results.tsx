/** What a list without results says: the text as it was probably meant, and what others search for. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { fill } from '../ui/fill-text.ts';
import { goTo, readAddress } from './address.ts';
import type { ElementProps } from './define-element.ts';
import { isElsewhere } from './follow-product.ts';
import { suggest } from './search-calls.ts';
import { emptyState, type ResultsState, toStateUrl } from './url-state.ts';

export const NoResults: FunctionComponent<{ readonly element: ElementProps; readonly state: ResultsState }> = ({
	element,
	state,
}) => {
	const { texts } = element;
	const words = useSuggestions(element, state.query);
	return (
		<div class="none" part="no-results">
			<p>{state.query === '' ? texts.noResults : fill(texts.noResultsFor, { query: state.query })}</p>
			<slot name="no-results" />
			{words.length > 0 && (
				<>
					<p>{texts.tryInstead}</p>
					<ul>
						{words.map((query) => (
							<li key={query}>
								<QueryLink element={element} query={query} text={query} />
							</li>
						))}
					</ul>
				</>
			)}
		</div>
	);
};

/** A link to the results of another text. */
export const QueryLink: FunctionComponent<{
	readonly element: ElementProps;
	readonly query: string;
	readonly text: string;
}> = ({ element, query, text }) => {
	const url = toStateUrl(readAddress(), { ...emptyState, query });
	return (
		<a
			part="query"
			dir="auto"
			href={url}
			onClick={(event) => {
				if (isElsewhere(event)) return;
				event.preventDefault();
				goTo(element.host, url);
			}}
		>
			{text}
		</a>
	);
};

/** Completions of the text; if it has none, of the beginnings of its words. */
function useSuggestions(element: ElementProps, query: string): readonly string[] {
	const { host, server, engine } = element;
	const [words, setWords] = useState<readonly string[]>([]);
	useEffect(() => {
		const abort = new AbortController();
		const caller = { host, server, engine };
		const collect = async () => {
			const beginnings = [query, ...query.split(/\s+/).map((word) => word.slice(0, 3))].filter(Boolean);
			for (const beginning of beginnings) {
				const found = await suggest(caller, beginning, abort.signal);
				const others = found.filter((text) => text.toLowerCase() !== query.toLowerCase());
				if (others.length > 0) return others.slice(0, 6);
			}
			return [];
		};
		collect().then(setWords, () => setWords([]));
		return () => abort.abort();
	}, [host, server, engine, query]);
	return words;
}
