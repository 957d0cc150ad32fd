/** The image: its steps are run in empty directories, and what they make is started as Docker would. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createApi } from '../support/api.ts';
import { gatherOutput } from '../support/child-output.ts';
import { killAtExit } from '../support/last-resort.ts';
import { waitFor } from '../support/wait-for.ts';
import { findFreePort } from './free-port.ts';
import { type Image, imageSkip, runDockerfile, startImage } from './run-dockerfile.ts';

describe('the image', { skip: imageSkip }, () => {
	let folder: string;
	let image: Image;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'vitrine-image-'));
		image = runDockerfile(folder);
	});
	after(() => rm(folder, { recursive: true, force: true }));

	it('serves as a user without rights, from a root that cannot be written to, and ends at SIGTERM', async () => {
		const dataDir = join(folder, 'volume');
		mkdirSync(dataDir, { mode: 0o700 });
		const [uid, gid] = image.user.split(':').map(Number);
		assert(uid !== undefined && gid !== undefined && uid > 0, 'not root');
		chownSync(dataDir, uid, gid);
		const port = String(await findFreePort());
		const more = { VITRINE_PORT: port, VITRINE_HOST: '127.0.0.1' };
		const child = startImage(image, { dataDir, more });
		killAtExit(child);
		const output = gatherOutput(child);
		const ended = once(child, 'exit');
		const isHealthy = () => {
			const [, ...words] = image.healthCommand;
			return spawnSync(process.execPath, words, { env: { VITRINE_PORT: port } }).status === 0;
		};
		assert.equal(isHealthy(), false, 'not before it listens');
		await waitFor('the server', output.stdout, (text) => {
			if (child.exitCode !== null) throw new Error(output.stderr());
			return text.includes('Vitrine is ready');
		});
		assert.equal(isHealthy(), true);
		const api = createApi(`http://127.0.0.1:${port}`);
		for (const path of ['/dashboard', '/docs', '/storefront.js'])
			assert.equal((await api.call(path)).status, 200, path);
		assert.equal(statSync(join(dataDir, 'eu1', 'vitrine.db')).uid, uid);
		child.kill('SIGTERM');
		assert.deepEqual(await ended, [0, null]);
		assert.doesNotMatch(output.stderr(), /"level":[4-6]0|Warning/);
	});

	it('has the package and a directory for data, and nothing of the checkout', async () => {
		const { root, workFolder } = image;
		assert.deepEqual(await readdir(join(root, workFolder, 'node_modules')), ['.bin', '.package-lock.json', 'vitrine']);
		assert.equal(statSync(join(root, 'var/lib/vitrine')).mode & 0o777, 0o700);
		assert.deepEqual(await readdir(join(root, 'src')), ['node_modules'], 'nothing but a mount point of the test');
	});
});
