/**
 * Password hashes by scrypt (RFC 7914):
 *
 *     scrypt . 15 . 8 . 3 . 4kq… . 8Qf…
 *               │   │   │    │      └ 32 bytes, base64url
 *               │   │   │    └ salt, 16 random bytes, base64url
 *               └───┴───┴ log2 N, r, p: 32 MB of memory and some 300 ms of a core, as the OWASP cheat sheet on
 *                         password storage has it for what is as strong as N = 2^17, p = 1 with a quarter of its memory
 *
 * The work is done by Node's pool of threads, beside the thread that answers requests. One at a time leaves the others of
 * the pool to files. Whoever comes when too many wait is refused at once.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalizePassword } from '../../domain/account/password.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import type { PasswordHasher } from '../../ports/password-hasher.ts';

const usualCost: Cost = { log2N: 15, r: 8, p: 3 };
const saltBytes = 16;
const hashBytes = 32;
/** Including the one that runs: the last of them waits some three seconds. */
const waitingCountMax = 10;

const compute = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);
const storedPattern = /^scrypt\.(\d{1,2})\.(\d{1,2})\.(\d{1,2})\.([\w-]{22})\.([\w-]{43})$/;

/** @param cost of new hashes; those that are stored say their own. */
export function createScryptPasswords(cost = usualCost): PasswordHasher {
	let last: Promise<unknown> = Promise.resolve();
	let waitingCount = 0;
	/** Takes as long as a hash that was stored, and fits no password. */
	const nobodys = `scrypt.${cost.log2N}.${cost.r}.${cost.p}.${toText(randomBytes(saltBytes))}.${toText(randomBytes(hashBytes))}`;

	async function inOrder<T>(work: () => Promise<T>): Promise<T> {
		if (waitingCount >= waitingCountMax) throw new FailureError(fail('overloaded').failure);
		waitingCount += 1;
		const result = last.then(work);
		last = result.catch(() => undefined);
		try {
			return await result;
		} finally {
			waitingCount -= 1;
		}
	}

	return {
		async hash(password) {
			const salt = randomBytes(saltBytes);
			const { log2N, r, p } = cost;
			const hash = await inOrder(() => runScrypt(password, salt, cost));
			return `scrypt.${log2N}.${r}.${p}.${toText(salt)}.${toText(hash)}`;
		},

		async verify(password, stored) {
			const [, log2N, r, p, salt = '', hash = ''] = storedPattern.exec(stored ?? nobodys) ?? [];
			if (log2N === undefined) throw new Error('a stored password is damaged: set it again');
			const used = { log2N: Number(log2N), r: Number(r), p: Number(p) };
			const computed = await inOrder(() => runScrypt(password, Buffer.from(salt, 'base64url'), used));
			return timingSafeEqual(computed, Buffer.from(hash, 'base64url')) && stored !== undefined;
		},
	};
}

interface Cost {
	readonly log2N: number;
	readonly r: number;
	readonly p: number;
}

function runScrypt(password: string, salt: Uint8Array, { log2N, r, p }: Cost): Promise<Buffer> {
	const N = 2 ** log2N;
	return compute(normalizePassword(password), salt, hashBytes, { N, r, p, maxmem: 256 * N * r });
}

function toText(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString('base64url');
}
