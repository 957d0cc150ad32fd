import assert from 'node:assert/strict';
import { it } from 'node:test';
import { emptySession } from '../../statistics/stored-session.ts';
import { createSessionCache } from './build-cache.ts';

it('keeps some thousands of the sessions, fewer of those with many events', () => {
	const countKept = (byteCount: number) => {
		const sessions = createSessionCache();
		const stored = { ...emptySession, eventCount: 1, bytes: new Uint8Array(byteCount) };
		const names = Array.from({ length: 50_000 }, (_, number) => `session ${number}`);
		for (const name of names) sessions.set(name, { stored, counted: undefined });
		return names.filter((name) => sessions.get(name) !== undefined).length;
	};
	const [short, long] = [countKept(100), countKept(1_000)];
	assert(short > 5_000 && short < 20_000, `${short}`);
	assert(long > 1_000 && long < short / 3, `${long}`);
});
