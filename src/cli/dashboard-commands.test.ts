import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApiStub } from '../../test/support/api-stub.ts';
import { callCommand } from '../../test/support/call-command.ts';

const token = 'c0ffee254729296a45a3885639ac7e10f9d54979';
const link = { path: `/dashboard#link=${token}`, expires_at: '2026-03-02T09:30:00.000Z' };

async function call(words: readonly string[], accounts: readonly object[], command = 'link') {
	const stub = await startApiStub(({ method }) =>
		method === 'GET' ? { status: 200, body: accounts } : { status: method === 'POST' ? 201 : 204, body: link },
	);
	try {
		const outcome = await callCommand(['dashboard', command, ...words], {
			url: stub.url,
			operatorToken: 'of-operator',
		});
		return { ...outcome, url: stub.url, lines: stub.lines(), sent: stub.requests[0]?.headers.authorization };
	} finally {
		await stub.close();
	}
}

test('a link of the only account is printed with the address of the server', async () => {
	const { stdout, lines, sent, url } = await call(['--json'], [{ id: '0a' }]);
	assert.deepEqual(lines, ['GET /api/admin/v1/accounts', 'POST /api/admin/v1/accounts/0a/sign_in_links']);
	assert.equal(sent, 'Token of-operator');
	assert.deepEqual(JSON.parse(stdout), { link: `${url}${link.path}`, expires_at: link.expires_at });
	assert.ok((await call([], [{ id: '0a' }])).stdout.includes(link.path));
});

test('of several accounts one must be named', async () => {
	const { exitCode, stderr } = await call([], [{ id: '0a' }, { id: '0b' }]);
	assert.equal(exitCode, 1);
	assert.match(stderr, /several accounts/);
	const named = await call(['0b'], []);
	assert.deepEqual([named.exitCode, named.lines], [0, ['POST /api/admin/v1/accounts/0b/sign_in_links']]);
});

test('the second factor of the only account, or of one that is named, is removed', async () => {
	const { exitCode, lines, stdout } = await call(['--json'], [{ id: '0a' }], 'remove-second-factor');
	assert.equal(exitCode, 0);
	assert.deepEqual(lines, ['GET /api/admin/v1/accounts', 'DELETE /api/admin/v1/accounts/0a/second_factor']);
	assert.deepEqual(JSON.parse(stdout), { account: '0a', has_second_factor: false });
	const named = await call(['0b'], [], 'remove-second-factor');
	assert.deepEqual(named.lines, ['DELETE /api/admin/v1/accounts/0b/second_factor']);
});
