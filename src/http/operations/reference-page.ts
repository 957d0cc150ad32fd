/**
 * The page at /docs that shows the OpenAPI document. Its styles and code are files of a package, read once and kept in
 * memory; our only script says which document to show. There is no inline code, so the page's policy allows none.
 */
import { readFile } from 'node:fs/promises';
import type { App } from '../server/app.ts';
import { limitByNetwork } from '../shared/limit-by-network.ts';
import { createStaticAnswer, createStaticText, type StaticAnswer } from '../shared/static-answer.ts';

/** For the page's assets, which change only with the version of the program. The page itself is revalidated each time. */
const assetSecondsMax = 3600;

const assetTypes: Readonly<Record<string, string>> = {
	'swagger-ui.css': 'text/css; charset=utf-8',
	'index.css': 'text/css; charset=utf-8',
	'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
	'favicon-32x32.png': 'image/png',
	'favicon-16x16.png': 'image/png',
};

/**
 * What the browser may load and run. The page's code sets styles on elements, and calls only this server. The policy must
 * not upgrade requests to https, which would break the page on a plain http address other than localhost.
 */
const pagePolicy =
	"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Without the bar at the top, which has another product's logo and a field to load other documents. */
const initializer = `window.addEventListener('load', () => {
	SwaggerUIBundle({
		url: location.pathname.replace(/\\/$/, '') + '/json',
		dom_id: '#swagger-ui',
		presets: [SwaggerUIBundle.presets.apis],
		layout: 'BaseLayout',
		docExpansion: 'list',
		deepLinking: true,
		tryItOutEnabled: false,
		defaultModelsExpandDepth: -1,
		validatorUrl: null,
	});
});
`;

/** @param base the path of /docs relative to the page: a proxy may serve it below a path of its own. */
function writePage(base: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vitrine API reference</title>
<link rel="stylesheet" href="${base}static/swagger-ui.css">
<link rel="stylesheet" href="${base}static/index.css">
<link rel="icon" type="image/png" href="${base}static/favicon-32x32.png" sizes="32x32">
<link rel="icon" type="image/png" href="${base}static/favicon-16x16.png" sizes="16x16">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${base}static/swagger-ui-bundle.js"></script>
<script src="${base}static/initializer.js"></script>
</body>
</html>
`;
}

/** @param answerDocument sends the OpenAPI document as JSON. */
export function addReferencePage(app: App, answerDocument: StaticAnswer): void {
	const assets = createAssets();
	const pages = {
		'/docs': createStaticText(() => writePage('docs/'), { type: 'text/html', maxAgeSeconds: 0 }),
		'/docs/': createStaticText(() => writePage(''), { type: 'text/html', maxAgeSeconds: 0 }),
	};
	const options = {
		schema: { hide: true },
		config: { family: 'operations', access: 'public', failures: ['not_found', 'throttled'] },
		onRequest: limitByNetwork,
	} as const;

	app.get('/docs', options, (request, reply) => {
		const isFolder = request.url.split('?', 1)[0]?.endsWith('/') === true;
		reply.header('content-security-policy', pagePolicy);
		return pages[isFolder ? '/docs/' : '/docs'](request, reply);
	});
	app.get('/docs/json', options, (request, reply) => answerDocument(request, reply));
	app.get('/docs/static/:file', options, (request, reply) => {
		const answer = assets.get((request.params as { file: string }).file);
		if (answer === undefined) return reply.callNotFound();
		return answer(request, reply);
	});
}

function createAssets(): ReadonlyMap<string, StaticAnswer> {
	const folder = import.meta.resolve('@fastify/swagger-ui/static/index.css');
	const entries = Object.entries(assetTypes).map(([name, type]): [string, StaticAnswer] => [
		name,
		createStaticAnswer(async () => ({
			bytes: await readFile(new URL(name, folder)),
			type,
			maxAgeSeconds: assetSecondsMax,
		})),
	]);
	const code = createStaticText(() => initializer, { type: 'text/javascript', maxAgeSeconds: 0 });
	return new Map([...entries, ['initializer.js', code]]);
}
