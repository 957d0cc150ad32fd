/**
 * Which copies of search engines did evaluations leave behind that were killed? A copy says until when its evaluation claims
 * it, and that renews the claim while it works. A copy whose claim is over belongs to nobody.
 */
import { asRecords, readAnswer } from '../api-answer.ts';
import type { CommandIo } from '../command.ts';
import { enginesPath } from '../engine-commands.ts';
import type { Retrier } from '../import/retry.ts';
import { toMemberPath } from '../resource-commands.ts';

const lifeMs = 15 * 60_000;
const renewalMs = 5 * 60_000;
/** Evaluations run on several machines, whose clocks differ. */
const clockErrorMs = 10 * 60_000;
/** The platform of an engine is any text, and means nothing to the server. */
const claimPattern = /^vitrine evaluate until (\S+)$/;

type Engines = Pick<Retrier, 'send'>;

/** The platform of a copy. */
export function toClaim(dateMs: number): string {
	return `vitrine evaluate until ${new Date(dateMs + lifeMs).toISOString()}`;
}

/** Renews the claim to a copy. @returns a function that ends it */
export function keepClaimed(retrier: Engines, scratch: string, io: Pick<CommandIo, 'every' | 'dateMs'>): () => void {
	const renew = async (): Promise<void> => {
		const body = JSON.stringify({ platform: toClaim(io.dateMs()) });
		await retrier.send({ method: 'PATCH', path: toMemberPath(enginesPath, scratch), body }, 'harmless');
	};
	// Whatever is wrong with the connection, the evaluation itself meets it, too.
	return io.every(renewalMs, () => void renew().catch(() => undefined));
}

/** Deletes the copies that nobody renews. @returns how many. @throws {CommandError} */
export async function removeAbandoned(retrier: Engines, dateMs: number): Promise<number> {
	const engines = asRecords(readAnswer(await retrier.send({ method: 'GET', path: enginesPath }, 'harmless')));
	const abandoned = engines.filter(({ platform }) => isAbandoned(String(platform), dateMs));
	for (const { hashid } of abandoned) await removeCopy(retrier, String(hashid));
	return abandoned.length;
}

/** Without a word where it is gone already. @throws {CommandError} when it may still exist. */
export async function removeCopy(retrier: Engines, scratch: string): Promise<void> {
	const response = await retrier.send({ method: 'DELETE', path: toMemberPath(enginesPath, scratch) }, 'harmless');
	if (response.status !== 404) readAnswer(response, `search engine ${scratch}`);
}

function isAbandoned(platform: string, dateMs: number): boolean {
	const until = claimPattern.exec(platform)?.[1];
	return until !== undefined && Date.parse(until) + clockErrorMs < dateMs;
}
