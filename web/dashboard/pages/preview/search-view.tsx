/** One search as shoppers see it: what is typed, how it was read, the filters and the results. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { callApi, toPath } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { EmptyState, WhenLoaded } from '../../shell/page-states.tsx';
import { PageLink, useRouter } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { AnswerSummary } from './answer-summary.tsx';
import { FacetList } from './facet-list.tsx';
import { FindItem } from './find-item.tsx';
import { Pager } from './pager.tsx';
import { ReadingDetails } from './reading-details.tsx';
import { ResultCard } from './result-card.tsx';
import { SearchForm } from './search-form.tsx';
import { highlightBody, readSearchState, type SearchState, toSearchBody } from './search-state.ts';
import { WhyDialog } from './why-dialog.tsx';
import type { SearchAnswer } from './wire.ts';

export interface SearchViewProps {
	readonly engine: Engine;
}

export const SearchView: FunctionComponent<SearchViewProps> = ({ engine }) => {
	const { query, changeQuery } = useRouter();
	const state = readSearchState(query);
	const body = { ...toSearchBody(state), ...highlightBody };
	const path = toPath`/search_engines/${engine.hashid}/_search`;
	const answer = useLoaded(
		(signal) => callApi<SearchAnswer>(path, { method: 'POST', body, signal, isReading: true }),
		JSON.stringify(body),
		{ isKept: true },
	);
	const explain = (item: string) => changeQuery({ item });
	return (
		<>
			<div class="preview-top">
				<SearchForm engine={engine} state={state} />
				<FindItem onFind={explain} />
			</div>
			<WhenLoaded loaded={answer} area="search_settings">
				{(value) => <Answer {...{ engine, state, answer: value, explain }} isOld={answer.isLoading} />}
			</WhenLoaded>
			{state.item !== '' && (
				<WhyDialog key={state.item} {...{ engine, state }} onClose={() => changeQuery({ item: undefined })} />
			)}
		</>
	);
};

interface AnswerProps extends SearchViewProps {
	readonly state: SearchState;
	readonly answer: SearchAnswer;
	/** Whether another answer is on its way. */
	readonly isOld: boolean;
	readonly explain: (item: string) => void;
}

const Answer: FunctionComponent<AnswerProps> = ({ engine, state, answer, isOld, explain }) => {
	const { texts } = useLocale();
	const [hasFilters, setFilters] = useState(false);
	const { results, facets, page, results_per_page: perPage } = answer;
	const hasFacets = Object.keys(facets).length + Object.keys(state.filters).length > 0;
	return (
		<div class="stack" aria-busy={isOld}>
			<AnswerSummary answer={answer} state={state} />
			<ReadingDetails engine={engine} state={state} />
			<div class={hasFacets ? 'preview-columns' : undefined}>
				{hasFacets && (
					<aside class={hasFilters ? 'preview-filters open' : 'preview-filters'} aria-label={texts.preview.filters}>
						<button
							type="button"
							class="button preview-filters-toggle"
							aria-expanded={hasFilters}
							onClick={() => setFilters(!hasFilters)}
						>
							{texts.preview.showFilters}
						</button>
						<FacetList engine={engine} facets={facets} filters={state.filters} />
					</aside>
				)}
				<section class="stack" aria-label={texts.preview.results}>
					{results.length === 0 ? (
						<EmptyState icon="search" title={texts.preview.nothing} hint={texts.preview.nothingHint}>
							<PageLink class="button" to="preview/compare" query={{ engine: engine.hashid, query: state.query }}>
								{texts.preview.trySettings}
							</PageLink>
						</EmptyState>
					) : (
						<ol class="preview-results">
							{results.map((item, at) => (
								<li key={item.dfid}>
									<ResultCard
										{...{ engine, item }}
										rank={(page - 1) * perPage + at + 1}
										onExplain={() => explain(item.dfid)}
									/>
								</li>
							))}
						</ol>
					)}
					<Pager total={answer.total} page={page} perPage={perPage} />
				</section>
			</div>
		</div>
	);
};
