/**
 * The unit that a run of a script without blanks begins with, behind a number: `28厘米不粘锅` measures 28cm, and
 * `27インチモニター` 27in. The longest name counts: ミリリットル is no ミリ.
 *
 * Behind a blank (`iPhone 15 米色`), a name of one character is a unit only where nothing else is written together with it.
 */
import type { UnitOf } from './units.ts';

/** The code units of センチメートル. */
const nameLengthMax = 7;

export interface RunExtent {
	readonly start: number;
	readonly end: number;
	/** Whether a blank stands between the number and the run. */
	readonly isApart: boolean;
}

export interface RunUnit {
	/** The canonical unit. */
	readonly unit: string;
	/** Where its name ends. */
	readonly end: number;
}

/** Cost: O(1), a look-up for each length of a name. */
export type FindRunUnit = (text: string, run: RunExtent) => RunUnit | undefined;

export function createRunUnits(unitOf: UnitOf): FindRunUnit {
	return function findRunUnit(text, { start, end, isApart }) {
		for (let length = Math.min(nameLengthMax, end - start); length > 0; length--) {
			if (length === 1 && isApart && end - start > 1) return undefined;
			const unit = unitOf(text.slice(start, start + length));
			if (unit !== undefined) return { unit, end: start + length };
		}
		return undefined;
	};
}
