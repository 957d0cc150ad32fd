import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { ReactShop } from './react-shop.jsx';

const app = document.getElementById('app');
const shop = (
	<BrowserRouter>
		<ReactShop {...SETTINGS} />
	</BrowserRouter>
);
globalThis.leave = () => root.unmount();
const onRecoverableError = (error) => console.error('recovered', error);
const root = app.hasChildNodes() ? hydrateRoot(app, shop, { onRecoverableError }) : createRoot(app);
if (!app.hasChildNodes()) root.render(shop);
