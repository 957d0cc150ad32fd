/** Product feeds in XML, such as those for Google: each `item`, `entry`, `product` or `offer` is an item. */
import { entryLengthMax, type FeedEntry, FeedError, toUnreadable, type Values } from './feed-entry.ts';

const opening = /<(item|entry|product|offer)[\s>]/i;

/** Comments behind the document are shorter. */
const tailLength = 2_000;

/** @throws {FeedError} `cut` and `long` */
export async function* splitXml(texts: AsyncIterable<string>): AsyncGenerator<FeedEntry> {
	let position = 0;
	let rest = '';
	let tail = '';
	let root: string | undefined;
	let tag: string | undefined;
	for await (const text of texts) {
		rest += text;
		tail = (tail + text).slice(-tailLength);
		root ??= /<([^\s!?/>]+)[\s>]/.exec(dropComments(rest))?.[1];
		tag ??= opening.exec(rest)?.[1];
		if (tag === undefined) {
			// What a tag may begin with stays.
			rest = rest.slice(-16);
			continue;
		}
		const end = `</${tag}>`;
		let offset = 0;
		for (;;) {
			const start = findStart(rest, tag, offset);
			const stop = start === -1 ? -1 : rest.indexOf(end, start);
			if (stop === -1) {
				rest = rest.slice(start === -1 ? Math.max(offset, rest.length - 16) : start);
				break;
			}
			offset = stop + end.length;
			yield toEntry(++position, rest.slice(start, offset));
		}
		if (rest.length > entryLengthMax) throw new FeedError('long');
	}
	// As many items as there were until then must not replace all of them.
	const end = dropComments(tail).trimEnd();
	if (root !== undefined && !(end.endsWith('>') && end.slice(0, -1).trimEnd().endsWith(`</${root}`)))
		throw new FeedError('cut');
}

function dropComments(text: string): string {
	return text.replaceAll(/<!--.*?-->/gs, '');
}

/** Not the start of a longer name, such as `<items>`. */
function findStart(text: string, tag: string, from: number): number {
	const start = new RegExp(`<${tag}[\\s>]`, 'g');
	start.lastIndex = from;
	return start.exec(text)?.index ?? -1;
}

function toEntry(position: number, text: string): FeedEntry {
	// The names of prefixes are declared at the head of the file; what they stand for does not matter.
	const prefixes = new Set([...text.matchAll(/[<\s/](\w+):\w+/g)].map(([, prefix]) => prefix));
	const declared = [...prefixes].map((prefix) => `xmlns:${prefix}="urn:${prefix}"`).join(' ');
	const page = new DOMParser().parseFromString(`<feed ${declared}>${text}</feed>`, 'application/xml');
	const element = page.documentElement.firstElementChild;
	if (page.querySelector('parsererror') !== null || element === null) return toUnreadable(position, text);
	return { position, values: toValues(element) };
}

/** By the names without their prefixes; of several with one name, a list. */
function toValues(element: Element): Values {
	const values = new Map<string, unknown>([...element.attributes].map(({ localName, value }) => [localName, value]));
	for (const child of element.children) {
		const value = toValue(child);
		if (value === '') continue;
		const before = values.get(child.localName);
		const all = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
		values.set(child.localName, all);
	}
	return Object.fromEntries(values);
}

function toValue(element: Element): unknown {
	if (element.childElementCount > 0) return toValues(element);
	return element.textContent.trim() || (element.getAttribute('href') ?? '');
}
