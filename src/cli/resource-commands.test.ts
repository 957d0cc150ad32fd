import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { type ApiStub, type StubReply, startApiStub } from '../../test/support/api-stub.ts';
import { callCommand } from '../../test/support/call-command.ts';

let stub: ApiStub | undefined;

afterEach(async () => {
	await stub?.close();
	stub = undefined;
});

async function call(words: readonly string[], reply: StubReply, operatorToken?: string) {
	await stub?.close();
	stub = await startApiStub(() => reply);
	const setup = { url: stub.url, ...(operatorToken === undefined ? {} : { operatorToken }) };
	return { ...(await callCommand(words, setup)), request: stub.requests[0], lines: stub.lines() };
}

const store = {
	id: '0a',
	name: 'Shoes',
	allowed_domains: ['a.example', 'b.example'],
	cors_enforced: true,
	blocked_ips: [],
};

test('a list is an aligned table, and JSON as the server sent it with --json', async () => {
	const reply = { status: 200, body: [store, { ...store, id: '0b1', name: 'Bags\u001b[31m', cors_enforced: false }] };
	const table = await call(['store', 'list'], reply);
	const lines = [
		'ID   NAME       ALLOWED DOMAINS       CORS ENFORCED  BLOCKED IPS',
		'0a   Shoes      a.example, b.example  yes            -',
		'0b1  Bags [31m  a.example, b.example  no             -',
	];
	assert.equal(table.stdout, `${lines.join('\n')}\n`);
	assert.deepEqual(JSON.parse((await call(['store', 'list', '--json'], reply)).stdout), reply.body);
});

test('an empty list is reported as such', async () => {
	assert.equal((await call(['widget', 'list'], { status: 200, body: [] })).stdout, 'There are no widgets.\n');
	assert.equal((await call(['widget', 'list', '--json'], { status: 200, body: [] })).stdout, '[]\n');
});

test('creating sends the given fields: lists by commas, switches as booleans', async () => {
	const words = [
		'store',
		'create',
		'--name',
		'Shoes',
		'--allowed-domains',
		'a.example, b.example',
		'--no-cors-enforced',
	];
	const { request, stdout, exitCode } = await call(words, { status: 201, body: store });
	assert.equal(`${request?.method} ${request?.path}`, 'POST /api/admin/v1/stores');
	assert.deepEqual(JSON.parse(request?.body ?? ''), {
		name: 'Shoes',
		allowed_domains: ['a.example', 'b.example'],
		cors_enforced: false,
	});
	assert.match(stdout, /^Created store 0a\.\nid: {15}0a\nname: {13}Shoes\n/);
	assert.equal(exitCode, 0);
});

test('changing sends only what is given, and an empty text removes what can be removed', async () => {
	const { request } = await call(['user', 'update', 'c0de', '--email', ''], { status: 200, body: {} });
	assert.equal(`${request?.method} ${request?.path}`, 'PATCH /api/admin/v1/users/c0de');
	assert.equal(request?.body, '{"email":null}');
	assert.equal((await call(['user', 'update', 'c0de'], { status: 200, body: {} })).exitCode, 2);
});

test('an identifier cannot name another path', async () => {
	const { request } = await call(['user', 'show', '../account?x'], { status: 200, body: {} });
	assert.equal(request?.path, '/api/admin/v1/users/..%2Faccount%3Fx');
	assert.deepEqual((await call(['user', 'show', '..'], { status: 200, body: {} })).lines, []);
});

test('deleting what holds other things asks for --yes, but not where a program asks for JSON', async () => {
	const words = ['engine', 'delete', 'ab12'];
	const refused = await call(words, { status: 204 });
	assert.deepEqual([refused.exitCode, refused.lines], [2, []]);
	assert.match(
		refused.stderr,
		/this deletes search engine ab12 with all its indices and items for good; repeat it with --yes/,
	);
	const confirmed = await call([...words, '--yes'], { status: 204 });
	assert.deepEqual([confirmed.exitCode, confirmed.stdout], [0, 'Deleted search engine ab12.\n']);
	const program = await call([...words, '--json'], { status: 204 });
	assert.deepEqual([program.exitCode, JSON.parse(program.stdout)], [0, { deleted: 'ab12' }]);
});

test("a refusal is reported in the server's words, with the fields and the code", async () => {
	const details = [{ name: 'name', fields: ['name'], reason: 'is required' }];
	const body = { error: { code: 'bad_params', message: 'Bad parameters', details } };
	const { exitCode, stderr } = await call(['store', 'create', '--name', ''], { status: 400, body });
	assert.deepEqual([exitCode, stderr], [1, 'vitrine: Bad parameters: name is required (400 bad_params)\n']);
	const json = await call(['store', 'create', '--name', '', '--json'], { status: 400, body });
	assert.deepEqual((JSON.parse(json.stderr) as { error: { details: unknown } }).error.details, details);
});

test('an answer that no Vitrine server gives leads to a hint about the address', async () => {
	for (const reply of [
		{ status: 200, body: '<html>' },
		{ status: 502, body: '<html>' },
		{ status: 200, body: '7' },
	]) {
		const { exitCode, stderr } = await call(['store', 'list'], reply);
		assert.equal(exitCode, 1);
		assert.match(stderr, /^vitrine: unexpected answer: .*; check that --url or VITRINE_URL names a Vitrine server\n$/);
	}
});

test('a zone is selected by the host name', async () => {
	const { request } = await call(['engine', 'list', '--zone', 'us1'], { status: 200, body: [] });
	assert.match(request?.headers.host ?? '', /^us1-api\.localhost:\d+$/);
});

test('a key is printed when it is made, and never otherwise', async () => {
	const key = {
		id: 'k1',
		name: 'nightly',
		user_code: 'c0de',
		key: 'f'.repeat(40),
		created_at: '2026-01-01T00:00:00.000Z',
	};
	const { stdout, request } = await call(['key', 'create', 'c0de', '--name', 'nightly'], { status: 201, body: key });
	assert.equal(`${request?.method} ${request?.path}`, 'POST /api/admin/v1/users/c0de/keys');
	assert.match(stdout, /^Keep the key now: it is not shown again\.\n/);
	assert.match(stdout, new RegExp(`key: +${'f'.repeat(40)}\n`));
	const body = { error: { code: 'not_authenticated', message: 'Authentication required' } };
	for (const words of [
		['key', 'list'],
		['key', 'list', '--json'],
		['key', 'list', '--key', 'a'.repeat(40)],
	]) {
		const refused = await call(words, { status: 401, body });
		assert.doesNotMatch(refused.stdout + refused.stderr, /[0-9a-f]{40}/);
	}
});

test("accounts are the operator's: the commands send its token, and say so when there is none", async () => {
	const created = { id: 'acc', name: 'Shoes', owner: { code: 'c0de', name: 'Ada' }, key: 'f'.repeat(40) };
	const words = ['account', 'create', '--name', 'Shoes', '--owner-name', 'Ada'];
	const { request, stdout } = await call(words, { status: 201, body: created }, 'operator-token');
	assert.equal(request?.headers.authorization, 'Token operator-token');
	assert.deepEqual(JSON.parse(request?.body ?? ''), { name: 'Shoes', owner: { name: 'Ada' } });
	assert.match(stdout, /owner code: +c0de\n/);
	const refused = await call(['account', 'list'], { status: 200, body: [] });
	assert.deepEqual([refused.exitCode, refused.lines], [1, []]);
	assert.match(refused.stderr, /name the server's data directory with --data-dir, or set VITRINE_OPERATOR_TOKEN/);
});

test("an account without an id is that of the key, with an id it is the operator's", async () => {
	const own = await call(['account', 'show'], { status: 200, body: { id: 'acc' } }, 'operator-token');
	assert.deepEqual(
		[own.lines, own.request?.headers.authorization?.startsWith('Token 0123')],
		[['GET /api/admin/v1/account'], true],
	);
	const other = await call(['account', 'show', 'acc'], { status: 200, body: { id: 'acc' } }, 'operator-token');
	assert.deepEqual(other.lines, ['GET /api/admin/v1/accounts/acc']);
	assert.equal(other.request?.headers.authorization, 'Token operator-token');
});

test('the language of a search engine is given by either name, and the two may not disagree', async () => {
	const engine = { hashid: '5a1e', name: 'Shoes', locale: 'en-GB' };
	const bodyOf = async (...words: string[]) => {
		const { request, exitCode, stderr } = await call(['engine', ...words], { status: 200, body: engine });
		return exitCode === 0 ? JSON.parse(request?.body ?? '') : stderr;
	};
	const expected = { name: 'Shoes', locale: 'en-GB' };
	assert.deepEqual(await bodyOf('create', '--name', 'Shoes', '--locale', 'en-GB'), expected);
	assert.deepEqual(await bodyOf('create', '--name', 'Shoes', '--language', 'en-GB'), expected);
	assert.deepEqual(await bodyOf('create', '--name=Shoes', '--language=en-GB', '--locale=en-GB'), expected);
	assert.deepEqual(await bodyOf('update', '5a1e', '--language', 'fr'), { locale: 'fr' });
	assert.match(
		await bodyOf('update', '5a1e', '--language', 'fr', '--locale', 'de'),
		/--locale and --language are the same/,
	);
});
