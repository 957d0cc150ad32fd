/**
 * Runs test files on PostgreSQL: `run-on-postgres.ts FILE…`, which may be patterns. Tests that cannot run on it are left
 * out and listed with the reason.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { withoutSqliteOnly } from './store/sqlite-only-tests.ts';

const { files, skipPatterns, reasons } = withoutSqliteOnly(globSync(process.argv.slice(2)).sort());
for (const reason of reasons) process.stdout.write(`${reason}\n`);
const options = skipPatterns.map((pattern) => `--test-skip-pattern=${pattern}`);
const tests = spawn('npm', ['run', '--silent', 'test:files', '--', ...options, ...files], {
	stdio: 'inherit',
	env: { ...process.env, VITRINE_TEST_STORE: 'postgres' },
});
const [code] = await once(tests, 'exit');
process.exitCode = code ?? 1;
