/** Accounts, users and keys as they are written on the wire. Times are ISO 8601 in UTC. */
import { type Static, Type } from 'typebox';
import type { IssuedKey } from '../../app/account/issue-key.ts';
import { type SignInLink, toSignInPath } from '../../app/account/sign-in-links.ts';
import type { Account, ApiKey, ListedUser } from '../../domain/account/account.ts';
import { displayNameLengthMax, emailLengthMax } from '../../domain/account/display-name.ts';
import { idExample, shortIdExample } from '../shared/example-ids.ts';
import { nullable } from '../shared/nullable.ts';
import { password } from '../shared/proof-wire.ts';
import { rightsInput, rightsOutput, toRights, toRightsWire } from '../shared/rights-wire.ts';
import { component } from '../shared/schema-component.ts';

export const nameInput = Type.String({ minLength: 1, maxLength: displayNameLengthMax, examples: ['Shoes Ltd'] });
const keyExample = 'f1d2d2f924e986ac86fdf7b36c94bcdf32beec15';
const emailInput = nullable(Type.String({ maxLength: emailLengthMax }));
export const time = Type.String({ format: 'date-time', examples: ['2026-03-01T09:30:00.000Z'] });

/** The body of an object that has nothing but a name. */
export const namedInput = component('Named', Type.Object({ name: nameInput }, { additionalProperties: false }));

const ownerInput = component(
	'NewOwner',
	Type.Object({ name: nameInput, email: Type.Optional(emailInput) }, { additionalProperties: false }),
);
export const userInput = component(
	'NewUser',
	Type.Object({ ...ownerInput.properties, rights: Type.Optional(rightsInput) }, { additionalProperties: false }),
);
const current = Type.Optional({
	...password,
	description: 'In a session of the dashboard that began with the password: the password, for a way in of your own',
});
export const userChangeInput = component(
	'UserChange',
	Type.Object({ ...Type.Partial(userInput).properties, current }, { additionalProperties: false }),
);

export const keyInput = component('NewKey', Type.Object({ name: nameInput, current }, { additionalProperties: false }));

export const accountInput = component(
	'NewAccount',
	Type.Object({ name: nameInput, owner: ownerInput }, { additionalProperties: false }),
);

export const accountPath = Type.Object({
	account_id: Type.String({ pattern: '^[0-9a-f]{32}$', examples: [idExample] }),
});
export const userPath = Type.Object({
	user_code: Type.String({ pattern: '^[0-9a-f]{16}$', examples: [shortIdExample] }),
});
export const keyPath = Type.Object({ key_id: Type.String({ pattern: '^[0-9a-f]{16}$', examples: [shortIdExample] }) });

const name = Type.String({ examples: ['Shoes Ltd'] });
const keyName = Type.String({ examples: ['import'] });
const shortId = Type.String({ examples: [shortIdExample] });

export const accountOutput = component(
	'Account',
	Type.Object({ id: Type.String({ examples: [idExample] }), name, created_at: time }),
);

export const userOutput = component(
	'User',
	Type.Object({
		code: Type.String({
			description: 'The claim `name` of a token signed with a key of this user',
			examples: [shortIdExample],
		}),
		name: Type.String({ examples: ['Ana'] }),
		email: nullable(Type.String({ examples: ['ana@shop.example'] })),
		role: Type.Enum(['owner', 'member']),
		rights: rightsOutput,
		second_factor: Type.Boolean({ description: 'Whether signing in to the dashboard asks for a code, too' }),
		created_at: time,
	}),
);

export const keyOutput = component(
	'ApiKey',
	Type.Object({
		id: shortId,
		name: keyName,
		user_code: shortId,
		created_at: time,
		revoked_at: nullable(time),
	}),
);

const secret = Type.String({
	description: 'The key: shown this once, and kept nowhere in clear',
	examples: [keyExample],
});

export const issuedKeyOutput = component(
	'IssuedKey',
	Type.Object({
		id: shortId,
		name: keyName,
		user_code: shortId,
		key: secret,
		created_at: time,
	}),
);

export const signInLinkOutput = component(
	'SignInLink',
	Type.Object({
		path: Type.String({
			description: 'Behind the address of the server: the link, which signs in to the dashboard once. Shown this once',
			examples: ['/dashboard#link=c0ffee254729296a45a3885639ac7e10f9d54979'],
		}),
		expires_at: time,
	}),
);

export const createdAccountOutput = component(
	'CreatedAccount',
	Type.Object({ ...accountOutput.properties, owner: userOutput, key: secret }),
);

function toTime(atMs: number): string {
	return new Date(atMs).toISOString();
}

export function toAccountWire({ id, name, createdAtMs }: Account): Static<typeof accountOutput> {
	return { id, name, created_at: toTime(createdAtMs) };
}

export function toUserWire({ rights, hasSecondFactor, createdAtMs, ...user }: ListedUser): Static<typeof userOutput> {
	const { code, name, email, role } = user;
	return {
		...{ code, name, email, role, rights: toRightsWire(rights) },
		...{ second_factor: hasSecondFactor, created_at: toTime(createdAtMs) },
	};
}

/** From the body of a change, or of a new user. */
export function toProfile<T extends Static<typeof userInput> | Static<typeof userChangeInput>>(input: T) {
	const { rights, current: _, ...profile } = input as T & Static<typeof userChangeInput>;
	return rights === undefined ? profile : { ...profile, rights: toRights(rights) };
}

export function toKeyWire({ id, name, userCode, createdAtMs, revokedAtMs }: ApiKey): Static<typeof keyOutput> {
	return {
		id,
		name,
		user_code: userCode,
		created_at: toTime(createdAtMs),
		revoked_at: revokedAtMs === null ? null : toTime(revokedAtMs),
	};
}

export function toSignInLinkWire({ token, expiresAtMs }: SignInLink): Static<typeof signInLinkOutput> {
	return { path: toSignInPath(token), expires_at: toTime(expiresAtMs) };
}

export function toIssuedKeyWire({ key, secret: clear }: IssuedKey): Static<typeof issuedKeyOutput> {
	return { id: key.id, name: key.name, user_code: key.userCode, key: clear, created_at: toTime(key.createdAtMs) };
}
