import type { FunctionComponent } from 'preact';
import { fill } from '../ui/fill-text.ts';
import { readAddress } from './address.ts';
import type { ElementProps } from './define-element.ts';
import { isElsewhere } from './follow-product.ts';
import { countPages, hasMore, type Shown } from './load-results.ts';
import { type ResultsState, toStateUrl } from './url-state.ts';

interface PagerProps {
	readonly element: ElementProps;
	readonly state: ResultsState;
	readonly shown: Shown;
	readonly isGrowing: boolean;
	readonly onChange: (state: ResultsState) => void;
}

/** Pages as links, which open in a tab of their own, too; or a button for more. */
export const Pager: FunctionComponent<PagerProps> = ({ element, state, shown, isGrowing, onChange }) => {
	const { texts } = element;
	if (isGrowing) {
		if (!hasMore(shown)) return null;
		return (
			<div class="pager" part="pager">
				<button type="button" class="button" part="more" onClick={() => onChange({ ...state, page: shown.length + 1 })}>
					{texts.moreResults}
				</button>
			</div>
		);
	}
	const pageCount = countPages(shown[0]);
	const current = Math.min(state.page, pageCount);
	if (pageCount < 2) return null;
	const link = (page: number, label: string, text: string) => (
		<a
			key={text}
			part="page"
			href={toStateUrl(readAddress(), { ...state, page })}
			aria-label={label}
			aria-current={page === current ? 'page' : undefined}
			onClick={(event) => {
				if (isElsewhere(event)) return;
				event.preventDefault();
				onChange({ ...state, page });
			}}
		>
			{text}
		</a>
	);
	return (
		<nav class="pager" part="pager" aria-label={texts.pages}>
			{current > 1 && link(current - 1, texts.previous, '‹')}
			{listPages(current, pageCount).map((page, at, pages) => [
				page > (pages[at - 1] ?? 0) + 1 && <span class="gap">…</span>,
				link(page, fill(texts.page, { page }), String(page)),
			])}
			{current < pageCount && link(current + 1, texts.next, '›')}
		</nav>
	);
};

/** The first, the last, and those around the current one. */
function listPages(current: number, count: number): readonly number[] {
	const all = Array.from({ length: count }, (_, at) => at + 1);
	return all.filter((page) => page === 1 || page === count || Math.abs(page - current) <= 1);
}
