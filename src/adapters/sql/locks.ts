/**
 * The rows that units of work lock, in the order in which they lock them: from an owner to what it owns, and rows of one
 * table by their ids. A unit that has locked something further down never waits for something further up, so no two units
 * wait for each other. (Cascades of a removal lock in an order of their own. If that leads to a deadlock, the database
 * rolls one unit back, and it runs again.)
 *
 *     account → user → store → search engine → generation → copy, scroll → names (`SqlDialect.lock`)
 *
 * There are four ways to lock a row, each of which excludes the marked ones:
 *
 *     way                         keep  share  hold  lock
 *     keep   for key share                             ×    it stays; foreign keys do the same
 *     share  for share                          ×      ×    it stays as it is
 *     hold   for no key update           ×      ×      ×    it is changed, or its children are counted
 *     lock   for update            ×     ×      ×      ×    it goes, or others must not rely on it; deletions do the same
 *
 * | unit | locks |
 * |---|---|
 * | createUser, createStore | hold account |
 * | removeAccount | lock account, its stores, its search engines |
 * | createKey, updateUser, setPassword, putLink, openSession, put and activate (second factors) | hold user |
 * | removeUser | lock user |
 * | createWidget | hold store |
 * | removeStore | lock store |
 * | create (search engine) | hold account, keep store |
 * | update (search engine) | keep store, hold search engine |
 * | createIndex, updateIndex, changeSchema, update (search settings) | hold search engine |
 * | remove, removeIndex, all of temporary indices | lock search engine |
 * | write (items) | keep search engine, hold the generations of the index |
 * | openScroll | keep search engine, share generation, name `scrolls` |
 * | continueScroll | lock scroll |
 * | copyChunk | hold target generation, lock copy |
 * | moveFollower | keep generation |
 * | collectGarbage | lock generation |
 * | recordQueued, suppressErased | name `erasures`, shared and exclusive |
 * | recordMany, recordQueued | the carts that are checked out, in the order of their keys |
 * | countWidgetEvents | lock watermark, keep widgets |
 * | addEmptyAnswers | keep widgets |
 * | addCalls | keep search engines |
 * | openBuilds, writeStep, startRebuild | lock watermark of statistics, lock builds |
 *
 * Writers may keep a search engine one after another without a gap. So a unit that keeps or locks one first waits in a
 * queue (`lock-queue.ts`).
 *
 * All others are one statement, or a sequence in which nothing is checked. A search engine is locked by a temporary index
 * (`findLock`): that is checked while the engine is held or kept, and comes and goes while it is locked. `seq` numbers
 * are given out while the generation is held, so their order is the order of the commits.
 *
 * SQLite has one writer, which has locked everything: there the queries are reads.
 */
import { sql } from 'kysely';
import { defineQuery, type QueryBuilder } from './query.ts';

type ById = { readonly id: string };
type ByHashid = { readonly hashid: string };
type ByGenerationId = { readonly id: number };

const selectAccount = (db: QueryBuilder, { id }: ById) => db.selectFrom('account').select('id').where('id', '=', id);

export const holdAccount = defineQuery((db, args: ById) => selectAccount(db, args).forNoKeyUpdate());
export const lockAccount = defineQuery((db, args: ById) => selectAccount(db, args).forUpdate());

const selectUser = (db: QueryBuilder, { code }: { readonly code: string }) =>
	db.selectFrom('app_user').select(['name', 'email', 'role', 'rights']).where('code', '=', code);

export const holdUser = defineQuery((db, args: { code: string }) => selectUser(db, args).forNoKeyUpdate());
export const lockUser = defineQuery((db, args: { code: string }) => selectUser(db, args).forUpdate());

const selectStore = (db: QueryBuilder, { id }: ById) =>
	db.selectFrom('store').select('account_id').where('id', '=', id);

export const keepStore = defineQuery((db, args: ById) => selectStore(db, args).forKeyShare());
export const holdStore = defineQuery((db, args: ById) => selectStore(db, args).forNoKeyUpdate());
export const lockStore = defineQuery((db, args: ById) => selectStore(db, args).forUpdate());
export const lockStoresOfAccount = defineQuery((db, args: { accountId: string }) =>
	db.selectFrom('store').select('id').where('account_id', '=', args.accountId).orderBy('serial').forUpdate(),
);

const ownHashid = sql.ref<string>('search_engine.hashid');

const selectEngine = (db: QueryBuilder, { hashid }: ByHashid) =>
	db.selectFrom('search_engine').selectAll().where('hashid', '=', hashid);

/** For each write of items, with the columns that it needs. */
export const keepSearchEngine = defineQuery((db, { hashid }: ByHashid, { queue }) =>
	db
		.selectFrom('search_engine')
		.select(['locale', 'currency'])
		.where('hashid', '=', hashid)
		.where(queue.keepSearchEngine(ownHashid))
		.forKeyShare(),
);
export const holdSearchEngine = defineQuery((db, args: ByHashid) => selectEngine(db, args).forNoKeyUpdate());
export const lockSearchEngine = defineQuery((db, args: ByHashid, { queue }) =>
	selectEngine(db, args).where(queue.lockSearchEngine(ownHashid)).forUpdate(),
);
export const lockSearchEnginesOfAccount = defineQuery((db, args: { accountId: string }, { queue }) =>
	db
		.selectFrom('search_engine')
		.select('hashid')
		.where('account_id', '=', args.accountId)
		.where(queue.lockSearchEngine(ownHashid))
		.orderBy('serial')
		.forUpdate(),
);

const selectGeneration = (db: QueryBuilder, { id }: ByGenerationId) =>
	db.selectFrom('generation').select(['seq', 'item_count', 'state']).where('id', '=', id);

export const keepGeneration = defineQuery((db, args: ByGenerationId) => selectGeneration(db, args).forKeyShare());
export const shareGeneration = defineQuery((db, args: ByGenerationId) => selectGeneration(db, args).forShare());
export const holdGeneration = defineQuery((db, args: ByGenerationId) => selectGeneration(db, args).forNoKeyUpdate());
export const lockGeneration = defineQuery((db, args: ByGenerationId) => selectGeneration(db, args).forUpdate());
