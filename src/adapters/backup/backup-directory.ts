/**
 * A backup is a directory that only its owner can read. It is written under another name:
 *
 *     NAME.partial/eu1/…   then manifest.json   then the directory is called NAME
 *
 * So whatever has its name is whole, wherever a process was killed. What is left then is called `.partial`.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { syncDirectory } from '../../followers/runtime/sync-directory.ts';
import { readErrorCode, toError } from '../../lib/thrown.ts';
import { BackupError, type BackupFile, type BackupManifest, formatManifest, parseManifest } from './backup-manifest.ts';

const manifestName = 'manifest.json';

export interface BackupDraft {
	/** An absolute path for a file that is to be written, whose directory is there. */
	prepare(path: string): Promise<string>;
	/** The file is complete: it is brought to disk, and measured. */
	add(path: string): Promise<void>;
}

export type ManifestRest = Omit<BackupManifest, 'files'>;

/**
 * Makes a backup, of which `write` writes the files; nothing is left when it throws.
 * @throws {BackupError} when the name is taken
 */
export async function writeBackup(
	name: string,
	write: (draft: BackupDraft) => Promise<ManifestRest>,
): Promise<BackupManifest> {
	const directory = resolve(name);
	const partial = `${directory}.partial`;
	if (existsSync(directory)) throw new BackupError(`${name} is there already: name another directory`);
	await makePartial(partial);
	try {
		const files: Record<string, BackupFile> = {};
		const rest = await write({
			async prepare(path) {
				const file = join(partial, path);
				await mkdir(dirname(file), { recursive: true, mode: 0o700 });
				await (await open(file, 'wx', 0o600)).close();
				return file;
			},
			async add(path) {
				await using file = await open(join(partial, path), 'r+');
				await file.sync();
				files[path] = await measure(join(partial, path));
			},
		});
		const manifest = { ...rest, files };
		await using file = await open(join(partial, manifestName), 'wx', 0o600);
		await file.writeFile(formatManifest(manifest));
		await file.sync();
		for (const zone of rest.zones) await syncDirectory(join(partial, zone.zone));
		await syncDirectory(partial);
		await rename(partial, directory);
		await syncDirectory(dirname(directory));
		return manifest;
	} catch (error) {
		await rm(partial, { recursive: true, force: true });
		throw error;
	}
}

async function makePartial(partial: string): Promise<void> {
	try {
		await mkdir(partial, { mode: 0o700 });
	} catch (error) {
		if (readErrorCode(error) === 'EEXIST') {
			throw new BackupError(
				`${partial} is there: another backup is being made, or one was killed, and the directory can be deleted`,
			);
		}
		throw new BackupError(`${partial} cannot be created: ${toError(error).message}`, { cause: error });
	}
}

export interface OpenBackup {
	readonly manifest: BackupManifest;
	toPath(file: string): string;
}

/**
 * Reads all of a backup, and compares it with its manifest.
 * @param onProgress called with the part that was read, from 0 to 1
 * @throws {BackupError}
 */
export async function openBackup(name: string, onProgress: (part: number) => void): Promise<OpenBackup> {
	const manifest = parseManifest(await readManifest(name), name);
	const files = Object.entries(manifest.files);
	const bytes = files.reduce((sum, [, file]) => sum + file.bytes, 0);
	let done = 0;
	for (const [path, expected] of files) {
		const found = await measure(join(name, path)).catch((error) => {
			if (readErrorCode(error) !== 'ENOENT') throw error;
			throw new BackupError(`${name} is damaged: ${path} is missing; use another backup`);
		});
		if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256) {
			throw new BackupError(`${name} is damaged: ${path} is not what was written; use another backup`);
		}
		done += found.bytes;
		onProgress(bytes === 0 ? 1 : done / bytes);
	}
	return { manifest, toPath: (file) => join(name, file) };
}

async function readManifest(name: string): Promise<string> {
	try {
		return await readFile(join(name, manifestName), 'utf8');
	} catch (error) {
		if (!['ENOENT', 'ENOTDIR'].includes(readErrorCode(error) ?? '')) throw error;
		const reason = basename(resolve(name)).endsWith('.partial') ? 'was not completed' : 'is no backup';
		throw new BackupError(`${name} ${reason}: it has no ${manifestName}`);
	}
}

async function measure(path: string): Promise<BackupFile> {
	const hash = createHash('sha256');
	let bytes = 0;
	for await (const chunk of createReadStream(path)) {
		hash.update(chunk);
		bytes += chunk.length;
	}
	return { bytes, sha256: hash.digest('hex') };
}
