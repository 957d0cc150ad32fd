/**
 * Malformed bodies, sent to every route that takes one: a clear refusal, and nothing changes. The routes come from the
 * router, so a new one is tested automatically.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type Answer, createApi } from '../support/api.ts';
import { type DashboardClient, signInWithKey } from '../support/dashboard-client.ts';
import { assertFaulty, readRefusal } from '../support/refusal.ts';
import { type RouteCall, toRouteCalls } from '../support/route-calls.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';

let app: ServedApp;
let tenant: Tenant;
let dashboard: DashboardClient;
/** Calls of every route that takes a body. */
let writes: readonly RouteCall[];

before(async () => {
	app = await serveApp();
	tenant = await openTenant(app.url, app.operatorToken);
	dashboard = await signInWithKey(app.url, tenant.key);
	writes = toRouteCalls(app.routes, tenant).filter(({ body }) => body !== undefined);
	assert.ok(writes.length > 25, `${writes.length} routes`);
});
after(() => app[Symbol.asyncDispose]());

function send(call: RouteCall, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
	if (call.access === 'session' || call.access === 'sign_in') {
		return dashboard.call(call.path.replace('/dashboard/api', ''), { method: call.method, body, headers });
	}
	const token = call.access === 'operator' ? app.operatorToken : tenant.key;
	return createApi(app.url, token).call(call.path, { method: call.method, body, headers });
}

async function withoutChange(work: () => Promise<void>): Promise<void> {
	const before = await app.readAllRows();
	await work();
	assert.deepEqual(await app.readAllRows(), before);
}

/** A body that is longer than its route takes is refused for that, before anybody reads it. */
function assertMalformed(answer: Answer, call: RouteCall, body: string | Uint8Array): void {
	if (Buffer.byteLength(body) <= (call.bodyBytesMax ?? Number.POSITIVE_INFINITY)) assertFaulty(answer, call);
	else {
		readRefusal(answer, call.path);
		assert.deepEqual([answer.status, answer.json.error.code], [413, 'too_many_items'], call.path);
	}
}

const utf16 = Buffer.from('\ufeff{"name":"x"}', 'utf16le');
const hostileBodies: Readonly<Record<string, string | Uint8Array>> = {
	'no JSON at all': 'name=x',
	'an object cut off': '{"name":"x"',
	'a text cut off': '{"name":"x',
	'a list cut off': '[{"id":"1"},',
	'blanks alone': ' \r\n\t ',
	'two values': '{"name":"x"}{"name":"x"}',
	'a trailing comma': '{"name":"x",}',
	'a comment': '{"name":"x"}//',
	'single quotes': "{'name':'x'}",
	NaN: '{"name":NaN}',
	'a leading zero': '{"name":01}',
	'a bare line break in a text': '{"name":"a\nb"}',
	'a byte of zero': '{"name":"x"}\0',
	'zeros alone': new Uint8Array(100),
	'an unknown escape': '{"name":"\\x41"}',
	'bytes that are not UTF-8': Buffer.from('{"name":"\xff\xfe"}', 'latin1'),
	'Latin-1': Buffer.from('{"name":"caf\xe9"}', 'latin1'),
	'UTF-16': utf16,
	'UTF-16 without its mark': utf16.subarray(2),
	'an overlong encoding': Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
	'a surrogate as bytes': Buffer.from('{"name":"\xed\xa0\x80"}', 'latin1'),
	'UTF-8 cut in a character': Buffer.from('{"name":"x"}\xc3', 'latin1'),
	'a lone surrogate': '{"name":"\\ud800"}',
	'surrogates in the wrong order': '{"name":"\\udc00\\ud800"}',
	'a NUL in a text': '{"name":"a\\u0000b"}',
	'a NUL in a name': '{"na\\u0000me":"x"}',
	__proto__: '{"__proto__":{"name":"x"},"name":"x"}',
	'__proto__ in disguise': '{"\\u005f_proto__":{"name":"x"},"name":"x"}',
	'__proto__ deep down': '{"name":"x","options":{"a":[{"__proto__":1}]}}',
	'a name given twice': '{"name":"x","name":"y"}',
	'a name given twice in disguise': '{"name":"x","n\\u0061me":"y"}',
	'a name given twice deep down': '{"name":"x","options":{"a":{"b":1,"b":2}}}',
	'a number beyond all': '{"name":1e999}',
	'a number far beyond all': `{"name":-${'9'.repeat(400)}}`,
	'lists in lists': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
	'objects in objects': `${'{"name":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
	'objects in objects, open': '{"name":'.repeat(100_000),
	null: 'null',
	true: 'true',
	'a number': '7',
	'a text': '"name"',
	'a list of null': '[null]',
	'a list of lists': '[[]]',
	'a list with one object too few': '[{"id":"1"},7]',
};

describe('a body that is malformed', () => {
	for (const [what, body] of Object.entries(hostileBodies)) {
		it(`is refused by every route: ${what}`, async () => {
			await withoutChange(async () => {
				for (const call of writes) assertMalformed(await send(call, body), call, body);
			});
		});
	}

	it('is refused compressed as well as uncompressed', async () => {
		await withoutChange(async () => {
			for (const call of writes) {
				assertFaulty(await send(call, gzipSync('{"name":"x"'), { 'content-encoding': 'gzip' }), call);
			}
		});
	});
});

describe('a body of another type or encoding than it may have', () => {
	const wrongTypes = [
		'text/plain',
		'application/xml',
		'application/x-www-form-urlencoded',
		'multipart/form-data; boundary=x',
		'application/jsonp',
		'json',
		';',
		'application/json; charset=iso-8859-1',
		'application/json; charset=utf-16',
		'application/json;charset="latin1"',
	];

	it('is refused by its Content-Type', async () => {
		await withoutChange(async () => {
			for (const type of wrongTypes) {
				for (const call of writes) {
					assertFaulty(await send(call, call.body, { 'content-type': type }), call, 'Content-Type');
				}
			}
		});
	});

	it('is refused when it is packed in a way we do not know', async () => {
		await withoutChange(async () => {
			for (const encoding of ['zstd', 'compress', 'gzip, gzip', 'utf-8', '__proto__', 'constructor', '\u00e9']) {
				for (const call of writes) {
					assertFaulty(await send(call, call.body, { 'content-encoding': encoding }), call, 'Content-Encoding');
				}
			}
		});
	});

	it('is refused when it is not encoded as declared', async () => {
		const text = JSON.stringify({ name: 'x'.repeat(2000) });
		const packed = { gzip: gzipSync(text), deflate: deflateSync(text), br: brotliCompressSync(text) };
		await withoutChange(async () => {
			for (const [encoding, whole] of Object.entries(packed)) {
				const broken: Readonly<Record<string, Uint8Array>> = {
					'not packed': Buffer.from(text),
					'cut in the middle': whole.subarray(0, whole.length / 2),
					'cut by a byte': whole.subarray(0, -1),
					'its first byte alone': whole.subarray(0, 1),
					'a byte changed': Buffer.from(whole).fill(
						0xaa,
						Math.floor(whole.length / 2),
						Math.floor(whole.length / 2) + 1,
					),
				};
				for (const [what, body] of Object.entries(broken)) {
					for (const call of writes) {
						const answer = await send(call, body, { 'content-encoding': encoding });
						assertFaulty(answer, { ...call, path: `${call.path} ${encoding} ${what}` });
					}
				}
			}
		});
	});

	it('is taken in every form that is right', async () => {
		const path = `/api/v2/search_engines/${tenant.hashid}/indices/product/items/_bulk`;
		const text = JSON.stringify([{ id: 'packed' }]);
		const forms: readonly (readonly [Record<string, string>, string | Uint8Array])[] = [
			[{}, text],
			[{ 'content-type': 'Application/JSON; Charset="UTF-8"' }, text],
			[{ 'content-type': 'application/ld+json' }, text],
			[{ 'content-encoding': 'identity' }, text],
			[{ 'content-encoding': 'gzip' }, gzipSync(text)],
			[{ 'content-encoding': ' X-GZIP ' }, gzipSync(text)],
			[{ 'content-encoding': 'deflate' }, deflateSync(text)],
			[{ 'content-encoding': 'br' }, brotliCompressSync(text)],
			[{}, Buffer.from(`\ufeff${text}`)],
		];
		for (const [headers, body] of forms) {
			const { status, text: answer } = await tenant.api.call(path, { method: 'POST', body, headers });
			assert.equal(status, 200, `${JSON.stringify(headers)}: ${answer}`);
		}
	});
});

describe('an entry of a bulk write that is bad', () => {
	/** Entries that name an id, so that their results can be found; the fault is in another field. */
	const badEntries: Readonly<Record<string, string>> = {
		'a lone surrogate': '{"id":"bad","a":"\\ud800"}',
		'a NUL': '{"id":"bad","a":"\\u0000"}',
		__proto__: '{"id":"bad","__proto__":{}}',
		'constructor is no harm, but twice is': '{"id":"bad","constructor":1,"constructor":2}',
		'a number beyond all': '{"id":"bad","a":1e999}',
		'deep nesting': `{"id":"bad","a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
		'an id of 513 bytes': `{"id":"${'x'.repeat(513)}"}`,
		'an id with a NUL': '{"id":"a\\u0000b"}',
		'an id that is a list': '{"id":["bad"]}',
		'an id with an exponent': '{"id":1e30}',
		'an item over a megabyte': `{"id":"bad","a":"${'x'.repeat(1024 * 1024)}"}`,
	};

	for (const [what, entry] of Object.entries(badEntries)) {
		it(`harms no other: ${what}`, async () => {
			const path = `/api/v2/search_engines/${tenant.hashid}/indices/product/items`;
			await tenant.api.call(`${path}/_bulk`, { method: 'DELETE', body: [{ id: 'good' }] });
			for (const method of ['POST', 'PATCH']) {
				const body = `[{"id":"good","n":1},${entry},{"id":"${tenant.itemId}","n":2}]`;
				const { status, json, text } = await tenant.api.call(`${path}/_bulk`, { method, body });
				assert.equal(status, 200, text);
				assert.deepEqual(
					[json.errors, json.results.map(({ result }: { result: string }) => result)],
					[true, [method === 'POST' ? 'created' : 'updated', 'error', 'updated']],
				);
				assert.ok(json.results[1].error.length > 0);
			}
			assert.equal((await tenant.api.call(`${path}/bad`)).status, 404);
			assert.equal((await tenant.api.call(`${path}/good`)).json.n, 1);
		});
	}
});

it('refuses a bad body, or ignores it on routes without one', async () => {
	const bodies: readonly (readonly [string | Uint8Array, Record<string, string>])[] = [
		['{"name":"x"', {}],
		[utf16, {}],
		['null', {}],
		['x', { 'content-type': 'text/plain' }],
		['x', { 'content-encoding': 'gzip' }],
		['x', { 'content-encoding': 'zstd' }],
	];
	for (const [body, headers] of bodies) {
		// Bodies that are not refused take effect, so each needs a tenant of its own.
		const victim = await openTenant(app.url, app.operatorToken);
		const calls = toRouteCalls(app.routes, victim).filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
		for (const call of calls.filter((candidate) => candidate.body === undefined)) {
			const token = call.access === 'operator' ? app.operatorToken : victim.key;
			const answer = await createApi(app.url, token).call(call.path, { method: call.method, body, headers });
			if (answer.status >= 300) readRefusal(answer, call.path);
		}
	}
});

it('answers as ever after all of that', async () => {
	const path = `/api/v2/search_engines/${tenant.hashid}/indices/product/items`;
	const created = await tenant.api.call(path, { method: 'POST', body: { id: 'last' } });
	assert.deepEqual([created.status, created.json.id], [201, 'last']);
	assert.equal((await createApi(app.url).call('/health/ready')).status, 200);
});
