/** JSON Schema validation of requests, and how its findings are worded for callers. */
import { Ajv, type ErrorObject } from 'ajv';
import ajvFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { failFaults } from '../../lib/fail-faults.ts';
import { FailureError, type Fault } from '../../lib/failure.ts';
import type { DeferredCompiling } from './deferred-compiling.ts';

/** At most this many faults are reported for a request: each costs work, and more would not help. */
const faultsMax = 100;

/** Bodies are taken as they are. Query strings contain only strings, which are converted to the types in the schema. */
const bodyAjv = new Ajv({ allErrors: true, coerceTypes: false, removeAdditional: false, strict: false });
const queryAjv = new Ajv({
	allErrors: true,
	coerceTypes: 'array',
	removeAdditional: false,
	useDefaults: true,
	strict: false,
});
ajvFormats.default(bodyAjv);
/** Browsers and pages write addresses that RFC 3986 would refuse. */
bodyAjv.addFormat('page-url', (text: string) => /^\s*https?:/i.test(text) && URL.canParse(text.trim()));
ajvFormats.default(queryAjv);

/** Fastify's hook for what a route accepts. */
export function createValidatorCompiler({ defer }: Pick<DeferredCompiling, 'defer'>): FastifySchemaCompiler<object> {
	return ({ schema, httpPart = 'body' }) => {
		const toValidator = defer(() => (httpPart === 'body' ? bodyAjv : queryAjv).compile(schema));
		return (data: unknown) => {
			const isValid = toValidator();
			if (isValid(data)) return { value: data };
			return { error: toValidationError(isValid.errors ?? [], httpPart) };
		};
	};
}

/** A `FailureError` of code `invalid` with one fault per finding. */
function toValidationError(errors: readonly ErrorObject[], httpPart: string): FailureError {
	const faults: Fault[] = [];
	for (const error of errors.slice(0, faultsMax)) {
		const field = toFieldPath(error);
		const reason = toReason(error);
		const isKnown = faults.some((fault) => fault.fields[0] === field && fault.reason === reason);
		if (!isKnown)
			faults.push({ name: field === '' ? httpPart : field, fields: [field === '' ? httpPart : field], reason });
	}
	return new FailureError(failFaults(faults).failure);
}

/** `/datasources/0` and a missing `type` → `datasources.0.type`. */
function toFieldPath({ instancePath, params, keyword }: ErrorObject): string {
	const steps = instancePath
		.split('/')
		.slice(1)
		.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
	if (keyword === 'required') steps.push(params.missingProperty as string);
	if (keyword === 'additionalProperties') steps.push(params.additionalProperty as string);
	return steps.join('.').slice(0, 200);
}

function toReason({ keyword, params, message }: ErrorObject): string {
	switch (keyword) {
		case 'required':
			return 'is required';
		case 'additionalProperties':
			return 'is not a known field';
		case 'type':
			return toTypeReason(params.type as string | readonly string[]);
		case 'enum':
			return `must be one of ${(params.allowedValues as unknown[]).map(String).join(', ')}`;
		case 'maxLength':
			return `length must be less than or equal to ${params.limit}`;
		case 'minLength':
			return `length must be greater than or equal to ${params.limit}`;
		case 'minimum':
			return `must be greater than or equal to ${params.limit}`;
		case 'maximum':
			return `must be less than or equal to ${params.limit}`;
		case 'maxItems':
			return `must have at most ${params.limit} entries`;
		case 'minItems':
			return `must have at least ${params.limit} entries`;
		case 'exclusiveMinimum':
			return `must be greater than ${params.limit}`;
		case 'pattern':
			return `must match ${params.pattern}`;
		case 'format':
			return params.format === 'page-url' ? 'must be an http or https address' : `must be a valid ${params.format}`;
		default:
			return message ?? 'is invalid';
	}
}

const typeWords: Readonly<Record<string, string>> = {
	string: 'a string',
	integer: 'an integer',
	number: 'a number',
	boolean: 'a boolean',
	object: 'an object',
	array: 'an array',
	null: 'null',
};

function toTypeReason(type: string | readonly string[]): string {
	const types = typeof type === 'string' ? type.split(',') : type;
	return `must be ${types.map((name) => typeWords[name] ?? name).join(' or ')}`;
}
