/** `<vitrine-results>`, and `<vitrine-category>`, which is the same within one category and without a text. */
import type { FunctionComponent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { fill, fillCount } from '../ui/fill-text.ts';
import { goTo, readAddress } from './address.ts';
import { cardStyles, productStyles } from './card-styles.ts';
import { clearFilters } from './change-state.ts';
import { Chips, listChips } from './chips.tsx';
import { defineElement, type ElementProps } from './define-element.ts';
import { Facets } from './facets.tsx';
import { type ResultsPlan, readPlan } from './load-results.ts';
import { NoResults, QueryLink } from './no-results.tsx';
import { Pager } from './pager.tsx';
import { ProductCard } from './product-card.tsx';
import { useOnPage } from './results-on-page.ts';
import { resultsStyles } from './results-styles.ts';
import { SortSelect } from './sort-select.tsx';
import { type ResultsState, toStateUrl } from './url-state.ts';
import { useMoreFocus } from './use-more-focus.ts';
import { type Listed, useResults } from './use-results.ts';

interface ListProps {
	readonly element: ElementProps;
	readonly plan: ResultsPlan;
}

const ResultList: FunctionComponent<ListProps> = ({ element, plan }) => {
	const { texts, host } = element;
	const { state, listed, isWaiting, isStale, hasFailed, retry } = useResults(element, plan);
	const [isOpen, setOpen] = useState(false);
	const heading = useRef<HTMLHeadingElement>(null);
	const keepFocus = useMoreFocus(host, listed?.items.length ?? 0);
	const change = (next: ResultsState) => {
		goTo(host, toStateUrl(readAddress(), next));
		if (next.page === state.page) return;
		if (plan.isGrowing) return keepFocus();
		// As on a new page: its beginning comes into view, and is read out.
		heading.current?.focus({ preventScroll: true });
		host.scrollIntoView({ block: 'start' });
	};
	/** The chip that had the focus is gone. */
	const remove = (next: ResultsState) => {
		change(next);
		heading.current?.focus({ preventScroll: true });
	};
	const facets = Object.fromEntries(
		Object.entries(listed?.shown[0].facets ?? {}).filter(([field]) => field !== plan.fixed?.[0]),
	);
	const chips = listChips(element, state);
	// What was chosen can be changed where it left nothing, too.
	const hasFacets = listed === undefined || listed.items.length > 0 || chips.length > 0;
	return (
		<div class={hasFacets ? 'layout faceted' : 'layout'}>
			<div hidden={!hasFacets}>
				<button
					type="button"
					class="button toggle"
					part="filters-button"
					aria-expanded={isOpen}
					aria-controls="facets"
					onClick={() => setOpen(!isOpen)}
				>
					{texts.filters}
					{chips.length > 0 && ` (${chips.length})`}
				</button>
				<section class={isOpen ? 'facets open' : 'facets'} id="facets" part="facets" aria-label={texts.filters}>
					<Facets {...{ element, state, facets }} onChange={change} />
				</section>
			</div>
			<section aria-busy={isWaiting} aria-labelledby="heading" part="results">
				<Bar {...{ element, state, listed, plan }} heading={heading} onChange={change} />
				<Chips {...{ texts, chips }} onChange={remove} onClear={() => remove(clearFilters(state))} />
				{hasFailed && (
					<p class="none" role="alert" part="failure">
						{texts.failed}{' '}
						<button type="button" class="link" onClick={retry}>
							{texts.retry}
						</button>
					</p>
				)}
				{listed === undefined && !hasFailed && <Blank count={Math.min(plan.perPage, 12)} text={texts.loading} />}
				{listed !== undefined && listed.items.length === 0 && !isWaiting && <NoResults {...{ element, state }} />}
				{listed !== undefined && listed.items.length > 0 && (
					<>
						<Grid {...{ element, listed, isStale }} />
						<Pager {...{ element, state, shown: listed.shown, isGrowing: plan.isGrowing }} onChange={change} />
					</>
				)}
			</section>
		</div>
	);
};

interface BarProps extends ListProps {
	readonly state: ResultsState;
	readonly listed: Listed | undefined;
	readonly heading: { current: HTMLHeadingElement | null };
	readonly onChange: (state: ResultsState) => void;
}

const Bar: FunctionComponent<BarProps> = ({ element, state, listed, plan, heading, onChange }) => {
	const { texts, language, read } = element;
	const first = listed?.shown[0];
	const usual = plan.fixed === undefined ? texts.products : (plan.fixed[1].split('>').at(-1)?.trim() ?? '');
	const title = state.query === '' ? read('heading') || usual : fill(texts.resultsFor, { query: state.query });
	const corrected = first?.corrected_query;
	return (
		<>
			<div class="bar" part="bar">
				<h2 id="heading" part="heading" tabIndex={-1} ref={heading} dir="auto">
					{title}{' '}
					<span class="count" part="count" role="status">
						{first === undefined ? '' : fillCount(texts.resultCount, first.total_found, language)}
					</span>
				</h2>
				{first?.total_found !== 0 && <SortSelect {...{ element, state, onChange }} />}
			</div>
			{corrected !== undefined && (
				<p class="bar" part="correction">
					<QueryLink element={element} query={corrected} text={fill(texts.didYouMean, { query: corrected })} />
				</p>
			)}
		</>
	);
};

const Grid: FunctionComponent<{ element: ElementProps; listed: Listed; isStale: boolean }> = ({
	element,
	listed,
	isStale,
}) => (
	<ul class={isStale ? 'grid stale' : 'grid'} part="list">
		{listed.items.map(({ item, ...showing }) => (
			<li key={item.dfid}>
				<ProductCard element={element} item={item} showing={showing} />
			</li>
		))}
	</ul>
);

/** The size of what comes, so that nothing moves when it does. */
const Blank: FunctionComponent<{ readonly count: number; readonly text: string }> = ({ count, text }) => (
	<>
		<span class="hidden">{text}</span>
		<div class="grid blank" aria-hidden="true">
			{Array.from({ length: count }, (_, at) => (
				<div key={at}>
					<span class="frame" />
					<div class="line" />
					<div class="line" />
				</div>
			))}
		</div>
	</>
);

const Results: FunctionComponent<ElementProps> = (element) => {
	useOnPage(element.host);
	return <ResultList element={element} plan={readPlan(element, undefined)} />;
};

const Category: FunctionComponent<ElementProps> = (element) => {
	const category = element.read('category');
	if (category === '') return null;
	const field = element.read('category-field') || 'categories';
	return <ResultList element={element} plan={readPlan(element, [field, category])} />;
};

const attributes = ['heading', 'per-page', 'paging', 'facets', 'sorts', 'cart'];

export function defineResults(): void {
	const common = { styles: productStyles + cardStyles + resultsStyles, asksByAddress: true };
	defineElement({ ...common, name: 'vitrine-results', view: Results, attributes });
	const more = ['category', 'category-field'];
	defineElement({ ...common, name: 'vitrine-category', view: Category, attributes: [...attributes, ...more] });
}
