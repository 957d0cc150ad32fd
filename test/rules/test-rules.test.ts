import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSourceFiles } from './source-files.ts';
import { findMeasuringTests, findUnusedExceptions } from './timing-rules.ts';
import { findHeavyUnitTests } from './unit-test-rules.ts';

describe('tests', () => {
	it('measure neither time nor memory', () => {
		assert.deepEqual(findMeasuringTests(readSourceFiles(['src', 'test'], '.ts')), []);
	});

	it('have no exception that measures nothing', () => {
		assert.deepEqual(findUnusedExceptions(readSourceFiles(['test'], '.ts')), []);
	});

	for (const text of [
		'assert(performance.now() - startMs < 100);',
		'const seconds = (performance.now() - startMs) / 1000;',
		'assert.ok(Date.now() < deadlineMs);',
		'while (untilMs > Date.now());',
		'process.hrtime.bigint()',
		'const before = process.memoryUsage.rss();',
		'/VmRSS:/.exec(status)',
		'/^process_resident_memory_bytes (.*)/',
	]) {
		it(`measure with ${text}`, () => {
			assert.equal(findMeasuringTests(new Map([['src/lib/a.test.ts', text]])).length, 1);
			assert.deepEqual(findMeasuringTests(new Map([['src/lib/a.ts', text]])), [], 'the program may');
		});
	}

	for (const text of ['nowMs: () => performance.now()', 'Date.now() + number', '// Date.now() - startMs']) {
		it(`do not measure with ${text}`, () => {
			assert.deepEqual(findMeasuringTests(new Map([['test/e2e/a.test.ts', text]])), []);
		});
	}
});

describe('tests beside the code', () => {
	it('start neither programs nor servers', () => {
		assert.deepEqual(findHeavyUnitTests(readSourceFiles(['src'], '.ts')), []);
	});

	for (const specifier of [
		'node:child_process',
		'../../test/support/server.ts',
		'../../../test/support/postgres-server.ts',
	]) {
		it(`are not unit tests when they import ${specifier}`, () => {
			const text = `import { a } from '${specifier}';`;
			assert.equal(findHeavyUnitTests(new Map([['src/lib/a.test.ts', text]])).length, 1);
			assert.deepEqual(findHeavyUnitTests(new Map([['test/e2e/a.test.ts', text]])), []);
		});
	}
});
