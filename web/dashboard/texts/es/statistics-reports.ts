import type { Texts } from '../texts.ts';

export const reportTexts: Texts['statistics']['reports'] = {
	figures_by_day: {
		title: 'Cada día de un vistazo',
		hint: 'Búsquedas, clics, sesiones, pedidos e ingresos. Conversión = pedidos ÷ sesiones.',
	},
	searches: {
		title: 'Búsquedas por día',
		hint: 'Búsquedas de la primera página. Lo que se sigue escribiendo es una sola búsqueda: la última.',
	},
	'searches/top': { title: 'Búsquedas más frecuentes', hint: 'Lo que más se busca.' },
	'searches/trends': {
		title: 'Búsquedas al alza y a la baja',
		hint: 'Búsquedas frente al periodo anterior de igual duración. Crecimiento = cambio ÷ búsquedas de antes.',
	},
	'searches/unclicked': {
		title: 'Búsquedas sin clic',
		hint: 'Consultas tras las que no se hace clic en nada. Proporción = búsquedas sin ningún clic ÷ búsquedas.',
	},
	'searches/popular': {
		title: 'Búsquedas por clics',
		hint: 'Consultas cuyos resultados reciben más clics.',
	},
	'conversions/queries': {
		title: 'A qué llevan las consultas',
		hint: 'Tasas de clic, de carrito y de conversión = búsquedas con un clic, un carrito, una compra ÷ búsquedas.',
	},
	'searches/locations': {
		title: 'Desde dónde se busca',
		hint: 'Ciudad y país de las consultas, si el servidor tiene una base de datos de direcciones.',
	},
	clicks: {
		title: 'Clics por día',
		hint: 'Clics en productos, banners, resultados propios y recomendaciones.',
	},
	'clicks/users': {
		title: 'Quién hace clic',
		hint: 'Los clics, los que son en productos y las personas que los hicieron.',
	},
	'clicks/positions': {
		title: 'Posiciones de los clics',
		hint: 'En qué posiciones de los resultados se hace clic. Media = suma de posiciones ÷ clics con posición conocida.',
	},
	clicked_items: {
		title: 'Productos con más clics',
		hint: 'Los productos que reciben más clics, con el título que tienen ahora.',
	},
	'clicked_items/searches': {
		title: 'Consultas de un producto',
		hint: 'Qué consultas llevan a hacer clic en un producto.',
	},
	'clicked_items/position': {
		title: 'Posiciones de los productos',
		hint: 'En qué posiciones se hace clic en cada producto.',
	},
	'results/top': {
		title: 'Marcas y categorías',
		hint: 'Clics en productos según la marca o categoría que tienen ahora, de los 10 000 productos con más clics.',
	},
	facets: { title: 'Facetas', hint: 'Búsquedas que se acotaron con cada faceta.' },
	facets_by_day: { title: 'Facetas por día', hint: 'Búsquedas que se acotaron con cada faceta, día a día.' },
	'facets/top': {
		title: 'Valores de facetas',
		hint: 'Los valores con los que más se acota y las consultas que los llevan.',
	},
	'facets/filters': {
		title: 'Filtros sin resultados',
		hint: 'Proporción sin resultados = usos en búsquedas que no encontraron nada ÷ usos.',
	},
	banners: {
		title: 'Banners',
		hint: 'Apariciones y clics por tu número del banner. Solo la versión 5 de la API informa de apariciones.',
	},
	'conversions/banners': {
		title: 'Qué aportan los banners',
		hint: 'Tasa de carrito = carritos ÷ clics; conversión = compras ÷ clics; proporción de todas las compras e ingresos.',
	},
	'custom-results': {
		title: 'Resultados propios',
		hint: 'Clics en los resultados que muestras por tu cuenta. Ninguna llamada informa de sus apariciones.',
	},
	redirects: { title: 'Redirecciones', hint: 'Redirecciones que se siguieron, por tu propio número.' },
	quizzes: { title: 'Cuestionarios', hint: 'Este servidor no tiene cuestionarios: el informe siempre está vacío.' },
	recommendations: {
		title: 'Widgets',
		hint: 'Qué muestran y qué aportan. Apariciones = respuestas con al menos un producto; tasa de clic = clics ÷ apariciones.',
	},
	'conversions/widgets': {
		title: 'Qué aportan los widgets',
		hint: 'Primero los de más ingresos. Tasa de carrito = carritos ÷ clics; conversión = compras ÷ clics.',
	},
	checkouts: { title: 'Pedidos por día', hint: 'Carritos que se compraron.' },
	sales: { title: 'Ventas por sesión', hint: 'Lo que pagó cada sesión: la suma de precio × unidades.' },
	'top-sales': {
		title: 'Los más vendidos',
		hint: 'Productos de los que se compran más unidades. Precio medio = ingresos ÷ unidades.',
	},
	'conversions/items': {
		title: 'Qué aportan los productos',
		hint: 'Tasa de clic = clics ÷ veces que búsquedas y recomendaciones lo mostraron; carrito y conversión, por clic.',
	},
	'conversions/origins': {
		title: 'De dónde vienen las ventas',
		hint: 'Compras según lo último en lo que se hizo clic antes: búsquedas, recomendaciones, banners.',
	},
	sessions: {
		title: 'Sesiones con y sin búsqueda',
		hint: 'Conversión = sesiones con compra ÷ sesiones; ingresos por sesión = ingresos ÷ sesiones.',
	},
	inits: { title: 'Sesiones por día', hint: 'Sesiones que avisaron de su comienzo.' },
	'inits/users': {
		title: 'Sesiones y clientes',
		hint: 'Sesiones que comenzaron, cuántas son distintas y de cuántos clientes.',
	},
	search_engine_users: {
		title: 'Páginas vistas, sesiones, búsquedas',
		hint: 'Cuánto se usa el motor de búsqueda.',
	},
	'inits/locations': {
		title: 'De dónde vienen las sesiones',
		hint: 'Cada posición una vez, si el servidor tiene una base de datos de direcciones.',
	},
	usage: { title: 'Llamadas por día', hint: 'Llamadas a las API con éxito. Los días son los de UTC.' },
	'sector/click_through_rate': {
		title: 'Tasa de clics',
		hint: 'Búsquedas con un clic ÷ búsquedas: la mediana de tus motores de búsqueda del sector.',
	},
	'sector/abandonment': {
		title: 'Búsquedas abandonadas',
		hint: 'Búsquedas sin clic ÷ búsquedas: la mediana de tus motores de búsqueda del sector.',
	},
	'sector/conversion_rate': {
		title: 'Conversión',
		hint: 'Pedidos ÷ sesiones: la mediana de tus motores de búsqueda del sector.',
	},
	'sector/used_search': {
		title: 'Uso de la búsqueda',
		hint: 'Sesiones con búsqueda ÷ sesiones: la mediana de tus motores de búsqueda del sector.',
	},
	'sector/searches_per_session': {
		title: 'Búsquedas por sesión',
		hint: 'Búsquedas ÷ sesiones: la mediana de tus motores de búsqueda del sector.',
	},
	'sector/clicks_per_session': {
		title: 'Clics por sesión',
		hint: 'Clics ÷ sesiones: la mediana de tus motores de búsqueda del sector.',
	},
};
