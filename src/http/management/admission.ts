/**
 * The checks that every management operation passes before its body is read, once its caller is admitted, in the specified
 * order: path, existence and ownership, lock.
 */
import type { FastifyRequest } from 'fastify';
import type { Freshness } from '../../app/search-engine/search-engines.ts';
import {
	hashidPattern,
	indexNameLengthMax,
	indexNamePattern,
	isLocked,
	toWrittenGeneration,
} from '../../domain/search-engine/search-engine.ts';
import { failFaults, toFaults } from '../../lib/fail-faults.ts';
import { type Failure, FailureError, type Fault, fail, type Result, succeed, unwrap } from '../../lib/failure.ts';

interface TargetPath {
	readonly hashid: string;
	readonly name: string;
}

/** Checks what the path names, and sets `request.searchEngine` and `request.index`. Comes after `admitOwner`. */
export async function admitTarget(request: FastifyRequest): Promise<void> {
	const { target, isAboutItems, failures } = request.route.config;
	if (target === undefined) return;
	const { hashid, name } = readPath(request);
	const faults = findPathFaults(hashid, target === 'index' ? name : undefined);
	if (faults.length > 0) throw new FailureError(toPathFailure(faults, failures?.includes('invalid') === true));
	const admitted = isAboutItems ? await openTarget(request, 'cached') : undefined;
	// What a moment ago was missing or locked may be there now.
	if (admitted?.ok !== true) await admitTargetNow(request);
}

/** The same of a path that was admitted, by what the store has now. */
export async function admitTargetNow(request: FastifyRequest): Promise<void> {
	unwrap(await openTarget(request, 'fresh'));
}

function readPath(request: FastifyRequest): TargetPath {
	const { hashid = '', name = '' } = request.params as Partial<TargetPath>;
	return { hashid, name };
}

async function openTarget(request: FastifyRequest, freshness: Freshness): Promise<Result<null>> {
	const { hashid, name } = readPath(request);
	const { target, isLocked: needsUnlocked, isItemWrite } = request.route.config;
	const opened = await request.zone.searchEngines.open(request.principal, hashid, freshness);
	if (!opened.ok) return opened;
	request.searchEngine = opened.value;
	if (target === 'index') {
		const index = request.searchEngine.indices.find((candidate) => candidate.name === name);
		if (index === undefined) return fail('not_found', { message: `Not found: index ${name}` });
		request.index = index;
	}
	const isRefused =
		needsUnlocked &&
		isLocked(request.searchEngine) &&
		!(isItemWrite && toWrittenGeneration(request.index, true) !== undefined);
	return isRefused ? fail('locked') : succeed(null);
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
