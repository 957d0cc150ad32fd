/**
 * The pages of the dashboard, below `/dashboard`: one document for all of them, whose code shows what the address says. The
 * document is the same for everybody, and says nothing; what it shows comes from the API, for a session.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../server/app.ts';
import { limitByNetwork } from '../shared/limit-by-network.ts';
import { toRoot } from './to-root.ts';

/** Pictures are those of the shop's products, wherever they are. */
const pagePolicy =
	"default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' https: http: data:; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export function addDashboard(app: App): void {
	const options = {
		schema: { hide: true },
		config: {
			family: 'operations',
			access: 'public',
			failures: ['not_found', 'throttled', 'wrong_host', 'body_too_large'],
		},
		onRequest: limitByNetwork,
	} as const;

	async function answerPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
		reply.headers({
			'content-security-policy': pagePolicy,
			'cache-control': 'no-cache',
			'referrer-policy': 'same-origin',
			'cross-origin-opener-policy': 'same-origin',
		});
		return reply.type('text/html; charset=utf-8').send(writePage(toRoot(request.url)));
	}

	app.get('/dashboard', options, answerPage);
	app.get('/dashboard/*', options, (request, reply) => {
		const { '*': path } = request.params as { readonly '*': string };
		if (path !== 'api' && !path.startsWith('api/')) return answerPage(request, reply);
		reply.callNotFound();
		return reply;
	});
}

function writePage(root: string): string {
	return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Vitrine dashboard</title>
<link rel="icon" type="image/svg+xml" href="${root}welcome/icon.svg">
<script type="module" src="${root}dashboard.js"></script>
</head>
<body><noscript>The dashboard needs JavaScript.</noscript></body>
</html>
`;
}
