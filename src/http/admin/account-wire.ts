/** Accounts, users and keys as they are written on the wire. Times are ISO 8601 in UTC. */
import { type Static, Type } from 'typebox';
import type { IssuedKey } from '../../app/account/issue-key.ts';
import type { Account, ApiKey, User } from '../../domain/account/account.ts';
import { displayNameLengthMax, emailLengthMax } from '../../domain/account/display-name.ts';
import { nullable } from '../server/nullable.ts';

export const nameInput = Type.String({ minLength: 1, maxLength: displayNameLengthMax });
const emailInput = nullable(Type.String({ maxLength: emailLengthMax }));
const time = Type.String({ format: 'date-time' });

/** The body of everything that has a name and nothing else to say. */
export const namedInput = Type.Object({ name: nameInput }, { additionalProperties: false });

export const userInput = Type.Object(
	{ name: nameInput, email: Type.Optional(emailInput) },
	{ additionalProperties: false },
);
export const userChangeInput = Type.Partial(userInput, { additionalProperties: false });

export const accountInput = Type.Object({ name: nameInput, owner: userInput }, { additionalProperties: false });

export const accountPath = Type.Object({ account_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) });
export const userPath = Type.Object({ user_code: Type.String({ pattern: '^[0-9a-f]{16}$' }) });
export const keyPath = Type.Object({ key_id: Type.String({ pattern: '^[0-9a-f]{16}$' }) });

export const accountOutput = Type.Object({ id: Type.String(), name: Type.String(), created_at: time });

export const userOutput = Type.Object({
	code: Type.String({ description: 'The claim `name` of a token signed with a key of this user' }),
	name: Type.String(),
	email: nullable(Type.String()),
	role: Type.Enum(['owner', 'member']),
	created_at: time,
});

export const keyOutput = Type.Object({
	id: Type.String(),
	name: Type.String(),
	user_code: Type.String(),
	created_at: time,
	revoked_at: nullable(time),
});

const secret = Type.String({ description: 'The key: shown this once, and kept nowhere in clear' });

export const issuedKeyOutput = Type.Object({
	id: Type.String(),
	name: Type.String(),
	user_code: Type.String(),
	key: secret,
	created_at: time,
});

export const createdAccountOutput = Type.Object({ ...accountOutput.properties, owner: userOutput, key: secret });

function toTime(atMs: number): string {
	return new Date(atMs).toISOString();
}

export function toAccountWire({ id, name, createdAtMs }: Account): Static<typeof accountOutput> {
	return { id, name, created_at: toTime(createdAtMs) };
}

export function toUserWire({ code, name, email, role, createdAtMs }: User): Static<typeof userOutput> {
	return { code, name, email, role, created_at: toTime(createdAtMs) };
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

export function toIssuedKeyWire({ key, secret: clear }: IssuedKey): Static<typeof issuedKeyOutput> {
	return { id: key.id, name: key.name, user_code: key.userCode, key: clear, created_at: toTime(key.createdAtMs) };
}
