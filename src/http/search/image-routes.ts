/**
 * Search by pictures, which this server does not have. Clients know the answer of a search engine where it is switched
 * off; an address that is not there would tell their users that the shop is misconfigured.
 */
import { FailureError, fail } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';

const refusal = fail('invalid', { message: 'Image Search is not enabled for this search engine' }).failure;

export function addImageRoutes(app: App): void {
	const options = {
		schema: { hide: true },
		config: {
			family: 'search',
			access: 'searcher',
			failures: ['invalid', 'forbidden', 'not_found', 'throttled', 'overloaded', 'wrong_host', 'body_too_large'],
		},
		// After the caller was admitted, and before a picture of megabytes is read.
		async onRequest() {
			throw new FailureError(refusal);
		},
	} as const;
	const neverCalled = async () => null;
	app.post('/_image_search', options, neverCalled);
	app.get('/_visually_similar', options, neverCalled);
}
