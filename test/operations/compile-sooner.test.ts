import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';

const module = new URL('../../src/lib/compile-sooner.ts', import.meta.url).href;

/** Of a process of its own, as the flags are of the whole process. */
function run(script: string): { readonly stdout: string; readonly stderr: string } {
	const flags = ['--allow-natives-syntax', '--disable-warning=ExperimentalWarning', '--input-type=module'];
	return spawnSync(process.execPath, [...flags, '-e', script], { encoding: 'utf8' });
}

/** Calls a function 2,500 times, with pauses, and prints whether V8's last compiler has had it within ten seconds. */
const callAndTell = `
	const add = (a, b) => a.x + b.x;
	const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
	for (let round = 0; round < 50; round++) {
		for (let n = 0; n < 50; n++) add({ x: n }, { x: 1 });
		await pause();
	}
	const isCompiled = () => (%GetOptimizationStatus(add) & (1 << 6)) !== 0;
	for (let round = 0; round < 2000 && !isCompiled(); round++) await pause();
	console.log(isCompiled());
`;

describe('compiling sooner', () => {
	it('has flags that this V8 knows', () => {
		const { stderr } = run(`const { compileSooner } = await import('${module}'); compileSooner();`);
		assert.equal(stderr, '');
	});

	it('compiles what is called once for each of 2,500 searches', () => {
		const { stdout } = run(`(await import('${module}')).compileSooner(); ${callAndTell}`);
		assert.equal(stdout, 'true\n');
	});
});
