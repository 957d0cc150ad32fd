/**
 * What `serve` prints on standard output: text for people, or one JSON line for each event. The log goes to standard
 * error.
 */
import type { FirstRun } from './first-run/first-run.ts';

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
		firstRun({ key, userCode, hashid, widgetId, dashboardPath }, { url }) {
			const ids = { user_code: userCode, hashid, widget_id: widgetId };
			writeLine({ event: 'first-run', key, ...ids, dashboard: url + dashboardPath });
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

function toFirstRunText(run: FirstRun, server: AnnouncedServer): string {
	const { key, userCode, hashid, widgetId, dashboardPath } = run;
	const examples = toExamples(run, server).map((example) => `  curl -s ${example}`);
	const shop = server.hasSearch ? `  the shop       ${server.url}/demo\n` : '';
	return `
First start: a demo shop was made. Open it in a browser:

${shop}  the dashboard  ${server.url}${dashboardPath}

The link to the dashboard signs you in once, within a day. The key is shown only now, so keep it.

  API key                 ${key}
  user code               ${userCode}
  search engine (hashid)  ${hashid}
  widget id               ${widgetId}

Try it:

${examples.join('\n')}

`;
}

/** Arguments for `curl`: a search, a recommendation (if there is search), and an event. */
function toExamples({ key, hashid, widgetId, sample }: FirstRun, { url, hasSearch }: AnnouncedServer): string[] {
	const { link, ...product } = sample;
	const authorization = `-H 'Authorization: Token ${key}'`;
	const json = "-H 'Content-Type: application/json'";
	const items = `${url}/api/v2/search_engines/${hashid}/indices/product/items`;
	const widget = `${url}/api/widget/${widgetId}`;
	const page = toArgument({ current_url: url + link, session_id: 'my-first-session' });
	const cart = toArgument({ session_id: 'my-first-session', ...product });
	const reads = hasSearch
		? [`${authorization} '${url}/6/${hashid}/_search?query=running+shoes&rpp=2'`, `${json} -d '${page}' '${widget}'`]
		: [`${authorization} '${items}/_count'`, `${authorization} '${items}?rpp=2'`];
	return [...reads, `${json} -d '${cart}' '${widget}/cart'`];
}

/** JSON within single quotes of a shell. */
function toArgument(value: object): string {
	return JSON.stringify(value).replaceAll("'", '\\u0027');
}
