import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { addLine } from './cart-store.ts';
import { type DemoProduct, type FoundProduct, findProduct, listFacts, toLine } from './product.ts';
import { formatPrice, type Shop, toAddress } from './shop-context.ts';
import { MissingPage, Steps, WidgetRow } from './shop-parts.tsx';
import { reportAddition } from './shopper-events.ts';

interface ProductPageProps {
	readonly shop: Shop;
	readonly path: string;
}

type Finding = FoundProduct | 'asking' | 'missing' | 'failed';

export const ProductPage: FunctionComponent<ProductPageProps> = ({ shop, path }) => {
	const [found, setFound] = useState<Finding>('asking');
	const [tries, setTries] = useState(0);
	const { settings } = shop;
	useEffect(() => {
		const ending = new AbortController();
		setFound('asking');
		findProduct(settings, path, ending.signal).then(
			(product) => setFound(product ?? 'missing'),
			() => !ending.signal.aborted && setFound('failed'),
		);
		return () => ending.abort();
	}, [settings, path, tries]);

	if (found === 'missing') return <MissingPage shop={shop} />;
	if (found === 'failed') return <Failure onRetry={() => setTries(tries + 1)} />;
	if (found === 'asking') return <div class="product waiting" role="status" aria-label="Loading the product" />;
	return <Product shop={shop} {...found} />;
};

const Failure: FunctionComponent<{ readonly onRetry: () => void }> = ({ onRetry }) => (
	<section class="notice" role="alert">
		<h1>This product could not be loaded</h1>
		<p>The shop did not get an answer. Your cart is safe.</p>
		<button type="button" class="button strong" onClick={onRetry}>
			Try again
		</button>
	</section>
);

const Product: FunctionComponent<FoundProduct & { readonly shop: Shop }> = ({ shop, product, variants }) => {
	const { settings } = shop;
	useEffect(() => {
		document.title = `${product.title} · Hearth & Trail`;
	}, [product.title]);
	return (
		<>
			<Steps shop={shop} category={product.categories[0] ?? ''} />
			<article class="product">
				<img class="picture" src={toAddress(settings, product.image_link)} alt="" width="400" height="400" />
				<div class="details">
					<p class="muted">{product.brand}</p>
					<h1>{product.title}</h1>
					<Rating {...product} />
					<Price {...product} />
					<p>{product.description}</p>
					<Variants settings={settings} product={product} variants={variants} />
					<AddButton shop={shop} product={product} />
					<dl class="facts">
						{listFacts(product).map(([name, value]) => (
							<div key={name}>
								<dt>{name}</dt>
								<dd>{value}</dd>
							</div>
						))}
					</dl>
				</div>
			</article>
			<WidgetRow shop={shop} kind="bought_together" />
			<WidgetRow shop={shop} kind="similar" />
			<WidgetRow shop={shop} kind="recently_viewed" />
		</>
	);
};

const Rating: FunctionComponent<DemoProduct> = ({ rating, review_count: count }) => (
	<p class="rating">
		<span class="stars" aria-hidden="true">
			<span class="filled" data-stars={Math.round(rating)} />
		</span>
		{rating} of 5, {count} {count === 1 ? 'review' : 'reviews'}
	</p>
);

const Price: FunctionComponent<DemoProduct> = ({ price, best_price: now }) => (
	<p class={now < price ? 'price reduced' : 'price'}>
		{formatPrice(now)}
		{now < price && (
			<s>
				<span class="hidden">Before: </span>
				{formatPrice(price)}
			</s>
		)}
	</p>
);

interface VariantsProps {
	readonly settings: Shop['settings'];
	readonly product: DemoProduct;
	readonly variants: readonly DemoProduct[];
}

const Variants: FunctionComponent<VariantsProps> = ({ settings, product, variants }) => {
	if (variants.length < 2) return <p class="muted">Colour: {product.color}</p>;
	return (
		<fieldset class="variants">
			<legend>Colour and size</legend>
			<ul>
				{variants.map((variant) => (
					<li key={variant.dfid}>
						<a
							href={toAddress(settings, variant.link)}
							aria-current={variant.dfid === product.dfid ? 'true' : undefined}
							class={variant.availability === 'out of stock' ? 'away' : ''}
						>
							{[variant.color, variant.size].filter(Boolean).join(', ')}
							{variant.availability === 'out of stock' && <span class="hidden"> (out of stock)</span>}
						</a>
					</li>
				))}
			</ul>
		</fieldset>
	);
};

const AddButton: FunctionComponent<{ readonly shop: Shop; readonly product: DemoProduct }> = ({ shop, product }) => {
	const [addedCount, setAddedCount] = useState(0);
	if (product.availability === 'out of stock') return <p class="stock">Out of stock at the moment</p>;
	const add = () => {
		const line = toLine(product);
		shop.changeCart((lines) => addLine(lines, line));
		reportAddition(shop.settings, line, 1);
		setAddedCount(addedCount + 1);
	};
	return (
		<div class="buy">
			<button type="button" class="button strong" onClick={add}>
				Add to cart
			</button>
			<span role="status">
				{addedCount > 0 && (
					<>
						In your cart. <a href={toAddress(shop.settings, 'demo/cart')}>Go to the cart</a>
					</>
				)}
			</span>
		</div>
	);
};
