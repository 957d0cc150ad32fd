/** How much do the words of a query weigh in a catalogue? */

/** Robertson and Zaragoza 2009, with 1 added so that no word has a negative weight. */
export function toRarity(matchCount: number, documentCount: number): number {
	return Math.log(1 + (documentCount - matchCount + 0.5) / (matchCount + 0.5));
}

/** Together, what a thing is for weighs at most two thirds of the words that say what it is, unless no document contains those. */
export function lowerPurpose(
	rarities: readonly number[],
	{ purpose, isNeeded }: { readonly purpose: number | undefined; readonly isNeeded: (index: number) => boolean },
): readonly number[] {
	if (purpose === undefined) return rarities;
	let [ofThing, ofPurpose] = [0, 0];
	for (const [index, rarity] of rarities.entries()) {
		if (!isNeeded(index)) continue;
		if (index < purpose) ofThing += rarity;
		else ofPurpose += rarity;
	}
	const most = (2 / 3) * ofThing;
	const factor = ofThing > 0 && ofPurpose > most ? most / ofPurpose : 1;
	return rarities.map((rarity, index) => (index >= purpose ? rarity * factor : rarity));
}
