import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankEvent } from '../../../test/support/blank-event.ts';
import { toPosition } from '../log/position.ts';
import { toCartAdditions } from './cart-additions.ts';

const [first, second] = ['a', 'b'].map((letter) => ({ indexName: 'product', itemKey: letter.repeat(32) }));
const event = { ...blankEvent, position: toPosition(3), hashid: 'h', sessionId: 's' };

test('a replacement of a cart puts into it what is new in it', () => {
	assert(first && second);
	const lines = [
		{ ...first, amount: 2, price: '5' },
		{ ...second, amount: 3, price: '0.5', isNew: true as const },
	];
	const replaced = { ...event, kind: 'cart_replacement' as const, lines };
	const addition = { ...event, kind: 'cart_addition', item: second, amount: 3, price: '0.5', lines: [] };
	assert.deepEqual(toCartAdditions(replaced), [addition]);
	assert.deepEqual(toCartAdditions({ ...replaced, lines: lines.slice(0, 1) }), [
		{ ...replaced, lines: lines.slice(0, 1) },
	]);
});

test('other events are themselves', () => {
	const view = { ...event, kind: 'view' as const };
	assert.deepEqual(toCartAdditions(view), [view]);
});
