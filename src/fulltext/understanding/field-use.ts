/** What do shoppers do with a field? Its role and its name say so, in the languages in which shops name their fields. */
import type { ChoiceName } from '../analysis/language.ts';
import { toPlainText } from './plain-text.ts';
import type { FieldUse } from './vocabulary.ts';

/** What folded names end with, see `toFoldedName`. */
const choicePatterns: Readonly<Record<ChoiceName, RegExp>> = {
	colour:
		/(?:^|_)(?:colou?rs?|colores|coloris|colore|couleurs?|farben?|kleur(?:en)?|colori?|cor(?:es)?|farg|farger|kolory?|颜色|顏色|色|カラー|لون|اللون)$/,
	size: /(?:^|_)(?:sizes?|tallas?|tamanos?|tailles?|pointures?|(?:schuh)?gro(?:e?ss|ß)en?|tagli[ae]|(?:schoen)?(?:maat|maten)|tamanhos?|storlek|rozmiary?|サイズ|尺码|尺碼|مقاس|المقاس)$/,
	material:
		/(?:^|_)(?:materials?|materiales?|materiaal|materiali|matieres?|fabric|tejido|tecido|stoff?|tyg|tessuto|素材|材質|材质|面料|(?:ال)?خام[هة]|قماش|القماش)$/,
	gender: /(?:^|_)(?:gender|gener[eo]|genre|geschlecht|geslacht|sexo?|sesso|sexe|plec|kon|性別|性别|الجنس|جنس)$/,
	age: /(?:^|_)(?:age|age_?group|edad|alter|altersgruppe|age_range|eta|idade|leeftijd|alder|wiek|年齢|対象年齢|年龄|适用年龄|العمر|عمر)$/,
};

const choices = Object.entries(choicePatterns) as readonly (readonly [ChoiceName, RegExp])[];

/** The use of a field by its role and name. Cost: O(length of the name). */
export function toFieldUse({ name, role }: { readonly name: string; readonly role: string }): FieldUse {
	if (role === 'brand') return 'brand';
	if (role === 'category' || role === 'type') return 'kind';
	const last = toFoldedName(name.slice(name.lastIndexOf('.') + 1));
	return choices.find(([, pattern]) => pattern.test(last))?.[0] ?? 'other';
}

/** Words of a name in plain text: `attr_screen_size` and `screenSize` have screen and size. */
export function toNameWords(fieldName: string): readonly string[] {
	return toFoldedName(fieldName).split('_');
}

/** What stands before and behind the words of a name, in exports of shops, and says nothing of the values. */
const technicalWords: ReadonlySet<string> = new Set(
	toWords('attr attribute attributes custom meta product spec specs feature property filter pa'),
);
const genericWords: ReadonlySet<string> = new Set(toWords('type types name value values'));

/**
 * The words by which shoppers name a field: the first and the last of its name, without what is technical. A slot for cable
 * locks (`attr_t_cable_lock_slot_type`) is no lock.
 */
export function toNamingWords(fieldName: string): readonly string[] {
	const words = toNameWords(fieldName);
	const isTechnical = (word: string) => technicalWords.has(word) || /^[a-z]$/.test(word);
	const first = words.findIndex((word) => !isTechnical(word));
	const named = first < 0 ? words : words.slice(first);
	const last = named.findLast((word) => !genericWords.has(word));
	return [...new Set([named[0], last, named.at(-1)])].filter((word) => word !== undefined);
}

/** The words of a name in plain text, with `_` between them: `shoeSize` is `shoe_size`, `Âge` is `age`. */
function toFoldedName(name: string): string {
	const words = name.normalize('NFC').replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '_');
	return toPlainText(words).replaceAll(/[^\p{L}\p{N}]+/gu, '_');
}

/** What shoppers and makers call the same property, in plain text. */
const namesOfProperties: readonly (readonly string[])[] = [
	toWords(
		'ram memory arbeitsspeicher memoria memoire werkgeheugen arbetsminne メモリ メモリー 内存 内存容量 رام الرام',
	),
	toWords(
		'storage ssd hdd disk capacity festplatte speicherplatz almacenamiento stockage archiviazione armazenamento opslag dysk lagring ストレージ 硬盘',
	),
	toWords('screen display diagonal bildschirm bildschirmdiagonale pantalla ecran schermo tela scherm ekran skarm 屏幕'),
];

/** The words by which fields are named that hold what shoppers call this word. */
export function listPropertyNames(word: string): readonly string[] {
	return namesOfProperties.find((names) => names.includes(word)) ?? [word];
}

function toWords(list: string): readonly string[] {
	return list.split(' ').map(toPlainText);
}
