/** The server's type, and what our hooks hang on its requests and routes. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
	FastifyBaseLogger,
	FastifyInstance,
	RawReplyDefaultExpression,
	RawRequestDefaultExpression,
	RawServerDefault,
} from 'fastify';
import type { Principal } from '../../domain/account/account.ts';
import type { Index, SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import type { FailureCode } from '../../lib/failure.ts';
import type { WidgetWithStore } from '../../ports/store-repository.ts';
import type { Connections } from './connections.ts';
import type { ApiFamily } from './failure-reply.ts';
import type { ZoneServices } from './zone-services.ts';

export type App = FastifyInstance<
	RawServerDefault,
	RawRequestDefaultExpression,
	RawReplyDefaultExpression,
	FastifyBaseLogger,
	TypeBoxTypeProvider
>;

declare module 'fastify' {
	interface FastifyInstance {
		readonly connections: Connections;
	}

	interface FastifyRequest {
		/** Its `routeOptions`, which are an object made anew each time they are asked for. Set by the first hook of all. */
		route: FastifyRequest['routeOptions'];
		/** Set for every request that reaches a route. */
		zone: ZoneServices;
		/** Set on routes that ask for credentials; on those of the search API only when some were sent. */
		principal: Principal;
		/** Set on routes below a search engine. */
		searchEngine: SearchEngineWithIndices;
		/** Set on routes below an index. */
		index: Index;
		/** Set on routes below a widget. */
		widget: WidgetWithStore;
	}

	interface FastifyContextConfig {
		readonly family?: ApiFamily;
		/** The failures this route may answer with; any other becomes `internal`. Undefined allows all. */
		readonly failures?: readonly FailureCode[];
		/** Who may call: documented in OpenAPI and checked by the access test. */
		readonly access?: 'owner' | 'operator' | 'searcher' | 'widget' | 'public';
		/** What the path names below `/search_engines`: it must exist and be the caller's. */
		readonly target?: 'search engine' | 'index';
		/** The operation changes what a temporary index locks. */
		readonly isLocked?: boolean;
		/** The answer names a key or a token: it is never compressed. */
		readonly carriesSecret?: boolean;
		/** It writes live items, which an index may send to its temporary one while it is locked. */
		readonly isItemWrite?: boolean;
		/** The body is handed to the handler as bytes, and checked there. */
		readonly hasRawBody?: boolean;
	}
}
