/**
 * Records the changes that the routes of a scope make: after the change, before its answer. Calls that only read, that fail,
 * and those of integrations about items are not recorded.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
	type ChangeActor,
	type ChangeArea,
	type NewChange,
	pathLengthMax,
	sentLengthMax,
	toSent,
	toSentText,
} from '../../domain/account/change.ts';
import type { App } from '../server/app.ts';

/** By the tag of the operation. */
const areasByTag: Readonly<Record<string, ChangeArea>> = {
	Account: 'shop',
	Accounts: 'users',
	Dashboard: 'signIn',
	Events: 'statistics',
	Indices: 'catalogue',
	Items: 'catalogue',
	Keys: 'users',
	'Search engines': 'catalogue',
	'Search settings': 'searchSettings',
	Stores: 'shop',
	Users: 'users',
	Widgets: 'recommendations',
};

interface RecordedOperation {
	readonly operationId?: string;
	readonly tags?: readonly string[];
}

/** The area whose right the operation takes in the dashboard, which a test compares. */
export function findChangeArea({ operationId, tags = [] }: RecordedOperation): ChangeArea | undefined {
	return operationId === 'updateIndexSchema' ? 'catalogue' : areasByTag[tags[0] ?? ''];
}

/** What an answer calls the id of the thing that was made. */
const idNames = ['id', 'hashid', 'code', 'name'] as const;

const createdIds = new WeakMap<FastifyRequest, string>();
const sentTexts = new WeakMap<FastifyRequest, Sent>();

type Sent = Pick<NewChange, 'sent' | 'isWhole'>;

export function recordChanges(scope: App): void {
	scope.addHook('preHandler', noteBytes);
	scope.addHook('preSerialization', noteCreatedId);
	scope.addHook('onSend', async (request, reply, payload) => {
		const change = isRecorded(request, reply) ? toChange(request) : undefined;
		if (change !== undefined) await request.zone.changes.record(change);
		return payload;
	});
}

/** The bytes of items, which are gone once they are parsed. */
function noteBytes(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
	const { body, session, route } = request;
	if (body instanceof Uint8Array && session !== null && route.config.isReading !== true) {
		const start = Buffer.from(body.subarray(0, 4 * sentLengthMax)).toString();
		sentTexts.set(request, toSentText(start, body.byteLength <= 4 * sentLengthMax));
	}
	done();
}

async function noteCreatedId(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
	if (reply.statusCode === 201) {
		const answer = payload as Readonly<Record<string, unknown>>;
		const id = idNames.map((name) => answer[name]).find((value) => typeof value === 'string');
		if (typeof id === 'string') createdIds.set(request, id);
	}
	return payload;
}

function isRecorded({ method, route, session }: FastifyRequest, { statusCode }: FastifyReply): boolean {
	const { isReading, isAboutItems } = route.config;
	if (statusCode >= 400 || method === 'GET' || method === 'HEAD' || isReading === true) return false;
	return isAboutItems !== true || session !== null;
}

/** Undefined for what concerns no account. */
function toChange(request: FastifyRequest): Omit<NewChange, 'atMs'> | undefined {
	const { url, body, route } = request;
	const operation = route.schema as RecordedOperation;
	const area = findChangeArea(operation);
	const createdId = createdIds.get(request) ?? null;
	const actor = toActor(request, createdId);
	if (area === undefined || actor === undefined) return undefined;
	const path = (url.split('?', 1)[0] ?? '').slice(0, pathLengthMax);
	const sent = sentTexts.get(request) ?? toSent(body);
	return { actor, area, operation: operation.operationId ?? '', path, createdId, ...sent };
}

function toActor({ session, principal, params }: FastifyRequest, createdId: string | null): ChangeActor | undefined {
	if (session !== null) return { kind: 'session', userCode: session.session.userCode, keyId: session.session.keyId };
	if (principal !== null) return { kind: 'key', userCode: principal.userCode, keyId: principal.keyId };
	const { account_id: accountId = createdId } = params as { account_id?: string };
	return accountId === null ? undefined : { kind: 'operator', accountId };
}
