/**
 * Machines on a network of their own: namespaces that a bridge connects with this process.
 *
 *     this process ── bridge ─┬─ node1          10.91.0.11
 *     10.91.0.1               ├─ database1      10.91.0.21, and 10.91.0.20 while it is the primary
 *                             └─ …
 *
 * Two machines are parted by what each takes for the other's hardware address: packets leave, and never arrive.
 */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { whyNoOwnOpenSearch } from '../support/opensearch/opensearch-node.ts';
import type { TestHost } from '../support/test-host.ts';

export interface Machine extends TestHost {
	readonly name: string;
}

export interface TestNetwork {
	addMachine(name: string, address: string): Promise<Machine>;
	/** Gives a machine a further address, which another one may have had. */
	moveAddress(address: string, to: Machine): Promise<void>;
	/** No packet arrives between the two until `heal`. */
	part(one: Machine, other: Machine): Promise<void>;
	heal(): Promise<void>;
}

const run = promisify(execFile);
const absent = '02:00:00:00:00:ff';
const programs = ['ip', 'nsenter', 'setpriv', 'tar', 'haproxy', 'redis-server'];

/** Debian's; for 64-bit machines of Intel and ARM. */
export const fakeTimeLibrary =
	['x86_64-linux-gnu', 'aarch64-linux-gnu']
		.map((arch) => `/usr/lib/${arch}/faketime/libfaketimeMT.so.1`)
		.find(existsSync) ?? '';

/** For `skip` of tests: false, or what is missing. With `VITRINE_TEST_CLUSTER=required` something missing is a failure. */
export function whyNoNetwork(): string | false {
	const reason = findObstacle();
	assert(reason === false || process.env.VITRINE_TEST_CLUSTER !== 'required', String(reason));
	return reason;
}

function findObstacle(): string | false {
	if (process.env.VITRINE_TEST_OWN_NETWORK === undefined)
		return 'not in a network of its own: npm run test:cluster as root';
	if (fakeTimeLibrary === '') return 'libfaketime is not installed';
	const missing = programs.filter((program) => spawnSync(program, ['--version']).error !== undefined);
	return missing.length > 0 ? `not installed: ${missing.join(', ')}` : whyNoOwnOpenSearch();
}

/** For a process that runs in a network namespace of its own. */
export async function createNetwork(): Promise<TestNetwork> {
	const ip = (...words: readonly string[]) => run('ip', words);
	const machines: Machine[] = [];
	/** Further addresses, and who has them. */
	const moved = new Map<string, Machine>();
	let parted: (readonly [at: Machine, address: string])[] = [];
	await ip('link', 'add', 'bridge', 'type', 'bridge');
	await ip('addr', 'add', '10.91.0.1/24', 'dev', 'bridge');
	await ip('link', 'set', 'bridge', 'up');

	const listAddresses = (machine: Machine) => [
		machine.address,
		...[...moved].filter(([, holder]) => holder === machine).map(([address]) => address),
	];

	return {
		async addMachine(name, address) {
			await ip('netns', 'add', name);
			await ip('link', 'add', `to-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
			await ip('link', 'set', `to-${name}`, 'master', 'bridge', 'up');
			await ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
			await ip('-n', name, 'link', 'set', 'lo', 'up');
			await ip('-n', name, 'link', 'set', 'eth0', 'up');
			const machine = { name, address, launcher: ['nsenter', `--net=/run/netns/${name}`, '--'] };
			machines.push(machine);
			return machine;
		},
		async moveAddress(address, to) {
			const from = moved.get(address);
			if (from !== undefined) await ip('-n', from.name, 'addr', 'del', `${address}/32`, 'dev', 'eth0');
			moved.set(address, to);
			await ip('-n', to.name, 'addr', 'add', `${address}/32`, 'dev', 'eth0');
			// What a gratuitous ARP does.
			await ip('neigh', 'flush', 'to', address);
			for (const { name } of machines) await ip('-n', name, 'neigh', 'flush', 'to', address);
		},
		async part(one, other) {
			const ways = [
				...listAddresses(other).map((address) => [one, address] as const),
				...listAddresses(one).map((address) => [other, address] as const),
			];
			parted.push(...ways);
			for (const [at, address] of ways) {
				await ip('-n', at.name, 'neigh', 'replace', address, 'lladdr', absent, 'dev', 'eth0', 'nud', 'permanent');
			}
		},
		async heal() {
			const ways = parted;
			parted = [];
			for (const [at, address] of ways) await ip('-n', at.name, 'neigh', 'del', address, 'dev', 'eth0');
		},
	};
}
