/** Settings on trial: what a form says, and how it differs from what is stored. */
import { type ReadLines, readSynonymLines, type SynonymRule, toSynonymLines } from './synonym-lines.ts';

/** Of the search settings, what a trial can show an effect of. */
export interface Settings {
	readonly synonyms: readonly SynonymRule[];
	readonly out_of_stock_last: boolean;
	readonly learning: boolean;
	readonly learning_strength: number;
}

export type SettingsChange = Partial<Settings>;

export interface Draft extends Omit<Settings, 'synonyms'> {
	readonly synonymText: string;
}

export function toDraft({ synonyms, out_of_stock_last, learning, learning_strength }: Settings): Draft {
	return { synonymText: toSynonymLines(synonyms), out_of_stock_last, learning, learning_strength };
}

export interface ReadDraft {
	/** Only what differs from the stored settings. */
	readonly change: SettingsChange;
	readonly lines: ReadLines;
}

export function readDraft(draft: Draft, stored: Settings): ReadDraft {
	const lines = readSynonymLines(draft.synonymText, stored.synonyms);
	const { synonymText: _, ...plain } = draft;
	const differing = Object.entries(plain).filter(([name, value]) => stored[name as keyof Settings] !== value);
	const hasSynonyms = toSynonymLines(lines.rules) !== toSynonymLines(stored.synonyms);
	return { change: { ...Object.fromEntries(differing), ...(hasSynonyms && { synonyms: lines.rules }) }, lines };
}

/** The stored values of what a change names: what takes it back. */
export function pickSettings(settings: Settings, change: SettingsChange): SettingsChange {
	const { synonyms, out_of_stock_last, learning, learning_strength } = settings;
	const all = Object.entries({ synonyms, out_of_stock_last, learning, learning_strength });
	return Object.fromEntries(all.filter(([name]) => Object.hasOwn(change, name)));
}
