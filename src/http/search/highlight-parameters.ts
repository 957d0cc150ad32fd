/** What a request says of `_highlight` and `_snippet`. */
import {
	type HighlightRequest,
	type HighlightTags,
	highlightFieldsMax,
	highlightTagLengthMax,
	type SnippetRequest,
	snippetWordsDefault,
	snippetWordsMax,
} from '../../domain/query/highlight.ts';
import { fieldNameLengthMax } from '../../domain/query/query-limits.ts';
import { type ParameterNode, readText } from '../server/parameter-node.ts';
import { refuseParameter } from '../shared/refuse-parameter.ts';
import { listNames } from './list-names.ts';
import { readBoolean } from './read-boolean.ts';

/**
 * No highlight where it names no fields.
 * @throws {FailureError} `invalid`
 */
export function parseHighlight(root: ParameterNode): { readonly highlight?: HighlightRequest } {
	const fieldNames = listNames(root, 'highlight', { max: highlightFieldsMax, lengthMax: fieldNameLengthMax });
	const lengthMax = fieldNameLengthMax + String(snippetWordsMax).length + 1;
	const snippets = listNames(root, 'snippet', { max: highlightFieldsMax, lengthMax }).map(toSnippet);
	const tags = parseHighlightTags(root);
	const ellipsis = readTag(root, 'snippet_ellipsis', '…');
	if (fieldNames.length === 0 && snippets.length === 0) return {};
	return { highlight: { fieldNames, snippets, ellipsis, ...tags } };
}

/** @throws {FailureError} `invalid` */
export function parseHighlightTags(root: ParameterNode): HighlightTags {
	return {
		preTag: readTag(root, 'highlight_pre_tag', '<em>'),
		postTag: readTag(root, 'highlight_post_tag', '</em>'),
		isEscaped: readBoolean(root, 'highlight_escape') ?? true,
	};
}

function readTag(root: ParameterNode, name: string, byDefault: string): string {
	const tag = readText(root, name) ?? byDefault;
	if (tag.length > highlightTagLengthMax) {
		throw refuseParameter(name, `it has more than ${highlightTagLengthMax} characters`);
	}
	return tag;
}

/** `description` and `description:20`. */
function toSnippet(text: string): SnippetRequest {
	const [, fieldName = text, words = String(snippetWordsDefault)] = /^(.+):(\d{1,9})$/s.exec(text) ?? [];
	const wordsMax = Math.min(Number(words), snippetWordsMax);
	if (wordsMax < 1) throw refuseParameter('snippet', 'it must have at least one word');
	return { fieldName, wordsMax };
}
