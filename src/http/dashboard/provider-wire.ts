/** The ways to sign in, and the addresses of the one by a provider of identities. */
import { type Static, Type } from 'typebox';
import { nullable } from '../shared/nullable.ts';
import { accountId } from '../shared/proof-wire.ts';
import { component } from '../shared/schema-component.ts';

export const methodsOutput = component(
	'SignInMethods',
	Type.Object({
		methods: Type.Array(Type.Enum(['password', 'link', 'key', 'oidc'])),
		oidc_name: nullable(
			Type.String({
				description: 'The name of the provider of identities, for people; null without one',
				examples: ['accounts.shop.example'],
			}),
		),
	}),
);

export function toMethodsWire(providerName: string | undefined): Static<typeof methodsOutput> {
	return {
		methods: ['password', 'link', 'key', ...(providerName === undefined ? [] : (['oidc'] as const))],
		oidc_name: providerName ?? null,
	};
}

export const providerQuery = Type.Object({ account_id: Type.Optional(accountId) });

export const redirection = Type.Null({ description: 'Where to go, in `Location`; the body is empty' });
