/**
 * Words that shops and shoppers use for the same thing in any shop, by language. A rule is here when the words are
 * equal in everyday speech, whatever the shop sells; a shop's own rules come on top.
 *
 * One line is one thing: phrases between commas, each finds the others. Plurals that no stemmer knows and
 * spellings of two countries are here too.
 */
import type { SynonymRule } from '../../domain/query/synonym-rule.ts';

const lists: Readonly<Record<string, string>> = {
	cs: `
notebook, laptop
televize, televizor, tv
lednice, chladnička
`,
	da: `
bærbar computer, laptop, notebook
fjernsyn, tv
`,
	de: `
laptop, notebook
fernseher, fernsehgerät, tv
handy, mobiltelefon
sofa, couch
fahrrad, velo
usb-stick, speicherstick
turnschuhe, sneaker
pullover, pulli
`,
	en: `
laptop, notebook
television, tv
fridge, refrigerator
mobile phone, cell phone, cellphone
vacuum cleaner, hoover
sofa, couch
sneakers, trainers
diaper, nappy
stroller, pushchair
flashlight, torch
wrench, spanner
swimsuit, bathing suit
bicycle, bike
usb stick, usb flash drive, thumb drive, pen drive
hard drive, hard disk
backpack, rucksack
jumper, sweater
color, colour
gray, grey
aluminum, aluminium
jewelry, jewellery
pajamas, pyjamas
t-shirt, tee shirt
child, children, kids
man, men
woman, women
foot, feet
tooth, teeth
mouse, mice
knife, knives
shelf, shelves
scarf, scarves
leaf, leaves
`,
	es: `
portátil, laptop, notebook
televisor, televisión, televisiones, tv
móvil, celular
nevera, frigorífico, refrigerador, heladera
ordenador, computadora, computador
auriculares, audífonos
camiseta, playera, remera
zapatillas deportivas, deportivas
bicicleta, bici
pendrive, memoria usb
`,
	fi: `
kannettava tietokone, läppäri, laptop
televisio, tv
`,
	fr: `
ordinateur portable, pc portable, laptop
téléviseur, télévision, télé, tv
réfrigérateur, frigo
vélo, bicyclette
canapé, sofa
baskets, sneakers
`,
	hu: `
laptop, notebook
televízió, tévé, tv
`,
	it: `
portatile, laptop, notebook
televisore, televisione, tv
cellulare, telefonino
frigorifero, frigo
divano, sofà
bicicletta, bici
chiavetta usb, pendrive
`,
	nl: `
laptop, notebook
televisie, tv
koelkast, frigo
`,
	no: `
bærbar pc, laptop, notebook
fjernsyn, tv
`,
	pl: `
laptop, notebook
telewizor, tv
`,
	pt: `
portátil, laptop, notebook
televisão, televisor, tv
telemóvel, celular
frigorífico, geladeira
auscultadores, fones de ouvido
bicicleta, bike
`,
	ro: `
laptop, notebook
televizor, tv
`,
	ru: `
ноутбук, лэптоп
телевизор, тв
`,
	sk: `
notebook, laptop
televízor, tv
`,
	sv: `
bärbar dator, laptop, notebook
teve, tv
`,
	tr: `
dizüstü bilgisayar, laptop, notebook
televizyon, tv
`,
};

/** The rules of a language; none for most. */
export function toEverydaySynonyms(language: string): SynonymRule[] {
	const list = Object.hasOwn(lists, language) ? (lists[language] ?? '') : '';
	const lines = list.split('\n').filter((line) => line !== '');
	return lines.map((line) => ({ kind: 'two_way', phrases: line.split(', ') }));
}
