/** What a field of an item says as text, whatever the feed made of it; empty where it says nothing. */
export function toFieldText(value: unknown): string {
	if (Array.isArray(value)) return value.map(toFieldText).filter(Boolean).join(', ');
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	return typeof value === 'string' ? value : '';
}
