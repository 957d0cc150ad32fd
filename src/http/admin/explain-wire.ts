/** The explanation of a widget's answer, on the wire. */
import { type Static, Type } from 'typebox';
import type { Explanation } from '../../app/recommendation/recommendation.ts';
import { formatDfid, toItemKey } from '../../domain/item/dfid.ts';
import { widgetKinds } from '../../domain/widget/widget-kind.ts';
import { nullable } from '../shared/nullable.ts';
import { component } from '../shared/schema-component.ts';
import { widgetCall } from '../shared/widget-call.ts';
import { widgetRulesInput } from './widget-wire.ts';

const kind = Type.Enum([...widgetKinds]);

/** The call of a page, and rules to try. */
export const explanationInput = component(
	'WidgetExplanationRequest',
	Type.Object({ ...widgetCall.properties, rules: Type.Optional(widgetRulesInput) }, { additionalProperties: true }),
);

export const explanationOutput = component(
	'WidgetExplanation',
	Type.Object({
		title: Type.String(),
		searched: Type.Boolean({ description: 'False on a server without search, where nothing can be recommended' }),
		hashid: nullable(Type.String(), { description: 'The search engine; null when the store has none' }),
		product: nullable(Type.String(), { description: 'dfid of the item whose `link` the page is' }),
		fallback_action: Type.Enum(['disabled', 'none', ...widgetKinds]),
		attempts: Type.Array(
			Type.Object({
				kind,
				candidates: Type.Integer({ description: 'Items that its signals name' }),
				allowed: Type.Integer({ description: 'Those that the rules let through' }),
				dropped: Type.Record(Type.String(), Type.Integer(), {
					description:
						'Candidates by the rule that dropped them; those that an index query leaves out at once are not counted',
				}),
			}),
			{ description: 'The kinds that were tried, in order' },
		),
		results: Type.Array(
			Type.Object({
				dfid: Type.String(),
				id: Type.String(),
				type: Type.String(),
				title: Type.String(),
				link: nullable(Type.String()),
				image_link: nullable(Type.String()),
				score: Type.Number(),
				boost: Type.Number(),
				pinned: Type.Boolean(),
				signals: Type.Array(Type.Object({ name: Type.String(), share: Type.Number() })),
			}),
		),
	}),
);

export function toExplanationWire(explanation: Explanation): Static<typeof explanationOutput> {
	const { title, engine, product, fallback, attempts, results } = explanation;
	const hashid = engine?.hashid ?? null;
	return {
		title,
		searched: explanation.isSearched,
		hashid,
		product: product === undefined || hashid === null ? null : formatDfid({ hashid, ...product }),
		fallback_action: fallback,
		attempts: attempts.map(({ kind, candidateCount, allowedCount, dropped }) => ({
			kind,
			candidates: candidateCount,
			allowed: allowedCount,
			dropped: { ...dropped },
		})),
		results: results.map(({ indexName, id, text, reason }) => ({
			dfid: formatDfid({ hashid: hashid ?? '', indexName, itemKey: toItemKey(id) }),
			id,
			type: indexName,
			...toFace(text),
			score: reason.score,
			boost: reason.boost,
			pinned: reason.isPinned,
			signals: [...reason.signals],
		})),
	};
}

/** What a person knows the item by. */
function toFace(text: string): { title: string; link: string | null; image_link: string | null } {
	const { title, name, link, image_link: picture } = JSON.parse(text);
	return {
		title: String(title ?? name ?? ''),
		link: typeof link === 'string' ? link : null,
		image_link: typeof picture === 'string' ? picture : null,
	};
}
