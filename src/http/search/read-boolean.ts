import { type ParameterNode, readText } from '../server/parameter-node.ts';
import { refuseParameter } from '../shared/refuse-parameter.ts';

/**
 * Undefined when it is not given, or given without a value.
 * @throws {FailureError} `invalid`
 */
export function readBoolean(root: ParameterNode, name: string): boolean | undefined {
	const text = (readText(root, name) ?? '').toLowerCase();
	if (text === '') return undefined;
	if (text === 'true' || text === '1') return true;
	if (text === 'false' || text === '0') return false;
	throw refuseParameter(name, 'it must be true or false');
}
