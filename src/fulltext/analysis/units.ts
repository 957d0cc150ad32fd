/**
 * A number and its unit are one thing however they are written: `27 inch`, `27-inch`, `27in`, `27"` and `27''` share
 * the term `27in`. Only names are unified, and no values are converted: a label says either 1 l or 1000 ml.
 *
 * The names of units belong to the languages, but are recognised in texts of all languages, because shops copy what
 * makers write.
 */
import type { Language } from './language.ts';
import { languages } from './language-registry.ts';

/** The canonical units. */
const units =
	'in ft yd mm cm m km mcg mg g kg oz lb ton ml cl dl l cc pint qt gal kb mb gb tb hz khz mhz ghz w kw wh kwh va kva btu v a mah ah mp px lm db rpm fps mph cfm dpi psi bar nm gbps mbps ga iu pcs %';
/** Signs and abbreviations that belong to no language. */
const signs = { in: `" ''`, ft: "'", mp: 'mpx mpix' };

const commonUnits = new Map(units.split(' ').map((unit) => [unit, unit]));
for (const names of [signs, ...languages.map(({ unitNames }) => unitNames)]) addNames(names, commonUnits);

function addNames(names: Readonly<Record<string, string>> = {}, unitsByName: Map<string, string>): void {
	for (const [unit, list] of Object.entries(names)) for (const name of list.split(' ')) unitsByName.set(name, unit);
}

export type UnitOf = (name: string) => string | undefined;

/** Returns the canonical unit of a folded name, including the names that only this language has. */
export function createUnits({ ownUnitNames }: Pick<Language, 'ownUnitNames'>): UnitOf {
	const own = new Map<string, string>();
	addNames(ownUnitNames, own);
	return (name) => own.get(name) ?? commonUnits.get(name);
}

/**
 * The number without trailing zeros of its fraction: `27` for `27.0`. Leading zeros stay, because they belong to model
 * numbers.
 */
export function toCanonicalNumber(number: string): string {
	if (!number.includes('.') || !number.endsWith('0')) return number;
	let end = number.length;
	while (number[end - 1] === '0') end -= 1;
	return number.slice(0, number[end - 1] === '.' ? end - 1 : end);
}
