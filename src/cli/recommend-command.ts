/** `vitrine recommend`: the recommendations of a widget on a page, as a table with the reasons. */
import { asRecord, asRecords, callApi, isRecord, type JsonRecord } from './api-answer.ts';
import { hasOwnerKey, openOwnerClient, openPublicClient, ownerOptionsWithServer } from './client-options.ts';
import type { Command, Invocation } from './command.ts';
import { printRecord } from './print-answer.ts';
import { toMemberPath } from './resource-commands.ts';
import { readList } from './search/search-body.ts';
import { formatTable } from './text-table.ts';

/** The address of no item, for widgets that need no product. */
const noPage = 'http://localhost/';

/** Columns that are cut when the terminal is narrow. */
const elastic = ['TITLE', 'URL', 'BECAUSE OF'];

export const recommendCommand: Command = {
	path: 'recommend',
	summary: 'Show what a widget recommends on a page, and why.',
	explanation:
		'With a key, reasons are shown and nothing is recorded. Without one, the widget is called as by a page, which counts as a view of the product and an impression of the items.',
	arguments: [{ name: 'WIDGET', meaning: 'Id of the widget, a UUID' }],
	options: {
		url: {
			kind: 'text',
			placeholder: 'URL',
			meaning: 'Address of the page that shows it (default: that of no product)',
		},
		session: { kind: 'text', placeholder: 'ID', meaning: 'Session of the shopper' },
		user: { kind: 'text', placeholder: 'ID', meaning: 'User, where the shopper is known' },
		cart: { kind: 'text', placeholder: 'LIST', meaning: 'dfids of the items in the cart, separated by commas' },
		engine: { kind: 'text', placeholder: 'HASHID', meaning: "Search engine to recommend from (default: the widget's)" },
		language: { kind: 'text', placeholder: 'LANGUAGE', meaning: 'Language of the page: es, es-ES' },
		...ownerOptionsWithServer,
	},
	examples: [
		'vitrine recommend 3f2504e0-4f89-41d3-9a0c-0305e82c3301 --url https://shop.example/p/trail-shoe --session my-first-session',
		'vitrine recommend 3f2504e0-4f89-41d3-9a0c-0305e82c3301 --user 7 --json',
	],
	async run(invocation) {
		const [widget = ''] = invocation.arguments;
		const { isJson } = invocation;
		const connection = { ...invocation, options: toConnectionOptions(invocation.options) };
		const body = JSON.stringify(toBody(invocation.options));
		const subject = `widget ${widget}`;
		if (hasOwnerKey(invocation)) {
			const path = `${toMemberPath('/api/admin/v1/widgets', widget)}/explain`;
			const answer = asRecord(await callApi(openOwnerClient(connection), { method: 'POST', path, body }, subject));
			if (isJson) printRecord(invocation, answer);
			else printExplanation(invocation, answer);
			return 0;
		}
		const path = toMemberPath('/api/widget', widget);
		const referer = invocation.options.get('url') ?? noPage;
		const client = openPublicClient(connection, 'recommendations');
		const answer = asRecord(await callApi(client, { method: 'POST', path, body, referer }, subject));
		if (isJson) printRecord(invocation, answer);
		else printAnswer(invocation, answer);
		return 0;
	},
};

/** Here `--url` is the page, and the server is `--server`. */
function toConnectionOptions(options: Invocation['options']): ReadonlyMap<string, string> {
	const { url: _, server, ...others } = Object.fromEntries(options) as Record<string, string>;
	return new Map(Object.entries(server === undefined ? others : { ...others, url: server }));
}

function toBody(options: Invocation['options']): object {
	return {
		current_url: options.get('url') ?? noPage,
		session_id: options.get('session'),
		user_id: options.get('user'),
		hashid: options.get('engine'),
		language: options.get('language'),
		cart_items: readList(options, 'cart')?.map((dfid) => ({ dfid })),
	};
}

function printAnswer({ io }: Invocation, answer: JsonRecord): void {
	const rows = asRecords(answer.results).map((row, at) => [at + 1, row.id, row.title ?? row.name, row.price, row.url]);
	const { title, fallback_action: fallback } = answer;
	io.stdout.write(toHeading(title, fallback));
	io.stdout.write(
		rows.length === 0
			? 'Nothing.\n'
			: formatTable(['#', 'ID', 'TITLE', 'PRICE', 'URL'], rows, { widthMax: io.stdout.columns, elastic }),
	);
}

function printExplanation({ io }: Invocation, answer: JsonRecord): void {
	const { title, fallback_action: fallback, product, attempts, results, searched } = answer;
	io.stdout.write(toHeading(title, fallback));
	if (searched === false) io.stdout.write('The server was started without search: nothing can be recommended.\n');
	if (typeof product === 'string') io.stdout.write(`The page is that of ${product}.\n`);
	const rows = asRecords(results).map((row, at) => [at + 1, row.id, row.title, toScore(row), toReasons(row)]);
	io.stdout.write(
		rows.length === 0
			? 'Nothing.\n'
			: formatTable(['#', 'ID', 'TITLE', 'SCORE', 'BECAUSE OF'], rows, { widthMax: io.stdout.columns, elastic }),
	);
	for (const attempt of asRecords(attempts)) io.stdout.write(`${toAttempt(attempt)}\n`);
}

function toHeading(title: unknown, fallback: unknown): string {
	const isUsed = fallback !== 'none' && fallback !== 'disabled';
	return `${String(title)}${isUsed ? `, replaced by ${String(fallback)}` : ''}\n`;
}

function toScore({ score, pinned }: JsonRecord): string {
	return pinned === true ? '-' : Number(score).toPrecision(3);
}

/** `co_view 62%, content 38%, boosted 2 times`. */
function toReasons({ pinned, signals, boost }: JsonRecord): string {
	if (pinned === true) return 'pinned';
	const shares = (Array.isArray(signals) ? signals.filter(isRecord) : []).map(
		({ name, share }) => `${String(name)} ${Math.round(Number(share) * 100)}%`,
	);
	return [...shares, ...(boost === 1 ? [] : [`boosted ${Number(boost)} times`])].join(', ');
}

/** `similar: 12 candidates, 9 allowed (2 out_of_stock, 1 in_cart)`. */
function toAttempt({ kind, candidates, allowed, dropped }: JsonRecord): string {
	const reasons = Object.entries(isRecord(dropped) ? dropped : {}).map(
		([reason, count]) => `${String(count)} ${reason}`,
	);
	const detail = reasons.length === 0 ? '' : ` (dropped: ${reasons.join(', ')})`;
	return `${String(kind)}: ${String(candidates)} candidates, ${String(allowed)} allowed${detail}`;
}
