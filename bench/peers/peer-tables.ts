/** Tables of `bench/peers.ts`. */
import type { Asking } from './peer.ts';

/** What one server did. */
export interface Speed {
	readonly name: string;
	readonly p50Ms: number;
	readonly p99Ms: number;
	readonly perSecond: number;
	/** Processor time of the server for one search; NaN if its process was not found. */
	readonly cpuMs: number;
	/** Answers that are no results: those of a server that was too busy. */
	readonly failedCount: number;
}

export interface Row {
	readonly queryClass: string;
	readonly connectionCount: number;
	readonly asking: Asking;
	/** Ours first. */
	readonly servers: readonly Speed[];
}

export interface LoadedPeer {
	readonly name: string;
	/** Undefined if it was loaded before. */
	readonly loadSeconds: number | undefined;
	readonly diskMb: number;
	/** Undefined if its process was not found. */
	readonly memory: { readonly ownMb: number; readonly mappedMb: number } | undefined;
}

/** A table for each number of connections. */
export function showRows(rows: readonly Row[]): string {
	const tables = [...Map.groupBy(rows, ({ connectionCount }) => connectionCount)].map(([count, ofCount]) => {
		const names = ofCount[0]?.servers.map(({ name }) => name) ?? [];
		const header = ['class', 'to match', 'facets', ...names.flatMap((name) => [name, 'p99', '/s', 'cpu'])];
		const body = ofCount.map(({ queryClass, asking, servers }) => [
			queryClass,
			asking.isNamed ? 'named' : 'as it comes',
			asking.facets,
			...servers.flatMap(({ p50Ms, p99Ms, perSecond, cpuMs }) => [
				p50Ms.toFixed(2),
				p99Ms.toFixed(2),
				perSecond.toFixed(0),
				cpuMs.toFixed(2),
			]),
			toRatio(servers, ({ p50Ms }) => p50Ms),
			toRatio(servers, ({ cpuMs }) => cpuMs),
			toRatio([servers[0] as Speed, ...findBare(ofCount, queryClass)], ({ cpuMs }) => cpuMs),
		]);
		const title = `${count} ${count === 1 ? 'connection' : 'connections'}: p50 and p99 in ms, searches/s, ms of processor time`;
		return `${title}\n${toTable([[...header, '× p50', '× cpu', '× bare'], ...body])}`;
	});
	const notes = [
		'× p50, × cpu: how many times the best other server takes, asked in the same way.',
		'× bare: × cpu, where the other is asked without a way to match and without the usual facets.',
		...rows.flatMap(({ servers }) => servers.filter(({ failedCount }) => failedCount > 0)).map(describeFailures),
	];
	return `${tables.join('\n\n')}\n${notes.join('\n')}\n`;
}

function describeFailures({ name, failedCount }: Speed): string {
	return `${name} answered ${failedCount} requests of one measurement with an error.`;
}

function toRatio([own, ...others]: readonly Speed[], read: (speed: Speed) => number): string {
	return own === undefined || others.length === 0 ? '' : (Math.min(...others.map(read)) / read(own)).toFixed(2);
}

/** The other servers without the usual facets, which they count only if they are asked to. */
function findBare(rows: readonly Row[], queryClass: string): readonly Speed[] {
	const isBare = (row: Row) => row.queryClass === queryClass && !row.asking.isNamed && row.asking.facets === 'own';
	return rows.find(isBare)?.servers.slice(1) ?? [];
}

export function showServers(servers: readonly LoadedPeer[]): string {
	const show = (value: number | undefined, unit: string) => (value === undefined ? '–' : `${value.toFixed(0)} ${unit}`);
	const rows = servers.map(({ name, loadSeconds, diskMb, memory }) => [
		name,
		show(loadSeconds, 's'),
		show(memory?.ownMb, 'MB'),
		show(memory?.mappedMb, 'MB'),
		show(diskMb, 'MB'),
	]);
	return toTable([['server', 'indexing', 'memory', 'mapped', 'disk'], ...rows]);
}

function toTable(rows: readonly (readonly string[])[]): string {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
	return rows
		.map((row) =>
			row
				.map((cell, column) => (column < 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}
