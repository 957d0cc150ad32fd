/**
 * The temporary index of an import: created first, made the live one at the end, deleted when an error occurs in between.
 * It is deleted only if this run has created it.
 */
import { readAnswer } from '../api-answer.ts';
import { CommandError } from '../command-error.ts';
import type { Retrier } from './retry.ts';

export interface TemporaryIndex {
	/** @throws {CommandError} `too_many_temporary` when there already is one. */
	create(): Promise<void>;
	/** Atomic on the server: shoppers see the old items, then the new ones. @throws {CommandError} */
	replaceLive(): Promise<void>;
	/** Does nothing unless this run has created it. @throws {CommandError} when it may still exist. */
	remove(): Promise<Removal>;
	/** Deletes one that another run has created; it is no error if there is none. @throws {CommandError} */
	takeOver(): Promise<void>;
}

/** `missing`: it was created but does not exist: it was replaced after all, or deleted by another client. */
export type Removal = 'removed' | 'missing' | 'never_made';

/** `indexPath` ends with the name of the index. */
export function createTemporaryIndex(retrier: Retrier, indexPath: string): TemporaryIndex {
	let isOurs = false;

	async function deleteIt(): Promise<Removal> {
		const response = await retrier.send({ method: 'DELETE', path: `${indexPath}/temp/` }, 'harmless');
		if (response.status === 404) return 'missing';
		readAnswer(response, 'temporary index');
		return 'removed';
	}

	return {
		async create() {
			// Not repeated after a broken connection: an answer "exists already" could then mean ours or another one.
			const response = await retrier.send({ method: 'POST', path: `${indexPath}/temp/` }, 'harmful');
			if (response.status === 404) {
				const nextStep = 'check --engine and --index, or create the index with --create';
				throw new CommandError('not_found', 'there is no such search engine or index', { nextStep });
			}
			readAnswer(response, 'temporary index');
			isOurs = true;
		},
		async replaceLive() {
			const path = `${indexPath}/_replace_by_temp/`;
			const retriesBefore = retrier.retryCount();
			const response = await retrier.send({ method: 'POST', path }, 'harmless');
			// A retry finds no temporary index if the first try succeeded and only its answer was lost.
			const isDoneBefore = response.status === 404 && retrier.retryCount() > retriesBefore;
			if (!isDoneBefore) readAnswer(response, 'replacing the live index');
			isOurs = false;
		},
		async remove() {
			if (!isOurs) return 'never_made';
			const removal = await deleteIt();
			isOurs = false;
			return removal;
		},
		async takeOver() {
			await deleteIt();
		},
	};
}
