/** The files in deploy/ are what systemd and the proxies accept, and the proxies pass on what Vitrine needs to know. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { Agent, request } from 'undici';
import { parse } from 'yaml';
import { settingTable } from '../../src/main/settings/settings.ts';
import { projectRoot, readSourceFiles } from '../rules/source-files.ts';
import { gather } from '../support/child-output.ts';
import { killAtExit } from '../support/last-resort.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';
import { testCertificate, testCertificateKey } from '../support/test-certificate.ts';
import { waitFor } from '../support/wait-for.ts';
import { findFreePort } from './free-port.ts';
import { readDockerfile } from './run-dockerfile.ts';

const readText = (name: string) => readFileSync(join(projectRoot, 'deploy', name), 'utf8');
const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined;
const host = 'search.example.com';

describe('the files for deployment', () => {
	it('name settings that there are', () => {
		const known = Object.values(settingTable).flatMap(({ variable }) => variable ?? []);
		const kinds = ['Dockerfile', '.yaml', '.tpl', '.service', '.conf', '.cfg', 'Caddyfile'];
		const files = readSourceFiles(['deploy'], ...kinds);
		assert(files.has('deploy/Dockerfile') && files.has('deploy/nodes.Caddyfile'));
		for (const [path, text] of files) {
			const names = [...text.matchAll(/\bVITRINE_[A-Z_]+\b/g)].map(([name]) => name);
			assert.deepEqual(
				names.filter((name) => !known.includes(name)),
				[],
				path,
			);
		}
	});

	it('start the same command with the same flags of Node.js', () => {
		const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
		const pattern = /--(?:disable-warning|max-semi-space-size|v8-pool-size|concurrent-recompilation-queue-length)=\w+/g;
		const toFlags = (text: string) => [...text.matchAll(pattern)].map(String);
		const expected = toFlags(scripts.start);
		assert.equal(expected.length, 4);
		const entryPoint = readDockerfile().find(({ name }) => name === 'ENTRYPOINT')?.rest ?? '';
		const bin = readFileSync(join(projectRoot, 'bin', 'vitrine.js'), 'utf8');
		for (const text of [entryPoint, readText('vitrine.service'), bin]) assert.deepEqual(toFlags(text), expected);
	});

	it('compose three nodes, a database and Redis that nobody else reaches, with secrets that have no default', () => {
		const { services, networks, volumes } = parse(readText('compose.yaml'), { merge: true });
		assert.deepEqual(Object.keys(services), ['node1', 'node2', 'node3', 'balancer', 'postgres', 'redis']);
		const { node1, node2, node3, balancer, postgres, redis } = services;
		const nodes = [node1, node2, node3];
		for (const each of [...nodes, balancer, redis]) assert.deepEqual([each.read_only, each.cap_drop], [true, ['ALL']]);
		for (const each of [...nodes, postgres, redis]) assert.equal(each.ports, undefined);
		assert.deepEqual(balancer.ports, ['127.0.0.1:8080:8080']);
		const trusted = [networks.shop.ipam.config[0].gateway, balancer.networks.shop.ipv4_address].join(',');
		assert.equal(node1.environment.VITRINE_TRUSTED_PROXIES, trusted);
		const graceMs = Number(node1.stop_grace_period.replace('s', '')) * 1000;
		assert(graceMs >= node1.environment.VITRINE_DRAIN_MS + 20_000);
		assert(balancer.volumes[0].startsWith('./haproxy-compose.cfg:'));
		for (const text of [node1.environment.VITRINE_SECRET_KEY, postgres.environment.POSTGRES_PASSWORD]) {
			assert.match(text, /^\$\{\w+:\?/);
		}
		const used = [...nodes, postgres].flatMap((service) => service.volumes.map((text: string) => text.split(':')[0]));
		assert.deepEqual(used, Object.keys(volumes));
		for (const each of nodes) assert.equal(each.volumes[0].split(':')[1], '/var/lib/vitrine');
	});

	it('are a unit of systemd that it accepts, with few rights', {
		skip: !isThere('systemd-analyze') && 'no systemd',
	}, async () => {
		const folder = await mkdtemp(join(tmpdir(), 'vitrine-unit-'));
		const unit = join(folder, 'vitrine.service');
		// Only the program of this machine is where it says.
		await writeFile(unit, readText('vitrine.service').replace('/usr/bin/node', process.execPath));
		const checked = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
		assert.deepEqual([checked.status, checked.stderr], [0, '']);
		const rated = spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=20', unit], {
			encoding: 'utf8',
		});
		assert.equal(rated.status, 0, rated.stdout);
		await rm(folder, { recursive: true });
	});
});

interface Proxy {
	readonly program: string;
	readonly configName: string;
	/** The example, with the ports and files of the test. */
	render(parts: {
		readonly plain: string;
		readonly tls: string;
		readonly server: string;
		readonly folder: string;
	}): string;
	toCheck(config: string): readonly string[];
	toRun(config: string, folder: string): readonly string[];
	/** Whether the example answers on port 80, too. */
	readonly hasRedirect: boolean;
}

const proxies: readonly Proxy[] = [
	{
		program: 'nginx',
		configName: 'nginx.conf',
		render: ({ plain, tls, server, folder }) =>
			`daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}\n${readText('nginx.conf')}}`
				.replace('listen 80;', `listen ${plain};`)
				.replace('listen 443 ', `listen ${tls} `)
				.replace('127.0.0.1:8080', server)
				.replaceAll('/etc/ssl/vitrine', folder),
		toCheck: (config) => ['-t', '-c', config],
		toRun: (config) => ['-c', config],
		hasRedirect: true,
	},
	{
		program: 'haproxy',
		configName: 'haproxy.cfg',
		render: ({ plain, tls, server, folder }) =>
			readText('haproxy.cfg')
				.replace('bind :80\n', `bind ${plain}\n`)
				.replace('bind :443 ', `bind ${tls} `)
				.replace('127.0.0.1:8080', server)
				.replaceAll('/etc/ssl/vitrine', folder),
		toCheck: (config) => ['-c', '-f', config],
		toRun: (config) => ['-db', '-f', config],
		hasRedirect: true,
	},
	{
		program: 'caddy',
		configName: 'Caddyfile',
		render: ({ tls, server, folder }) =>
			`{\n\tadmin off\n\tauto_https off\n}\n${readText('Caddyfile')}`
				.replace(
					`${host} {`,
					`https://${host}:${tls.split(':')[1]} {\n\tbind 127.0.0.1\n\ttls ${folder}/fullchain.pem ${folder}/key.pem`,
				)
				.replace('127.0.0.1:8080', server),
		toCheck: (config) => ['validate', '--adapter', 'caddyfile', '--config', config],
		toRun: (config) => ['run', '--adapter', 'caddyfile', '--config', config],
		hasRedirect: false,
	},
];

describe('a proxy', () => {
	let folder: string;
	let server: TestServer;
	let tenant: Tenant;
	const operatorToken = 'operator-token-of-the-proxy-tests-0123456789';

	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'vitrine-proxy-'));
		// Workers of nginx are another user, and keep large bodies there.
		await chmod(folder, 0o755);
		await writeFile(join(folder, 'fullchain.pem'), testCertificate);
		await writeFile(join(folder, 'key.pem'), testCertificateKey);
		await writeFile(join(folder, 'vitrine.pem'), testCertificate + testCertificateKey);
		server = await startServer({
			arguments: ['--no-demo'],
			environment: { VITRINE_OPERATOR_TOKEN: operatorToken, VITRINE_TRUSTED_PROXIES: '127.0.0.1' },
		});
		tenant = await openTenant(server.url, operatorToken);
	});
	after(async () => {
		await server[Symbol.asyncDispose]();
		await rm(folder, { recursive: true, force: true });
	});

	async function start(t: TestContext, proxy: Proxy): Promise<{ readonly plain: string; readonly tls: string }> {
		const [plain, tls] = [`127.0.0.1:${await findFreePort()}`, `127.0.0.1:${await findFreePort()}`];
		const config = join(folder, proxy.configName);
		await writeFile(config, proxy.render({ plain, tls, server: new URL(server.url).host, folder }));
		const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
		const checked = spawnSync(proxy.program, proxy.toCheck(config), { encoding: 'utf8', env });
		assert.equal(checked.status, 0, checked.stderr);
		const child = spawn(proxy.program, proxy.toRun(config, folder), { stdio: ['ignore', 'ignore', 'pipe'], env });
		killAtExit(child);
		t.after(() => child.kill('SIGTERM'));
		const log = gather(child.stderr);
		await waitFor(
			`${proxy.program} to answer`,
			async () => {
				if (child.exitCode !== null) throw new Error(log());
				return (await call(tls, '/health/live').catch(() => undefined))?.status;
			},
			(status) => status === 200,
		);
		return { plain, tls };
	}

	// Another address than the proxy's, as clients have.
	const agent = new Agent({
		localAddress: '127.0.0.2',
		connect: { rejectUnauthorized: false, servername: host },
	});
	after(() => agent.close());

	async function call(
		address: string,
		path: string,
		{
			scheme = 'https',
			...more
		}: { scheme?: string; method?: string; body?: string; headers?: Record<string, string> } = {},
	) {
		const answer = await request(`${scheme}://${address}${path}`, {
			dispatcher: agent,
			...more,
			headers: { host, authorization: `Token ${tenant.key}`, ...more.headers },
		} as Parameters<typeof request>[1]);
		return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
	}

	for (const proxy of proxies) {
		it(`${proxy.program} passes on host, scheme and client, large bodies and compressed answers, and no metrics`, {
			skip: !isThere(proxy.program) && `no ${proxy.program}`,
		}, async (t) => {
			const { plain, tls } = await start(t, proxy);
			const engine = await call(tls, `/api/v2/search_engines/${tenant.hashid}`);
			assert.match(engine.text, new RegExp(`"search_url":"https://${host}[:/"]`));

			const forged = await call(tls, '/api/v2/nothing', {
				headers: { 'x-forwarded-for': '9.9.9.9', 'x-forwarded-proto': 'http' },
			});
			assert.equal(forged.status, 404);
			const id = String(forged.headers['x-request-id']);
			const line = await waitFor(
				'the line of the log',
				() =>
					server
						.log()
						.split('\n')
						.find((text) => text.includes(id)),
				(text) => text !== undefined,
			);
			assert.equal(JSON.parse(line ?? '').client, '127.0.0.2');

			const items = Array.from({ length: 100 }, (_, at) => ({
				id: `${proxy.program}-${at}`,
				text: 'x'.repeat(50_000),
			}));
			const bulk = await call(tls, `/api/v2/search_engines/${tenant.hashid}/indices/product/items/_bulk`, {
				method: 'POST',
				body: JSON.stringify(items),
				headers: { 'content-type': 'application/json' },
			});
			assert.equal(bulk.status, 200, bulk.text);

			const packed = await call(tls, '/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
			assert.deepEqual([packed.status, packed.headers['content-encoding']], [200, 'gzip']);
			assert.equal((await call(tls, '/metrics', { headers: { authorization: `Token ${operatorToken}` } })).status, 404);
			if (!proxy.hasRedirect) return;
			const redirected = await call(plain, '/demo?a=b', { scheme: 'http' });
			assert.deepEqual([redirected.status, redirected.headers.location], [308, `https://${host}/demo?a=b`]);
		});
	}
});
