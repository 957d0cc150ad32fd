import type { Items } from '../../app/item/items.ts';
import type { Indices } from '../../app/search-engine/indices.ts';
import type { SearchEngines } from '../../app/search-engine/search-engines.ts';
import type { Principal } from '../../domain/account/account.ts';
import type { ZoneName } from '../../domain/zone/zone.ts';
import type { Result } from '../../lib/failure.ts';
import type { TokenBuckets } from '../../lib/token-bucket.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/randomness.ts';

/** Everything the routes of one zone call: each zone has its own data, so each has its own set. */
export interface ZoneServices {
	readonly zone: ZoneName;
	/** From the value of the `Authorization` header to the caller: `unauthenticated` or `forbidden`. */
	readonly authenticate: (authorization: string | undefined) => Promise<Result<Principal>>;
	readonly searchEngines: SearchEngines;
	readonly indices: Indices;
	readonly items: Items;
	/** Limits by API key. */
	readonly keyBuckets: TokenBuckets;
	/** Limits by widget or search engine and client address. */
	readonly publicBuckets: TokenBuckets;
	readonly clock: Clock;
	readonly randomness: Randomness;
	/** Resolves when the zone's data can be read and written. */
	readonly check: () => Promise<void>;
}
