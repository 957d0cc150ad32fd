/** The items of an index: all of them page by page, or those that are looked for. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { callApi } from '../../shell/call-api.ts';
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
import { ItemPicture } from './item-picture.tsx';
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
					<ItemPicture item={item} />
					<div class="stack tight">
						<PageLink
							to={toIndexPath(target.name)}
							query={{ engine: target.hashid, item: item.id }}
							dir="auto"
							class="clamped"
						>
							{toShownText(item.title ?? item.name) || item.id}
						</PageLink>
						<code class="muted">{item.id}</code>
					</div>
				</div>
			),
		},
		{ name: 'price', title: itemColumns.price, isNumber: true, render: toPrice },
		{
			name: 'categories',
			title: itemColumns.categories,
			render: ({ categories }) => <span dir="auto">{toShownText(categories)}</span>,
		},
		{
			name: 'stock',
			title: itemColumns.stock,
			render: ({ availability, in_stock: inStock, stock }) => (
				<span dir="auto">{toShownText(availability ?? inStock ?? stock)}</span>
			),
		},
	];
	return <DataTable caption={caption} columns={columns} rows={items} toKey={({ id }) => id} />;
};

/** As it is stored; the old price is struck through beside a lower one. */
function toPrice({ price, sale_price: salePrice }: Item) {
	if (salePrice === undefined || salePrice === null || salePrice === '') return toShownText(price);
	return (
		<>
			<s class="muted">{toShownText(price)}</s> {toShownText(salePrice)}
		</>
	);
}
