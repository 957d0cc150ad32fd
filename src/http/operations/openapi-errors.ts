/** Refusals in the OpenAPI document: one named schema for each kind that clients can tell apart. */
import { type TSchema, Type } from 'typebox';
import { type FailureCode, failureMessages } from '../../lib/failure.ts';
import { type ApiFamily, toWireCode, wireForms } from '../server/failure-reply.ts';
import { widgetIdExample } from '../shared/example-ids.ts';
import { component } from '../shared/schema-component.ts';

const fault = component(
	'Fault',
	Type.Object({
		name: Type.String({ examples: ['name'] }),
		fields: Type.Array(Type.String({ examples: ['name'] })),
		reason: Type.String({ examples: ['is required'] }),
	}),
);

interface Refusal {
	readonly status: number;
	/** Codes of the management envelope, at least one, in alphabetical order. */
	readonly codes: readonly string[];
}

/** Only invalid requests get details, and only the recommendations API says what was not found. */
export function toErrorSchema(family: ApiFamily, { status, codes }: Refusal): TSchema {
	if (family === 'search') return component('SearchError', Type.Object({ error: searchMessage }));
	if (family === 'recommendations') return toWidgetError(status);
	const details = status === wireForms.invalid.status ? { details: Type.Optional(Type.Array(fault)) } : {};
	const message = Type.String({ examples: [toMessage(codes[0], family)] });
	const error = Type.Object({ code: Type.Enum([...codes]), message, ...details });
	return component(toName(codes), Type.Object({ error }));
}

/** One example for all, because refused searches differ by their status. */
const searchMessage = Type.String({ examples: ['Bad request, bad query'] });

function toWidgetError(status: number): TSchema {
	if (status === wireForms.invalid.status) {
		const reasons = Type.Array(Type.String());
		const details = Type.Record(Type.String(), reasons, { examples: [{ session_id: ['is required'] }] });
		const error = Type.String({ examples: ['Bad request'] });
		return component('WidgetBadRequestError', Type.Object({ error, details: Type.Optional(details) }));
	}
	if (status !== wireForms.not_found.status) {
		return component(
			'WidgetError',
			Type.Object({ error: Type.String({ examples: ['Too many requests, throttled'] }) }),
		);
	}
	const resource = Type.Optional(Type.String({ examples: ['Widget'] }));
	const id = Type.Optional(Type.String({ examples: [widgetIdExample] }));
	const error = Type.String({ examples: ['Not found'] });
	return component('WidgetNotFoundError', Type.Object({ error, resource, resource_id: id }));
}

/** The usual message of a code. */
function toMessage(code: string | undefined, family: ApiFamily): string {
	const [failure = 'internal'] = (Object.keys(wireForms) as FailureCode[]).filter(
		(candidate) => toWireCode(candidate, family) === code,
	);
	return failureMessages[failure];
}

/** `searchengine_locked` and `index_exists` → `IndexExistsOrSearchengineLockedError`. */
function toName(codes: readonly string[]): string {
	const words = codes.map((code) => code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()));
	const name = words.join('Or');
	return name.endsWith('Error') ? name : `${name}Error`;
}
