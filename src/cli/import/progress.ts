/** The progress of an import, as a line. */
import type { CommandIo } from '../command.ts';
import { showLine } from '../progress-line.ts';
import type { ByteSource } from './byte-source.ts';
import type { ImportTally } from './run-import.ts';

const barLength = 24;

export interface ProgressState {
	readonly tally: ImportTally;
	readonly source: Pick<ByteSource, 'readBytes' | 'totalBytes'>;
	readonly rejections: { readonly count: number };
}

/** Starts the display. @returns a function that stops it. */
export function showProgress(io: CommandIo, state: ProgressState): () => void {
	return showLine(io, (seconds, isTerminal) => formatProgress(state, seconds, isTerminal));
}

/** `[#####-------]  42 %  12,300 items  1,230/s  17 s left`; without a known size, no bar and no time left. */
export function formatProgress({ tally, source, rejections }: ProgressState, seconds: number, hasBar: boolean): string {
	const parts: string[] = [];
	const { totalBytes } = source;
	const share = totalBytes === undefined || totalBytes === 0 ? undefined : Math.min(1, source.readBytes() / totalBytes);
	if (share !== undefined) {
		const filled = Math.round(share * barLength);
		if (hasBar) parts.push(`[${'#'.repeat(filled)}${'-'.repeat(barLength - filled)}]`);
		parts.push(`${Math.floor(share * 100)} %`);
	}
	parts.push(`${formatCount(tally.itemCount)} items`);
	if (seconds > 0) parts.push(`${formatCount(Math.round(tally.itemCount / seconds))}/s`);
	if (rejections.count > 0) parts.push(`${formatCount(rejections.count)} rejected`);
	if (share !== undefined && share > 0 && share < 1)
		parts.push(`${formatDuration((seconds / share) * (1 - share))} left`);
	return parts.join('  ');
}

export function formatCount(count: number): string {
	return count.toLocaleString('en-US');
}

function formatDuration(seconds: number): string {
	const whole = Math.ceil(seconds);
	return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
