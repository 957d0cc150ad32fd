/**
 * What is special about each language, as data. A language that is not here is analysed by the rules common to all.
 *
 * Letters that a language counts as letters of their own stay apart from their base letter (Swedish ö is not o);
 * everything else with an accent is the letter without it. Who types the base letter all the same finds the word as a
 * variant, see `fold.ts`.
 */
export interface LanguageProfile {
	/** Lower-case letters with marks that fold to themselves. */
	readonly ownLetters: string;
	/** What the letters are written as where the keyboard lacks them, beside the base letter: `ä` → `ae`. */
	readonly digraphs?: Readonly<Record<string, string>>;
	/** Words that lose their vowel before an apostrophe and are no part of the word behind it. */
	readonly elisions?: string;
	/** Whether an apostrophe cuts off an ending (`iPhone'un`). */
	readonly hasApostropheSuffix?: boolean;
	/** What may stand between the parts of a compound. Present where words are written together. */
	readonly compoundLinks?: string;
	/** Word endings that stemming knows only with the accent people leave out. */
	readonly accentEndings?: readonly (readonly [RegExp, string])[];
	/** Unit names that would be misread in other languages: canonical unit by name. */
	readonly units?: Readonly<Record<string, string>>;
}

const germanicDigraphs = { ä: 'ae', ö: 'oe', ü: 'ue' };
const danishDigraphs = { å: 'aa', æ: 'ae', ø: 'oe' };
const frenchElisions = 'l d j m n s t c qu jusqu lorsqu puisqu quoiqu';
const iberianEnding: readonly [RegExp, string] = [/([cs])ion$/, '$1ión'];

const none: LanguageProfile = { ownLetters: '' };
const profiles: Readonly<Record<string, LanguageProfile>> = {
	ca: {
		ownLetters: 'ç',
		elisions: 'l d m n s t',
		accentEndings: [[/([cs])io$/, '$1ió']],
	},
	da: { ownLetters: 'åæøäö', digraphs: danishDigraphs, compoundLinks: ' s e er' },
	de: { ownLetters: 'äöü', digraphs: germanicDigraphs, compoundLinks: ' s es n en er e' },
	es: { ownLetters: 'ñ', accentEndings: [iberianEnding] },
	et: { ownLetters: 'äöüõ' },
	eu: { ownLetters: 'ñ' },
	fi: { ownLetters: 'åäö', compoundLinks: ' n' },
	fr: { ownLetters: '', elisions: frenchElisions, units: { go: 'gb', to: 'tb', mo: 'mb', ko: 'kb' } },
	gl: { ownLetters: 'ñ', accentEndings: [iberianEnding] },
	hu: { ownLetters: 'öőüű', compoundLinks: '' },
	is: { ownLetters: 'þæö' },
	it: {
		ownLetters: '',
		elisions:
			'l un d c s m t v n all dall dell nell sull coll pell gl quell quest bell sant tutt anch senz mezz dov com cos',
	},
	nl: { ownLetters: '', compoundLinks: ' s e en er' },
	no: { ownLetters: 'åæøäö', digraphs: danishDigraphs, compoundLinks: ' s e er' },
	pt: {
		ownLetters: 'ç',
		accentEndings: [
			[/([cs])ao$/, '$1ão'],
			[/([cs])oes$/, '$1ões'],
			[/çao$/, 'ção'],
			[/çoes$/, 'ções'],
		],
	},
	sv: { ownLetters: 'åäö', digraphs: { å: 'aa', ä: 'ae', ö: 'oe' }, compoundLinks: ' s e o u' },
	tr: { ownLetters: 'çğıöşü', hasApostropheSuffix: true },
	az: { ownLetters: 'çğıöşüə', hasApostropheSuffix: true },
};

/** Other names under which a language comes. */
const aliases: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', iw: 'he', in: 'id' };

/** The ISO 639-1 code a locale starts with: `pt` of `pt-BR`, `no` of `nb_NO`; `und` when it starts with none. */
export function toLanguage(locale: string): string {
	const code = /^[a-z]{2}(?![a-z])/i.exec(locale)?.[0].toLowerCase();
	return code === undefined ? 'und' : (aliases[code] ?? code);
}

export function toProfile(language: string): LanguageProfile {
	return Object.hasOwn(profiles, language) ? (profiles[language] ?? none) : none;
}
