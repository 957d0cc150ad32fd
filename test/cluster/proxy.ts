/** HAProxy on a machine of its own, with the example for several nodes. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApi } from '../support/api.ts';
import { gather } from '../support/child-output.ts';
import { killAtExit } from '../support/last-resort.ts';
import { testCertificate, testCertificateKey } from '../support/test-certificate.ts';
import { waitFor } from '../support/wait-for.ts';
import type { Machine } from './network.ts';

export interface TestProxy extends AsyncDisposable {
	readonly url: string;
	kill(): Promise<void>;
	start(): Promise<void>;
}

const example = new URL('../../deploy/haproxy-nodes.cfg', import.meta.url);

/** @param nodes are called node1, node2, … and listen on port 8080. */
export async function startProxy(machine: Machine, nodes: readonly Machine[]): Promise<TestProxy> {
	const folder = await mkdtemp(join(tmpdir(), 'vitrine-haproxy-'));
	const config = join(folder, 'haproxy.cfg');
	await writeFile(join(folder, 'vitrine.pem'), testCertificate + testCertificateKey);
	const text = (await readFile(example, 'utf8'))
		.replaceAll('/etc/ssl/vitrine', folder)
		.replace(/(server node(\d) )\S+/g, (_, words, number) => `${words}${nodes[number - 1]?.address}:8080`);
	await writeFile(config, text);
	const url = `https://${machine.address}`;
	let child: ChildProcess | undefined;

	async function start(): Promise<void> {
		const [command = '', ...words] = [...machine.launcher, 'haproxy', '-db', '-f', config];
		const started = spawn(command, words, { stdio: ['ignore', 'ignore', 'pipe'] });
		child = started;
		killAtExit(started);
		const log = gather(started.stderr);
		await waitFor('HAProxy with a node that is ready', async () => {
			assert(started.exitCode === null, log());
			return (
				(
					await createApi(url)
						.call('/health/ready')
						.catch(() => undefined)
				)?.status === 200
			);
		});
	}

	async function kill(): Promise<void> {
		if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
		const ended = once(child, 'exit');
		child.kill('SIGKILL');
		await ended;
	}

	await start();
	return {
		...{ url, kill, start },
		async [Symbol.asyncDispose]() {
			await kill();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
