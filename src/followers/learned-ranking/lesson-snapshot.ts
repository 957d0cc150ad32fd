/**
 * What was learned, on disk: a file for each search engine, and one that says up to where the log was read. Each is a
 * small text file that is replaced in one step.
 *
 *     learned/position      vitrine-lessons 1 9a3f01c2          the version and the CRC-32 of the line below
 *                           {"position":"120","engines":["5a1e…"],"recounted":[]}
 *     learned/5a1e…         {"position":"120","rows":{…}}       behind a first line of the same kind
 *
 * Engines are written before the position. So after a crash an engine may be ahead of the position, and skips what it has
 * already learned from.
 */
import { crc32 } from 'node:zlib';
import type { Position } from '../../domain/log/position.ts';
import type { LearnerRows } from '../../learning/click-learner.ts';

export interface LessonPosition {
	/** Every event up to this one was learned from. */
	readonly position: Position;
	/** The engines that have a file. */
	readonly engines: readonly string[];
	/** Engines that must be learned from the beginning of the log; they are not among `engines`. */
	readonly recounted: readonly string[];
}

export interface EngineLessons {
	readonly position: Position;
	readonly rows: LearnerRows;
}

export const lessonsDirectory = 'learned';
export const positionName = 'position';

const version = 1;
const linePattern = /^vitrine-lessons (\d+) ([0-9a-f]{8})\n([^\n]+)\n$/;

export function formatLessons(content: LessonPosition | EngineLessons): Uint8Array {
	const json = JSON.stringify(content);
	const checksum = crc32(json).toString(16).padStart(8, '0');
	return new TextEncoder().encode(`vitrine-lessons ${version} ${checksum}\n${json}\n`);
}

/** Undefined when the bytes are not what `formatLessons` wrote in this version. */
export function parseLessons<Content extends LessonPosition | EngineLessons>(bytes: Uint8Array): Content | undefined {
	const [, writtenVersion, checksum, json] = linePattern.exec(Buffer.from(bytes).toString('utf8')) ?? [];
	if (json === undefined || writtenVersion !== String(version)) return undefined;
	return Number.parseInt(checksum as string, 16) === crc32(json) ? (JSON.parse(json) as Content) : undefined;
}
