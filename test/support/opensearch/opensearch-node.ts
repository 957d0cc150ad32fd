/**
 * A real OpenSearch for tests, on the loopback interface: the node at `VITRINE_TEST_OPENSEARCH_URL`, or one of our own, which
 * Maven and Java assemble from the jars of Maven Central. It is the server's own code without the plugins of the distribution:
 * no users and no TLS. `VITRINE_TEST_OPENSEARCH_VERSION` is 2, which is the default and runs on Java 17, or 3, which needs Java 21:
 * `VITRINE_TEST_JAVA` is the program, where it is not `java`.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { gather } from '../child-output.ts';
import { killAtExit } from '../last-resort.ts';
import { findFreePort } from '../postgres-server.ts';
import { thisHost } from '../test-host.ts';
import { awaiting, waitFor } from '../wait-for.ts';

export interface OpenSearchNode {
	readonly url: string;
	/** Ends it at once, without a word to its clients. */
	kill(): Promise<void>;
	/**
	 * At the same address, with the data that it had. Resolves when all of them are there, or, where shards are lost, when it
	 * tries no more.
	 */
	start(lostShardCount?: number): Promise<void>;
	/** Its data of an index, while it is down. */
	loseIndex(uuid: string): Promise<void>;
	[Symbol.asyncDispose](): Promise<void>;
}

interface Health {
	readonly status: string;
	readonly initializing_shards: number;
	readonly unassigned_shards: number;
}

const nothingYet: Health = { status: '', initializing_shards: -1, unassigned_shards: -1 };

const {
	VITRINE_TEST_OPENSEARCH_URL: givenUrl = '',
	VITRINE_TEST_OPENSEARCH: isNeeded = '',
	VITRINE_TEST_OPENSEARCH_VERSION: wantedMajor = '2',
	VITRINE_TEST_JAVA: java = 'java',
	PATH: path = '',
} = process.env;
const here = import.meta.dirname;
/** By the major version of OpenSearch: that of the jars, and the Java that they are made for. */
const versions: Readonly<Record<string, { readonly jars: string; readonly java: string }>> = {
	2: { jars: '2.19.1.0', java: '17' },
	3: { jars: '3.8.0.0', java: '21' },
};
/** OpenSearch 3 is made for Java 21, and the compilers of older versions cannot read it. */
const compiler = 'org.eclipse.jdt:ecj:3.40.0';
const run = promisify(execFile);

function isInstalled(program: string): boolean {
	return path.split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** For `skip` of a test that stops the node: false, or why there is none. CI sets VITRINE_TEST_OPENSEARCH, and fails instead. */
export function whyNoOwnOpenSearch(): string | false {
	const missing = [java, 'mvn'].filter((program) => !existsSync(program) && !isInstalled(program));
	if (missing.length === 0 || isNeeded !== '') return false;
	return `OpenSearch cannot be assembled without ${missing.join(' and ')}`;
}

/** For `skip` of a test: false, or why there is no OpenSearch. */
export function whyNoOpenSearch(): string | false {
	return givenUrl === '' && whyNoOwnOpenSearch();
}

/** The node that was given, or one of our own. */
export async function startOpenSearch(): Promise<OpenSearchNode> {
	if (givenUrl === '') return startOwnOpenSearch();
	const refuse = () => assert.fail('a given node is not ours to stop');
	return {
		url: givenUrl,
		kill: refuse,
		start: refuse,
		loseIndex: refuse,
		[Symbol.asyncDispose]: async () => undefined,
	};
}

/** Jars and classes, made once on a machine, which needs Maven Central for it. @returns their folder */
export async function assembleOpenSearch(): Promise<string> {
	const version = versions[wantedMajor];
	assert(version !== undefined, `VITRINE_TEST_OPENSEARCH_VERSION is one of ${Object.keys(versions).join(', ')}`);
	const ownClasses = join(here, `version-${wantedMajor}`);
	const classes = [
		join(here, 'OpenSearchNode.java'),
		...(await readdir(ownClasses)).toSorted().map((name) => join(ownClasses, name)),
	];
	const sources = await Promise.all([join(here, 'pom.xml'), ...classes].map((path) => readFile(path)));
	const hash = createHash('sha256')
		.update(Buffer.concat(sources))
		.update(compiler + version.jars + version.java)
		.digest('hex')
		.slice(0, 12);
	const home = join(tmpdir(), `vitrine-opensearch-${hash}`);
	if (existsSync(home)) return home;
	const draft = await mkdtemp(join(tmpdir(), 'vitrine-opensearch-draft-'));
	await copyFile(join(here, 'pom.xml'), join(draft, 'pom.xml'));
	const copying = ['-q', '-B', `-Dopensearch.version=${version.jars}`];
	const maven = (...words: readonly string[]) => run('mvn', [...copying, ...words], { cwd: draft });
	await maven('dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=lib');
	await maven('dependency:copy', `-Dartifact=${compiler}`, '-DoutputDirectory=compiler', '-Dmdep.stripVersion=true');
	const jars = (await readdir(join(draft, 'lib'))).map((name) => join('lib', name)).join(delimiter);
	await run(java, ['-jar', 'compiler/ecj.jar', `-${version.java}`, '-nowarn', '-cp', jars, '-d', 'lib', ...classes], {
		cwd: draft,
	});
	// Another test file may have been faster.
	await rename(draft, home).catch(() => rm(draft, { recursive: true }));
	return home;
}

const logSettings = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%p] %c{1} %m%n
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
`;
const flags = [
	...['-Xms1g', '-Xmx1g', '-XX:+UseG1GC', '-Xss1m', '-Djava.awt.headless=true', '-Dfile.encoding=UTF-8'],
	...['-Dio.netty.noUnsafe=true', '-Dlog4j2.disable.jmx=true'],
];

export async function startOwnOpenSearch({ address, launcher } = thisHost): Promise<OpenSearchNode> {
	const jars = await assembleOpenSearch();
	const home = await mkdtemp(join(tmpdir(), 'vitrine-opensearch-home-'));
	for (const name of ['config', 'data', 'logs', 'modules', 'plugins']) await mkdir(join(home, name));
	await writeFile(join(home, 'config', 'log4j2.properties'), logSettings);
	const [port, transportPort] = [await findFreePort(), await findFreePort()];
	const url = `http://${address}:${port}`;
	const [command = '', ...words] = [
		...launcher,
		java,
		...flags,
		'-cp',
		`${join(jars, 'lib')}:${join(jars, 'lib')}/*`,
		'OpenSearchNode',
		home,
		address,
		`${port}`,
		`${transportPort}`,
	];
	let child: ChildProcess | undefined;

	async function start(lostShardCount?: number): Promise<void> {
		const started = spawn(command, words, { stdio: ['ignore', 'pipe', 'ignore'] });
		child = started;
		killAtExit(started);
		const log = gather(started.stdout);
		await waitFor('OpenSearch', async () => {
			assert(started.exitCode === null && started.signalCode === null, `OpenSearch ended: ${log()}`);
			const health = await fetch(`${url}/_cluster/health`).catch(() => undefined);
			const { status, ...shards } = health?.ok ? ((await health.json()) as Health) : nothingYet;
			if (lostShardCount === undefined) return status === 'green' || status === 'yellow';
			return shards.initializing_shards === 0 && shards.unassigned_shards === lostShardCount;
		});
	}

	async function kill(): Promise<void> {
		assert(child);
		const isRunning = child.exitCode === null && child.signalCode === null;
		const ended = isRunning ? awaiting('the end of OpenSearch', once(child, 'exit')) : [];
		child.kill('SIGKILL');
		await ended;
	}

	await start();
	return {
		...{ url, kill, start },
		loseIndex: (uuid) => rm(join(home, 'data', 'nodes', '0', 'indices', uuid), { recursive: true }),
		async [Symbol.asyncDispose]() {
			await kill();
			await rm(home, { recursive: true, force: true });
		},
	};
}
