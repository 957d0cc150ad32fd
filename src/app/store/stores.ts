/** Use cases on stores. Stores decide which pages may call from a browser. */
import type { Principal } from '../../domain/account/account.ts';
import { findNameFaults } from '../../domain/account/display-name.ts';
import { toOwned } from '../../domain/account/to-owned.ts';
import { parseBlockedIp } from '../../domain/store/blocked-ip-rule.ts';
import { parseAllowedDomain } from '../../domain/store/origin-rule.ts';
import {
	allowedDomainsPerStoreMax,
	attributionHoursDefault,
	blockedIpsPerStoreMax,
	type Store,
	storesPerAccountMax,
} from '../../domain/store/store.ts';
import { failFaults, toFaults } from '../../lib/fail-faults.ts';
import { type Fault, fail, type Result, succeed } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { StoreRepository } from '../../ports/store-repository.ts';

/** The owner's settings of a store; lists are as they were sent, unchecked. */
export interface StoreSettings {
	readonly name: string;
	readonly allowedDomains: readonly string[];
	readonly isCorsEnforced: boolean;
	readonly blockedIps: readonly string[];
	/** See `Store`; a day if left out. */
	readonly attributionHours?: number;
}

export interface Stores {
	list(principal: Principal): Promise<readonly Store[]>;
	/** The store if it exists (`not_found`) and is the caller's (`forbidden`). */
	find(principal: Principal, id: string): Promise<Result<Store>>;
	/** Lists are stored in their normal form, without repetitions. */
	create(principal: Principal, settings: StoreSettings): Promise<Result<Store>>;
	/** Where `attributionHours` change, statistics of the store's search engines are counted again. */
	update(principal: Principal, id: string, change: Partial<StoreSettings>): Promise<Result<Store>>;
	/** Also removes its widgets; its search engines remain. */
	remove(principal: Principal, id: string): Promise<Result<null>>;
}

interface Dependencies {
	readonly stores: StoreRepository;
	readonly randomness: Randomness;
	readonly clock: Clock;
}

interface ListRule {
	readonly field: string;
	readonly parse: (text: string) => Result<string>;
	readonly entriesMax: number;
}

const domainRule: ListRule = {
	field: 'allowed_domains',
	parse: parseAllowedDomain,
	entriesMax: allowedDomainsPerStoreMax,
};
const ipRule: ListRule = { field: 'blocked_ips', parse: parseBlockedIp, entriesMax: blockedIpsPerStoreMax };

export function createStores({ stores, randomness, clock }: Dependencies): Stores {
	async function find(principal: Principal, id: string): Promise<Result<Store>> {
		return toOwned(await stores.findStore(id), principal);
	}

	return {
		list: ({ accountId }) => stores.listStores(accountId),
		find,

		async create({ accountId }, settings) {
			const checked = checkSettings(settings);
			if (!checked.ok) return checked;
			const store: Store = {
				attributionHours: attributionHoursDefault,
				...settings,
				...checked.value,
				id: randomness.hex(16),
				accountId,
				createdAtMs: clock.nowMs(),
			};
			const outcome = await stores.createStore(store);
			if (outcome === 'missing') return fail('forbidden');
			if (outcome === 'full') {
				return fail('invalid', { message: `An account has at most ${storesPerAccountMax} stores` });
			}
			return succeed(store);
		},

		async update(principal, id, change) {
			const found = await find(principal, id);
			if (!found.ok) return found;
			const checked = checkSettings(change);
			if (!checked.ok) return checked;
			return (await stores.updateStore(id, checked.value)) === 'updated' ? find(principal, id) : fail('not_found');
		},

		async remove(principal, id) {
			const found = await find(principal, id);
			if (!found.ok) return found;
			return (await stores.removeStore(id)) === 'deleted' ? succeed(null) : fail('not_found');
		},
	};
}

/** The given settings with lists in their normal form, or every fault they have. */
function checkSettings(settings: Partial<StoreSettings>): Result<Partial<StoreSettings>> {
	const domains = checkList(domainRule, settings.allowedDomains);
	const ips = checkList(ipRule, settings.blockedIps);
	const faults = [...findNameFaults('name', settings.name), ...domains.faults, ...ips.faults];
	if (faults.length > 0) return failFaults(faults);
	return succeed({
		...settings,
		...(domains.entries && { allowedDomains: domains.entries }),
		...(ips.entries && { blockedIps: ips.entries }),
	});
}

function checkList(
	{ field, parse, entriesMax }: ListRule,
	texts: readonly string[] | undefined,
): { readonly entries?: readonly string[]; readonly faults: readonly Fault[] } {
	if (texts === undefined) return { faults: [] };
	if (texts.length > entriesMax) {
		return { faults: toFaults(field, `must have at most ${entriesMax} entries`) };
	}
	const entries = new Set<string>();
	const faults: Fault[] = [];
	for (const [index, text] of texts.entries()) {
		const parsed = parse(text);
		if (parsed.ok) entries.add(parsed.value);
		else faults.push(...toFaults(`${field}.${index}`, parsed.failure.message));
	}
	return { entries: [...entries], faults };
}
