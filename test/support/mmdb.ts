/**
 * Writes small databases in MaxMind's format: https://maxmind.github.io/MaxMind-DB/
 *
 *     search tree: nodes of two records of 24 bits ─ 16 zero bytes ─ data ─ marker ─ metadata
 *
 * A record is the number of the next node, the number of nodes for "nothing", or beyond that an offset into the data.
 */

type MmdbValue = string | number | bigint | boolean | readonly MmdbValue[] | { readonly [name: string]: MmdbValue };

export interface MmdbNetwork {
	/** The bits of its prefix, `0` and `1`. */
	readonly prefix: string;
	readonly record: MmdbValue;
}

const separator = Buffer.alloc(16);
const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');

/** By bit: the next node, or the network that ends there. */
type Node = [(number | MmdbNetwork)?, (number | MmdbNetwork)?];

/** @param type such as `GeoLite2-City`. Networks must not contain each other. IPv6, with IPv4 in its first 2³² addresses. */
export function writeMmdb(networks: readonly MmdbNetwork[], type = 'Test-City'): Buffer {
	const nodes: Node[] = [[]];
	for (const network of networks) addNetwork(nodes, network);
	const chunks = networks.map(({ record }) => toBytes(record));
	const offsets = new Map<MmdbNetwork, number>();
	let dataLength = 0;
	for (const [at, network] of networks.entries()) {
		offsets.set(network, dataLength);
		dataLength += chunks[at]?.length ?? 0;
	}
	const toRecord = (target: Node[0]) =>
		typeof target === 'object'
			? nodes.length + separator.length + (offsets.get(target) as number)
			: (target ?? nodes.length);
	const tree = Buffer.alloc(nodes.length * 6);
	for (const [at, [left, right]] of nodes.entries()) {
		tree.writeUIntBE(toRecord(left), at * 6, 3);
		tree.writeUIntBE(toRecord(right), at * 6 + 3, 3);
	}
	const metadata = {
		...{ binary_format_major_version: 2, binary_format_minor_version: 0, build_epoch: 1_795_000_000n },
		...{ database_type: type, description: { en: 'A test' }, ip_version: 6, languages: ['en'] },
		...{ node_count: nodes.length, record_size: 24 },
	};
	return Buffer.concat([tree, separator, ...chunks, marker, toBytes(metadata)]);
}

function addNetwork(nodes: Node[], network: MmdbNetwork): void {
	let node = nodes[0] as Node;
	for (const digit of network.prefix.slice(0, -1)) {
		const bit = Number(digit) as 0 | 1;
		const next = node[bit] ?? nodes.push([]) - 1;
		if (typeof next !== 'number') throw new Error('a network contains another');
		node[bit] = next;
		node = nodes[next] as Node;
	}
	node[Number(network.prefix.at(-1)) as 0 | 1] = network;
}

/** `203.0.113.0/24` as it is in the tree: behind 96 zero bits. */
export function toIpv4Prefix(network: string): string {
	const [address = '', length] = network.split('/');
	const bits = address.split('.').map((part) => Number(part).toString(2).padStart(8, '0'));
	return '0'.repeat(96) + bits.join('').slice(0, Number(length));
}

/** `2001:db8::/32`: groups that are written out, and nothing behind `::`. */
export function toIpv6Prefix(network: string): string {
	const [address = '', length] = network.split('/');
	const groups = address.split(':').filter((group) => group !== '');
	const bits = groups.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'));
	return bits.join('').padEnd(128, '0').slice(0, Number(length));
}

function toBytes(value: MmdbValue): Buffer {
	if (typeof value === 'string') {
		const text = Buffer.from(value);
		return Buffer.concat([toHead(2, text.length), text]);
	}
	if (typeof value === 'boolean') return toHead(14, value ? 1 : 0);
	if (typeof value === 'bigint') return toInteger(9, value);
	if (typeof value === 'number')
		return Number.isInteger(value) && value >= 0 ? toInteger(6, BigInt(value)) : toDouble(value);
	if (Array.isArray(value)) return Buffer.concat([toHead(11, value.length), ...value.map(toBytes)]);
	const members = Object.entries(value as { readonly [name: string]: MmdbValue });
	return Buffer.concat([toHead(7, members.length), ...members.flat().map((part) => toBytes(part))]);
}

function toInteger(type: number, value: bigint): Buffer {
	const digits = value === 0n ? '' : value.toString(16);
	const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
	return Buffer.concat([toHead(type, bytes.length), bytes]);
}

function toDouble(value: number): Buffer {
	const bytes = Buffer.alloc(8);
	bytes.writeDoubleBE(value);
	return Buffer.concat([toHead(3, 8), bytes]);
}

/** Types above 7 have a byte of their own. Sizes of 29 to 284 have another one. */
function toHead(type: number, size: number): Buffer {
	if (size > 284) throw new Error('too long for a test');
	const written = Math.min(size, 29);
	const extra = size >= 29 ? [size - 29] : [];
	return Buffer.from(type <= 7 ? [(type << 5) | written, ...extra] : [written, type - 7, ...extra]);
}
