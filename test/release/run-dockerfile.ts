/**
 * Runs the steps of deploy/Dockerfile without Docker: each stage is a directory that becomes the root of its commands, in a
 * namespace of mounts of its own. The system's programs come from this machine, and so does Node.js. `npm ci`, which needs
 * a registry, is left out: the packages are those of the checkout.
 */
import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { projectRoot } from '../rules/source-files.ts';

interface Step {
	readonly name: string;
	readonly rest: string;
}

export interface Image {
	readonly root: string;
	readonly environment: Readonly<Record<string, string>>;
	readonly workFolder: string;
	/** `uid:gid`. */
	readonly user: string;
	/** The entry point with its arguments. */
	readonly command: readonly string[];
	readonly healthCommand: readonly string[];
}

/** Why this machine cannot do it; false if it can. */
export const imageSkip =
	process.platform === 'linux' && spawnSync('unshare', ['--mount', 'true']).status === 0
		? false
		: 'directories cannot be mounted here';

export function readDockerfile(): readonly Step[] {
	const text = readFileSync(join(projectRoot, 'deploy', 'Dockerfile'), 'utf8');
	const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
	return lines.map((line) => {
		const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
		return { name, rest };
	});
}

/** @param folder for the directories of the stages */
export function runDockerfile(folder: string): Image {
	const npm = realpathSync(spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).stdout.trim());
	let root = folder;
	let workFolder = '/';
	let user = '0:0';
	let environment: Record<string, string> = {};
	const lists: Record<string, readonly string[]> = {};
	let stages = 0;
	for (const { name, rest } of readDockerfile()) {
		if (name === 'FROM') {
			root = join(folder, `stage-${stages}`);
			stages += 1;
			[workFolder, environment] = ['/', {}];
			makeTools(root, npm);
		} else if (name === 'WORKDIR') {
			workFolder = rest;
			mkdirSync(join(root, rest), { recursive: true });
		} else if (name === 'COPY') copy(rest, { root, workFolder, firstRoot: join(folder, 'stage-0') });
		else if (name === 'RUN') {
			if (rest.startsWith('npm ci')) continue;
			const { status, stdout, stderr } = spawnSync(
				'unshare',
				enter(root, ['sh', '-c', `cd ${workFolder} && ${rest}`], npm),
				{
					encoding: 'utf8',
					env: { PATH: toolPath, HOME: '/tmp', npm_config_cache: '/tmp/npm' },
				},
			);
			assert.equal(status, 0, `RUN ${rest}\n${stdout}\n${stderr}`);
		} else if (name === 'ENV') {
			environment = { ...environment, ...Object.fromEntries(rest.split(' ').map((pair) => pair.split('='))) };
		} else if (name === 'USER') user = rest;
		else if (rest.includes('[')) lists[name] = JSON.parse(rest.slice(rest.indexOf('[')));
	}
	const { ENTRYPOINT = [], CMD = [], HEALTHCHECK = [] } = lists;
	return { root, environment, workFolder, user, command: [...ENTRYPOINT, ...CMD], healthCommand: HEALTHCHECK };
}

/** Starts the image with a root that cannot be written to, but for the directory of the data. */
export function startImage(
	{ root, environment, workFolder, user, command }: Image,
	{ dataDir, more }: { readonly dataDir: string; readonly more: Readonly<Record<string, string>> },
): ChildProcessByStdio<null, Readable, Readable> {
	const volume = environment.VITRINE_DATA_DIR ?? assert.fail('the image has no directory for data');
	const words = enter(root, ['sh', '-c', 'cd "$0" && exec "$@"', workFolder, ...command], '', {
		user,
		dataDir,
		volume,
	});
	return spawn('unshare', words, {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { PATH: toolPath, ...environment, ...more },
	});
}

const toolPath = '/tools:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';

function makeTools(root: string, npm: string): void {
	for (const folder of ['tools', 'npm', 'tmp', 'proc', 'src/node_modules'])
		mkdirSync(join(root, folder), { recursive: true });
	writeFileSync(join(root, 'tools', 'node'), '');
	const text = npm === '' ? '' : '#!/bin/sh\nexec node /npm/bin/npm-cli.js "$@"\n';
	writeFileSync(join(root, 'tools', 'npm'), text, { mode: 0o755 });
}

interface Confinement {
	readonly user: string;
	readonly dataDir: string;
	readonly volume: string;
}

/** The words after `unshare` that run a command in a root; confined, the root is read-only, and another user's. */
function enter(root: string, command: readonly string[], npm: string, confined?: Confinement): readonly string[] {
	const script = `
set -e
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
for name in usr bin sbin lib lib64 etc dev; do
	[ -e "/$name" ] || continue
	mkdir -p "$ROOT/$name"
	mount --rbind "/$name" "$ROOT/$name"
	[ "$name" = dev ] || mount -o remount,bind,ro "$ROOT/$name"
done
mount --rbind /proc "$ROOT/proc"
mount --bind "$NODE" "$ROOT/tools/node"
if [ -n "$NPM" ]; then
	mount --bind "$NPM" "$ROOT/npm"
	mount --bind "$PACKAGES" "$ROOT/src/node_modules"
fi
if [ -n "$DATA" ]; then
	mount --bind "$DATA" "$ROOT$VOLUME"
	mount -t tmpfs tmpfs "$ROOT/tmp"
	mount -o remount,bind,ro "$ROOT"
fi
exec chroot --userspec="$USER_SPEC" "$ROOT" "$@"`;
	const variables = {
		ROOT: root,
		NODE: process.execPath,
		NPM: npm === '' ? '' : resolve(npm, '..', '..'),
		PACKAGES: realpathSync(join(projectRoot, 'node_modules')),
		DATA: confined?.dataDir ?? '',
		VOLUME: confined?.volume ?? '',
		USER_SPEC: confined?.user ?? '0:0',
	};
	const assignments = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
	return ['--mount', 'sh', '-c', `${assignments.join('\n')}${script}`, 'sh', ...command];
}

interface CopyOptions {
	readonly root: string;
	readonly workFolder: string;
	readonly firstRoot: string;
}

function copy(rest: string, { root, workFolder, firstRoot }: CopyOptions): void {
	const words = rest.split(' ');
	if (words[0]?.startsWith('--from=')) {
		const [, from = '', to = ''] = words;
		cpSync(join(firstRoot, from), join(root, to), { recursive: true, verbatimSymlinks: true });
		return;
	}
	const to = words.at(-1) ?? '';
	for (const from of words.slice(0, -1)) {
		const files = from === '.' ? listContext() : [from];
		for (const file of files) {
			const name = to.startsWith('.') ? file : (file.split('/').at(-1) ?? file);
			cpSync(join(projectRoot, file), join(root, workFolder, to, name));
		}
	}
}

/** What deploy/Dockerfile.dockerignore leaves of a checkout, about: what Git has, or would take. */
function listContext(): readonly string[] {
	const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
		cwd: projectRoot,
		encoding: 'utf8',
	});
	return stdout.split('\0').filter((file) => file !== '');
}
