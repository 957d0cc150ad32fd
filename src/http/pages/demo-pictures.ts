/**
 * The pictures that items of the demo catalogue have as `image_link`: drawn when they are asked for, and kept. There are as
 * many as kinds times colours, some kilobytes each, so the memory for them is bounded.
 */
import { drawPicture } from '../../domain/demo/pictures/draw-picture.ts';
import type { App } from '../server/app.ts';
import { limitByNetwork } from '../shared/limit-by-network.ts';
import { createStaticText, type StaticAnswer } from '../shared/static-answer.ts';

const secondsMax = 24 * 3600;

export function addDemoPictures(app: App): void {
	const answers = new Map<string, StaticAnswer>();

	function findAnswer(kind: string, colour: string): StaticAnswer | undefined {
		const name = `${kind}/${colour}`;
		const known = answers.get(name);
		if (known !== undefined) return known;
		const svg = drawPicture(kind, colour);
		if (svg === undefined) return undefined;
		const answer = createStaticText(() => svg, { type: 'image/svg+xml', maxAgeSeconds: secondsMax });
		answers.set(name, answer);
		return answer;
	}

	const options = {
		schema: { hide: true },
		config: {
			family: 'operations',
			access: 'public',
			failures: ['not_found', 'throttled', 'wrong_host', 'body_too_large'],
		},
		onRequest: limitByNetwork,
	} as const;
	app.get('/demo/images/:kind/:file', options, (request, reply) => {
		const { kind, file } = request.params as { readonly kind: string; readonly file: string };
		const answer = file.endsWith('.svg') ? findAnswer(kind, file.slice(0, -4)) : undefined;
		if (answer === undefined) {
			reply.callNotFound();
			return reply;
		}
		// Items are shown by pages of any origin.
		reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
		return answer(request, reply);
	});
}
