/** A test that never ends is ended, and the output says what it waited for. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const urlOf = (name: string) => new URL(name, import.meta.url).href;

const asFile = ['--import', urlOf('./last-resort.ts'), '--test'];
const asUnitTests = ['--import', urlOf('./untracked-promises.ts'), fileURLToPath(urlOf('./run-in-process.ts'))];

/** Runs a file of tests as `npm test` does, with a last resort of one second. */
async function run(t: TestContext, body: string, words = asFile) {
	const directory = await mkdtemp(join(tmpdir(), 'vitrine-hang-'));
	t.after(() => rm(directory, { recursive: true }));
	const file = join(directory, 'hang.test.mjs');
	const head = `import { before, describe, it, test } from 'node:test';
		import { awaiting, waitFor } from '${urlOf('./wait-for.ts')}';\n`;
	await writeFile(file, head + body);
	const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...words, file], {
		env: { ...environment, VITRINE_TEST_LAST_RESORT_S: '1', VITRINE_SOAK: '' },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let printed = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			printed += text;
		});
	}
	const [code] = await once(child, 'close');
	return { code, printed };
}

for (const [what, words] of [
	['its file', asFile],
	['all unit tests', asUnitTests],
] as const) {
	test(`a test that waits in vain ends ${what}, with its name, what it waited for and what it saw last`, async (t) => {
		const { code, printed } = await run(
			t,
			`test('passes', () => {});
			describe('the shop', () => {
				it('opens', () => waitFor('three open doors', () => ['front', 'back'], (doors) => doors.length === 3));
			});`,
			words,
		);
		assert.equal(code, 1);
		assert.match(printed, /no test began or ended for 1 seconds in .*hang\.test\.mjs/);
		assert.match(printed, /test: the shop > opens/);
		assert.match(printed, /waits for three open doors; last seen: \[ 'front', 'back' \]/);
		assert.doesNotMatch(printed, /test: passes/);
	});
}

test('unit tests fail if a test does, a file is not read to its end, or an error belongs to none of them', async (t) => {
	const failures = [
		"test('fails', () => { throw new Error('a fault'); });",
		"throw new Error('a fault');",
		"test('passes', () => {}); throw new Error('a fault');",
		"test('passes', () => { Promise.reject(new Error('a fault')); });",
	];
	for (const body of failures) {
		const { code, printed } = await run(t, body, asUnitTests);
		assert.equal(code, 1, printed);
		assert.match(printed, /Error: a fault/);
	}
	const { code, printed } = await run(t, "test('passes', () => {});", asUnitTests);
	assert.equal(code, 0, printed);
});

test('a promise that never settles is also named, even in a hook', async (t) => {
	const awaited = "awaiting('the postman', new Promise(() => {}), () => 'an empty street')";
	for (const [body, name] of [
		[`test('post', () => ${awaited});`, 'test: post'],
		[
			`describe('post', () => { before(() => ${awaited}); it('comes', () => {}); });`,
			'no test: a hook, or the file itself',
		],
	] as const) {
		const { code, printed } = await run(t, body);
		assert.equal(code, 1);
		assert.ok(printed.includes(`  ${name}\n  waits for the postman; last seen: an empty street\n`), printed);
	}
});

test('tests that end are not disturbed', async (t) => {
	const { code, printed } = await run(
		t,
		"test('turns', async () => { let turn = 0; await waitFor('a third turn', () => ++turn, () => turn === 3); });",
	);
	assert.equal(code, 0, printed);
	assert.doesNotMatch(printed, /no test began/);
});
