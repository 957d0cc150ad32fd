/** Whether the server is reached. A page that waits for it says so, and goes on by itself. */
import { createSignal } from './signal.ts';

export const isConnected = createSignal(true);

const pausesMs = [500, 1_000, 2_000, 4_000, 8_000] as const;

/**
 * Repeats a call until the server is reached: for calls that may be made twice.
 * @throws {DOMException} `AbortError`, when `signal` ends the wait
 */
export async function untilConnected<T>(call: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	for (let attempt = 0; ; attempt += 1) {
		try {
			const answer = await call();
			isConnected.set(true);
			return answer;
		} catch (error) {
			if (!(error instanceof TypeError)) throw error;
			isConnected.set(false);
			await pause(pausesMs[Math.min(attempt, pausesMs.length - 1)] ?? 0, signal);
		}
	}
}

function pause(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(resolve, durationMs);
		signal?.addEventListener('abort', () => {
			clearTimeout(timer);
			reject(signal.reason);
		});
	});
}
