/** The texts of the dashboard: English says what there is, and the other languages have all of it. */
import type { CountForms } from '../../ui/fill-text.ts';
import type { english } from './en/index.ts';

/** The same members as in English; each is a text, or a text for each plural form. */
type Translated<T> = {
	readonly [K in keyof T]: T[K] extends string ? string : T[K] extends CountForms ? CountForms : Translated<T[K]>;
};

export type Texts = Translated<typeof english>;
