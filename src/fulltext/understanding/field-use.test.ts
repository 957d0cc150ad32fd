import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toFieldUse, toNameWords, toNamingWords } from './field-use.ts';

describe('the use of a field', () => {
	const names = {
		colour:
			'colour Color attr.farbe main_colour mainColor Färg kolor couleur cor 颜色 商品_颜色 色 カラー لون اللون kleur',
		size: 'size shoe_size shoeSize shoe-size Größe GROESSE grösse Schuhgröße schuhgroesse tamaño Tamanho taglia maat Schoenmaat サイズ 尺码 مقاس',
		material: 'material materiał Matière tecido stof stoff tyg tessuto 素材 材质 خامة',
		gender: 'gender genero género Gênero genere Genre geschlecht kön płeć sexo 性別 性别 الجنس',
		age: 'age ageGroup age_group 対象年齢 年龄 العمر Âge età idade ålder wiek',
		other:
			'colourful resize sizeable package garage voltage coating stofzuiger genres meta beta price 色温 colour_code',
	};
	for (const [use, list] of Object.entries(names)) {
		it(`is ${use} by its name, however it is written`, () => {
			for (const name of list.split(' ')) assert.equal(toFieldUse({ name, role: 'none' }), use, name);
		});
	}

	it('is that of its role before that of its name', () => {
		assert.equal(toFieldUse({ name: 'colour', role: 'brand' }), 'brand');
		assert.equal(toFieldUse({ name: 'size', role: 'category' }), 'kind');
	});
});

describe('the words of a name', () => {
	it('are in plain text, apart at signs and capitals', () => {
		assert.deepEqual(toNameWords('attr_screen_size'), ['attr', 'screen', 'size']);
		assert.deepEqual(toNameWords('screenSize'), ['screen', 'size']);
		assert.deepEqual(toNameWords('Größe (EU)').slice(0, 2), ['große', 'eu']);
		assert.deepEqual(toNameWords('RAM'), ['ram']);
	});

	it('that shoppers say are the first and the last, without what is technical', () => {
		assert.deepEqual(toNamingWords('attr_t_cable_lock_slot_type'), ['cable', 'slot', 'type']);
		assert.deepEqual(toNamingWords('attr_n_internal_memory'), ['internal', 'memory']);
		assert.deepEqual(toNamingWords('specs.ram'), ['ram']);
		assert.deepEqual(toNamingWords('attr_t'), ['attr', 't']);
		assert.deepEqual(toNamingWords('type'), ['type']);
	});
});
