/** Bytes and times as people read them. */
import type { Locale } from './texts.tsx';

const units = [
	['GB', 1e9],
	['MB', 1e6],
	['kB', 1e3],
] as const;

/** Such as `4.2 GB`: decimal units, at least one kB unless there is nothing. */
export function formatBytes({ texts, fill, number }: Locale, bytes: number): string {
	const [unit, size] = units.find(([, least]) => bytes >= least) ?? (['kB', 1e3] as const);
	const count = bytes === 0 ? 0 : Math.max(1, bytes / size);
	return fill(texts.shell.bytes[unit], { count: number(count, { maximumFractionDigits: count < 10 ? 1 : 0 }) });
}

const durations = [
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
	['second', 1],
] as const;

/** Such as `3 hours`: in the largest unit that there is one of, rounded down. */
export function formatDuration({ number }: Locale, seconds: number): string {
	const [unit, size] = durations.find(([, least]) => seconds >= least) ?? (['second', 1] as const);
	return number(Math.floor(seconds / size), { style: 'unit', unit, unitDisplay: 'long' });
}
