import type {} from '@vitrine/client/elements/react';

document.addEventListener('vitrine-navigate', ({ detail }) => location.assign(detail.url));

export const page = (
	<main>
		<vitrine-search engine="e" currency="EUR" results-url="/search" products={8} className="box" />
		<vitrine-results
			engine="e"
			per-page={12}
			paging="more"
			cart={true}
			data-consent="granted"
			onvitrine-cart={(event) => console.log(event.detail.item, event.detail.position.toFixed())}
		>
			<div slot="product" hidden />
		</vitrine-results>
		<vitrine-category engine="e" category="Home > Kitchen" theme="dark" />
		<vitrine-recommendations widget="w" cart-items="a b" key="one" />
	</main>
);

export const refused = [
	// @ts-expect-error: an engine is needed
	<vitrine-results key="1" />,
	// @ts-expect-error: there are two ways
	<vitrine-results key="2" engine="e" paging="endless" />,
	// @ts-expect-error: what is navigated to has no item
	<vitrine-search key="3" engine="e" onvitrine-navigate={({ detail }) => detail.item} />,
	// @ts-expect-error: a number is no text
	<vitrine-search key="4" engine="e" products="many" />,
];
