/** The result of a benchmark, and how it is printed. */
export interface Measurement {
	readonly what: string;
	readonly ours: number;
	/** What it is compared with, measured in the same run; undefined if the target is absolute. */
	readonly reference?: number;
	readonly unit: string;
	/** `ours / reference`, or `ours` without a reference. */
	readonly score: number;
	/** In words, with the direction: `≥ 0.5`. */
	readonly target: string;
	readonly isMet: boolean;
}

export interface ComparedValues {
	readonly unit: string;
	readonly ours: number;
	readonly reference: number;
}

type RatioLimit = { readonly atLeast: number } | { readonly atMost: number };

export function compare(what: string, { unit, ours, reference }: ComparedValues, limit: RatioLimit): Measurement {
	return { what, unit, ours, reference, ...judge(ours / reference, limit) };
}

export function measure(
	what: string,
	unit: string,
	{ ours, atMost }: { readonly ours: number; readonly atMost: number },
): Measurement {
	return { what, unit, ours, ...judge(ours, { atMost }) };
}

/** A number without a target, shown beside the others. */
export function report(what: string, unit: string, ours: number): Measurement {
	return { what, unit, ours, score: ours, target: '–', isMet: true };
}

function judge(score: number, limit: RatioLimit) {
	if ('atLeast' in limit) return { score, target: `≥ ${limit.atLeast}`, isMet: score >= limit.atLeast };
	return { score, target: `≤ ${limit.atMost}`, isMet: score <= limit.atMost };
}

/** A table in plain text, one row for each measurement. */
export function toTable(measurements: readonly Measurement[]): string {
	const header = ['what', 'ours', 'reference', 'unit', 'score', 'target', ''];
	const rows = measurements.map(({ what, ours, reference, unit, score, target, isMet }) => [
		what,
		toText(ours),
		reference === undefined ? '' : toText(reference),
		unit,
		toText(score),
		target,
		isMet ? 'met' : 'MISSED',
	]);
	const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
	return [header, ...rows]
		.map((row) =>
			row
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}

function toText(value: number): string {
	return value >= 100 ? Math.round(value).toString() : value.toPrecision(3);
}

/** @param share 0..1; @returns the value below which this share of `values` lies; NaN when there are none. */
export function percentile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** @returns the milliseconds that `work` takes. */
export function timeOf(work: () => unknown): number {
	const startMs = performance.now();
	work();
	return performance.now() - startMs;
}
