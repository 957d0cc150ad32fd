/**
 * A number and its unit are one thing however they are written: `27 inch`, `27-inch`, `27in`, `27"` and `27''` share
 * the term `27in`. Only names are unified: nothing is converted, as 1 l and 1000 ml on a label are two products' words.
 *
 * The names of units come with the languages, and are known in texts of all of them: shops take over what makers write.
 */
import type { Language } from './language.ts';
import { languages } from './language-registry.ts';

/** The canonical units. */
const units =
	'in ft mm cm m km mg g kg oz lb ml cl dl l kb mb gb tb hz khz mhz ghz w kw wh kwh v a mah ah mp px lm db rpm fps dpi psi bar nm gbps mbps pcs %';
/** Signs and short forms of no language. */
const signs = { in: `" ''`, ft: "'", mp: 'mpx mpix' };

const commonUnits = new Map(units.split(' ').map((unit) => [unit, unit]));
for (const names of [signs, ...languages.map(({ unitNames }) => unitNames)]) addNames(names, commonUnits);

function addNames(names: Readonly<Record<string, string>> = {}, unitsByName: Map<string, string>): void {
	for (const [unit, list] of Object.entries(names)) for (const name of list.split(' ')) unitsByName.set(name, unit);
}

export type UnitOf = (name: string) => string | undefined;

/** The canonical unit of a folded name, with the names that only this language has. */
export function createUnits({ ownUnitNames }: Pick<Language, 'ownUnitNames'>): UnitOf {
	const own = new Map<string, string>();
	addNames(ownUnitNames, own);
	return (name) => own.get(name) ?? commonUnits.get(name);
}

/** The number without zeros at the end of its fraction: `27` for `27.0`. Leading zeros stay, they belong to model numbers. */
export function toCanonicalNumber(number: string): string {
	return number.includes('.') ? number.replace(/\.?0+$/, '') : number;
}
