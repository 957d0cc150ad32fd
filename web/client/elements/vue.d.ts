/** The elements in templates of Vue: `import type {} from '@vitrine/client/elements/vue'`. */
import type { HTMLAttributes, PublicProps } from 'vue';
import type { ElementAttributes, ElementEvents } from './elements.js';

/** As tools read `per-page` in a template. */
type Camel<Name> = Name extends `${infer Start}-${infer Rest}` ? `${Start}${Capitalize<Camel<Rest>>}` : Name;
type Camels<Attributes> = { [Name in keyof Attributes as Camel<Name>]: Attributes[Name] };
type Listeners = {
	[Name in keyof ElementEvents as `on${Capitalize<Camel<Name>>}`]?: (event: ElementEvents[Name]) => void;
};

type VitrineElement<Attributes> = new () => {
	$props: Omit<HTMLAttributes, keyof Attributes> & PublicProps & Listeners & Camels<Attributes>;
};
type Elements = { [Name in keyof ElementAttributes]: VitrineElement<ElementAttributes[Name]> };

declare module 'vue' {
	interface GlobalComponents extends Elements {}
	// Of templates for products: `<div slot="product" hidden>`.
	interface HTMLAttributes {
		slot?: string | undefined;
	}
}
