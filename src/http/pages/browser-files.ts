/**
 * The code for browsers. Entries keep their addresses, because shops write them into their pages, and are revalidated
 * after some minutes; what they load has addresses with the hash of the content. Pages of every origin may load both.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FailureError, fail } from '../../lib/failure.ts';
import type { BrowserFile, ReadBrowserFiles } from '../../ports/browser-files.ts';
import type { App } from '../server/app.ts';
import { limitByNetwork } from '../shared/limit-by-network.ts';
import { createStaticAnswer, type StaticAnswer } from '../shared/static-answer.ts';

/** All elements, the search box alone, and the pages of the server itself. */
const entries = ['storefront.js', 'storefront-search.js', 'demo/shop.js', 'dashboard.js'] as const;

/** Its files are gone after an upgrade, so browsers ask each time which ones there are. */
const ownEntry = 'dashboard.js';

/** How long shops' pages may show the code of an older version. */
const entrySecondsMax = 300;

export interface BrowserFilesOptions {
	readonly read: ReadBrowserFiles;
	/** Browsers ask each time. */
	readonly isDevelopment: boolean;
}

export function addBrowserFiles(app: App, { read, isDevelopment }: BrowserFilesOptions): void {
	const findAnswer = createAnswers(read, isDevelopment);
	const options = {
		schema: { hide: true },
		config: {
			family: 'operations',
			access: 'public',
			failures: ['not_found', 'throttled', 'wrong_host', 'body_too_large', 'unavailable'],
		},
		onRequest: limitByNetwork,
	} as const;

	async function answerFile(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
		const answer = await findAnswer(path);
		if (answer === undefined) {
			reply.callNotFound();
			return reply;
		}
		reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
		return answer(request, reply);
	}

	for (const entry of entries) app.get(`/${entry}`, options, (request, reply) => answerFile(entry, request, reply));
	app.get('/assets/*', options, (request, reply) =>
		answerFile(`assets/${(request.params as { '*': string })['*']}`, request, reply),
	);
}

/** Finds files by their paths among those that were bundled: no path of a request ever reaches the disk. */
function createAnswers(read: ReadBrowserFiles, isDevelopment: boolean) {
	let files: readonly BrowserFile[] | undefined;
	let answers: ReadonlyMap<string, StaticAnswer> = new Map();

	async function readAll(): Promise<readonly BrowserFile[]> {
		try {
			return await read();
		} catch (error) {
			const message = "The server could not bundle its code for browsers; the server's log has the reason";
			throw new FailureError(fail('unavailable', { message }).failure, { cause: error });
		}
	}

	return async (path: string): Promise<StaticAnswer | undefined> => {
		if (files === undefined || isDevelopment) {
			const now = await readAll();
			if (now !== files) answers = new Map(now.map((file) => [file.path, toAnswer(file, isDevelopment)]));
			files = now;
		}
		return answers.get(path);
	};
}

function toAnswer({ path, bytes }: BrowserFile, isDevelopment: boolean): StaticAnswer {
	const isHashed = path.startsWith('assets/');
	const isOwn = path === ownEntry || isDevelopment;
	const maxAgeSeconds = isHashed ? Number.POSITIVE_INFINITY : isOwn ? 0 : entrySecondsMax;
	return createStaticAnswer(() => ({ bytes, type: 'text/javascript; charset=utf-8', maxAgeSeconds }));
}
