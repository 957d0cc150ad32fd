/** A page made with React InstantSearch, as its documentation makes one: but for the clients, nothing in it is of Vitrine. */
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import {
	Breadcrumb,
	ClearRefinements,
	Configure,
	CurrentRefinements,
	HierarchicalMenu,
	Highlight,
	Hits,
	HitsPerPage,
	InstantSearch,
	Menu,
	Pagination,
	RangeInput,
	RefinementList,
	SearchBox,
	Snippet,
	SortBy,
	Stats,
	ToggleRefinement,
	useInstantSearch,
	useNumericMenu,
	useRange,
} from 'react-instantsearch';
import { createInstantSearchClients } from '../../../web/instantsearch-adapter/instantsearch-adapter.ts';

const { searchClient, insightsClient } = createInstantSearchClients(SETTINGS);
const levels = ['categories.lvl0', 'categories.lvl1', 'categories.lvl2'];
const orders = [
	{ label: 'Best', value: 'products' },
	{ label: 'Price', value: 'products:price:desc,id' },
];
const sizes = [
	{ label: '20', value: 20, default: true },
	{ label: '5', value: 5 },
];

function Hit({ hit, sendEvent }) {
	return (
		<>
			<p className="title">
				<Highlight hit={hit} attribute="title" />
			</p>
			<p className="snippet">
				<Snippet hit={hit} attribute="description" />
			</p>
			<button type="button" className="click" onClick={() => sendEvent('click', hit, 'Seen')}>
				See
			</button>
		</>
	);
}

/** Widgets that this library has as hooks alone. */
function Hooks() {
	useNumericMenu({ attribute: 'rating', items: [{ label: 'All' }, { label: 'Good', start: 4 }] });
	useRange({ attribute: 'units' });
	const { addMiddlewares } = useInstantSearch();
	useEffect(
		() =>
			addMiddlewares(({ instantSearchInstance }) => {
				globalThis.search = instantSearchInstance;
				return {};
			}),
		[addMiddlewares],
	);
	return null;
}

createRoot(document.getElementById('widgets')).render(
	<InstantSearch indexName="products" searchClient={searchClient} insights={{ insightsClient }}>
		<Configure attributesToSnippet={['description:8']} />
		<Hooks />
		<SearchBox />
		<Stats />
		<Hits hitComponent={Hit} />
		<RefinementList attribute="brand" searchable limit={5} showMore showMoreLimit={40} />
		<RefinementList attribute="extras" operator="and" />
		<RefinementList attribute="rating" />
		<Menu attribute="color" />
		<HierarchicalMenu attributes={levels} />
		<Breadcrumb attributes={levels} />
		<RangeInput attribute="price" />
		<ToggleRefinement attribute="free_shipping" />
		<SortBy items={orders} />
		<HitsPerPage items={sizes} />
		<Pagination />
		<ClearRefinements />
		<CurrentRefinements />
	</InstantSearch>,
);
