/** The server's type, and what our hooks attach to its requests and routes. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
	FastifyBaseLogger,
	FastifyInstance,
	RawReplyDefaultExpression,
	RawRequestDefaultExpression,
	RawServerDefault,
} from 'fastify';
import type { OpenSession } from '../../app/account/sessions.ts';
import type { Principal } from '../../domain/account/account.ts';
import type { RightArea, RightLevel } from '../../domain/account/rights.ts';
import type { Index, SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import type { CallKind } from '../../domain/statistics/call-kind.ts';
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
		/** Its `routeOptions`, which Fastify builds anew at each access. Set by the first hook. */
		route: FastifyRequest['routeOptions'];
		/** Set for every request that reaches a route. */
		zone: ZoneServices;
		/** Set on routes that require credentials; on those of the search API only when credentials were sent. */
		principal: Principal;
		/** Set on routes of the dashboard that require a session. */
		session: OpenSession;
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
		readonly access?: 'owner' | 'operator' | 'engine_owner' | 'searcher' | 'widget' | 'sign_in' | 'session' | 'public';
		/** What the path names below `/search_engines`: it must exist and belong to the caller. */
		readonly target?: 'search engine' | 'index';
		/**
		 * The operation is about items, and the engine may be as it was a moment ago: the store checks again what must not
		 * have changed.
		 */
		readonly isAboutItems?: boolean;
		/** The operation changes something that a temporary index locks. */
		readonly isLocked?: boolean;
		/** The answer contains a key or a token, so it is never compressed. */
		readonly carriesSecret?: boolean;
		/** It writes live items. While the index is locked, these writes may go to its temporary generation. */
		readonly isItemWrite?: boolean;
		/** It changes nothing, although its method is not GET. */
		readonly isReading?: boolean;
		/** What a member needs to call it in the dashboard. */
		readonly right?: { readonly area: RightArea | 'owner'; readonly level: RightLevel };
		/** In the dashboard, members need no right for it: it says which search engines there are. */
		readonly isForEveryMember?: boolean;
		/** As what a call is counted that succeeds and has a search engine. */
		readonly countsAs?: CallKind;
		/** What of an answer's text is its version, where not all of it can be changed. */
		readonly toVersionedPart?: (text: string) => string;
		/** The entity tag of an answer that is the present state of something that people change. */
		readonly findVersion?: (status: number, text: string) => string | undefined;
		/** The handler gets the body as bytes, and checks them. */
		readonly hasRawBody?: boolean;
	}
}
