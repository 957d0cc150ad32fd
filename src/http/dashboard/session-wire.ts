/** Signing in, and what a session says of itself. */
import { type Static, Type } from 'typebox';
import type { OpenSession } from '../../app/account/sessions.ts';
import type { Account, User } from '../../domain/account/account.ts';
import { emailLengthMax } from '../../domain/account/display-name.ts';
import { idExample } from '../shared/example-ids.ts';
import { nullable } from '../shared/nullable.ts';
import { accountId, code, password } from '../shared/proof-wire.ts';
import { rightsOutput, toRightsWire } from '../shared/rights-wire.ts';
import { component } from '../shared/schema-component.ts';

const email = Type.String({ minLength: 1, maxLength: emailLengthMax, examples: ['ana@shop.example'] });

export const passwordSignIn = component(
	'PasswordSignIn',
	Type.Object(
		{
			email,
			password,
			account_id: Type.Optional(accountId),
			code: Type.Optional(code),
		},
		{ additionalProperties: false },
	),
);

export const keySignIn = component(
	'KeySignIn',
	Type.Object(
		{
			key: Type.String({
				minLength: 1,
				maxLength: 100,
				description: "An API key of the account's owner",
				examples: ['f1d2d2f924e986ac86fdf7b36c94bcdf32beec15'],
			}),
		},
		{ additionalProperties: false },
	),
);

export const linkSignIn = component(
	'LinkSignIn',
	Type.Object(
		{
			token: Type.String({
				minLength: 1,
				maxLength: 100,
				description: 'What the link has behind `#link=`',
				examples: ['c0ffee254729296a45a3885639ac7e10f9d54979'],
			}),
			code: Type.Optional(code),
		},
		{ additionalProperties: false },
	),
);

export const passwordChange = component(
	'PasswordChange',
	Type.Object(
		{
			current: Type.Optional(password),
			password,
		},
		{ additionalProperties: false },
	),
);

const time = Type.String({ format: 'date-time', examples: ['2026-03-01T09:30:00.000Z'] });

export const sessionOutput = component(
	'Session',
	Type.Object({
		account: Type.Object({
			id: Type.String({ examples: [idExample] }),
			name: Type.String({ examples: ['Shoes Ltd'] }),
		}),
		user: Type.Object({
			code: Type.String({ examples: ['9b74c9897bac770f'] }),
			name: Type.String({ examples: ['Ana'] }),
			email: nullable(Type.String({ examples: ['ana@shop.example'] })),
			role: Type.Enum(['owner', 'member']),
			rights: rightsOutput,
		}),
		method: Type.Enum(['password', 'link', 'key', 'oidc'], { description: 'How it began' }),
		has_second_factor: Type.Boolean({ description: 'Whether signing in by password or link asks for a code' }),
		created_at: time,
		expires_at: Type.String({
			format: 'date-time',
			description: 'When it ends at the latest; without use, four hours after the last call',
			examples: ['2026-03-08T09:30:00.000Z'],
		}),
	}),
);

interface SessionParts {
	readonly account: Account;
	readonly user: User;
	readonly hasSecondFactor: boolean;
}

export function toSessionWire(
	{ session, role, rights }: OpenSession,
	{ account, user, hasSecondFactor }: SessionParts,
): Static<typeof sessionOutput> {
	return {
		account: { id: account.id, name: account.name },
		user: { code: user.code, name: user.name, email: user.email, role, rights: toRightsWire(rights) },
		method: session.method,
		has_second_factor: hasSecondFactor,
		created_at: new Date(session.createdAtMs).toISOString(),
		expires_at: new Date(session.expiresAtMs).toISOString(),
	};
}
