/**
 * A receiver of traces: OTLP over HTTP, in the binary form of
 * https://github.com/open-telemetry/opentelemetry-proto/blob/v1.7.0/opentelemetry/proto/trace/v1/trace.proto, which is read
 * here by the numbers of its fields.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
	readonly traceId: string;
	readonly spanId: string;
	/** Empty for the root of a trace. */
	readonly parentSpanId: string;
	readonly name: string;
	/** 1: internal, 2: server, 3: client. */
	readonly kind: number;
	readonly attributes: Readonly<Record<string, string | number | boolean>>;
	/** Of the resource. */
	readonly resource: Readonly<Record<string, string | number | boolean>>;
	readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
	/** 2: error. */
	readonly status: number;
}

export interface OtlpReceiver extends AsyncDisposable {
	readonly url: string;
	readonly spans: readonly ReceivedSpan[];
	/** Of each call. */
	readonly calls: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
	/** All bytes, as text. */
	readonly text: () => string;
	/** What it answers from now on; `silence` is no answer. */
	answer(how: 200 | 503 | 'silence'): void;
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
	const spans: ReceivedSpan[] = [];
	const calls: { path: string; headers: IncomingHttpHeaders }[] = [];
	const bodies: Buffer[] = [];
	let how: 200 | 503 | 'silence' = 200;
	const server = createServer(async (request, response) => {
		const chunks = await Array.fromAsync(request);
		const body = Buffer.concat(chunks);
		calls.push({ path: request.url ?? '', headers: request.headers });
		bodies.push(body);
		if (how === 'silence') return;
		if (how === 200) spans.push(...readRequest(body));
		response.writeHead(how, { 'content-type': 'application/x-protobuf' }).end();
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		...{ spans, calls },
		text: () => Buffer.concat(bodies).toString('latin1'),
		answer(next) {
			how = next;
		},
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}

// — the wire form: each field is a number and a type, then a number or bytes —

type Field = readonly [number: number, value: bigint | Buffer];

function readFields(bytes: Buffer): Field[] {
	const fields: Field[] = [];
	let at = 0;
	const readVarint = (): bigint => {
		let value = 0n;
		for (let shift = 0n; ; shift += 7n) {
			const byte = bytes[at++] ?? 0;
			value |= BigInt(byte & 0x7f) << shift;
			if (byte < 0x80) return value;
		}
	};
	const take = (length: number): Buffer => {
		at += length;
		return bytes.subarray(at - length, at);
	};
	while (at < bytes.length) {
		const tag = Number(readVarint());
		const type = tag & 7;
		if (type === 0) fields.push([tag >> 3, readVarint()]);
		else if (type === 1) fields.push([tag >> 3, take(8)]);
		else if (type === 5) fields.push([tag >> 3, take(4)]);
		else if (type === 2) fields.push([tag >> 3, take(Number(readVarint()))]);
		else throw new Error(`no field of OTLP has the type ${type}`);
	}
	return fields;
}

const listBytes = (fields: readonly Field[], wanted: number): Buffer[] =>
	fields.flatMap(([number, value]) => (number === wanted && Buffer.isBuffer(value) ? [value] : []));
const readText = (fields: readonly Field[], wanted: number): string => String(listBytes(fields, wanted)[0] ?? '');
const readHex = (fields: readonly Field[], wanted: number): string =>
	listBytes(fields, wanted)[0]?.toString('hex') ?? '';
const readNumber = (fields: readonly Field[], wanted: number): number =>
	Number(fields.find(([number]) => number === wanted)?.[1] ?? 0);

function readRequest(body: Buffer): ReceivedSpan[] {
	return listBytes(readFields(body), 1).flatMap((resourceSpans) => {
		const fields = readFields(resourceSpans);
		const resource = readAttributes(readFields(listBytes(fields, 1)[0] ?? Buffer.alloc(0)), 1);
		const scopes = listBytes(fields, 2).flatMap((scope) => listBytes(readFields(scope), 2));
		return scopes.map((span) => readSpan(readFields(span), resource));
	});
}

function readSpan(fields: readonly Field[], resource: ReceivedSpan['resource']): ReceivedSpan {
	const links = listBytes(fields, 13).map(readFields);
	return {
		traceId: readHex(fields, 1),
		spanId: readHex(fields, 2),
		parentSpanId: readHex(fields, 4),
		name: readText(fields, 5),
		kind: readNumber(fields, 6),
		attributes: readAttributes(fields, 9),
		resource,
		links: links.map((link) => ({ traceId: readHex(link, 1), spanId: readHex(link, 2) })),
		status: readNumber(readFields(listBytes(fields, 15)[0] ?? Buffer.alloc(0)), 3),
	};
}

function readAttributes(fields: readonly Field[], wanted: number): ReceivedSpan['attributes'] {
	const entries = listBytes(fields, wanted).map((pair) => {
		const members = readFields(pair);
		return [readText(members, 1), readValue(readFields(listBytes(members, 2)[0] ?? Buffer.alloc(0)))] as const;
	});
	return Object.fromEntries(entries);
}

function readValue([field]: readonly Field[]): string | number | boolean {
	const [number, value] = field ?? [1, Buffer.alloc(0)];
	if (number === 2) return value === 1n;
	if (number === 4 && Buffer.isBuffer(value)) return value.readDoubleLE();
	return Buffer.isBuffer(value) ? String(value) : Number(value);
}
