/**
 * The pages of the demo shop, below `/demo`: one document for all of them, whose code shows what the address says. It is
 * told which search engine and widgets the shop has. Links are relative, because a proxy may serve the server below a path
 * of its own.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DemoShop } from '../../app/demo/find-demo-shop.ts';
import type { App } from '../server/app.ts';
import { limitByNetwork } from '../shared/limit-by-network.ts';
import { toRoot } from './to-root.ts';

const pagePolicy =
	"default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export interface DemoShopOptions {
	/** Without search there is nothing to find and nothing to recommend. */
	readonly hasSearch: boolean;
}

export function addDemoShop(app: App, { hasSearch }: DemoShopOptions): void {
	const options = {
		schema: { hide: true },
		config: {
			family: 'operations',
			access: 'public',
			failures: ['throttled', 'wrong_host', 'body_too_large', 'timed_out', 'unavailable'],
		},
		onRequest: limitByNetwork,
	} as const;

	async function answerPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
		const shop = hasSearch ? await request.zone.findDemoShop() : undefined;
		const root = toRoot(request.url);
		reply.headers({ 'content-security-policy': pagePolicy, 'cache-control': 'no-cache' });
		const page = shop === undefined ? writeMissing(root, hasSearch) : writeShop(root, shop);
		return reply
			.code(shop === undefined ? 404 : 200)
			.type('text/html; charset=utf-8')
			.send(page);
	}

	app.get('/demo', options, answerPage);
	app.get('/demo/*', options, answerPage);
}

function writeHead(root: string, title: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${root}welcome/icon.svg">`;
}

/** The widgets' ids are UUIDs and the hashid is hex, so nothing needs to be escaped but quotes. */
function writeShop(root: string, { hashid, widgets }: DemoShop): string {
	const ids = JSON.stringify(widgets).replaceAll('"', '&quot;');
	return `${writeHead(root, 'Hearth &amp; Trail, a demo shop')}
<script type="module" src="${root}demo/shop.js"></script>
<script type="module" src="${root}storefront.js"></script>
</head>
<body data-consent="granted" data-engine="${hashid}" data-widgets="${ids}"><noscript>This shop needs JavaScript.</noscript></body>
</html>
`;
}

const command = 'npm start -- --port 8081 --data-dir ./demo-data';

function writeMissing(root: string, hasSearch: boolean): string {
	const reason = hasSearch
		? 'This server has no demo catalogue: it was started with data of its own or with <code>--no-demo</code>, or the demo shop was renamed or deleted.'
		: 'This server was started without search (<code>--no-search</code>), so there is nothing to show.';
	return `${writeHead(root, 'No demo shop')}
<link rel="stylesheet" href="${root}welcome/style.css">
</head>
<body>
<header>
<img src="${root}welcome/icon.svg" alt="" width="44" height="44">
<h1>There is no demo shop here</h1>
<p>${reason}</p>
</header>
<main>
<section><h2>How to get one</h2><p>Start a second server beside this one, with a directory of its own. Its first start makes the demo shop, at <code>/demo</code>:</p>
<pre><code>${command}</code></pre></section>
</main>
</body>
</html>
`;
}
