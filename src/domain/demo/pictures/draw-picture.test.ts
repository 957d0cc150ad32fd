import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { palettes } from '../tables/palettes.ts';
import { productKinds } from '../tables/product-kinds.ts';
import { drawPicture } from './draw-picture.ts';
import { findColour } from './paint.ts';

/** Every kind in every colour that it comes in. */
const pairs = productKinds.flatMap(({ key, palette }) =>
	Object.keys(palettes[palette]).map((colour) => [key, colour.replaceAll(' ', '-')] as const),
);

/** The elements that are open at the end, or an error where one is closed that is not the last one opened. */
function findOpenElements(svg: string): readonly string[] {
	const open: string[] = [];
	for (const [, slash, name = '', rest = ''] of svg.matchAll(/<(\/?)([a-zA-Z]+)([^<>]*)>/g)) {
		if (slash === '/') assert.equal(open.pop(), name);
		else if (!rest.endsWith('/')) open.push(name);
	}
	return open;
}

describe('a picture of a product', () => {
	it('exists for every kind and colour of the catalogue, as complete SVG of some kilobytes', () => {
		assert.ok(pairs.length > 200);
		for (const [kind, colour] of pairs) {
			const svg = drawPicture(kind, colour);
			assert.ok(svg !== undefined, kind);
			assert.ok(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"'));
			assert.deepEqual(findOpenElements(svg), [], kind);
			assert.doesNotMatch(svg, /undefined|NaN|null|\[object/, kind);
			assert.ok(svg.length > 1_000 && svg.length < 8_000, `${kind} has ${svg.length} characters`);
		}
	});

	it('needs nothing else and runs nothing: it has no reference outside, no style and no script', () => {
		for (const [kind, colour] of pairs) {
			const svg = drawPicture(kind, colour) ?? '';
			assert.doesNotMatch(svg, /href|<script|<style|style=|<foreignObject|url\((?!#)/i, kind);
		}
	});

	it('is the same each time, and differs by kind and by colour', () => {
		const pictures = new Set(pairs.map(([kind, colour]) => drawPicture(kind, colour)));
		assert.equal(pictures.size, pairs.length);
		assert.equal(drawPicture('beanies', 'plum'), drawPicture('beanies', 'plum'));
	});

	it('has the colour of the product', () => {
		for (const [kind, colour] of pairs) {
			const hex = findColour(colour);
			assert.ok(hex !== undefined, colour);
			assert.ok(drawPicture(kind, colour)?.includes(hex), `${kind} ${colour}`);
		}
	});

	it('is missing for an unknown kind and an unknown colour', () => {
		for (const name of ['', 'umbrellas', 'constructor', '__proto__', 'toString']) {
			assert.equal(drawPicture(name, 'black'), undefined);
			assert.equal(drawPicture('beanies', name), undefined);
		}
	});
});
