/**
 * Query strings and JSON bodies as parameters.
 *
 * Clients write the same thing in many ways; all of these are lists of two:
 *
 *     a[]=1&a[]=2     a[0]=1&a[1]=2     a=1&a=2     {"a": [1, 2]}
 *
 * `[]` in the middle of a name continues the last entry until that entry already has the parameter:
 *
 *     f[][field]=brand&f[][size]=5&f[][field]=color     f.0 = {field, size}, f.1 = {field}
 *
 * Broken percent-encoding and NUL, which no database accepts, become U+FFFD. Unbalanced brackets are part of the name:
 * one odd link must not break the search of a shop's page. Only excess is refused: of parameters, of depth, of text.
 */
import { unescape as decodePercent } from 'node:querystring';
import { FailureError, fail } from '../../lib/failure.ts';
import type { ParameterNode } from './parameter-node.ts';

export const parametersMax = 5000;
export const parameterDepthMax = 6;
export const queryStringLengthMax = 64 * 1024;

interface GrowingNode extends ParameterNode {
	readonly values: string[];
	readonly children: Map<string, GrowingNode>;
	/** The entry that the last `[]` in the middle of a name created. */
	appended: GrowingNode | undefined;
}

function createNode(): GrowingNode {
	return { values: [], children: new Map(), appended: undefined };
}

/**
 * The parameters of a query string, without its question mark. Cost: O(length).
 * @throws {FailureError} `invalid` when it goes beyond a limit.
 */
export function parseQueryString(text: string): ParameterNode {
	if (text.length > queryStringLengthMax) throw refuse(`the query string is longer than ${queryStringLengthMax}`);
	const root = createNode();
	let count = 0;
	for (const part of text.split('&')) {
		if (part === '') continue;
		count += 1;
		if (count > parametersMax) throw refuse(`there are more than ${parametersMax} parameters`);
		const equals = part.indexOf('=');
		const name = decode(equals === -1 ? part : part.slice(0, equals));
		addValue(root, toSteps(name), equals === -1 ? '' : decode(part.slice(equals + 1)));
	}
	return root;
}

function decode(text: string): string {
	const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
	return spaced.includes('%') ? decodePercent(spaced).replaceAll('\0', '\u{fffd}') : spaced;
}

/** `filter[color][]` → `filter`, `color`, ``. Text after the last bracket is ignored, as in PHP. */
function toSteps(name: string): string[] {
	const firstBracket = name.indexOf('[');
	if (firstBracket <= 0) return [name];
	const steps = [name.slice(0, firstBracket)];
	let open = firstBracket;
	while (name[open] === '[') {
		const close = name.indexOf(']', open);
		if (close === -1) return [name];
		steps.push(name.slice(open + 1, close));
		if (steps.length > parameterDepthMax) throw tooDeep();
		open = close + 1;
	}
	return steps;
}

function addValue(root: GrowingNode, steps: readonly string[], value: string): void {
	let node = root;
	for (const [index, step] of steps.entries()) {
		if (step !== '') node = openChild(node, step);
		else if (index < steps.length - 1) node = openAppended(node, steps.slice(index + 1));
	}
	node.values.push(value);
}

function openChild(node: GrowingNode, name: string): GrowingNode {
	const known = node.children.get(name);
	if (known !== undefined) return known;
	const child = createNode();
	node.children.set(name, child);
	return child;
}

function openAppended(node: GrowingNode, steps: readonly string[]): GrowingNode {
	if (node.appended !== undefined && !hasValue(node.appended, steps)) return node.appended;
	let next = node.children.size;
	while (node.children.has(String(next))) next += 1;
	node.appended = openChild(node, String(next));
	return node.appended;
}

/** Whether there is already a value at these steps; `[]` at the end accepts any number of them. */
function hasValue(from: GrowingNode, steps: readonly string[]): boolean {
	let node: GrowingNode | undefined = from;
	for (const step of steps) {
		if (step === '') return false;
		node = node?.children.get(step);
	}
	return node !== undefined && node.values.length > 0;
}

/**
 * The parameters of a JSON value; null stands for a parameter that is not given. Cost: O(values).
 * @throws {FailureError} `invalid` when it is not an object or exceeds a limit.
 */
export function toParameters(value: unknown): ParameterNode {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('the body is not an object');
	return toNode(value, { left: parametersMax }, 0) ?? createNode();
}

function toNode(value: unknown, budget: { left: number }, depth: number): ParameterNode | undefined {
	if (value === null || value === undefined) return undefined;
	budget.left -= 1;
	if (budget.left < 0) throw refuse(`there are more than ${parametersMax} parameters`);
	if (typeof value !== 'object') return { values: [String(value)], children: new Map() };
	if (depth >= parameterDepthMax) throw tooDeep();
	const children = new Map<string, ParameterNode>();
	for (const [name, member] of Object.entries(value)) {
		const child = toNode(member, budget, depth + 1);
		if (child !== undefined) children.set(name, child);
	}
	return { values: [], children };
}

function tooDeep(): FailureError {
	return refuse(`parameters are nested deeper than ${parameterDepthMax}`);
}

function refuse(reason: string): FailureError {
	return new FailureError(fail('invalid', { message: `Bad request, ${reason}` }).failure);
}
