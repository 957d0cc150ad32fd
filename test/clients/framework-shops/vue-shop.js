/** The same shop in Vue. */
import { createRouter } from 'vue-router';
import Home from './vue-home.vue';
import Product from './vue-product.vue';
import Search from './vue-search.vue';
import Shop from './vue-shop.vue';

/** Its code arrives when the test calls `arrive`. */
const loadAbout = () =>
	new Promise((resolve) => {
		globalThis.arrive = () => resolve({ render: () => 'About us' });
	});

/** @param create `createApp`, or `createSSRApp` for pages that a server has rendered */
export function createShop(create, history) {
	const routes = [
		{ path: '/', component: Home },
		{ path: '/search', component: Search },
		{ path: '/demo/products/:name', component: Product },
		{ path: '/about', component: loadAbout },
	];
	const router = createRouter({ history, routes });
	const app = create(Shop, SETTINGS).use(router);
	return { app, router };
}
