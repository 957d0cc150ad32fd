/** The path parameters below `/search_engines`. */
import { Type } from 'typebox';
import { hashidPattern, indexNamePattern } from '../../domain/search-engine/search-engine.ts';
import { hashidExample } from './example-ids.ts';

export const searchEnginePath = Type.Object({
	hashid: Type.String({
		pattern: hashidPattern.source,
		description: 'The search engine: 32 lower-case hex digits',
		examples: [hashidExample],
	}),
});
export const indexPath = Type.Object({
	...searchEnginePath.properties,
	name: Type.String({ pattern: indexNamePattern.source, description: 'The index', examples: ['product'] }),
});
export const itemPath = Type.Object({
	...indexPath.properties,
	'*': Type.String({ description: 'The item id, percent-encoded', examples: ['sku-1001'] }),
});
