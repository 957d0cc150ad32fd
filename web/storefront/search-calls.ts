/** Calls of the search API, as any page of the shop may make them. */
import { type Caller, readAnswer, readUser, withTimeout } from './call-server.ts';
import { readConsent, readSession } from './shopper.ts';
import type { SearchAnswer } from './wire.ts';

export type Parameters = readonly (readonly [name: string, value: string | number])[];

/** @throws {Error} when there is no answer, or a refusal; an `AbortError` when `signal` called it off */
export function search(caller: Caller, parameters: Parameters, signal: AbortSignal): Promise<SearchAnswer> {
	const isDenied = readConsent(caller.host) === 'denied';
	const counting: Parameters = isDenied ? [['stats', 'false']] : [];
	return get({ caller, operation: '_search', signal }, [...parameters, ...nameShopper(caller), ...counting]);
}

/** At most ten completions, the most popular first. */
export function suggest(caller: Caller, query: string, signal: AbortSignal): Promise<readonly string[]> {
	return get({ caller, operation: '_suggest', signal }, [['query', query]]);
}

function nameShopper({ host }: Caller): Parameters {
	const session = readSession(host);
	if (session === undefined) return [];
	return Object.entries({ session_id: session, ...readUser(host) });
}

interface Call {
	readonly caller: Caller;
	readonly operation: string;
	readonly signal: AbortSignal;
}

async function get<T>({ caller, operation, signal }: Call, parameters: Parameters): Promise<T> {
	const query = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]));
	const address = `${caller.server}6/${encodeURIComponent(caller.engine)}/${operation}?${query}`;
	return readAnswer(await fetch(address, { credentials: 'omit', signal: withTimeout(signal) }));
}
