/** The language of the dashboard: what was chosen, or else the first of the browser's that has texts. */
import { type ComponentChildren, createContext, type FunctionComponent } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { type CountForms, fill, fillCount } from '../../ui/fill-text.ts';
import { english } from '../texts/en/index.ts';
import type { Texts } from '../texts/texts.ts';
import { readPreference, writePreference } from './preferences.ts';

export const languages = { en: 'English', es: 'Español', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const loaders: Readonly<Record<Language, () => Promise<Texts>>> = {
	en: async () => english,
	es: async () => (await import('../texts/es/index.ts')).spanish,
	de: async () => (await import('../texts/de/index.ts')).german,
};

export interface Locale {
	readonly language: Language;
	readonly texts: Texts;
	chooseLanguage(language: Language): void;
	/** A text with its values filled in. */
	fill(text: string, values: Readonly<Record<string, string | number>>): string;
	/** A text in the plural form of a number, which it has as `{count}`. */
	fillCount(forms: CountForms, count: number): string;
	number(value: number, options?: Intl.NumberFormatOptions): string;
	/** A share from 0 to 1; a dash where there was nothing to divide by. */
	percent(share: number | null): string;
	date(time: string | number | Date, options?: Intl.DateTimeFormatOptions): string;
}

const LocaleContext = createContext<Locale | undefined>(undefined);

export function useLocale(): Locale {
	const locale = useContext(LocaleContext);
	if (locale === undefined) throw new Error('a component of the dashboard stands outside of its locale');
	return locale;
}

function isLanguage(tag: string | null): tag is Language {
	return tag !== null && Object.hasOwn(languages, tag);
}

function findLanguage(): Language {
	const tags = [
		readPreference('language'),
		...navigator.languages.map((tag) => tag.toLowerCase().split('-', 1)[0] ?? ''),
	];
	return tags.find(isLanguage) ?? 'en';
}

/** Shows its children when the texts are there. */
export const LocaleProvider: FunctionComponent<{ readonly children: ComponentChildren }> = ({ children }) => {
	const [locale, setLocale] = useState<Locale>();
	useEffect(() => {
		async function choose(language: Language): Promise<void> {
			const texts = await loaders[language]().catch(() => english);
			document.documentElement.lang = language;
			setLocale(
				createLocale(language, texts, (next) => {
					writePreference('language', next);
					void choose(next);
				}),
			);
		}
		void choose(findLanguage());
	}, []);
	return locale === undefined ? null : <LocaleContext.Provider value={locale}>{children}</LocaleContext.Provider>;
};

function createLocale(language: Language, texts: Texts, chooseLanguage: Locale['chooseLanguage']): Locale {
	return {
		language,
		texts,
		chooseLanguage,
		fill,
		fillCount: (forms, count) => fillCount(forms, count, language),
		number: (value, options) => new Intl.NumberFormat(language, options).format(value),
		percent: (share) =>
			share === null
				? '–'
				: new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share),
		date: (time, options = { dateStyle: 'medium', timeStyle: 'short' }) =>
			new Intl.DateTimeFormat(language, options).format(new Date(time)),
	};
}
