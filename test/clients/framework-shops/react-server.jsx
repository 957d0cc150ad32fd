import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { ReactShop } from './react-shop.jsx';

export const renderPage = async (url) =>
	renderToString(
		<StaticRouter location={url}>
			<ReactShop {...SETTINGS} />
		</StaticRouter>,
	);
