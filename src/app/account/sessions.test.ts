import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { joinScratchZone, type ScratchZone, scratchStartMs } from '../../../test/support/scratch-zone.ts';
import { createJoseClaimBox } from '../../adapters/crypto/jose-claim-box.ts';
import { sessionIdleMs, sessionLifeMs } from '../../domain/account/session.ts';
import { unwrap } from '../../lib/failure.ts';
import { createSessions, type Sessions, type SessionToken } from './sessions.ts';

let zone: ScratchZone;
let sessions: Sessions;

before(async () => {
	zone = await joinScratchZone();
	const { database, randomness, clock } = zone;
	const claimBox = createJoseClaimBox(Buffer.alloc(32, 1), 'tests');
	const recordSignIn = async () => undefined;
	sessions = createSessions({ signIns: database.signIns, randomness, clock, claimBox, recordSignIn });
});

async function open(): Promise<SessionToken> {
	zone.clock.set(scratchStartMs);
	const { owner } = await zone.openAccount();
	return unwrap(await sessions.open({ userCode: owner.userCode, method: 'key', keyId: owner.keyId }));
}

/** The token to go on with after a call at this time since the start; undefined when the session has ended. */
async function useAfter(ms: number, token: SessionToken): Promise<SessionToken | undefined> {
	zone.clock.set(scratchStartMs + ms);
	const resumed = await sessions.resume(token.text);
	return resumed.ok ? (resumed.value.renewed ?? token) : undefined;
}

test('a session that is not used ends after its idle time', async () => {
	const token = await open();
	assert.equal(token.idleSeconds, sessionIdleMs / 1000);
	assert.notEqual(await useAfter(sessionIdleMs - 1000, token), undefined);
	assert.equal(await useAfter(sessionIdleMs, token), undefined);
});

test('use keeps it open, with another token once a minute, up to its whole life', async () => {
	let token = await open();
	assert.equal(await useAfter(59_000, token), token);
	for (let ms = 3_600_000; ms < sessionLifeMs; ms += 3_600_000) {
		const next = await useAfter(ms, token);
		assert(next !== undefined && next !== token, `${ms}`);
		token = next;
	}
	assert.equal(token.idleSeconds, 3600, 'the last token ends with the session');
	assert.equal(await useAfter(sessionLifeMs - 1000, token).then((left) => left?.idleSeconds), 1);
	assert.equal(await useAfter(sessionLifeMs, token), undefined);
});

test('nobody has a session of no user', async () => {
	const opened = await sessions.open({ userCode: '0'.repeat(16), method: 'password', keyId: null });
	assert.equal(opened.ok ? '' : opened.failure.code, 'unauthenticated');
});
