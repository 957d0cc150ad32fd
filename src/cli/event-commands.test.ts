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

test('events are exported one per line, page after page', async () => {
	const pages = [
		{ status: 200, body: { events: [{ serial: 3 }, { serial: 7 }], next_after: 7 } },
		{ status: 200, body: { events: [{ serial: 9 }], next_after: null } },
	];
	const { exitCode, stdout, stderr } = await call(['export', '--engine', hashid], pages);
	assert.equal(stdout, '{"serial":3}\n{"serial":7}\n{"serial":9}\n');
	assert.deepEqual([exitCode, stderr], [0, `Exported 3 events of ${hashid}.\n`]);
	const path = `GET /api/admin/v1/search_engines/${hashid}/events?limit=1000`;
	assert.deepEqual(stub?.lines(), [`${path}&after=0`, `${path}&after=7`]);
});

test('an answer that is not a page of events ends the export', async () => {
	for (const body of [{}, { events: [], next_after: 0 }, { events: 1, next_after: null }]) {
		const { exitCode, stderr } = await call(['export', '--engine', hashid], [{ status: 200, body }]);
		assert.equal(exitCode, 1);
		assert.match(stderr, /no page of events/);
		await stub?.close();
	}
	stub = undefined;
});

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
	assert.deepEqual([exitCode, JSON.parse(stdout)], [0, body]);
	assert.deepEqual(stub?.lines(), ['POST /api/admin/v1/events/_of_shopper']);
	assert.equal(stub?.requests[0]?.body, JSON.stringify({ user_id: 'u' }));
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
