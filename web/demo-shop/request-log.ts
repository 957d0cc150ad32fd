/** What the page asked the server, with times and reasons: `fetch` is watched, so that the elements need not know. */

export interface LoggedRequest {
	readonly id: number;
	readonly method: string;
	/** With its query, unescaped to be read. */
	readonly address: string;
	/** The JSON that was sent, if any. */
	readonly body: string | undefined;
	/** Undefined while it is under way; 0 where there was no answer. */
	readonly status: number | undefined;
	/** From the call to the end of the answer, as the page saw it. */
	readonly durationMs: number | undefined;
	/** What the answer says about itself. */
	readonly reasons: readonly string[];
}

const requestsMax = 60;

export interface RequestLog {
	/** The latest first. */
	read(): readonly LoggedRequest[];
	/** @returns a function that ends it. */
	subscribe(listener: () => void): () => void;
}

/**
 * Replaces the global `fetch` by one that notes calls of the APIs.
 * @param pageUrl which relative addresses are resolved against
 */
export function watchRequests(pageUrl: string, scope: { fetch: typeof fetch } = globalThis): RequestLog {
	const ask = scope.fetch.bind(globalThis);
	const listeners = new Set<() => void>();
	let requests: readonly LoggedRequest[] = [];
	let count = 0;

	function note(request: LoggedRequest): void {
		const isKnown = requests.some(({ id }) => id === request.id);
		requests = isKnown
			? requests.map((other) => (other.id === request.id ? request : other))
			: [request, ...requests].slice(0, requestsMax);
		for (const listener of listeners) listener();
	}

	scope.fetch = async (input, init) => {
		const address = new URL(input instanceof Request ? input.url : input, pageUrl);
		if (!/\/(?:6|api)\//.test(address.pathname)) return ask(input, init);
		count += 1;
		const started = performance.now();
		const body = typeof init?.body === 'string' ? init.body : undefined;
		const method = init?.method?.toUpperCase() ?? 'GET';
		const readable = decodeSafely(address.pathname + address.search);
		const begun = { id: count, method, address: readable, body, reasons: [] };
		note({ ...begun, status: undefined, durationMs: undefined });
		try {
			const response = await ask(input, init);
			const text = await response.clone().text();
			const durationMs = performance.now() - started;
			note({ ...begun, status: response.status, durationMs, reasons: listReasons(text) });
			return response;
		} catch (error) {
			note({ ...begun, status: 0, durationMs: performance.now() - started });
			throw error;
		}
	};
	return {
		read: () => requests,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

function decodeSafely(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

interface Explained {
	readonly total_found?: number;
	readonly results?: readonly unknown[];
	readonly query_name?: string;
	readonly corrected_query?: string;
	readonly understood?: readonly {
		readonly text: string;
		readonly kind: string;
		readonly field: string;
		readonly strict: boolean;
	}[];
	readonly fallback_action?: string;
	readonly status?: string;
	readonly error?: unknown;
}

const attempts: Readonly<Record<string, string>> = {
	match_and: 'all words matched',
	match_or: 'some of the words matched',
	fuzzy: 'words were matched with typing errors',
};

/** Sentences about an answer of the search or recommendations API, or of an event. */
export function listReasons(text: string): readonly string[] {
	const answer = parse(text);
	if (answer === undefined) return [];
	if (Array.isArray(answer)) return [`${answer.length} suggestions`];
	const { total_found, results, query_name, corrected_query, understood, fallback_action, status, error } = answer;
	return [
		...(total_found === undefined ? [] : [`${total_found} found, ${results?.length ?? 0} shown`]),
		...(total_found === undefined && results !== undefined ? [`${results.length} recommended`] : []),
		...(query_name === undefined ? [] : [attempts[query_name] ?? query_name]),
		...(corrected_query === undefined ? [] : [`probably meant: ${corrected_query}`]),
		...(understood ?? []).map(
			({ text: words, kind, field, strict }) =>
				`“${words}” was read as ${kind} (${field}), ${strict ? 'a filter' : 'a preference'}`,
		),
		...(fallback_action === undefined || fallback_action === 'none' ? [] : [`fallback: ${fallback_action}`]),
		...(status === undefined ? [] : [`event ${status.toLowerCase()}: it is on disk`]),
		...(error === undefined ? [] : [`refused: ${typeof error === 'string' ? error : JSON.stringify(error)}`]),
	];
}

function parse(text: string): Explained | undefined {
	try {
		return JSON.parse(text) ?? undefined;
	} catch {
		return undefined;
	}
}
