/**
 * Every write method of the port once, each as a case of its own, with the data it needs and the call. A case that does
 * not change the database would prove nothing, so each of them changes something.
 */

import assert from 'node:assert/strict';
import { startPosition, toPosition } from '../../src/domain/log/position.ts';
import type { Database } from '../../src/ports/database.ts';
import { readEvents } from '../support/read-events.ts';
import {
	live,
	merge,
	put,
	remove,
	sampleAccount,
	sampleActivation,
	sampleCart,
	sampleChange,
	sampleEngine,
	sampleEvent,
	sampleIndex,
	sampleKey,
	sampleLink,
	sampleSession,
	sampleStore,
	sampleUser,
	sampleWidget,
	temporary,
	toHexId,
} from './sample-data.ts';

export interface WriteCase {
	readonly name: string;
	/** Runs on a database that `fillDatabase` has filled. */
	readonly prepare?: (database: Database) => Promise<unknown>;
	readonly run: (database: Database) => Promise<unknown>;
}

const { hashid } = sampleEngine();
const { indexName } = live;
const scrollId = toHexId(1, 32);
const scroll = { itemCountMax: 1, groupId: null, nowMs: 1000, expiresAtMs: 2000 };
const items = [put('1'), put('2', 1, 'g'), put('3')];

const accountCases: readonly WriteCase[] = [
	{
		name: 'createAccount',
		run: ({ accounts }) => accounts.createAccount(sampleAccount(2), sampleUser(2, { accountId: toHexId(2, 32) })),
	},
	{ name: 'renameAccount', run: ({ accounts }) => accounts.renameAccount(sampleAccount().id, 'New') },
	{
		name: 'removeAccount',
		prepare: ({ items: { write } }) => write(live, items),
		run: ({ accounts }) => accounts.removeAccount(sampleAccount().id),
	},
	{ name: 'createUser', run: ({ accounts }) => accounts.createUser(sampleUser(2, { role: 'member' })) },
	{ name: 'updateUser', run: ({ accounts }) => accounts.updateUser(sampleUser().code, { name: 'New' }) },
	{
		name: 'removeUser',
		prepare: ({ accounts }) => accounts.createUser(sampleUser(2, { role: 'member' })),
		run: ({ accounts }) => accounts.removeUser(sampleUser(2).code),
	},
	{ name: 'createKey', run: ({ accounts }) => accounts.createKey(sampleKey(2)) },
	{ name: 'revokeKey', run: ({ accounts }) => accounts.revokeKey(sampleAccount().id, sampleKey().id, 9) },
	{
		name: 'setPassword',
		prepare: ({ signIns }) => signIns.openSession(sampleSession()),
		run: ({ signIns }) => signIns.setPassword({ userCode: sampleUser().code, hash: 'h' }, ''),
	},
	{ name: 'putLink', run: ({ signIns }) => signIns.putLink(sampleLink()) },
	{
		name: 'useLink',
		prepare: ({ signIns }) => signIns.putLink(sampleLink()),
		run: ({ signIns }) => signIns.useLink(sampleLink().digest, 1),
	},
	{ name: 'openSession', run: ({ signIns }) => signIns.openSession(sampleSession()) },
	{
		name: 'endSession',
		prepare: ({ signIns }) => signIns.openSession(sampleSession()),
		run: ({ signIns }) => signIns.endSession(sampleSession().id),
	},
	{
		name: 'endSessions',
		prepare: ({ signIns }) => signIns.openSession(sampleSession()),
		run: ({ signIns }) => signIns.endSessions(sampleUser().code),
	},
	{
		name: 'put of a second factor',
		run: ({ secondFactors }) => secondFactors.put({ userCode: sampleUser().code, sealed: 'secret' }),
	},
	{
		name: 'activate',
		prepare: prepareSecondFactor,
		run: ({ secondFactors }) => secondFactors.activate(sampleActivation(), ''),
	},
	{
		name: 'useStep',
		prepare: prepareActiveFactor,
		run: ({ secondFactors }) => secondFactors.useStep(sampleUser().code, 11),
	},
	{
		name: 'useRecoveryCode',
		prepare: prepareActiveFactor,
		run: ({ secondFactors }) =>
			secondFactors.useRecoveryCode(sampleUser().code, sampleActivation().recoveryDigests[0] ?? ''),
	},
	{
		name: 'remove of a second factor',
		prepare: prepareActiveFactor,
		run: ({ secondFactors }) => secondFactors.remove(sampleUser().code),
	},
];

const changeCases: readonly WriteCase[] = [
	{ name: 'add a change', run: ({ changes }) => changes.add(sampleChange(), 10) },
	{
		name: 'add a change with a key, and remove the oldest one',
		prepare: ({ changes }) => changes.add(sampleChange(), 10),
		run: ({ changes }) => {
			const actor = { kind: 'key', userCode: sampleUser().code, keyId: sampleKey().id } as const;
			return changes.add(sampleChange(2, { actor }), 1);
		},
	},
	{
		name: "add the operator's change",
		run: ({ changes }) =>
			changes.add(sampleChange(1, { actor: { kind: 'operator', accountId: sampleAccount().id } }), 10),
	},
	{
		name: 'forgetOld of changes',
		prepare: ({ changes }) => changes.add(sampleChange(), 10),
		run: ({ changes }) => changes.forgetOld(1e6, 10),
	},
];

const storeCases: readonly WriteCase[] = [
	{ name: 'createStore', run: ({ stores }) => stores.createStore(sampleStore(2)) },
	{ name: 'updateStore', run: ({ stores }) => stores.updateStore(sampleStore().id, { name: 'New' }) },
	{ name: 'removeStore', run: ({ stores }) => stores.removeStore(sampleStore().id) },
	{ name: 'createWidget', run: ({ stores }) => stores.createWidget(sampleWidget(2)) },
	{ name: 'updateWidget', run: ({ stores }) => stores.updateWidget(sampleWidget().id, { name: 'New' }) },
	{ name: 'removeWidget', run: ({ stores }) => stores.removeWidget(sampleWidget().id) },
	{
		name: 'recordOfItem',
		prepare: ({ items: { write } }) => write(live, items),
		run: ({ events }) => events.recordOfItem(sampleCart(1, '1')),
	},
	{
		name: 'recordMany',
		run: ({ events }) => events.recordMany([1, 2].map((number) => sampleEvent(number, { kind: 'init' }))),
	},
	{
		name: 'recordQueued',
		run: ({ events }) =>
			events.recordQueued([1, 2].map((number) => ({ ...sampleEvent(number, { kind: 'init' }), queuedAtMs: number }))),
	},
	{
		name: 'suppressErased',
		run: ({ events }) => events.suppressErased([1, 2].map((n) => ({ hashid, subject: toHexId(n, 64), erasedAtMs: n }))),
	},
	{
		name: 'eraseEvents',
		prepare: ({ events }) => events.recordMany([1, 2].map((number) => sampleEvent(number, { kind: 'init' }))),
		run: async ({ events }) => {
			const positions = (await readEvents(events)).map(({ position }) => position);
			return events.eraseEvents({ id: toHexId(9, 32), hashid, storeId: null, positions, erasedAtMs: 1 });
		},
	},
	{
		name: 'forgetOld',
		prepare: async ({ events }) => {
			await events.recordMany([1, 2].map((number) => sampleEvent(number, { kind: 'init' })));
			await events.suppressErased([{ hashid, subject: toHexId(1, 64), erasedAtMs: 1 }]);
		},
		run: ({ events }) => events.forgetOld({ eventsBeforeMs: 1e6, suppressionsBeforeMs: 1e6, eventCountMax: 10 }),
	},
	{
		name: 'forgetOld of the days of widgets',
		prepare: prepareWidgetDays,
		run: ({ events }) => events.forgetOld({ eventsBeforeMs: 1e9, suppressionsBeforeMs: 0, eventCountMax: 10 }),
	},
	{
		name: 'forgetOld of the days of statistics',
		prepare: prepareStatistics,
		run: (database) => forgetDaysUpTo(database, 5),
	},
	{
		name: 'forgetOld of the texts of statistics',
		prepare: (database) => prepareStatistics(database).then(() => forgetDaysUpTo(database, 5)),
		run: (database) => forgetDaysUpTo(database, 35),
	},
	{
		name: 'countWidgetEvents',
		prepare: ({ events }) => events.recordMany([1, 2].map((number) => sampleCart(number, '1'))),
		run: ({ events }) => events.countWidgetEvents(10),
	},
	{
		name: 'addEmptyAnswers',
		prepare: prepareWidgetDays,
		run: ({ events }) => events.addEmptyAnswers([{ widgetId: sampleWidget().id, day: 0, emptyAnswerCount: 2 }]),
	},
	{
		name: 'countWidgetEvents again',
		prepare: async (database) => {
			await prepareWidgetDays(database);
			await database.events.recordMany([sampleCart(3, '1')]);
		},
		run: ({ events }) => events.countWidgetEvents(10),
	},
	{
		name: 'recordMany with a checkout',
		prepare: ({ events }) => events.recordMany([sampleCart(1, '1'), sampleCart(1, '2')]),
		run: ({ events }) => events.recordMany([sampleEvent(1, { kind: 'checkout', sources: [] })]),
	},
];

const searchEngineCases: readonly WriteCase[] = [
	{ name: 'create', run: ({ searchEngines }) => searchEngines.create(sampleEngine(2)) },
	{ name: 'update', run: ({ searchEngines }) => searchEngines.update(hashid, { name: 'New' }) },
	{
		name: 'remove',
		prepare: prepareCopy,
		run: ({ searchEngines }) => searchEngines.remove(hashid),
	},
	{
		name: 'update of search settings',
		run: ({ searchSettings }) => searchSettings.update(hashid, { isOutOfStockLast: true }),
	},
	{
		name: 'second update of search settings',
		prepare: ({ searchSettings }) => searchSettings.update(hashid, { isOutOfStockLast: true }),
		run: ({ searchSettings }) => searchSettings.update(hashid, { facets: [] }),
	},
	{ name: 'createIndex', run: ({ searchEngines }) => searchEngines.createIndex(hashid, sampleIndex('page')) },
	{ name: 'updateIndex', run: ({ searchEngines }) => searchEngines.updateIndex(hashid, indexName, { options: {} }) },
	{
		name: 'changeSchema',
		run: ({ searchEngines }) => searchEngines.changeSchema(hashid, indexName, { maker: { role: 'brand' } }),
	},
	{ name: 'removeIndex', run: ({ searchEngines }) => searchEngines.removeIndex(hashid, indexName) },
	{ name: 'createTemporary', run: ({ searchEngines }) => searchEngines.createTemporary(hashid, indexName) },
	{
		name: 'removeTemporary',
		prepare: prepareCopy,
		run: ({ searchEngines }) => searchEngines.removeTemporary(hashid, indexName),
	},
	{
		name: 'replaceByTemporary',
		prepare: ({ searchEngines }) => searchEngines.createTemporary(hashid, indexName),
		run: ({ searchEngines }) => searchEngines.replaceByTemporary(hashid, indexName),
	},
	{
		name: 'startReindex',
		prepare: ({ searchEngines }) => searchEngines.createTemporary(hashid, indexName),
		run: ({ searchEngines }) => searchEngines.startReindex(hashid, indexName),
	},
];

const itemCases: readonly WriteCase[] = [
	{
		name: 'write',
		prepare: ({ items: { write } }) => write(live, [...items, remove('3')]),
		run: ({ items: { write } }) =>
			write(live, [put('1', 2), merge('2', { a: 1 }), put('3'), put('4'), remove('1'), remove('9')]),
	},
	{
		name: 'write under an open scroll',
		prepare: openScroll,
		run: ({ items: { write } }) => write(live, [put('2', 2), remove('3'), put('4')]),
	},
	{
		name: 'write under a running copy',
		prepare: prepareCopy,
		run: ({ items: { write } }) => write(temporary, [remove('3'), put('2', 2)]),
	},
	{
		name: 'openScroll',
		prepare: ({ items: { write } }) => write(live, items),
		run: ({ items: { openScroll: open } }) => open(live, scrollId, { ...scroll, groupId: 'g' }),
	},
	{
		name: 'continueScroll',
		prepare: openScroll,
		run: ({ items: { continueScroll } }) => continueScroll(live, scrollId, { ...scroll, expiresAtMs: 3000 }),
	},
	{
		name: 'moveFollower',
		run: async ({ items: { readLog, moveFollower } }) => {
			const log = await readLog(live, startPosition, { changeCountMax: 1 });
			return log !== 'missing' && moveFollower(log.generationId, 'indexer', toPosition(3));
		},
	},
	{ name: 'copyNext', prepare: prepareCopy, run: ({ items: { copyNext } }) => copyNext(2, 1) },
	{ name: 'copyNext to the end', prepare: prepareCopy, run: ({ items: { copyNext } }) => copyNext(10, 1) },
];

const garbageCases: readonly WriteCase[] = [
	{
		name: 'collectGarbage of an expired scroll',
		prepare: openScroll,
		run: ({ items: { collectGarbage } }) => collectGarbage(2, 3000),
	},
	{
		name: 'collectGarbage of a retired generation',
		prepare: async (database) => {
			await prepareCopy(database);
			await database.searchEngines.remove(hashid);
		},
		run: ({ items: { collectGarbage } }) => collectGarbage(2, 3000),
	},
	{
		name: 'collectGarbage of the rest of a retired generation',
		prepare: ({ searchEngines }) => searchEngines.remove(hashid),
		run: ({ items: { collectGarbage } }) => collectGarbage(2, 3000),
	},
	{
		name: 'collectGarbage of history',
		prepare: async (database) => {
			await openScroll(database);
			await database.items.write(live, [put('2', 2)]);
			await database.items.collectGarbage(2, 3000);
		},
		run: ({ items: { collectGarbage } }) => collectGarbage(2, 3000),
	},
	{
		name: 'collectGarbage of tombstones',
		prepare: ({ items: { write } }) => write(live, [...items, remove('1'), remove('2')]),
		run: ({ items: { collectGarbage } }) => collectGarbage(2, 3000),
	},
	{
		name: 'collectGarbage of events',
		prepare: async ({ items: { write }, events, stores }) => {
			await write(live, items);
			await events.recordOfItem(sampleCart(1, '1'));
			await stores.removeStore(sampleStore().id);
		},
		run: ({ items: { collectGarbage } }) => collectGarbage(2, 3000),
	},
	{
		name: 'collectGarbage of a finished copy',
		prepare: async (database) => {
			await prepareCopy(database);
			await database.items.copyNext(10, 1);
		},
		run: ({ items: { collectGarbage } }) => collectGarbage(2, 1e9),
	},
];

export const writeCases: readonly WriteCase[] = [
	...accountCases,
	...changeCases,
	...storeCases,
	...searchEngineCases,
	...itemCases,
	...garbageCases,
];

async function prepareSecondFactor({ secondFactors }: Database): Promise<void> {
	await secondFactors.put({ userCode: sampleUser().code, sealed: 'secret' });
}

async function prepareActiveFactor(database: Database): Promise<void> {
	await prepareSecondFactor(database);
	await database.secondFactors.activate(sampleActivation(), '');
}

async function prepareWidgetDays({ events }: Database): Promise<void> {
	await events.recordMany([sampleCart(1, '1')]);
	await events.countWidgetEvents(10);
}

const forgetDaysUpTo = ({ events }: Database, day: number) =>
	events.forgetOld({ eventsBeforeMs: day * 86_400_000, suppressionsBeforeMs: 0, eventCountMax: 10 });

/** A build with a part and a text of 2 January 1970. */
async function prepareStatistics({ statistics }: Database): Promise<void> {
	await statistics.openBuilds([hashid]);
	const before = (await statistics.findLiveBuilds([hashid])).get(hashid);
	assert(before);
	const bytes = new Uint8Array(1);
	const sessions = { keys: ['salice'], lastDays: [1], bytes, ends: [1] };
	const parts = [{ table: 'searches', day: 1, bytes }] as const;
	const position = await statistics.readWatermark();
	await statistics.writeStep({
		...{ after: position, upTo: position, logEnd: position, erasures: [], rebuild: null, nowMs: 0 },
		builds: [{ before, newestDay: 1, names: ['qshoes'], sessions, parts, removedParts: [] }],
	});
}

async function openScroll({ items: { write, openScroll: open } }: Database): Promise<void> {
	await write(live, items);
	await open(live, scrollId, scroll);
}

async function prepareCopy({ items: { write }, searchEngines }: Database): Promise<void> {
	await write(live, items);
	await searchEngines.createTemporary(hashid, indexName);
	await searchEngines.startReindex(hashid, indexName);
}
