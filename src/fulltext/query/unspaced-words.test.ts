import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

it('finds what a word of one character at the end of a Chinese or Japanese query names', () => {
	const chinese = createSmallIndex(
		{
			bag: { title: '女士手提包 红色' },
			dress: { title: '红色 连衣裙' },
			case: { title: '苹果手机壳 透明' },
			phone: { title: '苹果手机 128GB' },
			watch: { title: '小米手表' },
			huawei: { title: '华为手表' },
		},
		{ language: 'zh' },
	);
	const japanese = createSmallIndex(
		{
			boots: { title: '登山靴 防水 メンズ' },
			backpack: { title: '登山リュック 30L' },
			shoe: { title: '革靴 黒' },
			shirt: { title: 'Tシャツ 黒' },
		},
		{ language: 'ja' },
	);
	const queryName = 'match_and';
	assert.deepEqual(chinese.idsOf({ text: '红色包 ', queryName }), ['bag']);
	assert.deepEqual(chinese.idsOf({ text: '苹果手机壳 ', queryName }), ['case']);
	assert.deepEqual(chinese.idsOf({ text: '华为手表 ', queryName }), ['huawei']);
	assert.deepEqual(japanese.idsOf({ text: '登山靴 ', queryName }), ['boots']);
});

it('goes on with products that have some words of a query, not with those that have a part of its only word', () => {
	const { idsOf } = createSmallIndex(
		{
			beer: { title: 'ビール 350ml' },
			fridge: { title: '冷蔵庫 三菱電機' },
			heel: { title: 'パンプス 5cmヒール' },
			cordless: { title: '掃除機 コードレス' },
			vacuum: { title: '掃除機 紙パック式' },
		},
		{ language: 'ja' },
	);
	assert.deepEqual(idsOf({ text: 'ビール ' }), ['beer']);
	assert.deepEqual(idsOf({ text: 'コードレス掃除機 ' }), ['cordless', 'vacuum']);
	assert.deepEqual(idsOf({ text: '掃除機 ' }), ['cordless', 'vacuum']);
	assert.deepEqual(idsOf({ text: 'ビーール ' }), ['beer', 'heel']);
});

it('finds Japanese colours, however they are said', () => {
	const { idsOf } = createSmallIndex(
		{
			white: { title: 'スニーカー 白' },
			black: { title: 'スニーカー 黒' },
			dark: { title: 'スニーカー ブラック' },
		},
		{ language: 'ja' },
	);
	const queryName = 'match_and';
	assert.deepEqual(idsOf({ text: '白いスニーカー ', queryName }), ['white']);
	assert.deepEqual(idsOf({ text: '黒いスニーカー ', queryName }), ['black', 'dark']);
	assert.deepEqual(idsOf({ text: 'スニーカー ブラック ', queryName }), ['dark', 'black']);
});
