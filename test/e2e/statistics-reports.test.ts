/** Reports over HTTP, as clients ask for them; what they count is tested beside the code (src/app/statistics/reports.test.ts). */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Api, createApi, type Json } from '../support/api.ts';
import { callCommand } from '../support/call-command.ts';
import { createFactStore } from '../support/fact-store.ts';
import { createAnswerCheck, listOperations, type Operation } from '../support/openapi-document.ts';
import { addSampleFacts, sampleDayStarts } from '../support/sample-facts.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan, openShop, type Shop } from '../support/shop.ts';
import { toItemKey } from '../support/tenant.ts';
import { waitFor } from '../support/wait-for.ts';

let app: ServedApp;
let shop: Shop;
let stranger: Shop;
let api: Api;
let second: string;
let dfid: string;
let check: (path: string, answer: Json) => void;

const march = 'from=20260301&to=20260303&tz=Europe/Madrid';

before(async () => {
	app = await serveApp({}, openScan);
	shop = await openShop(app);
	stranger = await openShop(app);
	api = createApi(`${app.url}/api/v2`, shop.key);
	second = (await post('/search_engines', { name: 'Other', sector: 'shoes' })).hashid;
	await shop.put({
		id: '1',
		title: 'Trail shoe',
		link: 'https://shop.example/1',
		brand: 'Nike',
		categories: ['Shoes'],
	});
	dfid = `${shop.hashid}@product@${toItemKey('1')}`;
	const facts = createFactStore();
	addSampleFacts(facts, [shop.hashid, second], toItemKey);
	await facts.writeTo(app.zone.database);
	check = await createCheck();
});
after(() => app[Symbol.asyncDispose]());

async function post(path: string, body: unknown): Promise<Json> {
	const { status, json, text } = await api.call(path, { method: 'POST', body });
	assert.equal(status, 201, text);
	return json;
}

/** Fails unless an answer is as the document promises, without any member beyond. */
async function createCheck(): Promise<typeof check> {
	const { json: document } = await createApi(app.url).call('/openapi.json');
	const reports = listOperations(closeSchemas(document)).filter(({ path }) => path.startsWith('/api/v2/stats/'));
	const checkAnswer = createAnswerCheck(document);
	return (path, answer) => {
		const pattern = `/api/v2${path.split('?')[0]}`.replace(/sector\/\w+/, 'sector/{name}');
		const operation: Operation =
			reports.find((one) => one.path === pattern && one.method === 'GET') ?? assert.fail(path);
		checkAnswer(operation, { ...answer, headers: Object.fromEntries(answer.headers) });
	};
}

/** No object may have members that its schema does not name. */
function closeSchemas(document: Json): Json {
	for (const [name, schema] of Object.entries<Json>(document.components.schemas)) {
		if (/(?:Row|Report|Period)$/.test(name)) schema.additionalProperties = false;
	}
	return document;
}

async function read(path: string): Promise<Json> {
	const answer = await api.call(`/stats/${path}`);
	assert.equal(answer.status, 200, `${path}: ${answer.text}`);
	check(`/stats/${path}`, answer);
	return answer.json;
}

const reportPaths = () => {
	const paths =
		'figures_by_day searches searches/top searches/popular searches/locations searches/trends searches/unclicked clicks clicks/users';
	const more =
		'clicks/positions clicked_items clicked_items/position clicked_items/searches results/top facets facets_by_day';
	const others =
		'facets/top facets/filters banners custom-results redirects recommendations quizzes inits inits/locations';
	const last =
		'inits/users search_engine_users checkouts sales top-sales usage sessions conversions/queries conversions/items';
	return [paths, more, others, last, 'conversions/widgets conversions/banners conversions/origins sector/used_search']
		.join(' ')
		.split(' ');
};

function toQuery(path: string): string {
	return `${march}&sector=shoes${path === 'clicked_items/searches' ? `&dfid=${dfid}` : ''}`;
}

describe('reports', () => {
	it('have the rows that are promised, and how many and how much they are', async () => {
		for (const path of reportPaths()) {
			const { results, total, total_count: count } = await read(`${path}?${toQuery(path)}`);
			if (path === 'search_engine_users') continue;
			assert.equal(results.length, total, path);
			const isCounted = results.some((row: Json) => typeof row.count === 'number');
			const sum = results.reduce((all: number, row: Json) => all + (row.count ?? 0), 0);
			if (path !== 'sales') assert.equal(count, isCounted ? sum : total, path);
		}
	});

	it('are of all search engines together, of each, or of one', async () => {
		for (const path of reportPaths()) {
			const { results } = await read(`${path}?${toQuery(path)}&aggregate=false`);
			assert.ok(
				results.every((row: Json) => row.hashid === shop.hashid || row.hashid === second),
				path,
			);
			const own = await read(`${path}?${toQuery(path)}&hashid=${shop.hashid}`);
			assert.ok(
				own.results.every((row: Json) => !('hashid' in row)),
				path,
			);
		}
	});

	it('come with the period before', async () => {
		for (const path of reportPaths()) {
			const { previous } = await read(`${path}?${toQuery(path)}&compare=previous`);
			assert.ok(Array.isArray(previous.results), path);
		}
	});

	it('have a row for each day, also for days without events', async () => {
		const { results, total, total_count: count } = await read(`searches?${march}`);
		assert.deepEqual(
			results,
			[5, 8, 4].map((searches, day) => ({ count: searches, timestamp: sampleDayStarts[day] })),
		);
		assert.deepEqual([total, count], [3, 17]);
		const before = await read(`searches?from=20250101&to=20251231&hashids[]=${shop.hashid}`);
		assert.deepEqual([before.total, before.total_count], [365, 0]);
	});

	it('take days in all spellings', async () => {
		const day = Date.UTC(2026, 2, 1);
		for (const from of ['20260301', '2026-03-01', String(day / 1000), String(day)]) {
			for (const to of ['20260303', '2026-03-03', String(Date.UTC(2026, 2, 3, 23, 59, 59) / 1000)]) {
				assert.deepEqual(
					(await read(`searches?from=${from}&to=${to}`)).results.map(({ count }: Json) => count),
					[5, 9, 3],
				);
			}
		}
	});

	it('have titles and links of the items as they are now', async () => {
		const { results } = await read(`clicked_items?${march}&dfid=${dfid}`);
		assert.deepEqual(results, [{ dfid, title: 'Trail shoe', link: 'https://shop.example/1', count: 2 }]);
		assert.deepEqual((await read(`results/top?${march}&metric=brand`)).results, [{ brand: 'Nike', count: 2 }]);
	});

	it('of uses have their row at the top as well', async () => {
		const uses = { visits: 6, inits: 3, searches: 17 };
		assert.deepEqual(await read(`search_engine_users?${march}`), {
			results: [uses],
			total: 0,
			total_count: 0,
			...uses,
		});
	});

	it('count calls of the APIs', async () => {
		await shop.search('query=shoe');
		const today = new Date().toISOString().slice(0, 10);
		const readUsage = (type: string) => read(`usage?from=${today}&to=${today}&type=${type}&hashid=${shop.hashid}`);
		const readCount = async () => (await readUsage('search')).total_count;
		await waitFor('the counted search', readCount, (count) => count === 1);
		assert.ok((await readUsage('api_counters')).total_count > 100);
		assert.equal((await readUsage('quizzes')).total_count, 0);
	});

	it('count calls by day in UTC, whatever zone is asked for', async () => {
		const { results } = await read('usage?from=20260301&to=20260301&tz=Asia/Kolkata');
		assert.deepEqual(results, [{ count: 0, timestamp: Date.UTC(2026, 2, 1) }]);
	});

	it('take engines in every spelling', async () => {
		const [a, b] = [shop.hashid, second];
		for (const [query, count] of [
			[`hashid=${a}`, 14],
			[`hashid[]=${a}`, 14],
			[`hashids[]=${b}`, 3],
			[`hashids=${b}&hashid=${a}`, 17],
			[`hashids[0]=${b}&hashids[1]=${a}`, 17],
			[`indices[1][name]=page&indices[1][hashid]=${a}`, 6],
			['indices[]=page', 9],
			['hashids[]=', 17],
		] as const) {
			assert.equal((await read(`searches?${march}&${query}`)).total_count, count, query);
		}
	});

	it('stay within the account', async () => {
		const { json } = await createApi(`${app.url}/api/v2`, stranger.key).call(`/stats/searches?${march}`);
		assert.equal(json.total_count, 0);
	});
});

describe('the requests of clients', () => {
	it('that the Python library sends are answered', async () => {
		const common = `hashid%5B%5D=${shop.hashid}&from=20260301&to=20260303&tz=Europe%2FMadrid&format=json`;
		const product = encodeURIComponent(dfid);
		const requests: Readonly<Record<string, string>> = {
			banners: '&id=7',
			checkouts: '&device=mobile',
			clicked_items: '&device=mobile',
			'clicked_items/searches': `&dfid=${product}`,
			clicks: '&device=desktop',
			'custom-results': '',
			facets: '&facet%5B%5D=brand&facet%5B%5D=price',
			'facets/top': '&facet%5B%5D=brand',
			inits: '&device=mobile',
			'inits/locations': '&device=mobile',
			redirects: '&id=3',
			searches: `&query=red+shoe&dfid=${product}&source=voice`,
			'searches/top': '&query_name%5B%5D=match_and&query_name%5B%5D=fuzzy&exclude%5Btotal_hits%5D=0',
			usage: '&type=all',
		};
		for (const [path, more] of Object.entries(requests)) await read(`${path}?${common}${more}`);
	});

	it('that the MCP integration sends are answered', async () => {
		const common = `from=20260301&to=20260303&tz=Europe/Warsaw&hashids[]=${shop.hashid}`;
		const paths =
			'searches/top searches inits clicks checkouts clicked_items search_engine_users top-sales searches/popular';
		for (const path of paths.split(' ')) {
			const { results } = await read(`${path}?${common}&limit=20`);
			assert.ok(results.length > 0, path);
		}
		const { results } = await read(`searches/top?${common}&no_results=true&limit=20`);
		assert.deepEqual(results, [{ count: 4, query: 'hat' }]);
	});
});

describe('vitrine stats', () => {
	const call = (...words: readonly string[]) =>
		callCommand(['stats', ...words], { url: app.url, environment: { VITRINE_KEY: shop.key } });
	const days = ['--from', '2026-03-01', '--to', '2026-03-03', '--tz', 'Europe/Madrid'];

	it('prints a report as a table with bars', async () => {
		const { stdout, exitCode, stderr } = await call('searches/top', ...days);
		assert.equal(exitCode, 0, stderr);
		assert.deepEqual(stdout.split('\n'), [
			'searches top (17)',
			'COUNT  QUERY',
			'11     red shoe  ████████████████████',
			'4      hat       ███████▎',
			'2      shoo      ███▋',
			...['', ''],
		]);
	});

	it('prints the days first, and the period before', async () => {
		const { stdout } = await call('searches', ...days, '--compare', 'previous', '--engine', shop.hashid);
		assert.match(stdout, /^DAY +COUNT\n2026-03-01 +5 /m);
		assert.match(stdout, /^searches, the period before \(9\)$/m);
	});

	it('prints a rate of a sector', async () => {
		const { stdout, exitCode, stderr } = await call('sector/used_search', ...days, '--sector', 'shoes');
		assert.equal(exitCode, 0, stderr);
		assert.match(stdout, /^sector used search [^\n]+\nDAY +COUNT\n2026-03-01 [^\n]+\n2026-03-02 [^\n]+\n2026-03-03 /);
		assert.match((await call('sector/used_search', ...days)).stderr, /sector/);
	});

	it('prints an overview, or all of it as JSON', async () => {
		const { stdout, exitCode } = await call(...days);
		assert.equal(exitCode, 0);
		for (const title of ['searches (17)', 'searches top (17)', 'top sales (2)'])
			assert.ok(stdout.includes(`${title}\n`), title);
		const { stdout: json } = await call(...days, '--json');
		assert.equal(JSON.parse(json)['searches/top'].total_count, 17);
	});

	it('is about the last 30 days if no others are named', async () => {
		const { stdout } = await callCommand(['stats', 'searches'], {
			...{ url: app.url, environment: { VITRINE_KEY: shop.key } },
			dateMs: Date.UTC(2026, 2, 3, 12),
		});
		assert.match(stdout, /^DAY +COUNT\n2026-02-02 +0\n/m);
		assert.match(stdout, /\n2026-03-03 [^\n]+\n+$/);
	});

	it('says what is wrong', async () => {
		assert.match((await call('../x')).stderr, /is no report/);
		assert.match((await call('searches', '--tz', 'Mars')).stderr, /tz must be a zone/);
	});
});

describe('CSV', () => {
	const readCsv = async (path: string) => {
		const { status, text, headers } = await api.call(`/stats/${path}&format=csv`);
		assert.deepEqual([status, headers.get('content-type')], [200, 'text/csv; charset=utf-8']);
		return text;
	};

	it('has a row of names, and nested values as JSON', async () => {
		const top = await readCsv(`facets/top?${march}&facet[]=brand`);
		const queries = '[{""query"":""red shoe"",""count"":2},{""query"":""hat"",""count"":1}]';
		assert.equal(top, `facet,value,count,searches\r\nbrand,Nike,3,"${queries}"\r\n`);
		assert.equal(await readCsv(`searches/top?${march}&limit=1`), 'count,query\r\n11,red shoe\r\n');
		const each = await readCsv(`searches/top?${march}&limit=1&aggregate=false`);
		assert.equal(each, `hashid,count,query\r\n${shop.hashid},8,red shoe\r\n${second},3,red shoe\r\n`);
	});

	it('says of which period a row is when two are compared', async () => {
		const query = `searches?from=20260303&to=20260303&tz=Europe/Madrid&compare=previous&hashid=${shop.hashid}`;
		const rows = [`current,1,${sampleDayStarts[2]}`, `previous,8,${sampleDayStarts[1]}`];
		assert.equal(await readCsv(query), ['period,count,timestamp', ...rows, ''].join('\r\n'));
		const none = 'sales?from=20250101&to=20250101&compare=previous';
		assert.equal(await readCsv(none), 'period,session,amount\r\n');
		const each = await readCsv(`searches/top?${march}&limit=1&aggregate=false&compare=previous`);
		assert.match(each, /^period,hashid,count,query\r\ncurrent,[0-9a-f]{32},8,red shoe\r\n/);
	});

	it('has its names also without rows', async () => {
		assert.equal(await readCsv('sales?from=20250101&to=20250101'), 'session,amount\r\n');
	});

	it('comes whole when it is long', async () => {
		const lines = (await readCsv('facets_by_day?from=20260101&to=20261231')).trimEnd().split('\r\n');
		assert.equal(lines.length, 1 + 2 * 365);
	});
});

describe('what is wrong is refused', () => {
	const refusals: readonly [query: string, field: string, reason: RegExp][] = [
		['from=20260301', 'to', /is required/],
		['to=20260301', 'from', /is required/],
		['from=20260302&to=20260301', 'from', /must not be after to/],
		['from=20250101&to=20260201', 'from', /at most 366 days/],
		['from=2026-02-30&to=20260301', 'from', /must be a date/],
		['from=20260301&to=13th', 'to', /must be a date/],
		[`${march.replace('Madrid', 'Atlantis')}`, 'tz', /zone of the TZ database/],
		[`${march}&dfid=x@product@1`, 'dfid', /must match/],
		[`${march}&indices[0][hashid]=${'a'.repeat(32)}`, 'indices', /must have a name/],
		[`${march}&indices[name]=product`, 'indices', /must be a list/],
		[`${march}&hashids[first]=${'a'.repeat(32)}`, 'hashids', /must be a list/],
		[`${march}&query_name[first]=fuzzy`, 'query_name', /must be a list/],
		[`${march}&device=watch`, 'device', /must be one of desktop, mobile/],
		[`${march}&limit=0`, 'limit', /from 1 to 1000/],
		[`${march}&limit=1001`, 'limit', /from 1 to 1000/],
		[`${march}&total_hits=-1`, 'total_hits', /whole number/],
		[`${march}&exclude[total_hits]=x`, 'exclude[total_hits]', /whole number/],
		[`${march}&query_name[]=exact`, 'query_name', /must be one of/],
		[`${march}&no_results=maybe`, 'no_results', /true or false/],
		[`${march}&format=xml`, 'format', /json, csv/],
		[`${march}&compare=next`, 'compare', /must be one of previous/],
		[`${march}&hashid=abc`, 'hashid', /must match/],
	];
	for (const [query, field, reason] of refusals) {
		it(`with its field: ${field} in ${query.slice(0, 60)}`, async () => {
			const { status, json } = await api.call(`/stats/searches/top?${query}`);
			assert.deepEqual([status, json.error.code, json.error.details[0].fields], [400, 'bad_params', [field]]);
			assert.match(json.error.details[0].reason, reason);
			assert.match(json.error.message, reason);
		});
	}

	it('when the item or the sector is missing that a report is about', async () => {
		for (const [path, field] of [
			['clicked_items/searches', 'dfid'],
			['sector/used_search', 'sector'],
		]) {
			const { status, json } = await api.call(`/stats/${path}?${march}`);
			assert.deepEqual([status, json.error.details?.[0].fields], [400, [field]]);
		}
	});

	it("when it is another account's, or nobody's", async () => {
		const call = async (query: string) => {
			const { status, json } = await api.call(`/stats/searches?${march}&${query}`);
			return [status, json.error.code];
		};
		assert.deepEqual(await call(`hashid=${stranger.hashid}`), [403, 'access_denied']);
		assert.deepEqual(await call(`hashid=${shop.hashid}&hashids[]=${stranger.hashid}`), [403, 'access_denied']);
		assert.deepEqual(await call(`hashid=${'0'.repeat(32)}`), [404, 'not_found']);
		assert.deepEqual(await call(`indices[0][name]=a&indices[0][hashid]=${stranger.hashid}`), [403, 'access_denied']);
		const { status } = await createApi(`${app.url}/api/v2`).call(`/stats/searches?${march}`);
		assert.equal(status, 401);
		assert.equal((await api.call(`/stats/usage?${march}&account_code=someone`)).status, 403);
		assert.equal((await api.call(`/stats/sector/size?${march}&sector=a`)).status, 404);
	});
});
