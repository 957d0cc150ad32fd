/**
 * A copy of a search engine for an evaluation: another schema needs another index, and shoppers must go on searching the
 * one they have. It has the same settings, indices and items, but no store, so that no page can search it, and it has
 * learned nothing. It is deleted at the end; where its evaluation was killed, by the next one (`copy-claim.ts`).
 */
import { asRecord, asRecords, isRecord, type JsonRecord, readAnswer } from '../api-answer.ts';
import type { ApiRequest } from '../api-client.ts';
import type { CommandIo } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { enginesPath } from '../engine-commands.ts';
import { readItemPages } from '../export/read-item-pages.ts';
import type { Retrier } from '../import/retry.ts';
import { toIndexPath } from '../index-commands.ts';
import { toMemberPath } from '../resource-commands.ts';
import { keepClaimed, removeCopy, toClaim } from './copy-claim.ts';
import type { SchemaTrial } from './settings-file.ts';

export interface ScratchEngine {
	readonly hashid: string;
	/** Searches go by the stored schema with this laid over it as soon as this resolves. @throws {CommandError} */
	useSchema(schema: SchemaTrial): Promise<void>;
	/** @throws {CommandError} when it may still exist. */
	remove(): Promise<void>;
}

export interface ScratchOptions {
	/** The engine to copy. */
	readonly engine: string;
	readonly retrier: Pick<Retrier, 'send'>;
	readonly io: Pick<CommandIo, 'sleep' | 'every' | 'dateMs'>;
	/** Ends everything but the removal. */
	readonly signal: AbortSignal;
}

const adminPath = '/api/admin/v1/search_engines';
const nameLengthMax = 200;
const nameEnd = ' (evaluation)';
const pollMs = 250;
/** Half an hour: an index of the largest catalogues is built in that time. */
const pollsMax = 7_200;
const copiedSettings = ['currency', 'locale', 'has_grouping', 'site_url'];

/** Overrides by the name of the field, as a change of the schema writes them. */
type Overrides = ReadonlyMap<string, JsonRecord>;

interface CopiedIndex {
	readonly name: string;
	/** What is said of the fields of the original. */
	readonly overrides: Overrides;
}

/** Copies an engine; nothing is left of a copy that fails. @throws {CommandError} */
export async function createScratchEngine(options: ScratchOptions): Promise<ScratchEngine> {
	const { engine, retrier, io, signal } = options;
	const call = createCaller(options);
	const original = asRecord(await call({ method: 'GET', path: toMemberPath(enginesPath, engine) }));
	const settings = copiedSettings.map((name) => [name, original[name]] as const);
	const name = `${String(original.name).slice(0, nameLengthMax - nameEnd.length)}${nameEnd}`;
	const claimed = { name, store_id: null, platform: toClaim(io.dateMs()) };
	const body = JSON.stringify({ ...Object.fromEntries(settings), ...claimed });
	// Without the signal: a copy whose id did not arrive could not be removed.
	const created = await retrier.send({ method: 'POST', path: enginesPath, body }, 'harmful');
	const scratch = String(asRecord(readAnswer(created, 'copy of the search engine')).hashid);
	const endClaim = keepClaimed(retrier, scratch, io);
	const remove = async () => {
		endClaim();
		await removeCopy(retrier, scratch);
	};
	try {
		const indices: CopiedIndex[] = [];
		for (const index of asRecords(original.indices))
			indices.push(await copyIndex({ ...options, scratch }, call, index));
		await copySearchSettings(call, engine, scratch);
		const useSchema = createSchemaUse({ ...options, scratch }, call, indices);
		signal.throwIfAborted();
		return { hashid: scratch, useSchema, remove };
	} catch (error) {
		await remove();
		throw error;
	}
}

type Call = (request: ApiRequest) => Promise<unknown>;

function createCaller({ retrier, engine, signal }: ScratchOptions): Call {
	return async (request) => {
		return readAnswer(await retrier.send({ ...request, signal }, 'harmless'), `search engine ${engine}`);
	};
}

interface Copying extends ScratchOptions {
	/** The copy. */
	readonly scratch: string;
}

async function copyIndex(
	{ retrier, engine, scratch, signal }: Copying,
	call: Call,
	{ name, preset, options }: JsonRecord,
): Promise<CopiedIndex> {
	const index = String(name);
	const body = JSON.stringify({ name: index, preset, options });
	await call({ method: 'POST', path: toIndexPath(scratch), body });
	for await (const items of readItemPages(retrier, { engine, index }, signal)) {
		const path = `${toIndexPath(scratch, index)}/items/_bulk`;
		const answer = asRecord(await call({ method: 'POST', path, body: `[${items.join(',')}]` }));
		if (answer.errors === true) throw new CommandError('not_copied', `items of index ${index} could not be copied`);
	}
	return { name: index, overrides: await readOverrides(call, engine, index) };
}

async function readOverrides(call: Call, engine: string, index: string): Promise<Overrides> {
	const { fields } = asRecord(await call({ method: 'GET', path: toSchemaPath(engine, index) }));
	return new Map(
		asRecords(fields).flatMap(({ name, override }) => (isRecord(override) ? [[String(name), override]] : [])),
	);
}

async function copySearchSettings(call: Call, engine: string, scratch: string): Promise<void> {
	const toPath = (hashid: string) => `${toMemberPath(adminPath, hashid)}/search_settings`;
	const settings = await call({ method: 'GET', path: toPath(engine) });
	await call({ method: 'PATCH', path: toPath(scratch), body: JSON.stringify(settings) });
}

function toSchemaPath(engine: string, index: string): string {
	return `${toMemberPath(`${toMemberPath(adminPath, engine)}/indices`, index)}/schema`;
}

function createSchemaUse(
	{ scratch, io, signal }: Copying,
	call: Call,
	indices: readonly CopiedIndex[],
): ScratchEngine['useSchema'] {
	/** What is said of the copy now, by index. */
	const said = new Map<string, Overrides>();

	return async (schema) => {
		const unknown = Object.keys(schema).find((name) => !indices.some((index) => index.name === name));
		if (unknown !== undefined) {
			throw new CommandError('not_found', `there is no index ${unknown}`, {
				nextStep: 'name indices of the search engine under "schema"',
			});
		}
		for (const { name, overrides } of indices) {
			const wanted = layOver(overrides, schema[name] ?? {});
			const fields = toChange(said.get(name) ?? new Map(), wanted);
			said.set(name, wanted);
			if (fields.size === 0) continue;
			// From entries, because a field may be called `__proto__`.
			const body = JSON.stringify({ fields: Object.fromEntries(fields) });
			await call({ method: 'PATCH', path: toSchemaPath(scratch, name), body });
		}
		for (const { name } of indices) await waitUntilSearched(call, { scratch, index: name, io, signal });
	};
}

/** As the server would: null takes back a field or a property. */
function layOver(overrides: Overrides, change: SchemaTrial[string]): Overrides {
	const laid = new Map(overrides);
	for (const [field, properties] of Object.entries(change)) {
		const merged = properties === null ? [] : Object.entries({ ...laid.get(field), ...properties });
		const kept = merged.filter(([, value]) => value !== null);
		if (kept.length === 0) laid.delete(field);
		else laid.set(field, Object.fromEntries(kept));
	}
	return laid;
}

/**
 * The change from some overrides to others, as one call: in between, the server would begin to build an index that nobody
 * wants.
 */
function toChange(from: Overrides, to: Overrides): Map<string, JsonRecord | null> {
	const change = new Map<string, JsonRecord | null>();
	for (const field of from.keys()) if (!to.has(field)) change.set(field, null);
	for (const [field, properties] of to) {
		const before = from.get(field) ?? {};
		const gone = Object.keys(before).filter((name) => !Object.hasOwn(properties, name));
		const said = Object.entries(properties).filter(([name, value]) => before[name] !== value);
		const changed = [...gone.map((name) => [name, null] as const), ...said];
		if (changed.length > 0) change.set(field, Object.fromEntries(changed));
	}
	return change;
}

interface Waiting extends Pick<ScratchOptions, 'io' | 'signal'> {
	readonly scratch: string;
	readonly index: string;
}

/** Resolves when searches find every item, by the schema that is stored. @throws {CommandError} */
async function waitUntilSearched(call: Call, { scratch, index, io, signal }: Waiting): Promise<void> {
	const reportPath = `${toMemberPath(`${toMemberPath(adminPath, scratch)}/indices`, index)}/search_index`;
	for (let poll = 0; poll < pollsMax; poll += 1) {
		const { state } = asRecord(await call({ method: 'GET', path: toSchemaPath(scratch, index) }));
		const report = asRecord(await call({ method: 'GET', path: reportPath }));
		if (state === 'current' && report.state === 'ready' && report.writes_behind === 0) return;
		if (report.state === 'failing') {
			throw new CommandError('not_built', `the copy of index ${index} cannot be built`, {
				nextStep: "see the server's log",
			});
		}
		await io.sleep(pollMs, signal);
	}
	throw new CommandError('timed_out', `the copy of index ${index} is not built`, { nextStep: 'try again' });
}
