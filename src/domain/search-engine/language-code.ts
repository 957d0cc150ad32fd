/** The languages of search engines: a locale says them today, a code of a closed list did before. */
import { memoize } from '../../lib/cache.ts';

/** What the older field `language` can say. Clients with a type for each of them fail on any other. */
const languageCodes: ReadonlySet<string> = new Set(
	'ar bg ca cs da de el en es eu fi fr hi hu hy id it nl no pt pt-br ro ru sv tr'.split(' '),
);
/** Both written languages of Norway were one in the list. */
const norwegian: ReadonlySet<string> = new Set(['nb', 'nn']);

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The locale in its canonical form, `pt_br` as `pt-BR`; undefined for one whose language nobody knows. */
export function toCanonicalLocale(text: string): string | undefined {
	try {
		const { baseName, language } = new Intl.Locale(text.replaceAll('_', '-'));
		return languageNames.of(language) === undefined ? undefined : baseName;
	} catch {
		// Intl says it by throwing: there is no test for a well-formed tag.
		return undefined;
	}
}

/** The code of a locale's language; null for one that the list has not. Cost: O(1) once a locale is known. */
export const toLanguageCode = memoize((locale) => findLanguageCode(new Intl.Locale(locale)), { entriesMax: 1_000 });

function findLanguageCode({ language, region = '' }: Intl.Locale): string | null {
	const regional = `${language}-${region}`.toLowerCase();
	if (languageCodes.has(regional)) return regional;
	if (norwegian.has(language)) return 'no';
	return languageCodes.has(language) ? language : null;
}
