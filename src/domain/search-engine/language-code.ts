/** The languages of search engines: given by a locale today, and by a code from a closed list before. */
import { memoize } from '../../lib/cache.ts';

/** The values of the older field `language`. Typed clients fail on any other. */
const languageCodes: ReadonlySet<string> = new Set(
	'ar bg ca cs da de el en es eu fi fr hi hu hy id it nl no pt pt-br ro ru sv tr'.split(' '),
);
/** The list has one code for both written languages of Norway. */
const norwegian: ReadonlySet<string> = new Set(['nb', 'nn']);

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The locale in canonical form, `pt_br` as `pt-BR`; undefined when its language is unknown. */
export function toCanonicalLocale(text: string): string | undefined {
	try {
		const { baseName, language } = new Intl.Locale(text.replaceAll('_', '-'));
		return languageNames.of(language) === undefined ? undefined : baseName;
	} catch {
		// Intl throws for malformed tags, and offers no test for them.
		return undefined;
	}
}

/** The code of a locale's language; null when the list does not have it. Cost: O(1) for cached locales. */
export const toLanguageCode = memoize((locale) => findLanguageCode(new Intl.Locale(locale)), { entriesMax: 1_000 });

function findLanguageCode({ language, region = '' }: Intl.Locale): string | null {
	const regional = `${language}-${region}`.toLowerCase();
	if (languageCodes.has(regional)) return regional;
	if (norwegian.has(language)) return 'no';
	return languageCodes.has(language) ? language : null;
}
