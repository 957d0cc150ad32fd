/**
 * The parameters of the event operations. The texts of their failures are fixed, because deployed clients show or match
 * them. They come in two styles.
 */
import type { EventOrigin } from '../../domain/event/event-origin.ts';
import { findOccurrenceProblem } from '../../domain/event/occurrence.ts';
import type {
	CartAddition,
	ClickAction,
	EventItem,
	ShopperAction,
	ShopperEvent,
	TargetAction,
} from '../../domain/event/shopper-event.ts';
import { type Dfid, parseDfid, toItemKey } from '../../domain/item/dfid.ts';
import { itemIdBytesMax } from '../../domain/item/item.ts';
import { readPrice } from '../../domain/price/price-text.ts';
import { cutQueryText } from '../../domain/query/query-text.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import { isWithinBytes } from '../../lib/utf8.ts';
import { listTexts, type ParameterNode, readText } from '../server/parameter-node.ts';
import { toQueryReference } from '../shared/query-id.ts';
import { refuseParameter } from '../shared/refuse-parameter.ts';

const amountMax = 1_000_000_000;
const priceMax = 1e15;
const titleLengthMax = 2000;
const referenceLengthMax = 200;
const sourcesMax = 20;

function refuse(message: string): FailureError {
	return new FailureError(fail('invalid', { message }).failure);
}

/** @throws {FailureError} `invalid` that names the parameters that are missing or empty, in the order asked. */
export function requireFields(root: ParameterNode, names: readonly string[]): void {
	const missing = names.filter((name) => !readText(root, name));
	if (missing.length > 0) throw refuse(`[${missing.join(', ')}] fields are missing`);
}

function requireCartFields(root: ParameterNode, names: readonly string[]): void {
	const missing = names.filter((name) => !readText(root, name));
	const quoted = missing.map((name) => `"${name}"`).join(', ');
	if (missing.length > 0) throw refuse(`Following fields are missing: [${quoted}]`);
}

/** @throws {FailureError} `invalid` */
export function parseClick(root: ParameterNode, hashid: string): Omit<ClickAction, 'kind'> {
	requireFields(root, ['dfid', 'session_id']);
	const { indexName, itemKey } = parseOwnDfid(readText(root, 'dfid') ?? '', hashid);
	return {
		indexName,
		itemKey,
		text: parseTypedText(root),
		position: parsePosition(readText(root, 'position')),
		resourceId: parseReference(root, 'resource_id'),
		customResultsId: parseReference(root, 'custom_results_id'),
	};
}

function parseOwnDfid(text: string, hashid: string): Dfid {
	const dfid = parseDfid(text.toLowerCase());
	if (dfid === undefined) throw refuse('Bad request, dfid is invalid');
	if (dfid.hashid !== hashid) throw refuse('Item hashid must be the same as search engine hashid');
	return dfid;
}

function parseTypedText(root: ParameterNode): string | null {
	const text = readText(root, 'query') || null;
	// In the same form as the search was recorded.
	return text === null ? null : cutQueryText(text).text.trim();
}

function parsePosition(text: string | undefined): number | null {
	if (!text) return null;
	if (!/^[1-9]\d{0,8}$/.test(text)) throw refuse('Bad request, bad position');
	return Number(text);
}

function parseReference(root: ParameterNode, name: string): string | null {
	const text = readText(root, name) || null;
	if (text !== null && text.length > referenceLengthMax) throw refuse(`Bad request, bad ${name}`);
	return text;
}

/** The search that the event names; anything that cannot be a query id is ignored. */
export function parseQueryId(root: ParameterNode): Pick<ShopperEvent, 'queryId'> {
	return toQueryReference(readText(root, 'query_id'));
}

/** When the event happened, if that is said. @throws {FailureError} `invalid` */
export function parseOccurrence(root: ParameterNode, nowMs: number): Pick<EventOrigin, 'occurredAtMs'> {
	const text = readText(root, 'occurred_at');
	if (!text) return {};
	const occurredAtMs = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
	const problem = findOccurrenceProblem(occurredAtMs, nowMs);
	if (problem !== undefined) throw refuseParameter('occurred_at', `it ${problem}`);
	return { occurredAtMs };
}

/** A redirection or an image; the text for a bad id is the same for both. @throws {FailureError} `invalid` */
export function parseTarget(root: ParameterNode, kind: 'redirect' | 'image'): ShopperAction {
	requireFields(root, kind === 'redirect' ? ['session_id', 'id'] : ['id', 'session_id']);
	return readTarget(root, kind);
}

/** The same for an event whose session may be missing. @throws {FailureError} `invalid` */
export function readTarget(root: ParameterNode, kind: TargetAction['kind']): ShopperAction {
	const id = readText(root, 'id') ?? '';
	if (!/^\d{1,15}$/.test(id)) throw refuse('Invalid redirect id');
	return { kind, targetId: Number(id), text: parseTypedText(root) };
}

/** @throws {FailureError} `invalid` */
export function parseCheckout(root: ParameterNode): ShopperAction {
	requireFields(root, ['session_id']);
	const sources = listTexts(root.children.get('sources'));
	if (sources.length > sourcesMax || sources.some(({ length }) => length > referenceLengthMax)) {
		throw refuse('Bad request, bad sources');
	}
	return { kind: 'checkout', sources };
}

/** @throws {FailureError} `invalid` */
export function parseCartAddition(root: ParameterNode, engine: SearchEngineWithIndices): CartAddition {
	requireCartFields(root, ['id', 'index', 'title']);
	const title = readText(root, 'title') ?? '';
	if (title.length > titleLengthMax) throw invalidCart();
	const item = parseCartItem(root, engine);
	return { kind: 'cart_addition', ...item, title, amount: parseAmount(root), price: parsePrice(root, engine) };
}

/** @throws {FailureError} `invalid` */
export function parseCartRemoval(root: ParameterNode, engine: SearchEngineWithIndices): ShopperAction {
	requireCartFields(root, ['id', 'index', 'amount']);
	return { kind: 'cart_removal', ...parseCartItem(root, engine), amount: parseAmount(root) };
}

function parseCartItem(root: ParameterNode, { indices }: SearchEngineWithIndices): EventItem {
	const id = readText(root, 'id') ?? '';
	const indexName = readText(root, 'index') ?? '';
	const isKnown = indices.some(({ name }) => name === indexName);
	if (!isKnown || !isWithinBytes(id, itemIdBytesMax)) throw invalidCart();
	return { indexName, itemKey: toItemKey(id) };
}

function parseAmount(root: ParameterNode): number {
	const amount = toNumber(readText(root, 'amount') || '1');
	if (!Number.isInteger(amount) || amount < 1 || amount > amountMax) throw invalidCart();
	return amount;
}

/** A price as a page shows it, unless it is a plain number as programs write it. */
function parsePrice(root: ParameterNode, { locale, currency }: SearchEngineWithIndices): number | null {
	const text = readText(root, 'price') ?? '';
	const number = toNumber(text);
	const price = Number.isNaN(number) ? readPrice(text, { locale, currency }) : number;
	if (price === null) return null;
	if (price === undefined || price < 0 || price > priceMax) throw invalidCart();
	return price;
}

/** `NaN` for a text that is not a decimal number. */
function toNumber(text: string): number {
	return /^\d{1,16}(?:\.\d{1,16})?$/.test(text.trim()) ? Number(text) : Number.NaN;
}

function invalidCart(): FailureError {
	return refuse('Invalid cart item data');
}
