import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stemPolish } from './polish-stemmer.ts';

/** Forms of one word each, as titles and queries have them, and the stem of all of them without its accents. */
const families: Readonly<Record<string, string>> = {
	koszulk: 'koszulka koszulki koszulek koszulką koszulkę koszulkami koszulkach',
	spodn: 'spodnie spodni spodniami',
	czarn: 'czarny czarna czarne czarnego czarnej czarnych czarnym czarną',
	niebiesk: 'niebieski niebieska niebieskie niebieskiego niebieskich',
	damsk: 'damski damska damskie damskich',
	duz: 'duży duża duże dużego dużych dużym',
	swetr: 'sweter swetry swetrów swetrem swetra',
	kubk: 'kubek kubki kubków kubkiem kubka',
	zegark: 'zegarek zegarki zegarków zegarka',
	kurtk: 'kurtka kurtki kurtek kurtką',
	krzesl: 'krzesło krzesła krzeseł',
	okn: 'okno okna okien',
	torb: 'torba torby toreb torbą',
	telefon: 'telefon telefony telefonów telefonu telefonem',
	tablt: 'tablet tablety tabletów',
	batr: 'bateria baterii baterie baterią baterię',
	kolekcj: 'kolekcja kolekcji kolekcje',
	recznik: 'ręcznik ręczniki ręczników',
	stol: 'stół stoły stołu stołów',
	noz: 'nóż noże noży nożem',
	lamp: 'lampa lampy lamp lampą',
	plecak: 'plecak plecaki plecaków plecaka',
	mebl: 'mebel meble mebli',
	cukr: 'cukier cukru',
	syst: 'system systemy systemów systemu',
	probl: 'problem problemy problemów',
	krm: 'krem kremy kremów kremem kremu',
	kaptur: 'kaptur kapturem kapturu',
	zapach: 'zapach zapachy zapachów zapachu',
	rad: 'radio radia',
	dzieciec: 'dziecięcy dziecięca dziecięce dziecięcych',
	welnian: 'wełniany wełniana wełniane wełnianego',
	skorzan: 'skórzany skórzana skórzane skórzanych',
	butelk: 'butelka butelki butelek',
	pateln: 'patelnia patelnie patelni',
	odkurzacz: 'odkurzacz odkurzacze odkurzacza odkurzaczy',
	lodowk: 'lodówka lodówki lodówek',
	ksiazk: 'książka książki książek książkę',
	okular: 'okulary okularów okularach',
	naszyjnik: 'naszyjnik naszyjniki naszyjnika',
	widelc: 'widelec widelce widelców',
	obuw: 'obuwie obuwia',
	bluz: 'bluza bluzy bluz bluzą',
	klj: 'klej kleje kleju',
	mysz: 'mysz myszy',
	szar: 'szary szara szare',
	pomaranczow: 'pomarańczowy pomarańczowa',
	monitor: 'monitor monitory monitorów',
	aparat: 'aparat aparaty aparatów',
	biurk: 'biurko biurka biurek',
	firank: 'firanka firanki firanek',
	poscl: 'pościel pościele pościeli',
	eksprs: 'ekspres ekspresy ekspresu',
	kaw: 'kawa kawy kawę',
	szampon: 'szampon szampony szamponów',
	doniczk: 'doniczka doniczki doniczek',
};

const toPlain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l');

describe('the stemmer of Polish', () => {
	for (const [stem, forms] of Object.entries(families))
		it(`takes the endings off: ${forms}`, () => {
			for (const form of forms.split(' ')) assert.equal(toPlain(stemPolish(form)), stem, form);
		});

	it('takes them off words that were typed without accents', () => {
		for (const [form, stem] of [
			['butow', 'but'],
			['lozko', 'lozk'],
			['bateria', 'batr'],
			['zlota', 'zlot'],
		] as const)
			assert.equal(stemPolish(form), stem, form);
	});

	it('leaves short words, and what is no ending', () => {
		for (const word of ['gra', 'dom', 'ser', 'usb', 'dach', 'laptop', '4k', 'x', ''])
			assert.equal(stemPolish(word), word);
	});
});
