/** What `ports/object-storage.ts` promises, kept by a directory and by a bucket of a server that we did not make. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
	chmodSync,
	closeSync,
	constants,
	existsSync,
	mkdirSync,
	openSync,
	readdirSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { openDirectoryStorage } from '../../src/adapters/object-storage/directory-storage.ts';
import { openStorage } from '../../src/adapters/object-storage/open-storage.ts';
import { parseStorageUrl } from '../../src/adapters/object-storage/storage-address.ts';
import { type ObjectStorage, StorageError } from '../../src/ports/object-storage.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../contract/temporary-directory.ts';
import { findFreePort } from '../support/postgres-server.ts';
import { type S3Server, type S3User, startS3, whyNoS3 } from '../support/s3-server.ts';
import { neverMs, waitFor } from '../support/wait-for.ts';

let directory: TemporaryDirectory;
let s3: S3Server | undefined;

before(async () => {
	directory = makeTemporaryDirectory();
	if (whyNoS3() === false) s3 = await startS3();
});
after(async () => {
	directory.remove();
	await s3?.[Symbol.asyncDispose]();
});

const never = new AbortController().signal;
const limits = { byteCountMax: 1000, timeoutMs: neverMs, signal: never };
const bytesOf = (text: string) => new TextEncoder().encode(text);
const refusal = (reason: StorageError['reason']) => (error: unknown) =>
	error instanceof StorageError && error.reason === reason;

async function open(url: string, user: Partial<S3User> | undefined = s3?.writer): Promise<ObjectStorage> {
	const address = parseStorageUrl(url);
	assert(address !== undefined, url);
	const credentials = { sessionToken: undefined, region: undefined, accessKeyId: 'none', secretAccessKey: 'none' };
	return openStorage({ address, credentials: { ...credentials, ...user } });
}

const kinds: readonly { name: string; skip: string | false; create: () => Promise<string> | string }[] = [
	{
		name: 'a directory',
		skip: false,
		create() {
			const path = join(directory.path, `shared ${readdirSync(directory.path).length}`);
			mkdirSync(path);
			return pathToFileURL(path).href;
		},
	},
	{ name: 'a bucket', skip: whyNoS3(), create: async () => (await s3?.createBucket()) ?? '' },
];

for (const { name, skip, create } of kinds) {
	describe(`objects in ${name}`, { skip }, () => {
		it('are read as they were written, replaced, listed and removed', async () => {
			const storage = await open(await create());
			assert.deepEqual(await storage.list(''), []);
			assert.equal(await storage.read('a/1/manifest', limits), undefined);
			await storage.write('a/1/manifest', bytesOf('one'));
			await storage.write('a/1/manifest', bytesOf('two two'));
			await storage.write('a/12/ab-c.1', bytesOf(''));
			await storage.write('b/1/manifest', bytesOf('b'));
			assert.equal(String(Buffer.from((await storage.read('a/1/manifest', limits)) ?? [])), 'two two');
			assert.equal((await storage.read('a/12/ab-c.1', limits))?.length, 0);
			assert.deepEqual(await storage.list('a/1/'), [{ name: 'a/1/manifest', byteCount: 7 }]);
			const all = (await storage.list('')).map((object) => object.name);
			assert.deepEqual(all.toSorted(), ['a/1/manifest', 'a/12/ab-c.1', 'b/1/manifest']);
			await storage.remove('a/1/manifest');
			await storage.remove('a/1/manifest');
			assert.equal(await storage.read('a/1/manifest', limits), undefined);
		});

		it('are not read when they are larger than was asked for', async () => {
			const storage = await open(await create());
			await storage.write('large', new Uint8Array(1001));
			await assert.rejects(storage.read('large', limits), refusal('too_large'));
			assert.equal((await storage.read('large', { ...limits, byteCountMax: 1001 }))?.length, 1001);
		});

		it('are listed completely when there are more than a page has', async () => {
			const storage = await open(await create());
			const names = Array.from({ length: 1_234 }, (_, number) => `many/${number}`);
			for (let at = 0; at < names.length; at += 20)
				await Promise.all(names.slice(at, at + 20).map((each) => storage.write(each, bytesOf('x'))));
			const found = (await storage.list('many/')).map((object) => object.name);
			assert.deepEqual(found.toSorted(), names.toSorted());
		});
	});
}

describe('a storage that cannot be used', () => {
	it('is a directory that is not there: nothing is created', async () => {
		const path = join(directory.path, 'not', 'mounted');
		const storage = await open(pathToFileURL(path).href);
		await assert.rejects(storage.write('a/b', bytesOf('x')), refusal('away'));
		await assert.rejects(storage.list(''), refusal('away'));
		assert.equal(existsSync(path), false);
	});

	it('is a directory without the right to write', { skip: process.getuid?.() === 0 && 'root may write' }, async () => {
		const path = join(directory.path, 'read-only');
		mkdirSync(path);
		chmodSync(path, 0o500);
		const storage = await open(pathToFileURL(path).href);
		await assert.rejects(storage.write('a/b', bytesOf('x')), refusal('denied'));
	});

	it('is a bucket whose user may not write, or has another secret', { skip: whyNoS3() }, async () => {
		await using guarded = await startS3({ isGuarded: true });
		const url = await guarded.createBucket('');
		const storage = await open(url, guarded.reader);
		await assert.rejects(storage.write('a/b', bytesOf('x')), refusal('denied'));
		const writing = await open(url, guarded.writer);
		await writing.write('a/b', bytesOf('x'));
		assert.equal((await storage.read('a/b', limits))?.length, 1);
		assert.deepEqual(await storage.list(''), [{ name: 'a/b', byteCount: 1 }]);
		await assert.rejects(storage.remove('a/b'), refusal('denied'));
		const other = await open(url, { ...guarded.writer, secretAccessKey: 'wrong' });
		await assert.rejects(other.read('a/b', limits), refusal('denied'));
		await writing.remove('a/b');
		assert.deepEqual(await storage.list(''), []);
	});

	it('is a bucket that is not there, or at an address where nobody answers', { skip: whyNoS3() }, async () => {
		const url = (await s3?.createBucket()) ?? '';
		const missing = await open(url.replace(/bucket-\d+/, 'another-bucket'));
		await assert.rejects(missing.write('a', bytesOf('x')), refusal('away'));
		await assert.rejects(missing.list(''), refusal('away'));
		const nobody = await open(`s3://bucket/?endpoint=http://127.0.0.1:${await findFreePort()}`);
		await assert.rejects(nobody.read('a', limits), refusal('away'));
	});

	it('is a bucket that does not answer in time', { skip: whyNoS3() }, async () => {
		assert(s3);
		const storage = await open(await s3.createBucket());
		s3.signal('SIGSTOP');
		try {
			await assert.rejects(storage.read('a', { ...limits, timeoutMs: 1 }), refusal('away'));
		} finally {
			s3.signal('SIGCONT');
		}
	});

	it('has an error without the secret', async () => {
		const storage = await open(`s3://bucket/?endpoint=http://127.0.0.1:${await findFreePort()}`, {
			accessKeyId: 'key',
			secretAccessKey: 'very-secret',
		});
		await assert.rejects(storage.write('a', bytesOf('x')), (error) => {
			const text = inspect(error, { depth: null, showHidden: true });
			return !text.includes('very-secret') && text.includes('ECONNREFUSED');
		});
	});
});

describe('what others have put into a directory', () => {
	it('is not listed under names that could lead elsewhere, nor are links', async () => {
		const path = join(directory.path, 'foreign');
		mkdirSync(join(path, '.hidden'), { recursive: true });
		for (const name of ['ok', '.hidden/x', 'with space', 'ümlaut', '..x']) writeFileSync(join(path, name), 'x');
		symlinkSync('/etc', join(path, 'etc'));
		symlinkSync('/etc/passwd', join(path, 'passwd'));
		const storage = await open(pathToFileURL(path).href);
		assert.deepEqual(await storage.list(''), [{ name: 'ok', byteCount: 1 }]);
	});
});

describe('a directory that does not answer', () => {
	/** A pipe, which nobody writes to or reads from. */
	function makePipe(path: string): void {
		execFileSync('mkfifo', [path]);
	}

	it('is away: what has the name of an object, and is none, is not waited for', async () => {
		const storage = openDirectoryStorage(directory.path);
		makePipe(join(directory.path, 'manifest'));
		await assert.rejects(storage.read('manifest', limits), refusal('away'));
	});

	it('is away after a while, and leaves threads for others; what was asked goes on when it answers', async () => {
		const path = join(directory.path, 'stuck');
		mkdirSync(path);
		const storage = openDirectoryStorage(path, 50);
		const pipes = ['a', 'b', 'c', 'd', 'e'].map((name) => join(path, `${name}.part`));
		pipes.forEach(makePipe);
		const writes = ['a', 'b', 'c', 'd', 'e'].map((name) => storage.write(name, bytesOf(name)));
		for (const write of writes) await assert.rejects(write, refusal('away'));
		const stopped = new AbortController();
		const read = storage.read('a', { ...limits, signal: stopped.signal });
		stopped.abort();
		await assert.rejects(read, refusal('away'));
		// Other files are read meanwhile.
		assert.equal(await readFile(import.meta.filename, 'utf8').then((text) => text.length > 0), true);
		for (const pipe of pipes) closeSync(openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK));
		await waitFor(
			'room for another call',
			() =>
				storage.list('').then(
					() => true,
					() => false,
				),
			(isThere) => isThere,
		);
	});
});

it('a bucket that does not answer is away when a signal says so, for each kind of call', async () => {
	let asked = Promise.withResolvers<void>();
	const server = createServer(() => asked.resolve());
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const storage = await open(`s3://bucket/prefix?endpoint=http://127.0.0.1:${port}`, {});
	const calls: ((signal: AbortSignal) => Promise<unknown>)[] = [
		(signal) => storage.list('', signal),
		(signal) => storage.read('a', { ...limits, signal }),
		(signal) => storage.write('a', bytesOf('a'), signal),
		(signal) => storage.remove('a', signal),
	];
	for (const call of calls) {
		asked = Promise.withResolvers<void>();
		const stopped = new AbortController();
		const refused = assert.rejects(call(stopped.signal), refusal('away'));
		await asked.promise;
		stopped.abort();
		await refused;
	}
	server.close();
	server.closeAllConnections();
});

it('a bucket whose pages never end is away', async () => {
	const server = createServer((_, response) =>
		response.end('<ListBucketResult><Contents><NextContinuationToken>more</NextContinuationToken></ListBucketResult>'),
	);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const storage = await open(`s3://bucket/prefix?endpoint=http://127.0.0.1:${port}`, {});
	await assert.rejects(storage.list(''), refusal('away'));
	server.close();
	server.closeAllConnections();
});
