/**
 * Runs the unit tests in four processes, which together keep two processors busy: what computes in the first two, what waits for
 * threads, timers and files in the others.
 */
import { glob } from 'node:fs/promises';
import { runTogether } from './run-together.ts';

/** Each file is of the first share whose pattern it matches. */
const shares = [
	/^src\/fulltext\/(?!query|explain)/,
	/^src\/(?:fulltext|domain|recommend|statistics)\//,
	/^src\/(?:adapters|app|main)\//,
	/^src\//,
];
const files = (await Array.fromAsync(glob('src/**/*.test.ts'))).sort();
const filesByShare = Map.groupBy(files, (file) => shares.find((pattern) => pattern.test(file)));
const options = [
	'--disable-warning=ExperimentalWarning',
	// Tests leave much garbage and keep little.
	'--max-semi-space-size=64',
	// Most of what they call is not called often enough for the last step of the compiler to be worth it.
	'--invocation-count-for-turbofan=20000',
	// Each of the processes has one of the processors, garbage collection included.
	...['--v8-pool-size=1', '--single-threaded-gc'],
	...['--import', './test/support/untracked-promises.ts', 'test/support/run-in-process.ts'],
];

await runTogether(shares.map((share) => [...options, ...(filesByShare.get(share) ?? [])]));
