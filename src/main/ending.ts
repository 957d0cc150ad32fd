/**
 * The end of a server: what was opened is closed in reverse order. It has ten seconds, after which the process ends with what
 * is left.
 */
import type { Logger } from 'pino';
import type { RunningThreads } from '../adapters/system/running-threads.ts';

export interface Ending {
	add(close: () => void | Promise<void>): void;
	/** From now on there are ten seconds; does nothing when they have begun. */
	begin(): void;
	/**
	 * Closes everything, also where a part of it fails, which is logged. The ten seconds begin now, if they have not yet.
	 * @param failure what the server ends for; told if there are not enough seconds
	 * @returns whether nothing failed
	 */
	close(failure?: unknown): Promise<boolean>;
}

export interface EndingOptions {
	readonly logger: Pick<Logger, 'error'>;
	readonly threads: Pick<RunningThreads, 'read'>;
	/** Ends the process; replaced in tests. */
	readonly exit?: (code: number) => void;
	/** For tests. */
	readonly timeoutMs?: number;
}

/** How long requests that are being answered may take after the server was told to stop. */
const closeTimeoutMs = 10_000;

export function createEnding(options: EndingOptions): Ending {
	const { logger, threads, exit = process.exit, timeoutMs = closeTimeoutMs } = options;
	const closers: (() => void | Promise<void>)[] = [];
	let timer: NodeJS.Timeout | undefined;
	let reason: unknown;

	async function cutOff(): Promise<void> {
		const seconds = Math.round(timeoutMs / 1000);
		logger.error(
			{ ...(reason === undefined ? {} : { err: reason }), threads: await threads.read() },
			`not stopped within ${seconds} seconds: what is left is cut off`,
		);
		exit(1);
	}

	function begin(): void {
		timer ??= setTimeout(() => void cutOff(), timeoutMs);
	}

	return {
		add: (close) => void closers.push(close),
		begin,
		async close(failure) {
			reason = failure;
			begin();
			let isSound = true;
			for (const close of closers.splice(0).reverse()) {
				try {
					await close();
				} catch (error) {
					isSound = false;
					logger.error({ err: error }, 'something could not be closed');
				}
			}
			// Something may still run that nobody knows of: it does not keep the process for ever.
			timer?.unref();
			return isSound;
		},
	};
}
