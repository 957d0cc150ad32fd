import { common, type Language } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

export const portuguese: Language = {
	code: 'pt',
	aliases: common,
	ownLetters: 'ç',
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	accentEndings: [
		[/([cs])ao$/, '$1ão'],
		[/([cs])oes$/, '$1ões'],
		[/çao$/, 'ção'],
		[/çoes$/, 'ções'],
	],
	loadStemmer: () => loadOramaStemmer('portuguese'),
	stopWords:
		'o a os as um uma uns umas de do da dos das em no na nos nas com por pelo pela para e ou que se é são não sem sobre ao à aos às seu sua',
	danglingWords: 'mais muito cada até contra sob entre desde após inclui incl',
	purposeWords: ['para', 'compatível com'],
	synonyms: [
		'portátil, laptop, notebook',
		'televisão, televisor, tv',
		'telemóvel, celular',
		'frigorífico, geladeira',
		'auscultadores, fones de ouvido',
		'bicicleta, bike',
	],
	unitNames: {
		in: 'polegada polegadas',
		mm: 'milimetro milimetros',
		cm: 'centimetro centimetros',
		m: 'metro metros',
		g: 'grama gramas',
		kg: 'kilo kilos',
		lb: 'libra libras',
		ml: 'mililitro mililitros',
		l: 'litro litros',
		mp: 'megapixels',
		px: 'pixels',
		pcs: 'pecas',
	},
	ownUnitNames: common,
	understanding: common,
};
