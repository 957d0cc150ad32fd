/**
 * The record of changes. The changes of an account are numbered without gaps, under the lock of the account, so that those
 * beyond the newest ones are found without counting.
 */
import type { Change, ChangeArea, NewChange } from '../../domain/account/change.ts';
import type { ChangeListRequest, ChangeRepository } from '../../ports/change-repository.ts';
import { holdAccount } from './locks.ts';
import { defineQuery, type QueryBuilder } from './query.ts';
import type { ChangeRecordTable } from './schema.ts';
import type { SqlReader } from './sql-connection.ts';
import { defineUnit, type Transaction, type Writer } from './unit-of-work.ts';

/** A type, because the arguments of a query have no other members. */
type Row = { readonly [Name in keyof ChangeRecordTable]: ChangeRecordTable[Name] };

const findUser = defineQuery((db, args: { code: string }) =>
	db.selectFrom('app_user').select(['account_id', 'name']).where('code', '=', args.code),
);
const findKey = defineQuery((db, args: { id: string }) =>
	db.selectFrom('api_key').select('name').where('id', '=', args.id),
);
const findLast = defineQuery((db, args: { accountId: string }) =>
	db
		.selectFrom('change_record')
		.select('number')
		.where('account_id', '=', args.accountId)
		.orderBy('number', 'desc')
		.limit(1),
);
const insertRow = defineQuery((db, args: Row) => db.insertInto('change_record').values({ ...pickColumns(args) }));
const deleteUpTo = defineQuery((db, args: { accountId: string; number: number }) =>
	db.deleteFrom('change_record').where('account_id', '=', args.accountId).where('number', '<=', args.number),
);

/** Arguments of a query are placeholders, and cannot be spread. */
function pickColumns(args: Row): Row {
	return {
		account_id: args.account_id,
		number: args.number,
		at_ms: args.at_ms,
		actor: args.actor,
		user_code: args.user_code,
		user_name: args.user_name,
		key_id: args.key_id,
		key_name: args.key_name,
		area: args.area,
		operation: args.operation,
		path: args.path,
		created_id: args.created_id,
		sent: args.sent,
		is_whole: args.is_whole,
	};
}

type PageArguments = { readonly accountId: string; readonly before: number; readonly countMax: number };

const selectPage = (db: QueryBuilder, { accountId, before, countMax }: PageArguments) =>
	db
		.selectFrom('change_record')
		.selectAll()
		.where('account_id', '=', accountId)
		.where('number', '<', before)
		.orderBy('number', 'desc')
		.limit(countMax);

const listAll = defineQuery((db, args: PageArguments) => selectPage(db, args));
const listOfUser = defineQuery((db, args: PageArguments & { readonly userCode: string }) =>
	selectPage(db, args).where('user_code', '=', args.userCode),
);
const listOfArea = defineQuery((db, args: PageArguments & { readonly area: string }) =>
	selectPage(db, args).where('area', '=', args.area),
);
const listOfBoth = defineQuery((db, args: PageArguments & { readonly userCode: string; readonly area: string }) =>
	selectPage(db, args).where('user_code', '=', args.userCode).where('area', '=', args.area),
);

const listOldest = defineQuery((db, args: { beforeMs: number; countMax: number }) =>
	db
		.selectFrom('change_record')
		.select('at_ms')
		.where('at_ms', '<', args.beforeMs)
		.orderBy('at_ms')
		.limit(args.countMax),
);
const deleteUpToTime = defineQuery((db, args: { lastMs: number }) =>
	db.deleteFrom('change_record').where('at_ms', '<=', args.lastMs),
);

type Actor = Pick<Row, 'account_id' | 'user_code' | 'user_name' | 'key_id' | 'key_name'>;

async function findActor(tx: Transaction, { actor }: NewChange): Promise<Actor | undefined> {
	if (actor.kind === 'operator') {
		return { account_id: actor.accountId, user_code: null, user_name: null, key_id: null, key_name: null };
	}
	const { userCode, keyId } = actor;
	const user = await tx.first(findUser, { code: userCode });
	if (user === undefined) return undefined;
	const key = keyId === null ? undefined : await tx.first(findKey, { id: keyId });
	return {
		...{ account_id: user.account_id, user_code: userCode, user_name: user.name },
		...{ key_id: keyId, key_name: key?.name ?? null },
	};
}

const add = defineUnit(
	'changes.add',
	async (tx, change: NewChange, keptMax: number) => {
		const actor = await findActor(tx, change);
		if (actor === undefined || (await tx.first(holdAccount, { id: actor.account_id })) === undefined) return 'missing';
		const accountId = actor.account_id;
		const number = ((await tx.first(findLast, { accountId }))?.number ?? 0) + 1;
		const { atMs, area, operation, path, createdId, sent, isWhole } = change;
		await tx.run(insertRow, {
			...actor,
			...{ number, at_ms: atMs, actor: change.actor.kind, area, operation, path },
			...{ created_id: createdId, sent, is_whole: isWhole ? 1 : 0 },
		});
		await tx.run(deleteUpTo, { accountId, number: number - keptMax });
		return 'added';
	},
	{ invalidates: 'nothing' },
);

const forgetOld = defineUnit(
	'changes.forgetOld',
	async (tx, beforeMs: number, countMax: number) => {
		const last = (await tx.all(listOldest, { beforeMs, countMax })).at(-1);
		if (last === undefined) return 'nothing';
		await tx.run(deleteUpToTime, { lastMs: last.at_ms });
		return 'forgotten';
	},
	{ invalidates: 'nothing' },
);

export const changeUnits = [add, forgetOld] as const;

export function createChangeWrites({ run }: Writer): Pick<ChangeRepository, 'add' | 'forgetOld'> {
	return {
		add: (change, keptMax) => run(add, change, keptMax),
		forgetOld: (beforeMs, countMax) => run(forgetOld, beforeMs, countMax),
	};
}

export function createChangeReads(connection: SqlReader): Pick<ChangeRepository, 'list'> {
	return {
		async list(request) {
			return (await listRows(connection, request)).map(toChange);
		},
	};
}

function listRows(connection: SqlReader, { accountId, before, countMax, userCode, area }: ChangeListRequest) {
	const page = { accountId, countMax, before: before ?? Number.MAX_SAFE_INTEGER };
	if (userCode === null) {
		return area === null ? connection.all(listAll, page) : connection.all(listOfArea, { ...page, area });
	}
	return area === null
		? connection.all(listOfUser, { ...page, userCode })
		: connection.all(listOfBoth, { ...page, userCode, area });
}

function toChange(row: Row): Change {
	return {
		number: row.number,
		atMs: row.at_ms,
		by: row.actor as Change['by'],
		user: row.user_code === null ? null : { code: row.user_code, name: row.user_name ?? '' },
		key: row.key_id === null ? null : { id: row.key_id, name: row.key_name ?? '' },
		area: row.area as ChangeArea,
		operation: row.operation,
		path: row.path,
		createdId: row.created_id,
		sent: row.sent,
		isWhole: row.is_whole === 1,
	};
}
