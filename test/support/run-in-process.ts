/** Runs the tests of files in this process, file by file, with short properties. */
import './short-properties.ts';
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { argv } from 'node:process';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { watchTests } from './last-resort.ts';

const files = argv.slice(2);
assert(files.length > 0, 'no file was named');

const outcomes = run({ files, isolation: 'none', setup: watchTests }).on('test:fail', () => {
	process.exitCode = 1;
});
outcomes.compose(spec).pipe(process.stdout);
await finished(outcomes);
for (const file of files) {
	try {
		// The runner does not report an error of a file that has defined a test. It is thrown again here.
		await import(pathToFileURL(resolve(file)).href);
	} catch (error) {
		console.error(`${file} was not read to its end:`, error);
		process.exitCode = 1;
	}
}
