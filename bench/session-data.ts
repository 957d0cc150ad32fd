import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type ClickLog, createClickLog, type SessionHandle } from '../src/recommend/click-log.ts';

/** Click sessions, oldest first; each is the items clicked, oldest first. */
export type Sessions = readonly (readonly number[])[];

export interface SessionData {
	readonly train: Sessions;
	readonly test: Sessions;
}

function readSessions(path: string): Sessions {
	const lines = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');
	return lines.map((line) => line.split(' ').map(Number));
}

/** The sessions of a folder with `train.txt.gz` and `test.txt.gz`; undefined when they are not there. */
export function readSessionFolder(folder: string): SessionData | undefined {
	const [train, test] = [join(folder, 'train.txt.gz'), join(folder, 'test.txt.gz')];
	if (!existsSync(train) || !existsSync(test)) return undefined;
	return { train: readSessions(train), test: readSessions(test) };
}

/** Splits the training sessions into all but the last `count`, and those, for tuning without the test file. */
export function holdOut(train: Sessions, count: number): SessionData {
	return { train: train.slice(0, -count), test: train.slice(-count) };
}

export function countClicks(sessions: Sessions): number {
	return sessions.reduce((sum, session) => sum + session.length, 0);
}

/** A click log to which `sessions` were applied one after another. */
export function toClickLog(sessions: Sessions): ClickLog {
	const log = createClickLog({ clicksMax: 2 ** 20, itemsMax: 2 ** 20 });
	for (const items of sessions) {
		let session: SessionHandle | undefined;
		for (const item of items) session = log.append(item, session);
	}
	return log;
}
