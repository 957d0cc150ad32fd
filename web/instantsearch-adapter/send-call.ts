import type { Connection } from './adapter-options.ts';

export interface Failed {
	readonly error?: string;
	readonly status?: number;
}

/** @throws {Error} with the `status` of a refusal */
export async function call<Answer>({ url, fetch: ask = fetch }: Connection, path: string, init: RequestInit) {
	const response = await ask(`${url}/${path}`, init);
	const answer = (await response.json()) as Answer & Failed;
	if (!response.ok) throw toError({ ...answer, status: response.status });
	return answer;
}

export function toError({ error, status }: Failed): Error {
	return Object.assign(new Error(error), { status });
}
