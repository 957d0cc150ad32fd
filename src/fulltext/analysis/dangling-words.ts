/**
 * Words that a phrase does not end with, beside the stop words: with them it says that something follows. Searches take
 * them for what they say (`over`, `plus`, `only` name things in shops), so they are no stop words.
 */
import type { Folding } from './fold.ts';

const lists: Readonly<Record<string, string>> = {
	ca: 'molt més cada entre contra fins segons sota incl',
	cs: 'nad mezi proti přes velmi více každý včetně vč',
	da: 'samt mod mellem gennem meget mere hver inkl',
	de: 'gegen über unter vor zwischen durch um pro je nur nicht sehr mehr inkl inklusive zzgl ca bis ab jede jeder jedes',
	en: 'without under over per via than then not no very more most such only both each any so if when about into onto upon between during before after above below up plus incl including includes w featuring featured includ',
	es: 'más muy cada hasta contra según bajo tras ante hacia incl incluye',
	fi: 'ilman kanssa sisältää noin yli alle sis',
	fr: 'très plus par entre contre sous vers chez jusque selon chaque avant après depuis incl comprend aux',
	hu: 'nélkül alatt felett között ellen nagyon több',
	it: 'più molto ogni fino contro sotto sopra verso dopo prima dell all nell sull dall incl inclusi',
	nl: 'onder over tot per tegen tussen zeer meer elke incl inclusief',
	no: 'samt mot mellom gjennom veldig mer hver inkl',
	pl: 'oraz przez między przeciw bardzo więcej każdy wraz',
	pt: 'mais muito cada até contra sob entre desde após inclui incl',
	ro: 'mai foarte fiecare până contra sub între incl',
	ru: 'через между против очень более каждый вкл',
	sv: 'samt mot mellan genom mycket mer varje inkl',
	tr: 'çok daha her kadar göre dahil',
	uk: 'через між проти дуже більше кожен',
};

/** Of names that are told in all languages: eau de toilette, crème de la mer. */
const everywhere = 'de du des del della von und et y';

/** The words of a language, folded. */
export function toDanglingWords(language: string, folding: Folding): ReadonlySet<string> {
	const own = Object.hasOwn(lists, language) ? (lists[language] ?? '') : '';
	return new Set(`${own} ${everywhere}`.trim().split(' ').map(folding.fold));
}
