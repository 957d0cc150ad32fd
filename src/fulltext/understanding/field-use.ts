/** What do shoppers do with a field? Its role and its name say so, in the languages in which shops name their fields. */
import type { ChoiceName } from '../analysis/language.ts';
import type { FieldUse } from './vocabulary.ts';

const choicePatterns: Readonly<Record<ChoiceName, RegExp>> = {
	colour:
		/(?:^|_)(?:colou?rs?|colores|coloris|colore|couleurs?|farben?|kleur(?:en)?|colori?|cor(?:es)?|farg|farger|kolory?)$/,
	size: /(?:^|_)(?:sizes?|tallas?|tailles?|pointure|groessen?|größen?|taglie?|taglia|maat|maten|tamanhos?|storlek|rozmiary?)$/,
	material: /(?:^|_)(?:materials?|materiales?|materiaal|materiali?|matiere|fabric|tejido|stoff|tessuto)$/,
	gender: /(?:^|_)(?:gender|genero|género|genre|geschlecht|geslacht|sexo?|sesso|sexe|plec|kon)$/,
	age: /(?:^|_)(?:age|age_?group|edad|alter|altersgruppe|age_range|eta|idade|leeftijd|alder|wiek)$/,
};

const choices = Object.entries(choicePatterns) as readonly (readonly [ChoiceName, RegExp])[];

/** The use of a field by its role and name. Cost: O(length of the name). */
export function toFieldUse({ name, role }: { readonly name: string; readonly role: string }): FieldUse {
	if (role === 'brand') return 'brand';
	if (role === 'category' || role === 'type') return 'kind';
	const last = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
	return choices.find(([, pattern]) => pattern.test(last))?.[0] ?? 'other';
}

/** Words of a name: `attr_screen_size` has screen and size. */
export function toNameWords(fieldName: string): readonly string[] {
	return fieldName.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}

/** What shoppers and makers call the same property. */
const namesOfProperties: readonly (readonly string[])[] = [
	['ram', 'memory'],
	['storage', 'ssd', 'hdd', 'disk', 'capacity'],
	['screen', 'display', 'diagonal'],
];

/** The words by which fields are named that hold what shoppers call this word. */
export function listPropertyNames(word: string): readonly string[] {
	return namesOfProperties.find((names) => names.includes(word)) ?? [word];
}
