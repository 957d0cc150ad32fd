/** A problem as a sentence. */

import type { english } from '../texts/en/index.ts';
import { formatBytes, formatDuration } from './quantities.ts';
import type { Locale } from './texts.tsx';

/** As `GET /dashboard/api/problems` says it. */
export interface Problem {
	readonly code: ProblemCode;
	readonly severity: 'error' | 'warning' | 'notice';
	readonly engine?: string;
	readonly index?: string;
	readonly widget?: string;
	readonly values: {
		readonly follower?: 'search' | 'recommendations' | 'statistics';
		readonly count?: number;
		readonly empty?: number;
		readonly seconds?: number;
		readonly share?: number;
		readonly free_bytes?: number;
		readonly total_bytes?: number;
	};
}

export type ProblemCode = keyof typeof english.problems.sentences;

/** The names of the search engine and of the widget that it is about. */
export interface ProblemNames {
	readonly engine: string | undefined;
	readonly widget: string | undefined;
}

export function toProblemText(locale: Locale, { code, index, values }: Problem, names: ProblemNames): string {
	const { texts, fill, fillCount, number, percent } = locale;
	const { follower, count = 0, empty = 0, seconds, share = 0 } = values;
	const { free_bytes: freeBytes = 0, total_bytes: totalBytes = 0 } = values;
	const sentence = texts.problems.sentences[code];
	const filled = typeof sentence === 'string' ? sentence : fillCount(sentence, count);
	const text = fill(filled, {
		...{ engine: names.engine ?? '', widget: names.widget ?? '', index: index ?? '' },
		...{ follower: follower === undefined ? '' : texts.problems.followers[follower], share: percent(share) },
		empty: number(empty),
		...{ free: formatBytes(locale, freeBytes), total: formatBytes(locale, totalBytes) },
	});
	if (seconds === undefined) return text;
	return `${text} ${fill(texts.problems.waiting, { duration: formatDuration(locale, seconds) })}`;
}
