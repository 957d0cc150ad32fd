import { common, type Language } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

export const italian: Language = {
	code: 'it',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions:
		'l un d c s m t v n all dall dell nell sull coll pell gl quell quest bell sant tutt anch senz mezz dov com cos',
	hasApostropheSuffix: false,
	compoundLinks: common,
	accentEndings: common,
	loadStemmer: () => loadOramaStemmer('italian'),
	stopWords:
		'il lo la i gli le un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal dalla in nel nella con per su sul sulla tra fra e ed o che è sono non si senza come',
	danglingWords: 'più molto ogni fino contro sotto sopra verso dopo prima dell all nell sull dall incl inclusi',
	purposeWords: ['per', 'compatibile con'],
	synonyms: [
		'portatile, laptop, notebook',
		'televisore, televisione, tv',
		'cellulare, telefonino',
		'frigorifero, frigo',
		'divano, sofà',
		'bicicletta, bici',
		'chiavetta usb, pendrive',
	],
	unitNames: {
		in: 'pollice pollici',
		mm: 'millimetro millimetri',
		cm: 'centimetro centimetri',
		m: 'metro metri',
		km: 'chilometri',
		g: 'grammo grammi',
		kg: 'kilogrammo chilogrammi',
		ml: 'millilitro millilitri',
		l: 'litro litri',
		pcs: 'pz pezzi pezzo',
	},
	ownUnitNames: common,
	understanding: common,
};
