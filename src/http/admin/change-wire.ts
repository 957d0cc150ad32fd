/** The record of changes on the wire. */
import { type Static, Type } from 'typebox';
import {
	type Change,
	type ChangeArea,
	changeAreas,
	changesPageMax,
	changesPerAccountMax,
} from '../../domain/account/change.ts';
import { idExample, shortIdExample } from '../shared/example-ids.ts';
import { nullable } from '../shared/nullable.ts';
import { component } from '../shared/schema-component.ts';
import { time } from './account-wire.ts';

const areaNames = {
	catalogue: 'catalogue',
	searchSettings: 'search_settings',
	recommendations: 'recommendations',
	statistics: 'statistics',
	shop: 'shop',
	users: 'users',
	signIn: 'sign_in',
} as const satisfies Readonly<Record<ChangeArea, string>>;

const area = Type.Enum(Object.values(areaNames), {
	description: 'As rights have them; `users`: users and keys; `sign_in`: who came and went',
});

export const changesQuery = Type.Object({
	before: Type.Optional(
		Type.Integer({ minimum: 1, description: '`next_before` of the page before; left out: from the newest on' }),
	),
	rpp: Type.Integer({ minimum: 1, maximum: changesPageMax, default: 50, description: 'Changes of a page' }),
	user: Type.Optional(Type.String({ pattern: '^[0-9a-f]{16}$', description: 'Only those of this user, by code' })),
	area: Type.Optional(area),
});

const named = { name: Type.String({ description: 'At the time', examples: ['Ana'] }) };

const changeOutput = component(
	'Change',
	Type.Object({
		number: Type.Integer({ description: 'From 1 within the account' }),
		at: time,
		by: Type.Enum(['session', 'key', 'operator'], {
			description: 'A person in the dashboard, a program with a key, or the operator of the server',
		}),
		user: nullable(Type.Object({ code: Type.String({ examples: [shortIdExample] }), ...named }), {
			description: 'Null for the operator; it may be gone by now',
		}),
		key: nullable(Type.Object({ id: Type.String({ examples: [shortIdExample] }), ...named }), {
			description: 'The key of the call, or the one that opened the session',
		}),
		area,
		operation: Type.String({
			description: 'Its id in this document; `wrongSecondFactor` where a sign-in failed by that',
			examples: ['updateWidget'],
		}),
		path: nullable(Type.String({ examples: [`/dashboard/api/widgets/${idExample}`] }), {
			description: 'Of the request; null for signing in',
		}),
		created: nullable(Type.String({ examples: [idExample] }), { description: 'Id of what was made' }),
		sent: nullable(Type.String({ examples: ['{"title":"You may also like"}'] }), {
			description: 'The body as JSON, without secrets',
		}),
		sent_whole: Type.Boolean({ description: 'Whether `sent` is all of it; otherwise its beginning' }),
	}),
);

export const changesOutput = component(
	'ChangePage',
	Type.Object({
		changes: Type.Array(changeOutput, { description: 'The newest first' }),
		next_before: nullable(Type.Integer(), {
			description: `For the next page; null: these were the last of at most ${changesPerAccountMax}`,
		}),
	}),
);

export function parseArea(name: Static<typeof area> | undefined): ChangeArea | null {
	return changeAreas.find((known) => areaNames[known] === name) ?? null;
}

export function toChangesWire(changes: readonly Change[], countMax: number): Static<typeof changesOutput> {
	const last = changes.length < countMax ? undefined : changes.at(-1);
	return { changes: changes.map(toChangeWire), next_before: last === undefined ? null : last.number };
}

function toChangeWire(change: Change): Static<typeof changeOutput> {
	return {
		number: change.number,
		at: new Date(change.atMs).toISOString(),
		by: change.by,
		user: change.user,
		key: change.key,
		area: areaNames[change.area],
		operation: change.operation,
		path: change.path === '' ? null : change.path,
		created: change.createdId,
		sent: change.sent,
		sent_whole: change.isWhole,
	};
}
