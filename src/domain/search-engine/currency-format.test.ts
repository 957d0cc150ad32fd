import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCurrencyCode, toCurrencyFormat } from './currency-format.ts';

test('prices are written in the language of the shop', () => {
	for (const [code, locale, format, symbol, precision, decimal, thousand, label] of [
		['EUR', 'es', '%v %s', '€', 2, ',', '.', 'euro'],
		['EUR', 'de', '%v %s', '€', 2, ',', '.', 'Euro'],
		['EUR', 'en', '%s%v', '€', 2, '.', ',', 'Euro'],
		['USD', 'en-US', '%s%v', '$', 2, '.', ',', 'US Dollar'],
		['JPY', 'ja', '%s%v', '￥', 0, '.', ',', '日本円'],
		['KWD', 'en', '%s %v', 'KWD', 3, '.', ',', 'Kuwaiti Dinar'],
		['PLN', 'pl_PL', '%v %s', 'zł', 2, ',', ' ', 'złoty polski'],
		['EUR', 'fr', '%v %s', '€', 2, ',', ' ', 'euro'],
	] as const) {
		assert.deepEqual(toCurrencyFormat(code, locale), { code, label, format, symbol, precision, decimal, thousand });
	}
});

test('an unknown language is written as English', () => {
	for (const locale of ['xx', '', 'no locale!', 'und']) {
		assert.deepEqual({ ...toCurrencyFormat('EUR', locale) }, { ...toCurrencyFormat('EUR', 'en') }, locale);
	}
});

test('ISO 4217 codes are known', () => {
	assert.deepEqual(['EUR', 'PLN', 'VEF', 'HRK', 'DEM', 'BYR', 'XXY', 'eur', 'EURO', ''].map(isCurrencyCode), [
		true,
		true,
		true,
		true,
		true,
		true,
		false,
		false,
		false,
		false,
	]);
});
