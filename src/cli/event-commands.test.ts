import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { type ApiStub, type StubReply, startApiStub } from '../../test/support/api-stub.ts';
import { callCommand } from '../../test/support/call-command.ts';

const hashid = '5a1e0f9b7c3d42e68b0a9d4c1f2e3b7a';

let stub: ApiStub | undefined;

afterEach(() => stub?.close());

async function call(words: readonly string[], replies: StubReply[] = []) {
	stub = await startApiStub(() => replies.shift() ?? { status: 404, body: {} });
	return await callCommand(['events', ...words], { url: stub.url });
}

test('a session or a user is erased, and it says how much that was', async () => {
	const reply = { status: 200, body: { erased: 1234 } };
	const session = await call(['erase', '--session', 's', '--engine', hashid, '--yes'], [reply]);
	assert.deepEqual([session.exitCode, session.stdout], [0, 'Erased 1,234 events of session s.\n']);
	assert.equal(stub?.requests[0]?.body, JSON.stringify({ session_id: 's', hashid }));
	await stub?.close();
	const user = await call(['erase', '--user', 'u', '--json'], [reply]);
	assert.deepEqual(JSON.parse(user.stdout), { erased: 1234 });
	assert.deepEqual(stub?.lines(), ['DELETE /api/admin/v1/events']);
	assert.equal(stub?.requests[0]?.body, JSON.stringify({ user_id: 'u' }));
});

test('everything of a session or a user is shown as one document', async () => {
	const body = { session_id: null, user_id: 'u', hashid: null, events: [{ kind: 'init' }] };
	const { exitCode, stdout } = await call(['show', '--user', 'u'], [{ status: 200, body }]);
	assert.deepEqual([exitCode, stdout], [0, `${JSON.stringify(body)}\n`]);
	assert.deepEqual(stub?.lines(), ['POST /api/admin/v1/events/_of_shopper']);
	assert.equal(stub?.requests[0]?.body, JSON.stringify({ user_id: 'u' }));
});

test('a document that breaks off is an error, and so is a refusal', async () => {
	const broken = await call(['show', '--user', 'u'], [{ cutText: '{"events":[' }]);
	assert.deepEqual([broken.exitCode, broken.stdout], [1, '{"events":[']);
	assert.match(broken.stderr, /^vitrine: the connection to .* broke/);
	await stub?.close();
	const refusal = { status: 403, body: { error: { code: 'access_denied', message: 'Access denied' } } };
	const refused = await call(['show', '--user', 'u'], [refusal]);
	assert.deepEqual([refused.exitCode, refused.stdout], [1, '']);
	assert.match(refused.stderr, /Access denied \(403 access_denied\)/);
});

test('what does not say whose events are meant, or was not confirmed, erases nothing', async () => {
	for (const [words, message] of [
		[['erase', '--yes'], /--session and --user/],
		[['erase', '--session', 's', '--user', 'u', '--yes'], /--session and --user/],
		[['erase', '--session', 's', '--yes'], /--engine is missing/],
		[['erase', '--user', 'u'], /--yes/],
		[['show'], /--session and --user/],
		[['show', '--session', 's'], /--engine is missing/],
		[['export'], /--engine is missing/],
	] as const) {
		const { exitCode, stderr } = await call(words);
		assert.equal(exitCode, 2, stderr);
		assert.match(stderr, message);
		assert.deepEqual(stub?.lines(), []);
		await stub?.close();
	}
	stub = undefined;
});
