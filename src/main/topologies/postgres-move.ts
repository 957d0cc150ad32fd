/** Moves of PostgreSQL databases to data directories, and back. */
import { useCarriedSource } from '../../adapters/postgres/carried-source.ts';
import { useCarriedTarget } from '../../adapters/postgres/carried-target.ts';
import type { StoreSource, StoreTarget } from '../../adapters/sql/carried-rows.ts';
import type { TargetOptions } from './topology.ts';

const timeouts = { connectTimeoutMs: 10_000, lockTimeoutMs: 60_000 };

/** @throws {PostgresUnusableError} @throws {PostgresUrlError} */
export function useSource<T>(url: string, use: (source: StoreSource) => Promise<T>): Promise<T> {
	return useCarriedSource({ url, ...timeouts }, use);
}

/** @throws {PostgresUnusableError} @throws {PostgresUrlError} */
export function useTarget<T>(
	{ url, nowMs, fingerprint }: TargetOptions & { readonly url: string },
	use: (target: StoreTarget) => Promise<T>,
): Promise<T> {
	return useCarriedTarget({ url, nowMs, fingerprint, ...timeouts }, use);
}
