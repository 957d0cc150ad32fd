/** A server that is measured: its operator, and the resources it uses. */
import { readFile } from 'node:fs/promises';
import { createApi } from '../test/support/api.ts';
import type { TestServer } from '../test/support/server.ts';

const operatorToken = 'bench-operator-token-0123456789abcdef';

/** For servers without a demo shop, whose accounts `createAccount` creates. */
export const operatorEnvironment = { VITRINE_OPERATOR_TOKEN: operatorToken };

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

/**
 * How long the thread that answers HTTP was ready to run without a processor, in ms since it was started: the delay that
 * a busy machine adds to answers. As Linux counts it, which does not include what a hypervisor takes.
 */
export async function readStarvedMs({ process: { pid } }: TestServer): Promise<number> {
	const [, waitedNs] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')).split(' ');
	return Number(waitedNs) / 1e6;
}
