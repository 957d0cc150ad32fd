/** What people call a field of the items. */
import type { Texts } from '../../texts/texts.ts';

const otherNames: Readonly<Record<string, keyof Texts['preview']['fieldNames']>> = {
	best_price: 'price',
	category: 'categories',
	colour: 'color',
};

/** In the reader's language where it is a usual field; otherwise its own name in words. */
export function toFieldName(field: string, { preview: { fieldNames } }: Texts): string {
	const usual = Object.hasOwn(otherNames, field) ? otherNames[field] : undefined;
	if (usual !== undefined) return fieldNames[usual];
	if (Object.hasOwn(fieldNames, field)) return fieldNames[field as keyof typeof fieldNames];
	const words = field.replaceAll(/[_.-]+/g, ' ').trim();
	return words.charAt(0).toUpperCase() + words.slice(1);
}
