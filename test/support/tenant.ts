/** An account with one of everything in it, created through the APIs. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type Api, createApi, type Json } from './api.ts';
import { makeClaims, makeToken } from './tokens.ts';

export interface Tenant {
	readonly accountId: string;
	readonly ownerCode: string;
	/** The owner's key; its id is `keyId`. */
	readonly key: string;
	readonly keyId: string;
	/** A key of the owner that was revoked. */
	readonly revokedKey: string;
	readonly memberCode: string;
	readonly memberKey: string;
	readonly storeId: string;
	readonly widgetId: string;
	/** Has the index `product`. */
	readonly hashid: string;
	/** The same, with a temporary index, so this engine is locked. */
	readonly lockedHashid: string;
	/** In `product` of both, and in the temporary index. */
	readonly itemId: string;
	/** The dfid by which a widget refers to the item. */
	readonly dfid: string;
	/** Texts that an answer to any other caller must not contain. */
	readonly ownWords: readonly string[];
	readonly api: Api;
	/** Of a link that signs a member in. */
	readonly linkToken: string;
}

let tenantCount = 0;

/** Opens an account on a server whose operator token is known. */
export async function openTenant(url: string, operatorToken: string): Promise<Tenant> {
	tenantCount += 1;
	const secret = `mark-${tenantCount}-${Math.random().toString(36).slice(2)}`;
	const operator = createApi(url, operatorToken);
	const account = await post(operator, '/api/admin/v1/accounts', {
		name: secret,
		owner: { name: secret, email: `${secret}@shop.example` },
	});
	const api = createApi(url, account.key);
	const admin = (path: string, body: unknown) => post(api, `/api/admin/v1${path}`, body);
	const revoked = await admin(`/users/${account.owner.code}/keys`, { name: 'revoked' });
	const gone = await api.call(`/api/admin/v1/keys/${revoked.id}`, { method: 'DELETE' });
	assert.equal(gone.status, 204);
	const keys = await api.call('/api/admin/v1/keys');
	const member = await admin('/users', { name: secret });
	const memberKey = await admin(`/users/${member.code}/keys`, { name: secret });
	const link = await admin(`/users/${member.code}/sign_in_links`, undefined);
	const store = await admin('/stores', { name: secret, cors_enforced: false });
	const widget = await admin('/widgets', { name: secret, store_id: store.id });
	const hashid = await fillEngine(api, secret, store.id);
	const lockedHashid = await fillEngine(api, secret, store.id);
	const index = `/api/v2/search_engines/${lockedHashid}/indices/product`;
	await post(api, `${index}/temp`, undefined);
	await post(api, `${index}/temp/items`, { id: secret });
	return {
		accountId: account.id,
		ownerCode: account.owner.code,
		key: account.key,
		keyId: keys.json.find((key: Json) => key.revoked_at === null).id,
		revokedKey: revoked.key,
		memberCode: member.code,
		memberKey: memberKey.key,
		storeId: store.id,
		widgetId: widget.id,
		hashid,
		lockedHashid,
		itemId: secret,
		dfid: `${hashid}@product@${toItemKey(secret)}`,
		ownWords: [secret, account.id, account.owner.code, member.code, store.id, hashid, lockedHashid],
		api,
		linkToken: link.path.split('=')[1],
	};
}

/** @returns the hashid of a new search engine whose index `product` has one item. */
async function fillEngine(api: Api, secret: string, storeId: string): Promise<string> {
	const engine = await post(api, '/api/v2/search_engines', { name: secret, store_id: storeId });
	const indices = `/api/v2/search_engines/${engine.hashid}/indices`;
	await post(api, indices, { name: 'product', preset: 'generic' });
	await post(api, `${indices}/product/items`, { id: secret });
	return engine.hashid;
}

/** The last part of an item's dfid, computed as a client does, without the program's own code. */
export function toItemKey(id: string): string {
	return createHash('md5').update(id).digest('hex');
}

async function post(api: Api, path: string, body: unknown): Promise<Json> {
	const { status, json, text } = await api.call(path, { method: 'POST', body });
	assert.equal(status, 201, `${path}: ${text}`);
	return json;
}

/** `Authorization` values that no route may accept as genuine, with their fault. */
export function makeWorthlessCredentials(tenant: Tenant): Readonly<Record<string, string>> {
	const { key, ownerCode, revokedKey, memberKey, memberCode } = tenant;
	const claims = makeClaims(ownerCode);
	const { iat, exp, name } = claims;
	const day = 24 * 3600;
	const bearer = (parts: Parameters<typeof makeToken>[0]) => `Bearer ${makeToken(parts)}`;
	const genuine = makeToken({ claims, secret: key });
	const changed = makeToken({ claims: { ...claims, exp: exp + 60 }, secret: key });
	return {
		'a revoked key': `Token ${revokedKey}`,
		'a key nobody has': `Token ${'0'.repeat(40)}`,
		'the key in upper case': `Token ${key.toUpperCase()}`,
		'the key with two prefixes': `Token eu1-us1-${key}`,
		'the key and one digit more': `Token ${key}0`,
		'a key without its scheme': key,
		'a key as bearer': `Bearer ${key}`,
		'a token as key': `Token ${genuine}`,
		'basic authentication': `Basic ${Buffer.from(`${ownerCode}:${key}`).toString('base64')}`,
		'an empty header': '',
		'a scheme alone': 'Token',
		'bytes beyond ASCII': 'Token \u00e9\u00ff',
		'a very long header': `Token ${'a'.repeat(8000)}`,
		'three dots': 'Bearer ...',
		'a token of broken JSON': `Bearer ${Buffer.from('{').toString('base64url')}.${Buffer.from('{').toString('base64url')}.AAAA`,
		'a token of JSON null': `Bearer ${Buffer.from('null').toString('base64url')}.${Buffer.from('null').toString('base64url')}.AAAA`,
		'alg none, unsigned': bearer({ header: { alg: 'none' }, claims }),
		'alg None, signed': bearer({ header: { alg: 'None' }, claims, secret: key }),
		'no alg': bearer({ header: { typ: 'JWT' }, claims, secret: key }),
		'alg HS512': bearer({ header: { alg: 'HS512' }, claims, secret: key, hash: 'sha512' }),
		'alg HS512, signed as HS256': bearer({ header: { alg: 'HS512' }, claims, secret: key }),
		'a critical header': bearer({ header: { alg: 'HS256', crit: ['exp'] }, claims, secret: key }),
		'a wrong signature': bearer({ claims, secret: '0'.repeat(40) }),
		'a signature cut off': `Bearer ${genuine.slice(0, genuine.lastIndexOf('.') + 1)}`,
		'changed claims': `Bearer ${[changed.split('.')[0], changed.split('.')[1], genuine.split('.')[2]].join('.')}`,
		'signed with a revoked key': bearer({ claims, secret: revokedKey }),
		"signed with a member's key": bearer({ claims, secret: memberKey }),
		"a member's name under the owner's key": bearer({ claims: makeClaims(memberCode), secret: key }),
		'a life of 8 days': bearer({ claims: { ...claims, exp: iat + 8 * day }, secret: key }),
		'a life of a week and a second': bearer({ claims: { ...claims, exp: iat + 7 * day + 1 }, secret: key }),
		'no iat': bearer({ claims: { exp, name }, secret: key }),
		'no exp': bearer({ claims: { iat, name }, secret: key }),
		'no name': bearer({ claims: { iat, exp }, secret: key }),
		'name null': bearer({ claims: makeClaims(null), secret: key }),
		'name as a list': bearer({ claims: makeClaims([ownerCode]), secret: key }),
		'a name nobody has': bearer({ claims: makeClaims('0'.repeat(16)), secret: key }),
		'times as text': bearer({ claims: { iat: String(iat), exp: String(exp), name }, secret: key }),
		expired: bearer({ claims: { iat: iat - 3600, exp: iat - 61, name }, secret: key }),
		'issued tomorrow': bearer({ claims: { iat: iat + day, exp: iat + 2 * day, name }, secret: key }),
		'exp before iat': bearer({ claims: { iat: iat + 30, exp: iat + 29, name }, secret: key }),
		'claims that are a list': bearer({ claims: [], secret: key }),
	};
}
