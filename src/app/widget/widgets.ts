/** Use cases on recommendation widgets. A widget stays in the store it was created for. */
import type { Principal } from '../../domain/account/account.ts';
import { findNameFaults } from '../../domain/account/display-name.ts';
import { findSettingsFaults } from '../../domain/widget/find-settings-faults.ts';
import { defaultWidgetKind, type Widget, widgetsPerStoreMax } from '../../domain/widget/widget.ts';
import { defaultWidgetSettings, type WidgetSettings } from '../../domain/widget/widget-settings.ts';
import { failFaults, toFaults } from '../../lib/fail-faults.ts';
import { type Fault, fail, failField, type Result, succeed } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import type { StoreRepository, WidgetWithStore } from '../../ports/store-repository.ts';

/** Missing rules have their defaults in a new widget, and stay as they are in a change. */
export interface WidgetChange extends Partial<Pick<Widget, 'name' | 'storeId' | 'kind'>> {
	readonly settings?: Partial<WidgetSettings>;
}

type StoredChange = Parameters<StoreRepository['updateWidget']>[1];

export type NewWidget = WidgetChange & Pick<Widget, 'name' | 'storeId'>;

export interface Widgets {
	/** The widgets of all the account's stores. */
	list(principal: Principal): Promise<readonly Widget[]>;
	/** The widget if it exists (`not_found`) and is in one of the caller's stores (`forbidden`). */
	find(principal: Principal, id: string): Promise<Result<Widget>>;
	/** Likewise, with its store. */
	findWithStore(principal: Principal, id: string): Promise<Result<WidgetWithStore>>;
	create(principal: Principal, widget: NewWidget): Promise<Result<Widget>>;
	/** The change may name the widget's store but not another one: a page's events must not move with its widget. */
	update(principal: Principal, id: string, change: WidgetChange): Promise<Result<Widget>>;
	/** The widget as `update` would make it, with its store; nothing is stored. */
	draft(principal: Principal, id: string, change: WidgetChange): Promise<Result<WidgetWithStore>>;
	/** Afterwards calls of its pages are answered `not_found`. */
	remove(principal: Principal, id: string): Promise<Result<null>>;
}

interface Dependencies {
	readonly stores: StoreRepository;
	readonly searchEngines: Pick<SearchEngineRepository, 'find'>;
	readonly randomness: Randomness;
	readonly clock: Clock;
}

export function createWidgets({ stores, searchEngines, randomness, clock }: Dependencies): Widgets {
	async function findWithStore({ accountId }: Principal, id: string): Promise<Result<WidgetWithStore>> {
		const found = await stores.findWidget(id.toLowerCase());
		if (found === undefined) return fail('not_found');
		return found.store.accountId === accountId ? succeed(found) : fail('forbidden');
	}

	async function find(principal: Principal, id: string): Promise<Result<Widget>> {
		const found = await findWithStore(principal, id);
		return found.ok ? succeed(found.value.widget) : found;
	}

	/** The search engine must belong to the store; otherwise a widget of one shop could show what another sells. */
	async function findEngineFaults({ storeId, settings: { hashid } }: Widget): Promise<Fault[]> {
		const engine = hashid === null ? undefined : await searchEngines.find(hashid);
		const isOfStore = hashid === null || engine?.storeId === storeId;
		return toFaults('hashid', isOfStore ? undefined : "is not a search engine of the widget's store");
	}

	async function findFaults(widget: Widget): Promise<Fault[]> {
		return [
			...findNameFaults('name', widget.name),
			...findSettingsFaults(widget.settings),
			...(await findEngineFaults(widget)),
		];
	}

	/** @returns what is to be stored; empty where nothing changes */
	async function check(old: Widget, change: WidgetChange): Promise<Result<StoredChange>> {
		const { storeId = old.storeId } = change;
		if (storeId !== old.storeId) return failField('store_id', 'cannot be changed: make a widget in the other store');
		const stored = toStored(old, change);
		const faults = Object.keys(stored).length === 0 ? [] : await findFaults({ ...old, ...stored });
		return faults.length > 0 ? failFaults(faults) : succeed(stored);
	}

	return {
		list: ({ accountId }) => stores.listWidgets(accountId),
		find,
		findWithStore,

		async create({ accountId }, { name, storeId, kind = defaultWidgetKind, settings: said }) {
			const settings = { ...defaultWidgetSettings, ...said };
			const widget: Widget = { id: randomness.uuid(), storeId, name, createdAtMs: clock.nowMs(), kind, settings };
			const faults = await findFaults(widget);
			if (faults.length > 0) return failFaults(faults);
			const store = await stores.findStore(storeId);
			if (store?.accountId !== accountId) return failField('store_id', 'is not a store of this account');
			const outcome = await stores.createWidget(widget);
			if (outcome === 'missing') return failField('store_id', 'is not a store of this account');
			if (outcome === 'full') {
				return fail('invalid', { message: `A store has at most ${widgetsPerStoreMax} widgets` });
			}
			return succeed(widget);
		},

		async update(principal, id, change) {
			const found = await find(principal, id);
			if (!found.ok) return found;
			const checked = await check(found.value, change);
			if (!checked.ok) return checked;
			if (Object.keys(checked.value).length === 0) return found;
			const outcome = await stores.updateWidget(found.value.id, checked.value);
			return outcome === 'updated' ? find(principal, id) : fail('not_found');
		},

		async draft(principal, id, change) {
			const found = await findWithStore(principal, id);
			if (!found.ok) return found;
			const { store, widget } = found.value;
			const checked = await check(widget, change);
			return checked.ok ? succeed({ store, widget: { ...widget, ...checked.value } }) : checked;
		},

		async remove(principal, id) {
			const found = await find(principal, id);
			if (!found.ok) return found;
			return (await stores.removeWidget(found.value.id)) === 'deleted' ? succeed(null) : fail('not_found');
		},
	};
}

function toStored(old: Widget, { name, kind, settings }: WidgetChange): StoredChange {
	return {
		...(name !== undefined && { name }),
		...(kind !== undefined && { kind }),
		...(settings !== undefined && { settings: { ...old.settings, ...settings } }),
	};
}
