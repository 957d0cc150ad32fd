import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callCommand } from '../../test/support/call-command.ts';
import { clientCommands } from './client-commands.ts';

test('without a command the help goes to standard error and the exit code says wrong use', async () => {
	const { exitCode, stdout, stderr } = await callCommand([]);
	assert.deepEqual([exitCode, stdout], [2, '']);
	assert.match(stderr, /^Vitrine: .*\n\nUsage: vitrine <command>/);
});

test('--help of the program and of a group lists their commands on standard output', async () => {
	for (const words of [['--help'], ['help'], ['-h']]) {
		const { exitCode, stdout } = await callCommand(words);
		assert.equal(exitCode, 0);
		// Summaries may take several lines.
		const text = stdout.replaceAll(/\s+/g, ' ');
		for (const { path, summary } of clientCommands) assert.ok(text.includes(`${path} ${summary}`), path);
	}
	const { stdout } = await callCommand(['engine', 'index', '--help']);
	assert.match(stdout, /engine index create/);
	assert.doesNotMatch(stdout, /engine delete/);
});

test('every command has a help that shows its options and an example that calls it', async () => {
	for (const { path, options, examples } of clientCommands) {
		const { exitCode, stdout } = await callCommand([...path.split(' '), '--help']);
		assert.equal(exitCode, 0, path);
		for (const name of Object.keys(options)) assert.ok(stdout.includes(`--${name}`), `${path} --${name}`);
		assert.ok(
			examples.some((example) => example.includes(`vitrine ${path}`)),
			path,
		);
	}
});

test('a mistyped command or option is reported with the one that was probably meant', async () => {
	const command = await callCommand(['improt', 'x']);
	assert.deepEqual([command.exitCode, command.stdout], [2, '']);
	assert.equal(command.stderr, 'vitrine: there is no command "improt x"; did you mean "vitrine import"?\n');
	const option = await callCommand(['engine', 'list', '--ur=x', '--zzzzzz', 'more']);
	assert.equal(option.exitCode, 2);
	assert.equal(
		option.stderr,
		'vitrine: unknown option --ur (did you mean --url?); unknown option --zzzzzz; unexpected argument "more"; see "vitrine engine list --help"\n',
	);
});

test('with --json every error is one line of JSON, also that of a command that does not exist', async () => {
	for (const words of [['nothing'], ['engine', 'show'], ['engine', 'list', '--zone', 'mars']]) {
		const { exitCode, stdout, stderr } = await callCommand([...words, '--json']);
		assert.deepEqual([exitCode, stdout], [2, '']);
		assert.equal((JSON.parse(stderr) as { error: { code: string } }).error.code, 'usage');
		assert.equal(stderr.trimEnd().includes('\n'), false);
	}
});

test('a missing key, a bad address and a bad timeout are wrong use, found before anything is sent', async () => {
	const cases: [string[], { [name: string]: string }, RegExp][] = [
		[['engine', 'list'], { VITRINE_KEY: '' }, /there is no API key; put the owner's key in VITRINE_KEY or --key/],
		[['engine', 'list', '--key', 'a\nb'], {}, /characters that no key has/],
		[['engine', 'list', '--url', 'localhost:80'], {}, /"localhost:80" is not the address of a server/],
		[['engine', 'list', '--timeout', 'soon'], {}, /--timeout is "soon"; it must be a number of seconds/],
	];
	for (const [words, environment, message] of cases) {
		const { exitCode, stderr } = await callCommand(words, { environment });
		assert.equal(exitCode, 2, words.join(' '));
		assert.match(stderr, message);
	}
});

test('a server that is not there is an error with a next step', async () => {
	const { exitCode, stderr } = await callCommand(['engine', 'list', '--url', 'http://127.0.0.1:1']);
	assert.equal(exitCode, 1);
	assert.equal(
		stderr,
		'vitrine: cannot reach http://127.0.0.1:1 (ECONNREFUSED); check that "vitrine serve" runs, and --url or VITRINE_URL\n',
	);
});
