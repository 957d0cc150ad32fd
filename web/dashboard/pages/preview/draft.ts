/** Settings on trial: what a form says, and how it differs from what is stored. */
import { type ReadLines, readSynonymLines, type SynonymRule, splitPhrases, toSynonymLines } from './synonym-lines.ts';

/** Of the search settings, what a trial can show an effect of. */
export interface Settings {
	readonly synonyms: readonly SynonymRule[];
	readonly stop_words: readonly string[];
	readonly exact_words: readonly string[];
	readonly typo_tolerance: boolean;
	readonly out_of_stock_last: boolean;
	readonly learning: boolean;
	readonly learning_strength: number;
}

export type SettingsChange = Partial<Settings>;

/** Lists are texts, as they are typed. */
export interface Draft extends Omit<Settings, 'synonyms' | 'stop_words' | 'exact_words'> {
	readonly synonyms: string;
	readonly stop_words: string;
	readonly exact_words: string;
}

export function toDraft(settings: Settings): Draft {
	const { typo_tolerance, out_of_stock_last, learning, learning_strength } = settings;
	return {
		synonyms: toSynonymLines(settings.synonyms),
		stop_words: settings.stop_words.join(', '),
		exact_words: settings.exact_words.join(', '),
		...{ typo_tolerance, out_of_stock_last, learning, learning_strength },
	};
}

export interface ReadDraft {
	/** Only what differs from the stored settings. */
	readonly change: SettingsChange;
	readonly lines: ReadLines;
}

export function readDraft(draft: Draft, stored: Settings): ReadDraft {
	const lines = readSynonymLines(draft.synonyms, stored.synonyms);
	const { typo_tolerance, out_of_stock_last, learning, learning_strength } = draft;
	const settings: Settings = {
		synonyms: lines.rules,
		stop_words: splitPhrases(draft.stop_words),
		exact_words: splitPhrases(draft.exact_words),
		...{ typo_tolerance, out_of_stock_last, learning, learning_strength },
	};
	const [written, kept] = [toDraft(settings), toDraft(stored)];
	const differs = (name: string) => written[name as keyof Draft] !== kept[name as keyof Draft];
	return { change: Object.fromEntries(Object.entries(settings).filter(([name]) => differs(name))), lines };
}

/** The stored values of what a change names: what takes it back. */
export function pickSettings(settings: Settings, change: SettingsChange): SettingsChange {
	return Object.fromEntries(Object.entries(settings).filter(([name]) => Object.hasOwn(change, name)));
}
