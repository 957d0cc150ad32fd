/**
 * Runs test files one after another in this process, each as a suite with hooks of its own: what they all load is loaded once.
 *
 *     node --test-reporter=spec test/support/run-suites.ts FILE …
 */
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import { argv, cwd } from 'node:process';
import { describe } from 'node:test';
import { watchTests } from './last-resort.ts';

const require = createRequire(import.meta.url);
watchTests();
for (const file of argv.slice(2)) {
	// Only what is called within the suite becomes a part of it, so the file has to be read at once.
	describe(relative(cwd(), file), () => void require(resolve(file)));
}
