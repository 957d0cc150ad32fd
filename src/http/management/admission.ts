/**
 * The checks that every management operation passes before its body is read, in the specified order: credentials, rate
 * limit, path, existence and ownership, lock.
 */
import type { FastifyRequest } from 'fastify';
import {
	hashidPattern,
	indexNameLengthMax,
	indexNamePattern,
	isLocked,
	toWrittenGeneration,
} from '../../domain/search-engine/search-engine.ts';
import { failFaults, toFaults } from '../../lib/fail-faults.ts';
import { type Failure, FailureError, type Fault, fail, unwrap } from '../../lib/failure.ts';
import { spendToken } from '../shared/spend-token.ts';

/** Checks the caller: a usable key or token of an account's owner, within its rate. Sets `request.principal`. */
export async function admitOwner(request: FastifyRequest): Promise<void> {
	const { zone } = request;
	request.principal = unwrap(await zone.authenticate(request.headers.authorization, request.ip));
	spendToken(zone.keyLimiter, request.principal.keyId);
}

/** Checks what the path names, and sets `request.searchEngine` and `request.index`. Comes after `admitOwner`. */
export async function admitTarget(request: FastifyRequest): Promise<void> {
	const { target, isLocked: needsUnlocked, isItemWrite, failures } = request.route.config;
	if (target === undefined) return;
	const { hashid = '', name = '' } = request.params as { hashid?: string; name?: string };
	const faults = findPathFaults(hashid, target === 'index' ? name : undefined);
	if (faults.length > 0) throw new FailureError(toPathFailure(faults, failures?.includes('invalid') === true));
	request.searchEngine = unwrap(await request.zone.searchEngines.open(request.principal, hashid));
	if (target === 'index') {
		const index = request.searchEngine.indices.find((candidate) => candidate.name === name);
		if (index === undefined) throw new FailureError(fail('not_found', { message: `Not found: index ${name}` }).failure);
		request.index = index;
	}
	if (needsUnlocked && isLocked(request.searchEngine)) {
		const isRouted = isItemWrite && toWrittenGeneration(request.index, true) !== undefined;
		if (!isRouted) throw new FailureError(fail('locked').failure);
	}
}

function findPathFaults(hashid: string, name: string | undefined): Fault[] {
	const problem = hashidPattern.test(hashid) ? undefined : `must match ${hashidPattern.source}`;
	return [...toFaults('hashid', problem), ...toFaults('name', name === undefined ? undefined : findNameProblem(name))];
}

function findNameProblem(name: string): string | undefined {
	if (!indexNamePattern.test(name)) return `must match ${indexNamePattern.source}`;
	return name.length > indexNameLengthMax ? `must have at most ${indexNameLengthMax} characters` : undefined;
}

/** For an operation without `bad_params`, a malformed path is `not_found`. */
function toPathFailure(faults: readonly Fault[], canBeInvalid: boolean): Failure {
	return (canBeInvalid ? failFaults(faults) : fail('not_found')).failure;
}
