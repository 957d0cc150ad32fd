import type { SettingKind } from './setting-values.ts';

/** One row of the table of settings. */
export interface SettingRow<T = unknown> {
	/** Undefined for settings that only have a flag. */
	readonly variable: string | undefined;
	/** Without the dashes. Undefined for secrets, which every user of the machine could read in the process list. */
	readonly flag: string | undefined;
	readonly kind: SettingKind<Exclude<T, undefined>>;
	/** As written in a variable; undefined when there is none, and then `defaultNote` describes the default. */
	readonly fallback: string | undefined;
	readonly defaultNote?: string;
	readonly unit?: string;
	/** One sentence. */
	readonly meaning: string;
}
