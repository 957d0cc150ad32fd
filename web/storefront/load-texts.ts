/** The texts of a language: English is part of the code, each of the others a file that is loaded when it is needed. */
import { texts as english } from './texts/en.ts';
import type { Texts } from './texts/texts.ts';

const loaders: Readonly<Record<string, () => Promise<{ readonly texts: Texts }>>> = {
	es: () => import('./texts/es.ts'),
	fr: () => import('./texts/fr.ts'),
	de: () => import('./texts/de.ts'),
	it: () => import('./texts/it.ts'),
	pt: () => import('./texts/pt.ts'),
	nl: () => import('./texts/nl.ts'),
	pl: () => import('./texts/pl.ts'),
	sv: () => import('./texts/sv.ts'),
	ja: () => import('./texts/ja.ts'),
	zh: () => import('./texts/zh.ts'),
	'zh-Hant': () => import('./texts/zh-hant.ts'),
	ar: () => import('./texts/ar.ts'),
};

/** @param tag such as `pt-BR`; English for languages that have no texts, or whose file does not arrive */
export async function loadTexts(tag: string): Promise<Texts> {
	// With its script: `zh-TW` is `zh-Hant-TW`.
	const { language, script } = new Intl.Locale(tag).maximize();
	try {
		return (await (loaders[`${language}-${script}`] ?? loaders[language])?.())?.texts ?? english;
	} catch (error) {
		console.warn(`vitrine: no texts in ${tag}`, error);
		return english;
	}
}
