/** Words that are written together with what they say of a thing. */
import type { UnderstoodTable } from './understood-table.ts';

export const chineseShoes: UnderstoodTable = {
	language: 'zh',
	items: {
		shoe1: { title: '男士跑步鞋', color: '黑色', gender: '男', size: '43', price: 300 },
		shoe2: { title: '儿童运动鞋', color: '白色', gender: '儿童', price: 200 },
		shoe3: { title: '高跟鞋', color: '红色', gender: '女', price: 600 },
		wine1: { title: '红酒', price: 60 },
		wine2: { title: '女儿红', price: 60 },
		phones: { title: '蓝牙耳机', color: '蓝', price: 60 },
		pot: { title: '电饭煲', color: '黑色', price: 250 },
	},
	rows: [
		['500元以内的鞋', '500元以内的: price <= 500'],
		['200到500的鞋', '200到500的: price 200 … 500'],
		['不要黑色的鞋', '不要黑色的: not color 黑色'],
		['黑色的鞋', '黑色的: color 黑色'],
		['男鞋', '男: gender 男'],
		['男鞋43码', '男: gender 男', '43码: size 43'],
		['女鞋', '女: gender 女'],
		['红酒'],
		['蓝牙耳机'],
		['蓝牙'],
	],
};

export const japaneseShoes: UnderstoodTable = {
	language: 'ja',
	items: {
		shoe1: { title: 'ランニング靴', color: '黒', brand: 'ナイキ', price: 8_000 },
		shoe2: { title: '革靴', color: '茶', brand: 'リーガル', price: 20_000 },
		umbrella: { title: '傘', color: '黒', price: 2_000 },
		boot1: { title: '長靴', 性別: 'キッズ', price: 2_000 },
		boot2: { title: '長靴', 性別: 'メンズ', price: 3_000 },
		hat: { title: '帽子', 性別: 'キッズ', 素材: '綿', price: 3_000 },
	},
	rows: [
		['子供用靴', '子供用: 性別 キッズ'],
		['子供用長靴', '子供用: 性別 キッズ'],
		['メンズ用の長靴', 'メンズ用の: 性別 メンズ'],
		['長靴 子供', '子供: 性別 キッズ'],
		['用靴'],
		['10000円以下の靴', '10000円以下の: price <= 10000'],
		['ナイキ以外の靴', 'ナイキ以外の: not brand ナイキ'],
		['黒以外の靴', '黒以外の: not color 黒'],
		['黒の靴', '黒の: color 黒'],
	],
};
