/** A server that is measured: its operator, and the resources it uses. */
import { readFile } from 'node:fs/promises';
import { createApi } from '../test/support/api.ts';
import { startServer, type TestServer, type TestServerOptions } from '../test/support/server.ts';
import type { MeasuredStore } from './stores.ts';
import { indexingMsMax } from './wait-for-index.ts';
import { waitUntilSteady } from './wait-until-steady.ts';

const operatorToken = 'bench-operator-token-0123456789abcdef';

/** For servers without a demo shop, whose accounts `createAccount` creates. */
export const operatorEnvironment = { VITRINE_OPERATOR_TOKEN: operatorToken };

/** Without a demo shop; its operator makes accounts. */
export async function startOperated(
	store: Pick<MeasuredStore, 'createEnvironment'>,
	settings: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
	const environment = { ...(await store.createEnvironment()), ...operatorEnvironment, ...settings };
	return startServer({ arguments: ['--no-demo'], environment });
}

/** Several servers on one store, which are stopped with the stack; the first creates the demo shop before the others start. */
export async function startNodes(
	stack: AsyncDisposableStack,
	count: number,
	options: TestServerOptions,
): Promise<TestServer[]> {
	const nodes: TestServer[] = [];
	while (nodes.length < count) nodes.push(stack.use(await startServer(options)));
	return nodes;
}

/** Creates an account. @returns the API key of its owner. */
export async function createAccount({ url }: Pick<TestServer, 'url'>): Promise<string> {
	const body = { name: 'Bench', owner: { name: 'Bench', email: null } };
	const { json } = await createApi(url, operatorToken).call('/api/admin/v1/accounts', { method: 'POST', body });
	return json.key;
}

/** Resident memory in MB: now, or the peak. */
export async function readMemoryMb({ process: { pid } }: TestServer, which: 'now' | 'peak'): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const pattern = which === 'now' ? /VmRSS:\s+(\d+) kB/ : /VmHWM:\s+(\d+) kB/;
	return Number(pattern.exec(status)?.[1]) / 1024;
}

/** Of a core, in each second: 0.25 s. A node on PostgreSQL that has nothing to do asks it for news with a part of that. */
const restTicksMax = 25;

/** Waits until the server has been idle for `restMs`: after an import it still merges segments. */
export async function waitForRest(server: Pick<TestServer, 'process'>, restMs: number): Promise<void> {
	await waitUntilSteady(() => readCpuTicks(server), { growthMax: restTicksMax, restMs, waitMsMax: indexingMsMax });
}

async function readCpuTicks({ process: { pid } }: Pick<TestServer, 'process'>): Promise<number> {
	const text = await readFile(`/proc/${pid}/stat`, 'utf8');
	const [user, system] = text
		.slice(text.lastIndexOf(')') + 2)
		.split(' ')
		.slice(11, 13)
		.map(Number);
	return (user as number) + (system as number);
}

/**
 * How long the thread that answers HTTP was ready to run without a processor, in ms since it was started: the delay that
 * a busy machine adds to answers. As Linux counts it, which does not include what a hypervisor takes.
 */
export async function readStarvedMs({ process: { pid } }: TestServer): Promise<number> {
	const [, waitedNs] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')).split(' ');
	return Number(waitedNs) / 1e6;
}
