import type { Store } from '../domain/store/store.ts';
import type { Widget } from '../domain/widget/widget.ts';

export interface WidgetWithStore {
	readonly widget: Widget;
	readonly store: Store;
}

/** Stores and their widgets. Every write is one transaction. */
export interface StoreRepository {
	createStore(store: Store): Promise<'created' | 'missing' | 'full'>;
	findStore(id: string): Promise<Store | undefined>;
	listStores(accountId: string): Promise<readonly Store[]>;
	updateStore(
		id: string,
		change: Partial<Omit<Store, 'id' | 'accountId' | 'createdAtMs'>>,
	): Promise<'updated' | 'missing'>;
	/** Also removes its widgets; its search engines remain, without a store. */
	removeStore(id: string): Promise<'deleted' | 'missing'>;

	createWidget(widget: Widget): Promise<'created' | 'missing' | 'full'>;
	findWidget(id: string): Promise<WidgetWithStore | undefined>;
	/** All widgets of an account's stores. */
	listWidgets(accountId: string): Promise<readonly Widget[]>;
	updateWidget(id: string, change: Partial<Pick<Widget, 'name' | 'kind' | 'settings'>>): Promise<'updated' | 'missing'>;
	removeWidget(id: string): Promise<'deleted' | 'missing'>;
}
