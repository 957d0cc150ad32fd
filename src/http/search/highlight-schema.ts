/** The parameters of `_highlight` and `_snippet`, for the OpenAPI document. */
import { Type } from 'typebox';
import {
	highlightFieldsMax,
	highlightTagLengthMax,
	snippetWordsDefault,
	snippetWordsMax,
} from '../../domain/query/highlight.ts';

const tag = (byDefault: string) => Type.Optional(Type.String({ maxLength: highlightTagLengthMax, default: byDefault }));

export const highlightParameters = {
	highlight: Type.Optional(
		Type.Array(Type.String(), {
			maxItems: highlightFieldsMax,
			description: 'Fields that come in `_highlight` with what was found in tags; `*` for all that have texts',
			examples: [['title', 'brand']],
		}),
	),
	snippet: Type.Optional(
		Type.Array(Type.String(), {
			maxItems: highlightFieldsMax,
			description: `Fields of which only the words around what was found come, in \`_snippet\`; \`:20\` behind the name says how many, ${snippetWordsDefault} by default, at most ${snippetWordsMax}`,
			examples: [['description:20']],
		}),
	),
	highlight_pre_tag: tag('<em>'),
	highlight_post_tag: tag('</em>'),
	snippet_ellipsis: tag('…'),
	highlight_escape: Type.Optional(
		Type.Boolean({ default: true, description: 'Whether HTML in the texts of items is escaped; tags never are' }),
	),
};
