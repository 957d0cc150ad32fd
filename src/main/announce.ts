/** What `serve` says on standard output: for people, or one JSON line for each event. The log goes to standard error. */
import type { FirstRun } from './first-run.ts';

export interface AnnouncedServer {
	readonly url: string;
	readonly hasSearch: boolean;
}

export interface Announcer {
	firstRun(run: FirstRun, server: AnnouncedServer): void;
	listening(url: string): void;
}

export function createJsonAnnouncer(write: (text: string) => void): Announcer {
	const writeLine = (event: object) => write(`${JSON.stringify(event)}\n`);
	return {
		firstRun({ key, userCode, hashid, widgetId }) {
			writeLine({ event: 'first-run', key, user_code: userCode, hashid, widget_id: widgetId });
		},
		listening: (url) => writeLine({ event: 'listening', url }),
	};
}

export function createTextAnnouncer(write: (text: string) => void): Announcer {
	return {
		firstRun: (run, server) => write(toFirstRunText(run, server)),
		listening: (url) => write(`Vitrine is ready at ${url} (API reference: ${url}/docs)\n`),
	};
}

function toFirstRunText({ key, userCode, hashid, widgetId, sample }: FirstRun, { url, hasSearch }: AnnouncedServer) {
	const items = `${url}/api/v2/search_engines/${hashid}/indices/product/items`;
	const products = hasSearch ? `${url}/6/${hashid}/_search?query=running+shoes&rpp=2` : `${items}?rpp=2`;
	const event = JSON.stringify({ session_id: 'my-first-session', ...sample }).replaceAll("'", '\\u0027');
	return `
First start: a demo shop was made. The key is shown only now, so keep it.

  API key                 ${key}
  user code               ${userCode}
  search engine (hashid)  ${hashid}
  widget id               ${widgetId}

Try it:

  curl -s -H 'Authorization: Token ${key}' '${items}/_count'
  curl -s -H 'Authorization: Token ${key}' '${products}'
  curl -s -H 'Content-Type: application/json' -d '${event}' '${url}/api/widget/${widgetId}/cart'

`;
}
