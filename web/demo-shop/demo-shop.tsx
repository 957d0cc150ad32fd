/** `/demo/shop.js`: a shop of the demo catalogue, made of the elements of `/storefront.js` and of the public APIs. */
import { type FunctionComponent, render } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { CartPage } from './cart-page.tsx';
import { type CartLine, readCart, writeCart } from './cart-store.ts';
import { HomePage } from './home-page.tsx';
import { CategoryPage, SearchPage } from './list-pages.tsx';
import { ProductPage } from './product-page.tsx';
import { type RequestLog, watchRequests } from './request-log.ts';
import type { Shop } from './shop-context.ts';
import { ShopLayout } from './shop-layout.tsx';
import { listenForAdditions, MissingPage } from './shop-parts.tsx';
import { findShopPage, type ShopPage } from './shop-paths.ts';
import { readShopSettings, type ShopSettings } from './shop-settings.ts';
import { shopStyles } from './shop-styles.ts';

interface DemoShopProps {
	readonly settings: ShopSettings;
	readonly log: RequestLog;
	readonly page: ShopPage;
}

const DemoShop: FunctionComponent<DemoShopProps> = ({ settings, log, page }) => {
	const [cart, setCart] = useState(readCart);
	const changeCart = useCallback((change: (lines: readonly CartLine[]) => readonly CartLine[]) => {
		setCart((lines) => {
			const changed = change(lines);
			writeCart(changed);
			return changed;
		});
	}, []);
	useEffect(() => listenForAdditions(changeCart), [changeCart]);
	const shop = useMemo(() => ({ settings, log, cart, changeCart }), [settings, log, cart, changeCart]);
	return (
		<ShopLayout shop={shop}>
			<Page shop={shop} page={page} />
		</ShopLayout>
	);
};

const Page: FunctionComponent<{ readonly shop: Shop; readonly page: ShopPage }> = ({ shop, page }) => {
	switch (page.kind) {
		case 'home':
			return <HomePage shop={shop} />;
		case 'cart':
			return <CartPage shop={shop} />;
		case 'search':
			return <SearchPage shop={shop} />;
		case 'category':
			return <CategoryPage shop={shop} category={page.category} />;
		case 'product':
			return <ProductPage shop={shop} path={page.path} />;
		case 'missing':
			return <MissingPage shop={shop} />;
	}
};

const titles: Readonly<Record<ShopPage['kind'], string>> = {
	home: 'Hearth & Trail, a demo shop',
	cart: 'Your cart · Hearth & Trail',
	search: 'Search · Hearth & Trail',
	category: 'Hearth & Trail',
	product: 'Hearth & Trail',
	missing: 'Nothing here · Hearth & Trail',
};

const page = findShopPage(location.pathname);
document.title = page.kind === 'category' ? `${page.category} · Hearth & Trail` : titles[page.kind];
const sheet = new CSSStyleSheet();
sheet.replaceSync(shopStyles);
document.adoptedStyleSheets = [sheet];
render(
	<DemoShop settings={readShopSettings(document.body)} log={watchRequests(location.href)} page={page} />,
	document.body,
);
