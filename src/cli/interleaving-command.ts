/** `vitrine engine interleaving`: what shoppers prefer where learned and plain ranking were interleaved. */
import { asRecord, callApi, type JsonRecord } from './api-answer.ts';
import { openOwnerClient, ownerOptions } from './client-options.ts';
import type { Command } from './command.ts';
import { engineArgument, exampleHashid } from './engine-commands.ts';
import { printJson } from './print-answer.ts';
import { toMemberPath } from './resource-commands.ts';
import { formatTable } from './text-table.ts';

const actions = ['clicks', 'carts', 'purchases'] as const;

export const interleavingCommand: Command = {
	path: 'engine interleaving',
	summary: 'Show whether shoppers prefer learned or plain ranking, where both are interleaved.',
	explanation:
		'Switch it on with "engine settings update HASHID --interleaving", which begins a new comparison. Each search counts as a win of the ranking of which more was clicked, put into the cart or bought.',
	arguments: [engineArgument],
	options: ownerOptions,
	examples: [`vitrine engine interleaving ${exampleHashid}`],
	async run(invocation) {
		const [engine = ''] = invocation.arguments;
		const path = `${toMemberPath('/api/admin/v1/search_engines', engine)}/interleaving`;
		const answer = await callApi(openOwnerClient(invocation), { method: 'GET', path }, `search engine ${engine}`);
		const report = asRecord(answer);
		if (invocation.isJson) printJson(invocation, report);
		else invocation.io.stdout.write(formatReport(report));
		return 0;
	},
};

function formatReport(report: JsonRecord): string {
	const wins = actions.map((action) => [action, asRecord(report[action])] as const);
	const rows = wins.map(([action, { learned_wins: learned, plain_wins: plain, ties, ...of }]) => [
		...[action, learned, plain, ties],
		...[toPercent(of.learned_share), of.low === null ? '' : `${toNumber(of.low)}–${toPercent(of.high)}`],
		toPValue(of.p_value),
	]);
	const table = formatTable(['', 'LEARNED WINS', 'PLAIN WINS', 'TIES', 'LEARNED SHARE', '95 % INTERVAL', 'P'], rows);
	const sentences = wins.map(([action, of]) => `By ${action}, ${toSentence(of)}\n`);
	return `${toState(report)}${table}\n${sentences.join('')}`;
}

function toState({ state, since, searches, shoppers }: JsonRecord): string {
	if (since === null) return 'Learned and plain ranking were never interleaved.\n';
	const counted = `${toCount(searches)} searches since ${since}, with choices of ${toCount(shoppers)} shoppers.\n`;
	if (state === 'off') return `Interleaving is switched off. It had ${counted}`;
	const idle = state === 'idle' ? 'Learning is switched off, so nothing is interleaved now.\n' : '';
	return `${idle}Learned and plain ranking are interleaved: ${counted}`;
}

/** "learned ranking wins 56.1 % of 1,204 decided searches, 95 % interval 53.2–58.9 %, p = 0.00003." */
function toSentence(wins: JsonRecord): string {
	const { learned_wins: learned, plain_wins: plain, verdict, learned_share: share, low, high, p_value: p } = wins;
	const decided = Number(learned) + Number(plain);
	if (verdict === 'too_few') return `not enough searches are decided yet: ${toCount(decided)}.`;
	const winner = verdict === 'plain' ? 'plain' : 'learned';
	const of = winner === 'plain' ? [1 - Number(share), 1 - Number(high), 1 - Number(low)] : [share, low, high];
	const [ofWinner, from, to] = of;
	const result = `${winner} ranking wins ${toPercent(ofWinner)} of ${toCount(decided)} decided searches`;
	const confidence = `95 % interval ${toNumber(from)}–${toPercent(to)}, p ${Number(p) < pShownMin ? '' : '= '}${toPValue(p)}`;
	const open = verdict === 'open' ? ': which one is better is open' : '';
	return `${result}, ${confidence}${open}.`;
}

function toCount(count: unknown): string {
	return Number(count).toLocaleString('en');
}

function toNumber(share: unknown): string {
	return (100 * Number(share)).toFixed(1);
}

function toPercent(share: unknown): string {
	return share === null ? '' : `${toNumber(share)} %`;
}

const pShownMin = 1e-9;

/** With one significant digit where it is small. */
function toPValue(value: unknown): string {
	if (value === null) return '';
	const p = Number(value);
	if (p >= 0.01) return p.toFixed(2);
	return p < pShownMin ? '< 0.000000001' : p.toFixed(Math.ceil(-Math.log10(p)));
}
