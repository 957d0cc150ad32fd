/**
 * What User Behavior Insights 1.3.0 asks of queries and events (`query.request.schema.json` of 2025-01-22 and
 * `event.schema.json` of 2025-02-18, https://github.com/o19s/ubi), restated: names, types, lengths and what must be there.
 *
 * There `action_name`, `query_id` and `object_id_type` are "oneOf" of two texts that a value may match both, as `click`
 * does, and a validator then refuses it; here they are texts of that length. Members that the schemas do not know are
 * allowed, as they are there.
 */
const text = (maxLength: number) => ({ type: 'string', maxLength });

/** UBI leaves open whether there is an offset, and OpenSearch needs one. */
const timestamp = { type: 'string', format: 'date-time', pattern: 'Z$' };

const who = { application: text(100), client_id: text(100), query_id: text(100) };

export const ubiQuerySchema = {
	type: 'object',
	required: ['user_query'],
	properties: {
		...who,
		user_query: { type: 'string' },
		query_attributes: { type: 'object' },
		object_id_field: text(100),
		timestamp,
		query_response_id: { type: 'string' },
		query_response_hit_ids: { type: 'array', items: { type: 'string' } },
	},
};

const id = { anyOf: [text(256), { type: 'integer' }] };

const xy = {
	type: 'object',
	required: ['x', 'y'],
	properties: { x: { type: 'number' }, y: { type: 'number' } },
};

const position = {
	type: 'object',
	oneOf: [
		{ required: ['ordinal'], properties: { ordinal: { type: 'integer' } } },
		{ required: ['xy'], properties: { xy } },
	],
};

export const ubiEventSchema = {
	type: 'object',
	required: ['action_name', 'timestamp'],
	properties: {
		...who,
		action_name: text(100),
		session_id: text(100),
		user_id: text(100),
		timestamp,
		message_type: text(100),
		message: text(1024),
		event_attributes: {
			type: 'object',
			required: ['position'],
			properties: {
				object: {
					type: 'object',
					required: ['object_id'],
					properties: { object_id: id, object_id_type: text(100), object_id_field: text(100), internal_id: id },
				},
				position,
			},
		},
	},
};
