/**
 * A number and its unit are one thing however they are written: `27 inch`, `27-inch`, `27in`, `27"` and `27''` share
 * the term `27in`. Only names are unified: nothing is converted, as 1 l and 1000 ml on a label are two products' words.
 */

/** Canonical unit, then its names in the languages of shops, folded. */
const unitNames = `
in: inch inches zoll pulgada pulgadas pouce pouces pollice pollici polegada polegadas tum tommer tomme duim palec cal cale cali inc tuuma tuumaa hazbete hazbetes дюйм дюйма дюймов coll colla ιντσες " ''
ft: feet foot fuss '
mm: millimeter millimeters millimetre millimetres milimetro milimetros millimetro millimetri мм
cm: centimeter centimeters centimetre centimetres centimetro centimetros centimetri zentimeter см
m: meter meters metre metres metro metros metri м
km: kilometer kilometers kilometre kilometres kilometro kilometros chilometri км
mg: milligram milligrams milligramm миллиграмм мг
g: gr gram grams gramm gramme grammes gramo gramos grammo grammi grama gramas г гр
kg: kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos kilogrammo chilogrammi kilogramy кг
oz: ounce ounces onza onzas unze unzen
lb: lbs pound pounds libra libras pfund
ml: milliliter milliliters millilitre millilitres mililitro mililitros millilitro millilitri мл
cl: centiliter centilitre centilitres centilitro centilitros
dl: deciliter decilitre
l: liter liters litre litres litro litros litri litr litra litrow litru л литр литра литров
kb: kilobyte kilobytes
mb: megabyte megabytes мб
gb: gigabyte gigabytes гб
tb: terabyte terabytes тб
hz: hertz гц
khz: кгц
mhz: мгц
ghz: ггц
w: watt watts vatio vatios вт
kw: kilowatt kilowatts квт
wh: wattstunden
kwh:
v: volt volts voltios вольт
a: amp amps ampere amperes
mah: мач
ah:
mp: mpx mpix megapixel megapixels megapixeles мп
px: pixel pixels pixeles
lm: lumen lumens lumenes
db: decibel decibels
rpm:
fps:
dpi:
psi:
bar: bars
nm:
gbps:
mbps:
pcs: pc pce pieces piece stk stuck stuks st pz pezzi pezzo pza pzas piezas pieza pecas ks szt шт
%: percent prozent процентов
`;

const commonUnits = new Map<string, string>();
for (const line of unitNames.trim().split('\n')) {
	const [canonical = '', names = ''] = line.split(':', 2);
	commonUnits.set(canonical, canonical);
	for (const name of names.split(' ')) if (name !== '') commonUnits.set(name, canonical);
}

export type UnitOf = (name: string) => string | undefined;

/** The canonical unit of a folded name, with the names that only one language has. */
export function createUnits(extra: Readonly<Record<string, string>> = {}): UnitOf {
	const own = new Map(Object.entries(extra));
	return (name) => own.get(name) ?? commonUnits.get(name);
}

/** The number without zeros at the end of its fraction: `27` for `27.0`. Leading zeros stay, they belong to model numbers. */
export function toCanonicalNumber(number: string): string {
	return number.includes('.') ? number.replace(/\.?0+$/, '') : number;
}
