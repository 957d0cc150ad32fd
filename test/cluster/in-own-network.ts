/**
 * Runs a program of npm's path in namespaces of its own: a network that nobody else reaches, and processes that end with it.
 *
 *     node test/cluster/in-own-network.ts npm run test:files -- FILE…
 *
 * Only root may do that; for others the program runs as it is, and tests say why they are skipped.
 */
import { spawnSync } from 'node:child_process';

const [command = '', ...words] = process.argv.slice(2);
const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--propagation', 'private'];
/** Names of networks are files, which other programs of the machine must not see. */
const script = 'mkdir -p /run/netns && mount -t tmpfs none /run/netns && ip link set lo up && exec "$@"';

const isPossible =
	process.getuid?.() === 0 && spawnSync('unshare', [...namespaces, 'sh', '-c', script, 'sh', 'true']).status === 0;
const { status } = isPossible
	? spawnSync('unshare', [...namespaces, 'sh', '-c', script, 'sh', command, ...words], {
			stdio: 'inherit',
			env: { ...process.env, VITRINE_TEST_OWN_NETWORK: '1' },
		})
	: spawnSync(command, words, { stdio: 'inherit' });
process.exitCode = status ?? 1;
