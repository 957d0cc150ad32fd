/**
 * Templates of the shop: `<template slot="product">` inside an element, or any other element with this slot, which does not
 * exist and so shows nothing. What is in it is repeated for each item. A field of the item becomes text or an address,
 * never markup:
 *
 *     <b data-text="title"></b>                 the field as text
 *     <b data-price="best_price"></b>           a number as a price
 *     <img data-src="image_link" alt="">        an http or https address
 *     <i data-if="sale_price">Sale</i>          stays only where the field has a value
 */

import { toFieldText } from '../ui/field-text.ts';
import { toSafeUrl } from '../ui/safe-url.ts';
import type { ElementProps } from './define-element.ts';
import type { Item } from './wire.ts';

export function findTemplate(host: HTMLElement, slot: string): HTMLElement | null {
	return host.querySelector<HTMLElement>(`:scope > [slot="${slot}"]`);
}

/** The parser puts what is in a `<template>` into its `content`, a framework in the browser into the element itself. */
function readContent(template: HTMLElement): Node {
	return template instanceof HTMLTemplateElement && template.content.hasChildNodes() ? template.content : template;
}

export function fillTemplate(
	template: HTMLElement,
	item: Item,
	{ formatPrice }: Pick<ElementProps, 'formatPrice'>,
): DocumentFragment {
	const content = document.createDocumentFragment();
	for (const node of readContent(template).childNodes) content.append(document.importNode(node, true));
	const each = (attribute: string, apply: (element: HTMLElement, value: unknown) => void) => {
		for (const element of content.querySelectorAll<HTMLElement>(`[${attribute}]`)) {
			apply(element, item[element.getAttribute(attribute) ?? '']);
		}
	};
	each('data-if', (element, value) => {
		if (value === false || toFieldText(value) === '') element.remove();
	});
	each('data-text', (element, value) => {
		element.textContent = toFieldText(value);
	});
	each('data-price', (element, value) => {
		element.textContent = typeof value === 'number' ? formatPrice(value) : toFieldText(value);
	});
	for (const attribute of ['src', 'href']) {
		each(`data-${attribute}`, (element, value) => {
			const url = toSafeUrl(value);
			if (url !== undefined) element.setAttribute(attribute, url);
		});
	}
	return content;
}
