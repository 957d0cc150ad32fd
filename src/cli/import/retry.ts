/**
 * Repeats a request until it has a final answer, so that a server that restarts or is overloaded, or a shaky network,
 * does not end an import. The wait doubles each time, is shortened at random so that many clients do not come back at
 * once, and is never shorter than what the server asks for.
 */

import { toUnreachable } from '../api-answer.ts';
import { type ApiClient, type ApiRequest, type ApiResponse, ConnectionError } from '../api-client.ts';
import type { CommandIo } from '../command.ts';

export const triesMax = 6;
const firstWaitMs = 500;
const waitMsMax = 30_000;
const askedWaitMsMax = 120_000;

export interface Retrier {
	/** The first answer that is not worth a retry, or the last one. @throws {CommandError} when there was none. */
	send(request: ApiRequest, repetition: Repetition): Promise<ApiResponse>;
	/** The number of retries, over all requests. */
	retryCount(): number;
}

/**
 * Whether it is harmless if the request takes effect twice. If not, it is repeated only after refusals and when it was
 * not sent.
 */
export type Repetition = 'harmless' | 'harmful';

export function createRetrier(client: Pick<ApiClient, 'send'>, io: Pick<CommandIo, 'sleep' | 'random'>): Retrier {
	let retryCount = 0;

	async function send(request: ApiRequest, repetition: Repetition): Promise<ApiResponse> {
		for (let tryNumber = 1; ; tryNumber += 1) {
			const attempt = await attemptOnce(client, request);
			if (tryNumber === triesMax || !isWorthRepeating(attempt, repetition)) {
				if (attempt instanceof ConnectionError) throw toUnreachable(attempt);
				return attempt;
			}
			retryCount += 1;
			const askedMs = attempt instanceof ConnectionError ? undefined : attempt.retryAfterMs;
			await io.sleep(toWaitMs(tryNumber, askedMs, io.random()), request.signal);
		}
	}

	return { send, retryCount: () => retryCount };
}

/** Half of the doubled time is fixed, the other half is random. @returns milliseconds. */
export function toWaitMs(tryNumber: number, askedMs: number | undefined, chance: number): number {
	const doubledMs = Math.min(waitMsMax, firstWaitMs * 2 ** (tryNumber - 1));
	return Math.max(doubledMs * (0.5 + chance / 2), Math.min(askedMs ?? 0, askedWaitMsMax));
}

async function attemptOnce(
	client: Pick<ApiClient, 'send'>,
	request: ApiRequest,
): Promise<ApiResponse | ConnectionError> {
	try {
		return await client.send(request);
	} catch (error) {
		if (error instanceof ConnectionError) return error;
		throw error;
	}
}

export function isWorthRepeating(
	attempt: Pick<ApiResponse, 'status'> | ConnectionError,
	repetition: Repetition,
): boolean {
	if (attempt instanceof ConnectionError) return attempt.isUnsent || repetition === 'harmless';
	const { status } = attempt;
	if (status === 429 || status === 503) return true;
	return repetition === 'harmless' && (status === 408 || status >= 500);
}
