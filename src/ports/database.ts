import type { AccountRepository } from './account-repository.ts';
import type { CallRepository } from './call-repository.ts';
import type { ChangeRepository } from './change-repository.ts';
import type { EventRepository } from './event-repository.ts';
import type { GenerationRepository } from './generation-repository.ts';
import type { Invalidation } from './invalidation.ts';
import type { ItemRepository } from './item-repository.ts';
import type { SealedSecretRepository } from './sealed-secret-repository.ts';
import type { SearchEngineRepository } from './search-engine-repository.ts';
import type { SearchSettingsRepository } from './search-settings-repository.ts';
import type { SecondFactorRepository } from './second-factor-repository.ts';
import type { SignInRepository } from './sign-in-repository.ts';
import type { StatisticsRepository } from './statistics-repository.ts';
import type { StoreRepository } from './store-repository.ts';

/**
 * All data of a zone: the only truth of the program.
 *
 * A write is on disk when its promise resolves. When the disk or the database fails, the promise rejects with a
 * `FailureError` of code `timed_out` (no answer within the deadline: it may still happen), `overloaded` (too much is
 * queued: nothing happened) or `unavailable` (disk full, I/O error: nothing happened).
 */
export interface Database {
	readonly accounts: AccountRepository;
	readonly signIns: SignInRepository;
	readonly secondFactors: SecondFactorRepository;
	readonly sealedSecrets: SealedSecretRepository;
	readonly changes: ChangeRepository;
	readonly stores: StoreRepository;
	readonly searchEngines: SearchEngineRepository;
	readonly searchSettings: SearchSettingsRepository;
	readonly items: ItemRepository;
	readonly generations: GenerationRepository;
	readonly events: EventRepository;
	readonly calls: CallRepository;
	readonly statistics: StatisticsRepository;
	readonly invalidation: Invalidation;
	/** Resolves when reads and writes work; rejects like a write. */
	check(): Promise<void>;
	/** Lets queued writes finish, then closes the files. */
	close(): Promise<void>;
}
