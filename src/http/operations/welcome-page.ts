/**
 * The page at `/`, for visitors who know only the address: an overview and the first steps. Browsers get a page, other
 * clients JSON. Its links are relative, because a proxy may serve the server below a path of its own.
 */
import type { App } from '../server/app.ts';
import { limitByNetwork } from '../shared/limit-by-network.ts';
import { createStaticText } from '../shared/static-answer.ts';
import { welcomeStyle } from './welcome-style.ts';

const pagePolicy =
	"default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const styleSecondsMax = 3600;

export interface Welcome {
	readonly version: string;
	/** The address for commands and shops; known once the server listens. */
	readonly readUrl: () => string;
	readonly hasSearch: boolean;
	/** Whether metrics are served here, rather than on a port of their own. */
	readonly hasMetrics: boolean;
}

const links = [
	['docs', 'API reference', 'Every operation with its parameters, answers and examples, to read and to try.'],
	['openapi.json', 'OpenAPI document', 'The same for programs: generate a client in your language.'],
	['health/ready', 'Health', 'Whether the server can be read, written and searched right now.'],
] as const;

const apis = [
	['/api/v2/search_engines', 'Management', 'search engines, indices and items; for your back end', 'key'],
	['/6/{hashid}/_search', 'Search', 'search, suggestions and what shoppers do; for your shop', 'key or allowed page'],
	['/api/widget/{widget_id}', 'Recommendations', 'widgets and their events; for your pages', 'none'],
	['/api/admin/v1', 'Administration', 'accounts, keys, stores, widgets, settings', 'key or operator token'],
	['/metrics', 'Metrics', 'for Prometheus', 'operator token'],
] as const;

function listApis({ hasSearch, hasMetrics }: Welcome) {
	return apis.filter(([, name]) => (name !== 'Search' || hasSearch) && (name !== 'Metrics' || hasMetrics));
}

/** What to do, why, and the command for it. */
const steps = [
	[
		'Have a key',
		'The first start printed one, once, in the terminal; the operator makes more. Keep it where commands look for it.',
		'npm run vitrine -- account create --name "My shop"\nexport VITRINE_URL=ADDRESS VITRINE_KEY=…',
	],
	[
		'Make a search engine and an index in it',
		'A search engine is a catalogue in one language and currency. The first answer has its hashid.',
		'npm run vitrine -- engine create --name "My shop" --language en --currency EUR\ncurl -H "Authorization: Token $VITRINE_KEY" -H "Content-Type: application/json" -d \'{"name":"product","preset":"product"}\' \\\n  $VITRINE_URL/api/v2/search_engines/HASHID/indices',
	],
	[
		'Send your products',
		'A file of JSON lines takes the place of what is in the index, which can be searched all the time.',
		'npm run vitrine -- import products.jsonl --engine HASHID --index product',
	],
	[
		'Search',
		'With the key from your server; without one from the pages of your shop, once it is a store.',
		'curl -g -H "Authorization: Token $VITRINE_KEY" \\\n  "$VITRINE_URL/6/HASHID/_search?query=red+shoe&fields=title,price"',
	],
] as const;

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f5c4d"/><path d="M7 12h18v12a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2zM6 7h20l1.5 5h-23z" fill="#f3efe6"/><circle cx="15" cy="18" r="3.4" fill="none" stroke="#1f5c4d" stroke-width="1.8"/><path d="m17.6 20.6 2.6 2.6" stroke="#1f5c4d" stroke-width="1.8" stroke-linecap="round"/></svg>`;

function listSteps({ readUrl, hasSearch }: Welcome) {
	const url = readUrl();
	return steps
		.filter(([name]) => name !== 'Search' || hasSearch)
		.map(([name, text, command]) => ({ name, text, command: command.replace('ADDRESS', () => url) }));
}

function writePage(welcome: Welcome): string {
	const cards = links.map(
		([path, name, text]) => `<a class="card" href="${path}"><strong>${name}</strong><span>${text}</span></a>`,
	);
	const rows = listApis(welcome).map(
		([path, name, text, needs]) =>
			`<tr><th scope="row">${name}</th><td><code>${path}</code></td><td>${text}</td><td>${needs}</td></tr>`,
	);
	const items = listSteps(welcome).map(
		({ name, text, command }) =>
			`<li><h3>${name}</h3><p>${text}</p><pre><code>${escapeHtml(command)}</code></pre></li>`,
	);
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Vitrine</title>
<link rel="icon" type="image/svg+xml" href="welcome/icon.svg">
<link rel="stylesheet" href="welcome/style.css">
</head>
<body>
<header>
<img src="welcome/icon.svg" alt="" width="44" height="44">
<h1>Vitrine</h1>
<p>Product search and recommendations for online shops. This server is running, version ${escapeHtml(welcome.version)}.</p>
</header>
<main>
<nav aria-label="Where things are">${cards.join('')}</nav>
<section><h2>First steps</h2><ol>${items.join('')}</ol></section>
<section><h2>The APIs</h2><table><thead><tr><th scope="col">API</th><th scope="col">Begins at</th><th scope="col">What for</th><th scope="col">Needs</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>
</main>
</body>
</html>
`;
}

function writeJson(welcome: Welcome): string {
	return JSON.stringify({
		name: 'Vitrine',
		version: welcome.version,
		docs: '/docs',
		openapi: '/openapi.json',
		health: { live: '/health/live', ready: '/health/ready' },
		apis: listApis(welcome).map(([path, name, purpose, needs]) => ({ name: name.toLowerCase(), path, purpose, needs })),
		first_steps: listSteps(welcome).map(({ name, text, command }) => ({
			name,
			text,
			commands: command.replaceAll(' \\\n ', '').split('\n'),
		})),
	});
}

function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

export function addWelcomePage(app: App, welcome: Welcome): void {
	const variesBy = 'Accept';
	const page = createStaticText(() => writePage(welcome), { type: 'text/html', maxAgeSeconds: 0, variesBy });
	const json = createStaticText(() => writeJson(welcome), { type: 'application/json', maxAgeSeconds: 0, variesBy });
	const assets = {
		'/welcome/style.css': createStaticText(() => welcomeStyle, { type: 'text/css', maxAgeSeconds: styleSecondsMax }),
		'/welcome/icon.svg': createStaticText(() => icon, { type: 'image/svg+xml', maxAgeSeconds: styleSecondsMax }),
	};
	const options = {
		schema: { hide: true },
		config: { family: 'operations', access: 'public', failures: ['throttled', 'wrong_host', 'body_too_large'] },
		onRequest: limitByNetwork,
	} as const;

	app.get('/', options, (request, reply) => {
		if (!wantsPage(request.headers.accept)) return json(request, reply);
		reply.header('content-security-policy', pagePolicy);
		return page(request, reply);
	});
	for (const [path, answer] of Object.entries(assets)) app.get(path, options, answer);
}

/** A client gets the page if it names HTML and does not prefer JSON; a program that accepts anything gets JSON. */
function wantsPage(accept = ''): boolean {
	const weightOf = (type: string) => {
		const entry = accept.split(',').find((part) => part.split(';', 1)[0]?.trim().toLowerCase() === type);
		return entry === undefined ? 0 : Number(/;\s*q=([\d.]+)/i.exec(entry)?.[1] ?? 1);
	};
	return weightOf('text/html') > 0 && weightOf('text/html') >= weightOf('application/json');
}
