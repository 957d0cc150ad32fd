/** What a search understood besides words, for people. */
import { isRecord, type JsonRecord } from '../api-answer.ts';
import { formatBlock } from '../text-table.ts';

/** One line for each part: `under 50   price < 50`, `red   prefers colour Red`. */
export function formatUnderstood(parts: readonly JsonRecord[]): string {
	if (parts.length === 0) return '';
	return formatBlock(
		parts.map(({ text, kind, field, value, strict }) => {
			const lead = `${strict === true ? '' : 'prefers '}${kind === 'exclude' ? 'no ' : ''}`;
			return [`"${text}"`, `${lead}${field} ${toUnderstoodText(value)}`] as const;
		}),
	);
}

const signsOfBounds: Readonly<Record<string, string>> = { gte: '≥', gt: '>', lte: '≤', lt: '<' };

function toUnderstoodText(value: unknown): string {
	if (Array.isArray(value)) return value.join(' or ');
	const bounds = isRecord(value) ? Object.entries(value) : [];
	return bounds.map(([name, number]) => `${signsOfBounds[name] ?? name} ${number}`).join(', ');
}
