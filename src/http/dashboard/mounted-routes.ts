/**
 * Routes of the other APIs below `/dashboard/api`: the same handlers and the same checks of paths and bodies, with a
 * session and its rights in the place of an API key.
 */
import type { FastifyContextConfig, FastifyRequest, RouteOptions } from 'fastify';
import { includesLevel, type RightArea } from '../../domain/account/rights.ts';
import { type FailureCode, FailureError, fail } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { recordChanges } from '../shared/record-changes.ts';
import { admitSession } from './admission.ts';
import { createVersions } from './versions.ts';

export interface RouteGroup {
	/** The right that it takes; `owner`: no right is enough. */
	readonly area: RightArea | 'owner';
	/** Below `/dashboard/api`. */
	readonly prefix: string;
	/** Adds routes that expect `request.principal`, and admit nobody themselves. */
	readonly add: (scope: App) => void | Promise<void>;
	/** Reads anew what its hooks have set on the request for the handlers. */
	readonly readTarget?: (request: FastifyRequest) => Promise<void>;
}

export function addMountedRoutes(app: App, { area, prefix, add, readTarget }: RouteGroup): void {
	app.register(
		async (scope) => {
			const addVersion = createVersions(readTarget ?? (async () => undefined));
			scope.addHook('onRoute', (route) => {
				adaptRoute(route, area);
				addVersion(route);
			});
			scope.addHook('onRequest', admitSession);
			scope.addHook('onRequest', admitRight);
			recordChanges(scope);
			await add(scope);
		},
		{ prefix },
	);
}

const admissionFailures: readonly FailureCode[] = ['unauthenticated', 'forbidden'];

/** Says of a route that a session opens it, and in which form it fails. Its calls are not counted as an API's. */
function adaptRoute(route: RouteOptions, area: RouteGroup['area']): void {
	const { config = {}, schema = {} } = route;
	const { countsAs, failures = [], ...others } = config;
	const level = isReading(route) ? 'read' : 'write';
	route.config = {
		...others,
		family: 'management',
		access: 'session',
		failures: [...new Set([...failures, ...admissionFailures])],
		...(config.isForEveryMember ? {} : { right: { area, level } }),
	};
	// The document has the operation where it comes from, and clients that are generated should have it once.
	route.schema = { ...schema, hide: true };
}

function isReading({ method, config }: RouteOptions): boolean {
	return config?.isReading === true || [method].flat().every((name) => name === 'GET' || name === 'HEAD');
}

type NeededRight = NonNullable<FastifyContextConfig['right']>;

/** @throws {FailureError} `forbidden`, which names the right. */
async function admitRight({ route, session }: FastifyRequest): Promise<void> {
	const { right } = route.config;
	if (right === undefined || session.role === 'owner') return;
	if (right.area === 'owner' || !includesLevel(session.rights[right.area], right.level)) throw refuse(right);
}

function refuse({ area, level }: NeededRight): FailureError {
	const words = area === 'searchSettings' ? 'search settings' : area;
	const message =
		area === 'owner'
			? 'Access denied: this is for the owner of the account'
			: `Access denied: this takes the right to ${level} in the area ${words}`;
	return new FailureError(fail('forbidden', { message }).failure);
}
