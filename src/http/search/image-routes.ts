/**
 * Search by image, which this server does not have. It gives the answer of a search engine with image search switched
 * off, which clients know. If the address did not exist, they would tell their users that the shop is misconfigured.
 */
import { requestBytesMax } from '../../domain/item/item.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { describeSearchOperation } from './describe-search-operation.ts';

const refusal = fail('invalid', { message: 'Image Search is not enabled for this search engine' }).failure;

export function addImageRoutes(app: App): void {
	// After the caller was admitted, and before an image of megabytes is read.
	const refuse = async () => {
		throw new FailureError(refusal);
	};
	const neverCalled = async () => null;
	app.post(
		'/_image_search',
		{ ...describeImageSearch(byPicture), bodyLimit: requestBytesMax, onRequest: refuse },
		neverCalled,
	);
	app.get('/_visually_similar', { ...describeImageSearch(byItem), onRequest: refuse }, neverCalled);
}

const byPicture = { id: 'searchByImage', summary: 'Search by a picture: always refused with 400' };
const byItem = { id: 'findVisuallySimilar', summary: 'Items that look alike: always refused with 400' };

function describeImageSearch(operation: { readonly id: string; readonly summary: string }) {
	// It does not search, so it cannot time out.
	return describeSearchOperation({ ...operation, tag: 'Search', without: ['timed_out'], response: undefined });
}
