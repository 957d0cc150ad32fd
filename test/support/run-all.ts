/**
 * `npm test` behind the unit tests. Files that start the program run in processes of their own, by `node --test`. Those that
 * open it, or parts of it, in their own process share a few processes, so that it is not loaded a hundred times.
 */
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { runTogether } from './run-together.ts';

const sharedProcessCount = 3;
/** Beside the shared ones. */
const ownProcessCount = 4;

/** They have commands of their own. */
const longSuites = ['browser', 'cluster', 'nodes', 'opensearch', 'operations', 'release', 'snapshots'];

const all = await Array.fromAsync(glob('test/**/*.test.ts'));
const files = all.filter((file) => !longSuites.some((suite) => file.startsWith(`test/${suite}/`))).sort();
const shared = files.filter((file) => needsNoProcess(file, readFileSync(file, 'utf8')));
const own = files.filter((file) => !shared.includes(file));
const shares = Array.from({ length: sharedProcessCount }, (_, share) =>
	shared.filter((_, at) => at % sharedProcessCount === share),
);
const flags = [
	...['--disable-warning=ExperimentalWarning', '--v8-pool-size=1'],
	...['--import', './test/support/untracked-promises.ts'],
];
const lastResort = ['--import', './test/support/last-resort.ts'];

await runTogether([
	[...flags, ...lastResort, '--test', `--test-concurrency=${ownProcessCount}`, '--test-timeout=7200000', ...own],
	...shares.map((share) => [...flags, '--test-reporter=spec', 'test/support/run-suites.ts', ...share]),
]);

/** Whether it starts no process of ours, and leaves its own as it was. */
function needsNoProcess(file: string, text: string): boolean {
	if (/-process\.ts'/.test(text)) return false;
	return /^test\/(?:contract|rules)\//.test(file) || /\/(?:served-app|indexed-zone|followed-zone)\.ts'/.test(text);
}
