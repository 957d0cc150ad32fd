/** What a filter asks for, as text: values, or bounds such as `< 150`. */
import { useLocale } from '../../shell/texts.tsx';

const signs = [
	['gte', '≥'],
	['gt', '>'],
	['lte', '≤'],
	['lt', '<'],
] as const;

/** Isolated, so that an answer in another direction changes nothing around it. */
export function useValueText(): (value: unknown) => string {
	const { texts, number } = useLocale();
	const toText = (value: unknown) => (typeof value === 'number' ? number(value) : String(value));
	return (value) => {
		if (Array.isArray(value)) {
			return value.length === 0 ? texts.preview.nothingThere : value.map(toText).join(texts.preview.or);
		}
		if (typeof value !== 'object' || value === null) return toText(value);
		const bounds = Object.entries(value);
		const shown = signs.flatMap(([name, sign]) => {
			const bound = bounds.find(([one]) => one === name)?.[1];
			return bound === undefined ? [] : [`${sign} ${toText(bound)}`];
		});
		return shown.length === 0 ? JSON.stringify(value) : shown.join(', ');
	};
}
