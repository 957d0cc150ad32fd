/** The real program, stopped by real signals. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, test } from 'node:test';
import { type ApiStub, startApiStub } from '../support/api-stub.ts';
import { gather } from '../support/child-output.ts';
import { killAtExit } from '../support/last-resort.ts';
import { program } from '../support/program.ts';
import { awaiting } from '../support/wait-for.ts';

const hashid = '5a1e0f9b7c3d42e68b0a9d4c1f2e3b7a';
const temporaryPath = `/api/v2/search_engines/${hashid}/indices/product/temp/`;

let stub: ApiStub | undefined;
let child: ChildProcess | undefined;

afterEach(async () => {
	child?.kill('SIGKILL');
	await stub?.close();
});

/** A server that never answers a bulk request, nor a deletion if `isStuck`. It signals once when one has arrived. */
async function importUntilBulk({ isStuck }: { readonly isStuck: boolean }) {
	const [bulkCame, deletionCame] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	stub = await startApiStub(({ method, path }) => {
		if (path.endsWith('/_bulk')) {
			bulkCame.resolve();
			return 'hang';
		}
		if (method !== 'DELETE') return { status: 201, body: { status: 'OK' } };
		deletionCame.resolve();
		return isStuck ? 'hang' : { status: 204 };
	});
	const words = ['import', '-', '--engine', hashid, '--index', 'product', '--url', stub.url];
	const importing = spawn(process.execPath, [program, ...words], {
		stdio: ['pipe', 'pipe', 'pipe'],
		env: { ...process.env, VITRINE_KEY: '0123456789abcdef0123456789abcdef01234567' },
	});
	child = importing;
	killAtExit(importing);
	const stderr = gather(importing.stderr);
	const closed = awaiting('the end of the import', once(importing, 'close'), stderr);
	// More than a batch, and the pipe stays open: the import is in the middle of its file.
	importing.stdin.on('error', () => undefined).write('{"id":"1"}\n'.repeat(150));
	await awaiting('a bulk request', bulkCame.promise, stderr);
	return { child: importing, closed, deletionCame: deletionCame.promise, stderr };
}

test('Ctrl-C in the middle of an import deletes the temporary index and exits with 130', async () => {
	const { child: importing, closed, stderr } = await importUntilBulk({ isStuck: false });
	importing.kill('SIGINT');
	assert.deepEqual(await closed, [130, null]);
	assert.equal(stub?.lines().at(-1), `DELETE ${temporaryPath}`);
	assert.match(stderr(), /^vitrine: stopped by SIGINT; the live index is as it was; start the import again\n$/);
});

test('SIGTERM does the same and exits with 143', async () => {
	const { child: importing, closed } = await importUntilBulk({ isStuck: false });
	importing.kill('SIGTERM');
	assert.deepEqual(await closed, [143, null]);
	assert.equal(stub?.lines().at(-1), `DELETE ${temporaryPath}`);
});

test('a second Ctrl-C does not wait for a server that does not answer', async () => {
	const { child: importing, closed, deletionCame } = await importUntilBulk({ isStuck: true });
	importing.kill('SIGINT');
	await awaiting('the deletion of the temporary index', deletionCame);
	// A signal that repeats at once counts as the first one, passed on by npm.
	const repeat = setInterval(() => importing.kill('SIGINT'), 50);
	assert.deepEqual(await closed, [130, null]);
	clearInterval(repeat);
});
