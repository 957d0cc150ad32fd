/**
 * Random requests that no sensible client sends: every route and verb, with every Content-Encoding, key, type and
 * framing, around bodies that are complete, cut off, garbage, bombs, or endless.
 */
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { SeededRandom } from '../../src/lib/seeded-random.ts';
import { listLongTexts } from './long-texts.ts';

/** The server under test: an existing value for each parameter of a path, and credentials. */
export interface FuzzTarget {
	/** Patterns in the router's form (`/6/:hashid/_search`, `/5/*`) or in OpenAPI's. */
	readonly patterns: readonly string[];
	/** What the router has. */
	readonly routes: readonly { readonly method: string; readonly pattern: string }[];
	readonly known: Readonly<Record<string, string>>;
	readonly key: string;
	/** A session of the dashboard, as a browser sends it. */
	readonly cookie: string;
}

export interface FuzzRequest {
	/** For people. */
	readonly what: string;
	readonly method: string;
	readonly chunks: readonly Uint8Array[];
	/** What the sender does when everything is sent. */
	readonly ending: 'waits' | 'half-closes' | 'resets';
}

export const fuzzVerbs = [
	...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'LOCK', 'SEARCH'],
] as const;
export const fuzzEncodings = [
	...[
		'gzip',
		'x-gzip',
		'deflate',
		'br',
		'zstd',
		'compress',
		'identity',
		'',
		'gzip, br',
		'gzip, gzip',
		'identity, gzip',
	],
	...['GZIP', 'gzip;q=1', 'gifts', '*', '__proto__', 'constructor', 'gzip\tbr', ','],
] as const;

/** Texts of whose kind the longest allowed one once took seconds; see `long-texts.ts`. */
const longSteps = ['eyJ', 'eyJ-', '.', '-', ',', '%20', '1'].map((part) => part.repeat(15_000 / part.length));
const longValues = listLongTexts(100_000, 1).filter((text) => text.isWellFormed());

const oddSteps = [
	...longSteps,
	...['..', '.', '%00', '%5c', '%2f', '%zz', '%', '%ed%a0%80', '__proto__', 'constructor', 'a b', '*', ':x', '-1'],
	...['%2e%2e%2fetc%2fpasswd', '<script>', "'", '1e309', '\u00e9', 'a'.repeat(300), 'f'.repeat(32), '0'.repeat(40)],
];
const contentTypes = [
	...[
		'application/json',
		'application/json; charset=utf-8',
		'application/vnd.api+json',
		'application/json;charset=latin1',
	],
	...['a', '', ';', 'text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', '\xff'],
];
const queries = [
	...[
		'',
		'',
		'?query=shoes',
		'?rpp=-1',
		'?page=9e99',
		'?facet=brand&facet_query=nik&facet_size=0',
		'?query=a&highlight=*&snippet=*:3,title&highlight_pre_tag=%00',
		'?facets[0][field]=brand',
		'?filter[price][gte]=x',
		'?a[b][c]=1',
	],
	...[
		'?%',
		'?query=%ff',
		`?query=${'x'.repeat(3000)}`,
		`?sort=a${'+'.repeat(15_000)}`,
		`?query=${','.repeat(15_000)}&highlight=${'.'.repeat(400)}`,
		'?__proto__[x]=1',
		'?session_id=1',
		'?hashid=x',
		'?sort[0]=price',
		'?from=20260301&to=20260302',
		'?from=2026-03-01&to=20260302&tz=Asia/Kathmandu&aggregate=false&compare=previous',
		'?from=1772319600&to=20260302&format=ubi&after=1.2.3',
		'?format=csv&after=99999999999999999999',
		'?from=20260301&to=20260302&format=csv&sector=x&indices[1][name]=product&facet[]=brand',
	],
];
const texts = [
	...['{}', '[]', '[{"id":"1"}]', '{"id":"1"}', 'null', '""', '1e999', '{"a":"b', '{"a":1,"a":2}', '{"__proto__":1}'],
	...['{"id":"\\ud800\\u0000"}', '[[[[', '\xff\xfe', ' ', '{"session_id":"s","dfid":"x"}', '{"name":1}', 'abc'],
	...['{"requests":[{"query":"shoes"},{"rpp":0},3]}', '{"requests":[[]]}', '{"requests":{"0":{}}}'],
];

/** Parameters and fields with a long value, in all places where one may be. */
const longNames = [
	'query',
	'sort',
	'filter',
	'fields',
	'facets',
	'title',
	'description',
	'name',
	'price',
	'url',
	'session_id',
];
const drawLong = (random: SeededRandom): string => {
	const value = random.pick(longValues);
	const name = random.pick(longNames);
	return JSON.stringify(
		random.pick([{ id: 'long', [name]: value }, { [name]: [value] }, { [name]: { [value]: value } }]),
	);
};

const zeros = Buffer.alloc(9 * 1024 * 1024);
const packers = new Map<string, (bytes: Buffer) => Buffer>([
	['gzip', gzipSync],
	['deflate', deflateSync],
	['br', brotliCompressSync],
	['zstd', zstdCompressSync],
]);
const bombs = [...packers.values()].map((pack) => pack(zeros));
const noise = Buffer.from(Array.from({ length: 2000 }, (_, at) => (at * 7919 + (at >> 3)) & 255));
/** Stored blocks, cut before the end: thirty megabytes unpack, and then the unpacking fails. */
const longTruncated = gzipSync(Buffer.alloc(30 * 1024 * 1024, 'vitrine'), { level: 0 }).subarray(0, -20);

/**
 * @param at counts the requests: every second one goes through all verbs of all patterns, the others use existing routes.
 */
export function drawRequest(random: SeededRandom, target: FuzzTarget, at: number): FuzzRequest {
	const round = at >> 1;
	const crossed = {
		method: fuzzVerbs[round % fuzzVerbs.length] as string,
		pattern: target.patterns[Math.floor(round / fuzzVerbs.length) % target.patterns.length] as string,
	};
	const { method, pattern } = at % 2 === 0 ? crossed : random.pick(target.routes);
	const path = random.chance(0.05) ? `/${drawSteps(random)}` : fillPath(random, pattern, target);
	const encoding = random.pick(fuzzEncodings);
	const { body, name } = drawBody(random, encoding);
	const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1'];
	// A key may delete anything except what was created for this run.
	const mayOpen = method !== 'DELETE' || /items/.test(pattern);
	if (mayOpen && random.chance(0.5)) lines.push(`Authorization: Token ${target.key}`);
	else if (random.chance(0.3))
		lines.push(`Authorization: ${random.pick(['Token x', 'Bearer a.b.c', '', 'Basic eA=='])}`);
	if (mayOpen && random.chance(0.5)) lines.push(`Cookie: ${target.cookie}`);
	if (random.chance(0.85)) lines.push(`Content-Encoding: ${encoding}`);
	if (random.chance(0.8))
		lines.push(`Content-Type: ${random.chance(0.6) ? contentTypes[0] : random.pick(contentTypes)}`);
	if (random.chance(0.3))
		lines.push(`Accept-Encoding: ${random.pick(['gzip', 'br', '*', 'zstd;q=1', 'identity;q=0'])}`);
	if (random.chance(0.2)) lines.push(`Origin: ${random.pick(['null', 'https://shop.example', 'x'])}`);
	if (random.chance(0.1)) lines.push(`Expect: ${random.pick(['100-continue', 'gifts'])}`);
	if (random.chance(0.1)) lines.push('Access-Control-Request-Method: POST');
	const { framing, bytes, ending } = frame(random, body);
	const head = Buffer.from(`${[...lines, ...framing, 'Connection: close'].join('\r\n')}\r\n\r\n`, 'latin1');
	const what = `${method} ${path.slice(0, 80)} · ${encoding} · ${name} · ${framing.join()} · ${ending}`;
	return { what, method, chunks: cut(random, Buffer.concat([head, bytes])), ending };
}

function fillPath(random: SeededRandom, pattern: string, { known }: FuzzTarget): string {
	const fill = (name: string) => (random.chance(0.1) ? random.pick(oddSteps) : (known[name] ?? 'x'));
	const path = pattern
		.replaceAll(/:(\w+)|\{(\w+)\}/g, (_step, colon, braces) => fill(colon ?? braces))
		.replace(/\*$/, () => fill('*'));
	return path + random.pick(queries);
}

function drawSteps(random: SeededRandom): string {
	const first = random.pick([
		'',
		'docs',
		'docs/static',
		'6',
		'5',
		'api/widget',
		'api/v2/search_engines',
		'api/admin/v1',
	]);
	return `${first}/${Array.from({ length: random.integer(1, 3) }, () => random.pick(oddSteps)).join('/')}`;
}

function drawBody(random: SeededRandom, encoding: string): { body: Buffer; name: string } {
	const isLong = random.chance(0.03);
	const text = Buffer.from(isLong ? drawLong(random) : random.pick(texts), isLong ? 'utf8' : 'latin1');
	const pack = packers.get(encoding.toLowerCase()) ?? random.pick([...packers.values()]);
	const share = random.fraction();
	if (share < 0.0004) return { body: longTruncated, name: '30 MB that end early' };
	if (share < 0.01) return { body: random.pick(bombs), name: 'a bomb' };
	if (share < 0.1) return { body: Buffer.alloc(0), name: 'nothing' };
	if (share < 0.3) return { body: text, name: 'text' };
	if (share < 0.45) return { body: noise.subarray(0, random.integer(1, noise.length)), name: 'noise' };
	const packed = pack(text);
	if (share < 0.6) return { body: packed, name: 'packed' };
	if (share < 0.8) return { body: packed.subarray(0, random.integer(1, packed.length)), name: 'packed and cut' };
	const spoilt = Buffer.from(packed);
	spoilt[random.integer(0, spoilt.length - 1)] = random.integer(0, 255);
	return { body: spoilt, name: 'packed and spoilt' };
}

interface Framed {
	readonly framing: readonly string[];
	readonly bytes: Uint8Array;
	readonly ending: FuzzRequest['ending'];
}

function frame(random: SeededRandom, body: Buffer): Framed {
	const share = random.fraction();
	if (share < 0.5) return { framing: [`Content-Length: ${body.length}`], bytes: body, ending: 'waits' };
	const size = body.length.toString(16);
	const chunk = Buffer.concat([Buffer.from(`${size}\r\n`), body, Buffer.from('\r\n')]);
	const chunked = ['Transfer-Encoding: chunked'];
	const last = Buffer.from('0\r\n\r\n');
	if (share < 0.7) {
		return { framing: chunked, bytes: body.length === 0 ? last : Buffer.concat([chunk, last]), ending: 'waits' };
	}
	if (share < 0.75) {
		const bytes = Buffer.concat([
			chunk,
			Buffer.from(random.pick(['zz\r\n', '-1\r\n', '\r\n', `${'f'.repeat(20)}\r\n`])),
		]);
		return { framing: chunked, bytes, ending: 'half-closes' };
	}
	// The body never ends: only the sender's end or the server's timeout can end it.
	const ending = random.pick(['half-closes', 'resets'] as const);
	if (share < 0.85) return { framing: chunked, bytes: chunk, ending };
	if (share < 0.95) return { framing: [`Content-Length: ${body.length + random.integer(1, 99)}`], bytes: body, ending };
	const length = random.pick([
		'ten',
		'-1',
		'99999999999999999999',
		'9999999',
		'0',
		String(Math.max(0, body.length - 5)),
	]);
	return { framing: [`Content-Length: ${length}`], bytes: body, ending: 'half-closes' };
}

/** Mostly in one chunk; otherwise in several, which arrive one after another. */
function cut(random: SeededRandom, bytes: Buffer): readonly Uint8Array[] {
	if (random.chance(0.8)) return [bytes];
	const at = random.integer(1, bytes.length - 1);
	return [bytes.subarray(0, at), bytes.subarray(at)];
}
