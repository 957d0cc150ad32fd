import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findClaimProblem, tokenClockToleranceSeconds, tokenLifeSecondsMax } from './token-claims.ts';

const now = 1_700_000_000;
const claims = { iat: now, exp: now + 900, name: '00112233445566aa' };

test('claims are valid between their times, with a tolerance of a minute', () => {
	const acceptable = [
		claims,
		{ ...claims, exp: now + tokenLifeSecondsMax },
		{ ...claims, iat: now + tokenClockToleranceSeconds },
		{ ...claims, iat: now - 900, exp: now - tokenClockToleranceSeconds },
		{ ...claims, nbf: now + tokenClockToleranceSeconds },
		{ ...claims, nbf: 0, aud: 'anybody' },
	];
	for (const candidate of acceptable) assert.equal(findClaimProblem(candidate, now), undefined);
});

test('names claims that are missing, of the wrong type or out of time', () => {
	const refused: [change: object, problem: RegExp][] = [
		[{ iat: undefined }, /iat is required/],
		[{ iat: '1' }, /iat is required/],
		[{ exp: undefined }, /exp is required/],
		[{ exp: Number.NaN }, /exp is required/],
		[{ name: undefined }, /name is required/],
		[{ name: null }, /name is required/],
		[{ name: '' }, /name is required/],
		[{ exp: now - 1 }, /exp is before iat/],
		[{ exp: now + tokenLifeSecondsMax + 1 }, /within one week/],
		[{ iat: now + tokenClockToleranceSeconds + 1 }, /iat is in the future/],
		[{ iat: now - 900, exp: now - tokenClockToleranceSeconds - 1 }, /has expired/],
		[{ nbf: now + tokenClockToleranceSeconds + 1 }, /nbf/],
		[{ nbf: 'tomorrow' }, /nbf/],
	];
	for (const [change, problem] of refused) assert.match(findClaimProblem({ ...claims, ...change }, now) ?? '', problem);
});
