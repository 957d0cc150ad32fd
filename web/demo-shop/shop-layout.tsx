import type { ComponentChildren, FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { countItems } from './cart-store.ts';
import { RequestPanel, readIsShown, writeIsShown } from './request-panel.tsx';
import { type Shop, toAddress } from './shop-context.ts';
import { departments, toCategoryPath } from './shop-paths.ts';
import { StorefrontElement } from './storefront-element.ts';

interface LayoutProps {
	readonly shop: Shop;
	readonly children: ComponentChildren;
}

export const ShopLayout: FunctionComponent<LayoutProps> = ({ shop, children }) => {
	const [isShown, setShown] = useState(readIsShown);
	const show = (next: boolean) => {
		writeIsShown(next);
		setShown(next);
	};
	const { settings, cart } = shop;
	const count = countItems(cart);
	return (
		<>
			<a class="skip" href="#content">
				Skip to the content
			</a>
			<header>
				<a class="logo" href={toAddress(settings, 'demo')}>
					Hearth <span>&amp;</span> Trail
				</a>
				<StorefrontElement
					name="vitrine-search"
					engine={settings.hashid}
					results-url={toAddress(settings, 'demo/search')}
					placeholder="Search boots, lamps, headphones …"
				/>
				<a class="to-cart" href={toAddress(settings, 'demo/cart')}>
					Cart <span class="count">{count}</span>
					<span class="hidden">{count === 1 ? ' item' : ' items'}</span>
				</a>
				<nav aria-label="Departments">
					<ul>
						{departments.map(({ name }) => (
							<li key={name}>
								<a href={toAddress(settings, toCategoryPath(name))}>{name}</a>
							</li>
						))}
					</ul>
				</nav>
			</header>
			<main id="content" tabIndex={-1}>
				{children}
			</main>
			<footer>
				<p>
					A demo shop: nothing is sold, and nothing leaves this server. Your cart and a session are kept in this
					browser, so that recommendations can follow what you view.
				</p>
				<button type="button" class="button" aria-pressed={isShown} onClick={() => show(!isShown)}>
					Show what Vitrine does
				</button>
			</footer>
			{isShown && <RequestPanel log={shop.log} onClose={() => show(false)} />}
		</>
	);
};
