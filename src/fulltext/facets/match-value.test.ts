import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createValueMatcher } from './match-value.ts';

function show(text: string, value: string): string {
	const { isMatch, locate } = createValueMatcher(text);
	if (!isMatch(value)) return '';
	let shown = '';
	let at = 0;
	for (const { start, end } of locate(value)) {
		shown += `${value.slice(at, start)}[${value.slice(start, end)}]`;
		at = end;
	}
	return shown + value.slice(at);
}

it('finds values by the beginnings of their words, in any order, with errors in long ones', () => {
	for (const [text, value, expected] of [
		['new bal', 'New Balance', '[New] [Bal]ance'],
		['bal new', 'New Balance', '[New] [Bal]ance'],
		['balence', 'New Balance', 'New [Balance]'],
		['ablance', 'New Balance', 'New [Balance]'],
		['samsnug ga', 'Samsung Galaxy', '[Samsung] [Ga]laxy'],
		['electro', 'Électroménager', '[Électro]ménager'],
		['strass', 'Straße', '[Straße]'],
		['耳机', '蓝牙耳机', '蓝牙[耳机]'],
		['kit', 'Home > Kitchen', 'Home > [Kit]chen'],
		['', 'Nike', 'Nike'],
		['nkie', 'Nike', '[Nike]'],
		['nik3', 'Nike', '[Nike]'],
		['nke', 'Nike', ''],
		['bal x', 'New Balance', ''],
	] as const) {
		assert.equal(show(text, value), expected, `${text}: ${value}`);
	}
});
