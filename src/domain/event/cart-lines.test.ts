import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCartLines } from './cart-lines.ts';
import type { ShopperAction } from './shopper-event.ts';

const shoe = { indexName: 'product', itemKey: 'a'.repeat(32) };
const bag = { indexName: 'product', itemKey: 'b'.repeat(32) };
const page = { indexName: 'page', itemKey: 'a'.repeat(32) };

const added = (item: typeof shoe, amount: number, price: number | null = null): ShopperAction => {
	return { kind: 'cart_addition', ...item, title: 'T', amount, price };
};
const recommended = (item: typeof shoe, amount: number, price: number): ShopperAction => {
	return { kind: 'cart', widgetId: 'w', ...item, title: 'T', amount, price };
};
const removed = (item: typeof shoe, amount: number): ShopperAction => ({ kind: 'cart_removal', ...item, amount });

test('additions add up by item and index, at the last given price', () => {
	assert.deepEqual(
		toCartLines([added(shoe, 2, 5), added(page, 1), recommended(bag, 1, 9), added(shoe, 3, 6), added(shoe, 1)]),
		[
			{ ...shoe, amount: 6, price: 6, widgetId: null },
			{ ...page, amount: 1, price: null, widgetId: null },
			{ ...bag, amount: 1, price: 9, widgetId: 'w' },
		],
	);
});

test('a line keeps the widget that it came from', () => {
	assert.deepEqual(toCartLines([recommended(shoe, 1, 5), added(shoe, 1)]), [
		{ ...shoe, amount: 2, price: 5, widgetId: 'w' },
	]);
});

test('removals subtract, delete the line when nothing is left, and a later addition makes a new one', () => {
	assert.deepEqual(toCartLines([added(shoe, 3, 5), removed(shoe, 1), removed(bag, 7)]), [
		{ ...shoe, amount: 2, price: 5, widgetId: null },
	]);
	assert.deepEqual(toCartLines([added(shoe, 3, 5), removed(shoe, 3)]), []);
	assert.deepEqual(toCartLines([recommended(shoe, 3, 5), removed(shoe, 9), added(shoe, 1)]), [
		{ ...shoe, amount: 1, price: null, widgetId: null },
	]);
});

test('a clearing and a checkout empty the cart, other events do not', () => {
	for (const emptying of [{ kind: 'cart_clearing' }, { kind: 'checkout', sources: [] }] as const) {
		assert.deepEqual(toCartLines([added(shoe, 1), emptying]), []);
		assert.equal(toCartLines([added(shoe, 1), emptying, added(bag, 1)]).length, 1);
	}
	assert.equal(toCartLines([added(shoe, 1), { kind: 'init' }, { kind: 'view', ...bag, widgetId: null }]).length, 1);
	assert.deepEqual(toCartLines([]), []);
});

test('a replacement says all that is in the cart, with its own prices and amounts', () => {
	const stated: ShopperAction = {
		kind: 'cart_replacement',
		lines: [
			{ ...bag, amount: 2, price: '19.99' },
			{ ...page, amount: 1, price: '5' },
			{ ...page, amount: 2, price: '5' },
		],
		currency: 'USD',
	};
	const lines = [
		{ ...bag, amount: 2, price: '19.99', currency: 'USD', widgetId: 'w' },
		{ ...page, amount: 3, price: '5', currency: 'USD', widgetId: null },
	];
	assert.deepEqual(toCartLines([added(shoe, 1), recommended(bag, 1, 9), stated]), lines);
	assert.deepEqual(toCartLines([stated, added(shoe, 1), recommended(bag, 7, 9), stated]), [
		{ ...bag, amount: 2, price: '19.99', currency: 'USD', widgetId: 'w' },
		lines[1],
	]);
	assert.deepEqual(toCartLines([stated, added(bag, 1), added(page, 1, 6)]), [
		{ ...bag, amount: 3, price: '19.99', currency: 'USD', widgetId: null },
		{ ...page, amount: 4, price: 6, widgetId: null },
	]);
	assert.deepEqual(toCartLines([added(shoe, 1), { kind: 'cart_replacement', lines: [] }]), []);
});
