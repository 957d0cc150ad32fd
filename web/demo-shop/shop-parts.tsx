/** Parts that several pages of the shop have. */
import type { FunctionComponent } from 'preact';
import { addLine } from './cart-store.ts';
import { type DemoProduct, toLine } from './product.ts';
import { currency, type Shop, toAddress } from './shop-context.ts';
import { departments, listSteps, toCategoryPath } from './shop-paths.ts';
import { StorefrontElement } from './storefront-element.ts';

interface WidgetRowProps {
	readonly shop: Shop;
	readonly kind: string;
}

/** What a widget recommends for this page and this cart; nothing where the shop has no such widget. */
export const WidgetRow: FunctionComponent<WidgetRowProps> = ({ shop, kind }) => {
	const widget = shop.settings.widgets[kind];
	if (widget === undefined) return null;
	return (
		<StorefrontElement
			name="vitrine-recommendations"
			widget={widget}
			currency={currency}
			cart-items={shop.cart.map(({ dfid }) => dfid).join(' ')}
			cart
		/>
	);
};

/** Additions that an element reports go into the cart as well. */
export function listenForAdditions(changeCart: Shop['changeCart']): void {
	addEventListener('vitrine-cart', (event) => {
		const { item } = (event as CustomEvent<{ item: DemoProduct }>).detail;
		changeCart((lines) => addLine(lines, toLine(item)));
	});
}

export const Steps: FunctionComponent<{ readonly shop: Shop; readonly category: string }> = ({ shop, category }) => (
	<nav class="steps" aria-label="Breadcrumb">
		<ol>
			<li>
				<a href={toAddress(shop.settings, 'demo')}>Home</a>
			</li>
			{listSteps(category).map((step) => (
				<li key={step.category}>
					<a href={toAddress(shop.settings, toCategoryPath(step.category))}>{step.name}</a>
				</li>
			))}
		</ol>
	</nav>
);

export const DepartmentTiles: FunctionComponent<{ readonly shop: Shop }> = ({ shop }) => (
	<ul class="tiles">
		{departments.map(({ name, picture, text }) => (
			<li key={name}>
				<a href={toAddress(shop.settings, toCategoryPath(name))}>
					<img src={toAddress(shop.settings, picture)} alt="" width="400" height="400" />
					<strong>{name}</strong>
					<span class="muted">{text}</span>
				</a>
			</li>
		))}
	</ul>
);

export const MissingPage: FunctionComponent<{ readonly shop: Shop }> = ({ shop }) => (
	<>
		<section class="notice">
			<h1>There is nothing here</h1>
			<p>The page may have moved, or the product is no longer sold. Browse a department:</p>
		</section>
		<DepartmentTiles shop={shop} />
		<WidgetRow shop={shop} kind="trending" />
	</>
);
