/**
 * What a backup says of itself: `manifest.json`, the last file that is written. It has the size and the SHA-256 of every
 * other file, and a SHA-256 of its own content, so a backup is either whole or refused.
 */
import { createHash } from 'node:crypto';
import { isZoneName, type ZoneName } from '../../domain/zone/zone.ts';

export type BackedUpStore = 'sqlite' | 'postgres';

export interface BackupFile {
	readonly bytes: number;
	/** In hexadecimal digits. */
	readonly sha256: string;
}

export interface BackupManifest {
	/** Of the program. */
	readonly version: string;
	readonly createdAt: string;
	readonly store: BackedUpStore;
	/** Of the key that seals the secrets, which is not in the backup; null where it was not known. */
	readonly serverKey: string | null;
	readonly zones: readonly BackedUpZone[];
	/** By path below the backup's directory, with `/` between folders. */
	readonly files: { readonly [path: string]: BackupFile };
}

export interface BackedUpZone {
	readonly zone: ZoneName;
	readonly schemaVersion: number;
	/** How many rows there are, by table. */
	readonly rows: { readonly [table: string]: number };
	/** PostgreSQL only: where its sequences were, by table and column, and the months that have a partition. */
	readonly sequences?: { readonly [tableColumn: string]: string };
	readonly partitions?: readonly string[];
}

/** Raised when the form changes. */
const formatVersion = 1;

/** The backup cannot be made or used; the message says why and what to do. */
export class BackupError extends Error {
	constructor(message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = 'BackupError';
	}
}

export function formatManifest(manifest: BackupManifest): string {
	return `${JSON.stringify({ format: formatVersion, sha256: toChecksum(manifest), manifest }, undefined, '\t')}\n`;
}

/** @throws {BackupError} @param path names the backup in the error */
export function parseManifest(text: string, path: string): BackupManifest {
	const damaged = (cause?: unknown) =>
		new BackupError(`the manifest of ${path} is damaged: use another backup`, { cause });
	let parsed: { readonly format?: unknown; readonly sha256?: unknown; readonly manifest?: BackupManifest };
	try {
		parsed = JSON.parse(text);
	} catch (error) {
		throw damaged(error);
	}
	const { format, sha256, manifest } = Object(parsed);
	if (typeof format === 'number' && format > formatVersion) {
		throw new BackupError(`${path} was made by a newer version of the program: restore it with that one`);
	}
	if (format !== formatVersion || typeof manifest !== 'object' || sha256 !== toChecksum(manifest)) throw damaged();
	if (!manifest.zones.every(({ zone }: BackedUpZone) => isZoneName(zone))) throw damaged();
	return manifest;
}

/** Of the content and not of the file, so that the manifest can have it. */
function toChecksum(manifest: unknown): string {
	return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}
