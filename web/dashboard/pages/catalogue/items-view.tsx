/** The items of an index: all of them page by page, or those that are looked for. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { createPriceFormat, readPrices } from '../../../ui/price.ts';
import { callApi } from '../../shell/call-api.ts';
import { useEngine } from '../../shell/engines.tsx';
import { FramedPicture } from '../../shell/framed-picture.tsx';
import { EmptyState, LoadFailure, WhenLoaded } from '../../shell/page-states.tsx';
import { PageLink, useRouter } from '../../shell/router.tsx';
import { mayRead, useSession } from '../../shell/session.tsx';
import { useSignal } from '../../shell/signal.ts';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import type { Item } from './catalogue-wire.ts';
import { findItems } from './find-items.ts';
import { type IndexTarget, toApiPath, toIndexPath } from './index-paths.ts';
import { itemChanges } from './item-changes.ts';
import { toItemTitle } from './to-item-title.ts';
import { toShownText } from './to-shown-text.ts';

export interface ItemsViewProps {
	readonly target: IndexTarget;
	readonly isReadOnly: boolean;
}

export const ItemsView: FunctionComponent<ItemsViewProps> = ({ target, isReadOnly }) => {
	const { texts } = useLocale();
	const { session } = useSession();
	const { query, changeQuery } = useRouter();
	const wanted = query.get('find') ?? '';
	const canSearch = mayRead(session, 'search_settings');
	const { catalogue } = texts;
	return (
		<>
			<search>
				<form
					key={wanted}
					class="row"
					onSubmit={(event) => {
						event.preventDefault();
						changeQuery({ find: String(new FormData(event.currentTarget).get('find') ?? '').trim() });
					}}
				>
					<div class="grow">
						<Field label={canSearch ? catalogue.findItems : catalogue.findById}>
							<input name="find" type="search" defaultValue={wanted} dir="auto" />
						</Field>
					</div>
					<span class="row beside-field">
						<button type="submit" class="button">
							<Icon name="search" size={18} />
							{catalogue.find}
						</button>
						<button
							type="button"
							class="button strong"
							disabled={isReadOnly}
							onClick={() => changeQuery({ find: undefined, new: '1' })}
						>
							<Icon name="plus" size={18} />
							{catalogue.newItem}
						</button>
					</span>
				</form>
			</search>
			{wanted === '' ? (
				<AllItems target={target} />
			) : (
				<FoundItemsList target={target} text={wanted} canSearch={canSearch} />
			)}
		</>
	);
};

interface FoundItemsListProps {
	readonly target: IndexTarget;
	readonly text: string;
	readonly canSearch: boolean;
}

const FoundItemsList: FunctionComponent<FoundItemsListProps> = ({ target, text, canSearch }) => {
	const { texts, fill, number } = useLocale();
	const { changeQuery } = useRouter();
	const changes = useSignal(itemChanges);
	const found = useLoaded(
		(signal) => findItems(target, { text, canSearch }, signal),
		JSON.stringify([target, text, changes]),
	);
	const { catalogue } = texts;
	return (
		<WhenLoaded loaded={found} area="catalogue">
			{({ items, totalCount }) =>
				items.length === 0 ? (
					<EmptyState icon="search" title={fill(catalogue.noneFound, { text })} hint={catalogue.noneFoundHint}>
						<button type="button" class="button" onClick={() => changeQuery({ find: undefined })}>
							{catalogue.showAll}
						</button>
					</EmptyState>
				) : (
					<>
						<p class="muted" role="status">
							{fill(catalogue.shown, { count: number(items.length), total: number(totalCount) })}
						</p>
						<ItemTable target={target} items={items} />
					</>
				)
			}
		</WhenLoaded>
	);
};

interface ItemPage {
	readonly total: number;
	readonly scroll_id: string;
	readonly items: readonly Item[];
}

const pageItems = 50;

const AllItems: FunctionComponent<{ readonly target: IndexTarget }> = ({ target }) => {
	const { texts } = useLocale();
	const changes = useSignal(itemChanges);
	const path = `${toApiPath(target)}/items`;
	const first = useLoaded(
		(signal) => callApi<ItemPage>(path, { query: { rpp: pageItems }, signal }),
		JSON.stringify([path, changes]),
	);
	return (
		<WhenLoaded loaded={first} area="catalogue">
			{(page) =>
				page.total === 0 ? (
					<EmptyState icon="catalogue" title={texts.catalogue.noItems} hint={texts.catalogue.noItemsHint}>
						<PageLink class="button strong" to={toIndexPath(target.name, 'import')} query={{ engine: target.hashid }}>
							{texts.catalogue.import}
						</PageLink>
					</EmptyState>
				) : (
					<ScrolledItems key={page.scroll_id} target={target} first={page} />
				)
			}
		</WhenLoaded>
	);
};

interface ScrolledItemsProps {
	readonly target: IndexTarget;
	readonly first: ItemPage;
}

/** Further pages show the index as it was at the first one. */
const ScrolledItems: FunctionComponent<ScrolledItemsProps> = ({ target, first }) => {
	const { texts, fill, number } = useLocale();
	const [items, setItems] = useState(first.items);
	const [isLoading, setLoading] = useState(false);
	const [error, setError] = useState<unknown>();
	const loadMore = async () => {
		setLoading(true);
		setError(undefined);
		try {
			const query = { rpp: pageItems, scroll_id: first.scroll_id };
			const next = await callApi<ItemPage>(`${toApiPath(target)}/items`, { query });
			setItems((before) => [...before, ...next.items]);
		} catch (thrown) {
			setError(thrown);
		} finally {
			setLoading(false);
		}
	};
	return (
		<>
			<p class="muted" role="status">
				{fill(texts.catalogue.shown, { count: number(items.length), total: number(first.total) })}
			</p>
			<ItemTable target={target} items={items} />
			{error !== undefined && <LoadFailure error={error} onRetry={() => void loadMore()} />}
			{items.length < first.total && error === undefined && (
				<div class="row centred">
					<button type="button" class="button" disabled={isLoading} onClick={() => void loadMore()}>
						{isLoading ? texts.shell.loading : texts.catalogue.showMore}
					</button>
				</div>
			)}
		</>
	);
};

interface ItemTableProps {
	readonly target: IndexTarget;
	readonly items: readonly Item[];
}

const ItemTable: FunctionComponent<ItemTableProps> = ({ target, items }) => {
	const { texts } = useLocale();
	const { itemColumns, items: caption } = texts.catalogue;
	const columns: readonly Column<Item>[] = [
		{
			name: 'title',
			title: itemColumns.title,
			render: (item) => (
				<div class="item-cell">
					<span class="item-picture picture-frame">
						<FramedPicture address={item.image_link} size={24} />
					</span>
					<div class="stack tight">
						<PageLink
							to={toIndexPath(target.name)}
							query={{ engine: target.hashid, item: item.id }}
							dir="auto"
							class="clamped"
						>
							{toItemTitle(item)}
						</PageLink>
						<code class="muted">{item.id}</code>
					</div>
				</div>
			),
		},
		{ name: 'price', title: itemColumns.price, isNumber: true, render: (item) => <ItemPrice item={item} /> },
	];
	// A column without a value in any row would take the room of the titles.
	const others = (['categories', 'stock'] as const)
		.filter((name) => items.some((item) => readers[name](item) !== ''))
		.map((name) => ({
			name,
			title: itemColumns[name],
			render: (item: Item) => <span dir="auto">{readers[name](item)}</span>,
		}));
	return <DataTable caption={caption} columns={[...columns, ...others]} rows={items} toKey={({ id }) => id} />;
};

const readers: Readonly<Record<'categories' | 'stock', (item: Item) => string>> = {
	categories: ({ categories }) => toShownText(categories),
	stock: ({ availability, in_stock: inStock, stock }) => toShownText(availability ?? inStock ?? stock),
};

/** In the currency of the search engine where it is a number, otherwise as it is stored. */
const ItemPrice: FunctionComponent<{ readonly item: Item }> = ({ item }) => {
	const { language } = useLocale();
	const engine = useEngine();
	const prices = readPrices(item);
	if (prices === undefined) return <>{toShownText(item.price)}</>;
	const format = createPriceFormat(language, engine?.currency ?? undefined);
	return (
		<>
			{prices.before !== undefined && <s class="muted">{format(prices.before)}</s>} {format(prices.now)}
		</>
	);
};
