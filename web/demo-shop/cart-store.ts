/** The shopper's cart: kept in the browser, for this shop alone. */

export interface CartLine {
	readonly id: string;
	readonly dfid: string;
	readonly title: string;
	readonly price: number;
	readonly link: string;
	readonly picture: string;
	readonly amount: number;
}

const storageKey = 'vitrine-demo-cart';
export const linesMax = 100;
export const amountMax = 99;

/** Adds the amount to the line of the item, or a new line at the end. What is beyond the limits is left out. */
export function addLine(lines: readonly CartLine[], added: CartLine): readonly CartLine[] {
	const known = lines.some(({ dfid }) => dfid === added.dfid);
	if (!known) return lines.length < linesMax ? [...lines, added] : lines;
	return lines.map((line) => (line.dfid === added.dfid ? withAmount(line, line.amount + added.amount) : line));
}

/** An amount of 0 removes the line. */
export function setAmount(lines: readonly CartLine[], dfid: string, amount: number): readonly CartLine[] {
	const changed = lines.map((line) => (line.dfid === dfid ? withAmount(line, amount) : line));
	return changed.filter((line) => line.amount > 0);
}

function withAmount(line: CartLine, amount: number): CartLine {
	return { ...line, amount: Math.min(amountMax, Math.max(0, Math.trunc(amount) || 0)) };
}

export function countItems(lines: readonly CartLine[]): number {
	return lines.reduce((count, { amount }) => count + amount, 0);
}

/** In the currency's smallest unit, so that cents add up. */
export function sumMinor(lines: readonly CartLine[]): number {
	return lines.reduce((sum, { price, amount }) => sum + Math.round(price * 100) * amount, 0);
}

/** What is stored; empty where nothing is, where it is not a cart, and where the browser forbids storage. */
export function readCart(storage: Pick<Storage, 'getItem'> = localStorage): readonly CartLine[] {
	try {
		const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]');
		return Array.isArray(stored) ? stored.filter(isLine).slice(0, linesMax) : [];
	} catch {
		return [];
	}
}

function isLine(line: Partial<CartLine> | null): line is CartLine {
	const texts = [line?.id, line?.dfid, line?.title, line?.link, line?.picture];
	return texts.every((text) => typeof text === 'string') && Number.isFinite(line?.price) && Number(line?.amount) > 0;
}

export function writeCart(lines: readonly CartLine[], storage: Pick<Storage, 'setItem'> = localStorage): void {
	try {
		storage.setItem(storageKey, JSON.stringify(lines));
	} catch {
		// No room, or forbidden: the cart lasts as long as the page.
		return;
	}
}
