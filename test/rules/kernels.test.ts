import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { assembleKernels, binaryPath } from '../support/assemble-kernels.ts';

it('has the kernels as they are written', async () => {
	const saved = readFileSync(binaryPath, 'utf8');
	assert.equal(saved, await assembleKernels(), 'run `npm run build:kernels`');
});
