const shownLengthMax = 160;

/** Any JSON value in one line: texts as they are, lists by commas; cut where it is long, empty for null. */
export function toShownText(value: unknown): string {
	const text = toLine(value);
	return text.length > shownLengthMax ? `${text.slice(0, shownLengthMax - 1)}…` : text;
}

function toLine(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value;
	if (Array.isArray(value) && value.every((member) => typeof member !== 'object')) return value.join(', ');
	return JSON.stringify(value);
}
