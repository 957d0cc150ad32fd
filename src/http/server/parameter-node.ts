/**
 * The parameters of a request, whichever way they were written.
 *
 *     filter[price][gte]=5&filter[color][]=red        {"filter": {"price": {"gte": 5}, "color": ["red"]}}
 *
 *     filter ─┬─ price ── gte: "5"
 *             └─ color ── 0: "red"
 *
 * Every value is text here; what it means is for the reader of a parameter to know. Children are kept in maps, so no
 * name, `__proto__` included, is anything but a name.
 */

export interface ParameterNode {
	/** The texts given for this parameter itself: one as a rule, more when it is repeated or written with `[]`. */
	readonly values: readonly string[];
	readonly children: ReadonlyMap<string, ParameterNode>;
}

const indexPattern = /^\d{1,9}$/;

/** The entries of a list in its order: the node's own values, then its numbered children. */
export function listEntries({ values, children }: ParameterNode): ParameterNode[] {
	const numbered = [...children].filter(([name]) => indexPattern.test(name));
	numbered.sort(([a], [b]) => Number(a) - Number(b));
	return [...values.map((value) => ({ values: [value], children: new Map() })), ...numbered.map(([, node]) => node)];
}

/** The entries of a map: children with a name, in the order they were first written. */
export function listMembers({ children }: ParameterNode): [name: string, node: ParameterNode][] {
	return [...children].filter(([name]) => !indexPattern.test(name));
}

/** All texts of a list, without the empty ones: clients write those for "nothing". */
export function listTexts(node: ParameterNode | undefined): string[] {
	if (node === undefined) return [];
	return listEntries(node)
		.flatMap(({ values }) => values)
		.filter((text) => text !== '');
}

/** The text of a parameter that has one; the last counts when it was given more. Undefined when it was not given. */
export function readText(node: ParameterNode, name: string): string | undefined {
	const child = node.children.get(name);
	return child && listEntries(child).at(-1)?.values.at(-1);
}

/** The parameters of both, where `over` has those that are in both of them. */
export function overlayParameters(under: ParameterNode, over: ParameterNode): ParameterNode {
	return { values: over.values, children: new Map([...under.children, ...over.children]) };
}
