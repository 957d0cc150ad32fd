/** Does a title have a word of the query only to deny it? Every position of the title is compared with every wording. */

/** In English. */
const before =
	'without|neither|w o|w out|but not|but no|not|no|except for|except|excluding|other than|anything but|free of|free from|no added|zero'.split(
		'|',
	);
const behind = 'free';
const fillers = new Set('a an any the from by made of with'.split(' '));
const exceptions = new Set(
	'size sizes shipping ship delivery installation gift gifts sample samples return returns standing of from'.split(' '),
);

export interface DenyingTitle {
	/** The words of the title as written. */
	readonly titleWords: readonly string[];
	/** For each of them, the words of the query that it is. */
	readonly said: readonly ReadonlySet<number>[];
}

/**
 * @param affirmed the words of the query that a title should not deny
 * @param queryWords as they were typed
 */
export function deniesSome(
	{ titleWords, said }: DenyingTitle,
	{ queryWords, affirmed }: { readonly queryWords: readonly string[]; readonly affirmed: readonly number[] },
): boolean {
	const asked = ` ${queryWords.join(' ')} `;
	if ([behind, ...before].some((wording) => asked.includes(` ${wording} `))) return false;
	const leads = titleWords.map((_, at) => findLead(titleWords, at));
	return affirmed.some((word) => {
		const having = [...said.keys()].filter((at) => said[at]?.has(word));
		const isDeniedAt = (at: number) => leads[at] !== undefined;
		const isOther = (at: number) => said[leads[at] as number]?.has(word) === false;
		return having.length > 0 && having.every(isDeniedAt) && having.some(isOther);
	});
}

/** The position of the word that denies this one: the last one before it, with a filler between, or the one behind it. */
function findLead(titleWords: readonly string[], at: number): number | undefined {
	if (/\p{N}/u.test(titleWords[at] as string)) return undefined;
	const endsAt = (end: number) =>
		before.some((wording) => ` ${titleWords.slice(0, end + 1).join(' ')}`.endsWith(` ${wording}`));
	const next = titleWords[at + 1];
	if (next === behind && !exceptions.has(titleWords[at + 2] ?? '')) return at + 1;
	if (at > 0 && endsAt(at - 1) && !fillers.has(titleWords[at] as string)) return at - 1;
	return at > 1 && fillers.has(titleWords[at - 1] as string) && endsAt(at - 2) ? at - 2 : undefined;
}
