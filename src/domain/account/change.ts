/** The record of changes: who changed what in an account, and who signed in and out. */
import { type RightArea, rightAreas } from './rights.ts';

/** What a change is about: an area of rights, people and their keys, or signing in and out. */
export const changeAreas = [...rightAreas, 'users', 'signIn'] as const satisfies readonly (
	| RightArea
	| 'users'
	| 'signIn'
)[];
export type ChangeArea = (typeof changeAreas)[number];

/** Who made it: somebody in the dashboard, a program with a key, or the operator of the server. */
export type ChangeActor =
	| { readonly kind: 'session' | 'key'; readonly userCode: string; readonly keyId: string | null }
	| { readonly kind: 'operator'; readonly accountId: string };

export interface NewChange {
	readonly actor: ChangeActor;
	readonly atMs: number;
	readonly area: ChangeArea;
	/** As the OpenAPI document calls the operation. */
	readonly operation: string;
	/** Of the request, without its query; empty where signing in has none of its own. */
	readonly path: string;
	/** The id of what was made; null where nothing was, or the path says it. */
	readonly createdId: string | null;
	/** JSON, as it was sent, without secrets; at most `sentLengthMax`; null: nothing was sent. */
	readonly sent: string | null;
	/** Whether `sent` is all of it, and not its beginning. */
	readonly isWhole: boolean;
}

export interface Change extends Omit<NewChange, 'actor'> {
	/** From 1 within its account; later changes have greater ones. */
	readonly number: number;
	readonly by: 'session' | 'key' | 'operator';
	/** Codes, ids and names are those at the time; the user and the key may be gone. Null for the operator. */
	readonly user: { readonly code: string; readonly name: string } | null;
	readonly key: { readonly id: string; readonly name: string } | null;
}

/** In UTF-16 units. */
export const sentLengthMax = 4096;
export const pathLengthMax = 2048;
export const changeKeptDays = 400;
export const changesPerAccountMax = 100_000;
export const changesPageMax = 100;

/** At any depth of what is sent; also the ids of shoppers, which an erasure must not leave behind. */
const hiddenNames = new Set([
	...['password', 'current', 'key', 'token', 'secret', 'code', 'client_secret', 'recovery_codes'],
	...['user_id', 'session_id'],
]);
const hidden = '…';

/** What is kept of a body. Undefined: there was none. */
export function toSent(body: unknown): Pick<NewChange, 'sent' | 'isWhole'> {
	if (body === undefined || body === null) return { sent: null, isWhole: true };
	const hide = (name: string, value: unknown) => (hiddenNames.has(name) ? hidden : value);
	return cut(JSON.stringify(body, hide));
}

/** The same of the text of items: they are the shop's catalogue, and none of their names means a secret. */
export function toSentText(text: string, isEnd: boolean): Pick<NewChange, 'sent' | 'isWhole'> {
	const { sent, isWhole } = cut(text);
	return { sent: sent === '' ? null : sent, isWhole: isWhole && isEnd };
}

/** A pair of surrogates is not cut in two. */
function cut(text: string): { readonly sent: string; readonly isWhole: boolean } {
	const isWhole = text.length <= sentLengthMax;
	return { sent: isWhole ? text : text.slice(0, sentLengthMax).toWellFormed(), isWhole };
}
