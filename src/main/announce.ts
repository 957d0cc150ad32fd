/** What `serve` says on standard output: for people, or one JSON line for each event. The log goes to standard error. */
import type { FirstRun } from './first-run.ts';

export interface Announcer {
	firstRun(run: FirstRun, url: string): void;
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
		firstRun: (run, url) => write(toFirstRunText(run, url)),
		listening: (url) => write(`Vitrine is ready at ${url} (API reference: ${url}/docs)\n`),
	};
}

function toFirstRunText({ key, userCode, hashid, widgetId, sample }: FirstRun, url: string): string {
	const items = `${url}/api/v2/search_engines/${hashid}/indices/product/items`;
	const { link, ...product } = sample;
	const event = toArgument({ session_id: 'my-first-session', ...product });
	const page = toArgument({ current_url: link, session_id: 'my-first-session' });
	return `
First start: a demo shop was made. The key is shown only now, so keep it.

  API key                 ${key}
  user code               ${userCode}
  search engine (hashid)  ${hashid}
  widget id               ${widgetId}

Try it:

  curl -s -H 'Authorization: Token ${key}' '${items}/_count'
  curl -s -H 'Authorization: Token ${key}' '${items}?rpp=2'
  curl -s -H 'Content-Type: application/json' -d '${page}' '${url}/api/widget/${widgetId}'
  curl -s -H 'Content-Type: application/json' -d '${event}' '${url}/api/widget/${widgetId}/cart'

`;
}

/** JSON that a shell takes between single quotes. */
function toArgument(value: object): string {
	return JSON.stringify(value).replaceAll("'", '\\u0027');
}
