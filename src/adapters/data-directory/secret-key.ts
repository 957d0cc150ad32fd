/**
 * The server key: 32 random bytes that encrypt API keys at rest and from which the operator token is derived.
 *
 * It is in `secret.key` (64 hex digits and a newline) in the data directory unless it comes from the environment. The
 * file must be readable only by its owner. It is written completely under another name and then linked into place, so
 * that two processes that start at once end up with the same key, and a crash leaves no partial file.
 */
import { randomBytes } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '../../followers/runtime/sync-directory.ts';
import { readErrorCode, toError } from '../../lib/thrown.ts';
import { makeDirectory } from './make-directory.ts';

const fileName = 'secret.key';
/** The key that is to be the next, until all secrets are sealed with it. */
const nextName = 'secret.key.next';
export const secretKeyBytes = 32;

export function toKeyFile(dataDir: string): string {
	return join(dataDir, fileName);
}

/** The key file cannot be used; the message says why and what to do, but nothing of its content. */
export class SecretKeyError extends Error {
	constructor(message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = 'SecretKeyError';
	}
}

/**
 * The key of the data directory: 32 bytes, or undefined when there is no key file.
 * @throws {SecretKeyError} when the file is unreadable, malformed or open to other users.
 */
export async function readSecretKey(dataDir: string): Promise<Uint8Array | undefined> {
	return readKeyFile(join(dataDir, fileName));
}

/** The key that replaces it. @throws {SecretKeyError} as `readSecretKey` */
export async function readNextKey(dataDir: string): Promise<Uint8Array | undefined> {
	return readKeyFile(join(dataDir, nextName));
}

/** Makes a key that is to replace the present one, unless there is one already. On disk when it resolves. */
export async function createNextKey(dataDir: string): Promise<void> {
	await createKeyFile(dataDir, nextName);
}

/** The next key is the key from now on. */
export async function adoptNextKey(dataDir: string): Promise<void> {
	await rename(join(dataDir, nextName), join(dataDir, fileName));
	await syncDirectory(dataDir);
}

async function readKeyFile(path: string): Promise<Uint8Array | undefined> {
	let text: string;
	try {
		await using file = await open(path, 'r');
		const status = await file.stat();
		// Windows has no such mode bits; there the directory's access list protects the file.
		if (process.platform !== 'win32' && (status.mode & 0o077) !== 0) {
			throw new SecretKeyError(`${path} is open to other users: run "chmod 600 ${path}"`);
		}
		if (!status.isFile()) throw new SecretKeyError(`${path} is not a file`);
		text = await file.readFile('utf8');
	} catch (error) {
		if (error instanceof SecretKeyError) throw error;
		if (readErrorCode(error) === 'ENOENT') return undefined;
		throw new SecretKeyError(`${path} cannot be read: ${toError(error).message}`, { cause: error });
	}
	if (!/^[0-9a-f]{64}\r?\n?$/i.test(text)) {
		throw new SecretKeyError(`${path} does not hold 64 hex digits: restore it from a backup`);
	}
	return new Uint8Array(Buffer.from(text.slice(0, 2 * secretKeyBytes), 'hex'));
}

/**
 * The key of the data directory. If there is none, a new one is created and is on disk when this resolves. Creates the
 * directory, too.
 * @throws {SecretKeyError} as `readSecretKey`, and when the file cannot be written.
 */
export async function readOrCreateSecretKey(dataDir: string): Promise<Uint8Array> {
	const existing = await readSecretKey(dataDir);
	if (existing !== undefined) return existing;
	try {
		await createKeyFile(dataDir, fileName);
	} catch (error) {
		const path = join(dataDir, fileName);
		throw new SecretKeyError(`${path} cannot be created: ${toError(error).message}`, { cause: error });
	}
	const created = await readSecretKey(dataDir);
	if (created === undefined) throw new SecretKeyError(`${join(dataDir, fileName)} vanished right after it was created`);
	return created;
}

async function createKeyFile(dataDir: string, name: string): Promise<void> {
	await makeDirectory(dataDir);
	const draftPath = join(dataDir, `${name}.${randomBytes(8).toString('hex')}`);
	try {
		await using draft = await open(draftPath, 'wx', 0o600);
		await draft.writeFile(`${randomBytes(secretKeyBytes).toString('hex')}\n`);
		await draft.sync();
		await link(draftPath, join(dataDir, name));
	} catch (error) {
		// Another process was faster: its key is used.
		if (readErrorCode(error) !== 'EEXIST') throw error;
	} finally {
		await rm(draftPath, { force: true });
	}
	await syncDirectory(dataDir);
}
