/**
 * Runs the unit tests in four processes, which together keep two processors busy: most of what computes in the first, what waits
 * for threads, timers and files beside it.
 */
import { runTogether } from './run-together.ts';

const shares = ['fulltext', 'adapters,main,app', 'followers,lib,learning,http'];
const patterns = [
	...shares.map((folders) => `src/{${folders},-}/**/*.test.ts`),
	`src/!(${shares.join().replaceAll(',', '|')})/**/*.test.ts`,
];
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

await runTogether(patterns.map((pattern) => [...options, pattern]));
