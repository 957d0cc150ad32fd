import { type FunctionComponent, h } from 'preact';

interface StorefrontElementProps {
	/** Which element of `/storefront.js`. */
	readonly name: `vitrine-${string}`;
	/** Its attributes. */
	readonly [attribute: string]: string | boolean | undefined;
}

/** An element of `/storefront.js`, as any page may have it. */
export const StorefrontElement: FunctionComponent<StorefrontElementProps> = ({ name, ...attributes }) =>
	h(name, attributes);
