import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { chooseSeed } from '../../../test/support/chosen-seed.ts';
import { countSoundChanges } from '../../../test/support/plain-sounds.ts';
import { chooseLength } from '../../../test/support/test-length.ts';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { compareByBytes, decodeString, toSortedStrings } from '../index/segment/sorted-strings.ts';
import { findSimilarSounds } from './similar-sounds.ts';

/** By language, words as people write them by ear, each with the word that they mean. */
const misspellings: Readonly<Record<string, string>> = {
	en: 'fone phone, nife knife, shooz shoes, vacume vacuum, lether leather, mattres mattress, kichen kitchen, rench wrench, skool school, tite tight, bluetoof bluetooth, refridgerator refrigerator, dimond diamond, accesories accessories, speeker speaker, batterys batteries, basebol baseball, cieling ceiling',
	de: 'fotoaparat fotoapparat, fogel vogel, stul stuhl, rucksak rucksack, kwarz quarz, kafee kaffee, maschiene maschine, fahrad fahrrad, matraze matratze, schtiefel stiefel, hänger henger, thermostad thermostat',
	fr: 'chauseure chaussure, telefone téléphone, apareil appareil, frigau frigo, kasque casque, orloge horloge, coussain coussin, cafetierre cafetière, fotografie photographie',
	es: 'sapatos zapatos, cavallo caballo, yave llave, ueso hueso, keso queso, jirafa girafa, serveza cerveza, selular celular, inpresora impresora, bentilador ventilador, zilla silla, lavadorra lavadora',
	it: 'chitara chitarra, aqua acqua, bicicleta bicicletta, orologgio orologio, cuccina cucina, quore cuore, biglieto biglietto, lavatricie lavatrice, ombrelo ombrello',
	pt: 'sapatu sapato, caxa caixa, cadera cadeira, jeladeira geladeira, makina máquina, xave chave, jelo gelo, brinqedo brinquedo, colxão colchão',
	nl: 'feits fijts, koelcast koelkast, vornuis fornuis, swemmen zwemmen, wasmasjine wasmachine, leider lijder, kopje copje, broot brood, blaauw blauw',
	pl: 'rzaba żaba, kszesło krzesło, hamak chamak, lodufka lodówka, ruwer rower, wuzek wózek',
	sv: 'jaka jacka, fåtölj fotölj, sykel cykel, jul hjul, sjorta skjorta, ljus jus',
	ar: 'تلاجة ثلاجة, صاعة ساعة, مكوات مكواة, هاطف هاتف',
	ru: 'малако молоко, ноутбуг ноутбук, телифон телефон, чясы часы, зобака собака',
};

/** Words that look alike and are said differently. */
const others: Readonly<Record<string, string>> = {
	en: 'vase case, sale male, pulp pull, swap snap, timber timer, demo dymo, seamless snagless, kodi xodi, pond bond, taste waste, phone bone',
	de: 'hose dose, lampe rampe, tasse kasse, besen rasen, mixer fixer',
	fr: 'robe lobe, lampe rampe, table sable, tasse masse',
	es: 'mesa pesa, cama rama, silla milla, bolso solso',
	it: 'letto petto, tavolo cavolo, sedia media',
	pt: 'cama lama, mesa pesa, bola cola',
	nl: 'tafel wafel, stoel snoel, lamp ramp',
	pl: 'lampa rampa, buty luty, stolik kolik',
	sv: 'lampa rampa, stol stor, bord mord',
	ar: 'كتاب شراب, قلم علم',
	ru: 'лампа рампа, чашка кашка',
	ja: 'fone phone',
};

describe('words that sound alike', () => {
	for (const [code, rows] of Object.entries(misspellings)) {
		it(`are found in ${code}`, () => {
			for (const [typed, meant] of toRows(code, rows))
				assert.deepEqual(findWords(code, typed, [meant]), [meant], typed);
		});
	}

	for (const [code, rows] of Object.entries(others)) {
		it(`are not those that merely look alike in ${code}`, () => {
			for (const [typed, other] of toRows(code, rows)) assert.deepEqual(findWords(code, typed, [other]), [], typed);
		});
	}
});

it('finds the words that trying every spelling finds, with the fewest changes', (context) => {
	const letters = fc.string({ unit: fc.constantFrom(...'acehkopsuv'), minLength: 4, maxLength: 10 });
	fc.assert(
		fc.property(fc.uniqueArray(letters, { minLength: 1, maxLength: 60 }), letters, (words, typed) => {
			const sorted = [...words].sort(compareByBytes);
			const { soundAlikes } = createAnalyzer('en');
			const found = findSimilarSounds(toSortedStrings(sorted), typed, soundAlikes);
			const expected = sorted.map((word) =>
				word === typed ? 0 : countSoundChanges(typed, word, soundAlikes) || undefined,
			);
			assert.deepEqual(
				sorted.map((_, term) => found.get(term)),
				expected,
			);
		}),
		{ numRuns: chooseLength(200, 2_000), seed: chooseSeed(context) },
	);
});

/** Rows of two words each, folded. */
function toRows(code: string, rows: string): (readonly [string, string])[] {
	const { toIdentifier } = createAnalyzer(code);
	return rows.split(', ').map((row) => {
		const [typed = '', other = ''] = row.split(' ');
		return [toIdentifier(typed), toIdentifier(other)];
	});
}

function findWords(code: string, typed: string, words: readonly string[]): string[] {
	const terms = toSortedStrings([...words].sort(compareByBytes));
	const found = findSimilarSounds(terms, typed, createAnalyzer(code).soundAlikes);
	return [...found.keys()].map((term) => decodeString(terms, term));
}
