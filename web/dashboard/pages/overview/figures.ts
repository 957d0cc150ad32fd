/** The figures of the page, from the report `figures_by_day`. */

/** A row of the report: one day. */
export interface FiguresDay {
	/** When the day begins, in ms since 1970. */
	readonly timestamp: number;
	readonly searches: number;
	/** Searches that found nothing. */
	readonly empty: number;
	readonly clicks: number;
	readonly sessions: number;
	readonly checkouts: number;
	/** In the currency of the search engine. */
	readonly revenue: number;
}

export interface FiguresReport {
	readonly results: readonly FiguresDay[];
	readonly previous?: { readonly results: readonly FiguresDay[] };
}

type Measure = Exclude<keyof FiguresDay, 'timestamp'>;

export interface Figure {
	readonly name: 'sessions' | 'searches' | 'clicks' | 'emptyRate' | 'conversion' | 'revenue';
	/** `share`: `part` ÷ `whole`. */
	readonly kind: 'count' | 'money' | 'share';
	readonly part: Measure;
	readonly whole?: Measure;
	/** The less of it, the better. */
	readonly isBad?: true;
}

export const figures: readonly Figure[] = [
	{ name: 'searches', kind: 'count', part: 'searches' },
	{ name: 'clicks', kind: 'count', part: 'clicks' },
	{ name: 'emptyRate', kind: 'share', part: 'empty', whole: 'searches', isBad: true },
	{ name: 'sessions', kind: 'count', part: 'sessions' },
	{ name: 'conversion', kind: 'share', part: 'checkouts', whole: 'sessions' },
	{ name: 'revenue', kind: 'money', part: 'revenue' },
];

/** Of all these days together. A share is null where there was nothing to divide by. */
export function sumFigure({ part, whole }: Figure, days: readonly FiguresDay[]): number | null {
	const sum = (measure: Measure) => days.reduce((all, day) => all + day[measure], 0);
	if (whole === undefined) return sum(part);
	const all = sum(whole);
	return all === 0 ? null : sum(part) / all;
}

/** The change of a sum as a part of the sum before, of a share in points of 1; null where nothing can be compared. */
export function compareFigure({ kind }: Figure, now: number | null, before: number | null): number | null {
	if (now === null || before === null) return null;
	if (kind === 'share') return roundToShown(now - before);
	return before === 0 ? null : roundToShown((now - before) / before);
}

/** To a tenth of a percent: what is shown as no change is none. */
const roundToShown = (change: number) => Math.round(change * 1000) / 1000;

export function hasFigures(days: readonly FiguresDay[]): boolean {
	return days.some((day) => figures.some(({ part }) => day[part] !== 0));
}
