/** One product: picture, brand, title and price, or what the shop's template makes of it. */
import type { FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { toFieldText } from '../ui/field-text.ts';
import { readPrices } from '../ui/price.ts';
import { ProductPicture } from '../ui/product-picture.tsx';
import { toSafeUrl } from '../ui/safe-url.ts';
import { announce } from './announce.ts';
import type { ElementProps } from './define-element.ts';
import { fillTemplate, findTemplate } from './fill-template.ts';
import { followProduct } from './follow-product.ts';
import { reportCart, type Showing } from './report-events.ts';
import type { Item } from './wire.ts';

interface CardProps {
	readonly element: ElementProps;
	readonly item: Item;
	readonly showing: Showing;
}

export const ProductCard: FunctionComponent<CardProps> = ({ element, item, showing }) => {
	const template = findTemplate(element.host, 'product');
	const address = toSafeUrl(item.link);
	return (
		<article class="card" part="product">
			<a
				part="product-link"
				href={address}
				onClick={(event) => choose(event, { element, item, showing })}
				onAuxClick={(event) => choose(event, { element, item, showing })}
			>
				{template === null ? (
					<ProductFace element={element} item={item} />
				) : (
					<Filled {...{ template, item, element }} />
				)}
			</a>
			{hasCart(element.host) && <CartButton {...{ element, item, showing }} />}
		</article>
	);
};

/** The right button opens a menu. */
function choose(event: MouseEvent, { element, item, showing }: CardProps): void {
	if (event.button <= 1) followProduct(event, element, { item, showing });
}

const ProductFace: FunctionComponent<Pick<CardProps, 'element' | 'item'>> = ({ element, item }) => {
	const { texts, formatPrice } = element;
	const prices = readPrices(item);
	const brand = toFieldText(item.brand);
	const isAway = item.availability === 'out of stock';
	return (
		<>
			<span class="frame" part="product-frame">
				<ProductPicture address={item.image_link} />
			</span>
			{brand !== '' && (
				<span class="brand" part="product-brand" dir="auto">
					{brand}
				</span>
			)}
			<span class="title" part="product-title" dir="auto">
				{toFieldText(item.title)}
			</span>
			{prices !== undefined && (
				<span class="prices" part="product-prices">
					<span class={prices.before === undefined ? 'price' : 'price reduced'} part="product-price">
						{formatPrice(prices.now)}
					</span>
					{prices.before !== undefined && (
						<s class="before" part="product-price-before">
							<span class="hidden">{texts.usualPrice} </span>
							{formatPrice(prices.before)}
						</s>
					)}
				</span>
			)}
			{isAway && (
				<span class="stock" part="product-stock">
					{texts.outOfStock}
				</span>
			)}
		</>
	);
};

/** Frameworks write `cart="false"` where they bind a value to it. */
function hasCart(host: HTMLElement): boolean {
	return (host.getAttribute('cart') ?? 'false') !== 'false';
}

const shownMs = 2_000;

/** A page adds the item to its cart when it hears `vitrine-cart`; if it calls `preventDefault`, nothing is reported. */
const CartButton: FunctionComponent<CardProps> = ({ element, item, showing }) => {
	const { texts, host } = element;
	const [isAdded, setAdded] = useState(false);
	useEffect(() => {
		if (!isAdded) return;
		const timer = setTimeout(() => setAdded(false), shownMs);
		return () => clearTimeout(timer);
	}, [isAdded]);
	const add = () => {
		if (!announce(host, 'vitrine-cart', { item, ...showing })) return;
		reportCart(element, item, showing);
		setAdded(true);
	};
	return (
		<button type="button" class="button" part="cart-button" onClick={add}>
			{isAdded ? texts.added : texts.addToCart}
			<span class="hidden"> {toFieldText(item.title)}</span>
		</button>
	);
};

interface FilledProps extends Pick<CardProps, 'element' | 'item'> {
	readonly template: HTMLElement;
}

const Filled: FunctionComponent<FilledProps> = ({ template, item, element }) => {
	const root = useRef<HTMLSpanElement>(null);
	useEffect(() => {
		root.current?.replaceChildren(fillTemplate(template, item, element));
	}, [template, item, element.language, element.read('currency')]);
	return <span ref={root} />;
};
