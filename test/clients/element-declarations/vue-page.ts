import type {} from '@vitrine/client/elements/vue';
import type { GlobalComponents, HTMLAttributes } from 'vue';

type Props<Name extends keyof GlobalComponents> = InstanceType<GlobalComponents[Name]>['$props'];

/** As the tools of Vue read the attributes and listeners in a template. */
export const given: [Props<'vitrine-results'>, Props<'vitrine-recommendations'>, HTMLAttributes] = [
	{ engine: 'e', perPage: 12, paging: 'more', cart: true, class: 'wide', onVitrineCart: ({ detail }) => detail.item },
	{ widget: 'w', cartItems: 'a b' },
	{ slot: 'product' },
];

// @ts-expect-error: a category is needed
export const missing: Props<'vitrine-category'> = { engine: 'e' };

export const refused: Props<'vitrine-search'> = {
	engine: 'e',
	// @ts-expect-error: what is navigated to has no item
	onVitrineNavigate: ({ detail }) => detail.item,
};
