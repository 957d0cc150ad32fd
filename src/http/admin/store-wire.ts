/** Stores on the wire, and back. */
import { type Static, Type } from 'typebox';
import type { StoreSettings } from '../../app/store/stores.ts';
import {
	allowedDomainsPerStoreMax,
	attributionHoursDefault,
	attributionHoursMax,
	blockedIpsPerStoreMax,
	type Store,
} from '../../domain/store/store.ts';
import { idExample } from '../shared/example-ids.ts';
import { component } from '../shared/schema-component.ts';
import { nameInput, time } from './account-wire.ts';

/** Longer than any host name, origin or address range. */
const entryLengthMax = 300;

export const storeInput = component(
	'NewStore',
	Type.Object(
		{
			name: nameInput,
			allowed_domains: Type.Optional(
				Type.Array(Type.String({ maxLength: entryLengthMax }), {
					maxItems: allowedDomainsPerStoreMax,
					description: 'Host names (with their subdomains, any port) or exact origins: `https://shop.example:8443`',
					examples: [['shop.example']],
				}),
			),
			cors_enforced: Type.Optional(
				Type.Boolean({ description: 'Only pages of the allowed domains may call; true unless said otherwise' }),
			),
			blocked_ips: Type.Optional(
				Type.Array(Type.String({ maxLength: entryLengthMax }), {
					maxItems: blockedIpsPerStoreMax,
					description: 'IPv4 and IPv6 addresses and CIDR ranges',
				}),
			),
			attribution_hours: Type.Optional(
				Type.Integer({
					minimum: 1,
					maximum: attributionHoursMax,
					description: `How long after a click a purchase is attributed to it; ${attributionHoursDefault} unless said otherwise. A change has statistics counted again`,
					examples: [attributionHoursDefault],
				}),
			),
		},
		{ additionalProperties: false },
	),
);
export const storeChangeInput = component('StoreChange', Type.Partial(storeInput, { additionalProperties: false }));

export const storePath = Type.Object({ store_id: Type.String({ pattern: '^[0-9a-f]{32}$', examples: [idExample] }) });

export const storeOutput = component(
	'Store',
	Type.Object({
		id: Type.String({ examples: [idExample] }),
		name: nameInput,
		allowed_domains: Type.Array(Type.String({ examples: ['shop.example'] })),
		cors_enforced: Type.Boolean({ examples: [true] }),
		blocked_ips: Type.Array(Type.String({ examples: ['203.0.113.0/24'] })),
		attribution_hours: Type.Integer({ examples: [attributionHoursDefault] }),
		created_at: time,
	}),
);

/** The defaults: no domains, no blocked addresses, and the check of domains on. */
export function toStoreSettings(input: Static<typeof storeInput>): StoreSettings {
	return { allowedDomains: [], isCorsEnforced: true, blockedIps: [], name: input.name, ...toStoreChange(input) };
}

export function toStoreChange(input: Static<typeof storeChangeInput>): Partial<StoreSettings> {
	return {
		...(input.name !== undefined && { name: input.name }),
		...(input.allowed_domains !== undefined && { allowedDomains: input.allowed_domains }),
		...(input.cors_enforced !== undefined && { isCorsEnforced: input.cors_enforced }),
		...(input.blocked_ips !== undefined && { blockedIps: input.blocked_ips }),
		...(input.attribution_hours !== undefined && { attributionHours: input.attribution_hours }),
	};
}

export function toStoreWire(store: Store): Static<typeof storeOutput> {
	return {
		id: store.id,
		name: store.name,
		allowed_domains: [...store.allowedDomains],
		cors_enforced: store.isCorsEnforced,
		blocked_ips: [...store.blockedIps],
		attribution_hours: store.attributionHours,
		created_at: new Date(store.createdAtMs).toISOString(),
	};
}
