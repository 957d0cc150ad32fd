/**
 * The parameters of a request, in whichever form they were written.
 *
 *     filter[price][gte]=5&filter[color][]=red        {"filter": {"price": {"gte": 5}, "color": ["red"]}}
 *
 *     filter ─┬─ price ── gte: "5"
 *             └─ color ── 0: "red"
 *
 * Every value is text; the reader of a parameter interprets it. Children are kept in maps, so that no name is special,
 * not even `__proto__`.
 */

export interface ParameterNode {
	/** The texts given for this parameter itself: usually one, more when it is repeated or written with `[]`. */
	readonly values: readonly string[];
	readonly children: ReadonlyMap<string, ParameterNode>;
}

const indexPattern = /^\d{1,9}$/;

/** The entries of a list in their order: the node's own values, then its numbered children. */
export function listEntries({ values, children }: ParameterNode): ParameterNode[] {
	const numbered = [...children].filter(([name]) => indexPattern.test(name));
	numbered.sort(([a], [b]) => Number(a) - Number(b));
	return [...values.map((value) => ({ values: [value], children: new Map() })), ...numbered.map(([, node]) => node)];
}

/** The entries of a map: children with a name, in the order they were first written. */
export function listMembers({ children }: ParameterNode): [name: string, node: ParameterNode][] {
	return [...children].filter(([name]) => !indexPattern.test(name));
}

/** All texts of a list except empty ones, which clients write for "nothing". */
export function listTexts(node: ParameterNode | undefined): string[] {
	if (node === undefined) return [];
	return listEntries(node)
		.flatMap(({ values }) => values)
		.filter((text) => text !== '');
}

/** The text of a parameter, the last one if it was given several times. Undefined when it was not given. */
export function readText(node: ParameterNode, name: string): string | undefined {
	const child = node.children.get(name);
	return child && listEntries(child).at(-1)?.values.at(-1);
}

/** The parameters of both; those of `over` replace those of `under`. */
export function overlayParameters(under: ParameterNode, over: ParameterNode): ParameterNode {
	return { values: over.values, children: new Map([...under.children, ...over.children]) };
}
