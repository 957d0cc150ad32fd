import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { createMemoryHistory } from 'vue-router';
import { createShop } from './vue-shop.js';

export async function renderPage(url) {
	const { app, router } = createShop(createSSRApp, createMemoryHistory());
	await router.push(url);
	return renderToString(app);
}
