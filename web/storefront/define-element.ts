/**
 * A custom element around a Preact component:
 *
 *     connected ─► texts of its language ─► rendered into its shadow root
 *     an attribute changes ──────────────► rendered again
 *     removed, and not put back at once ─► emptied, so that its requests end
 *
 * Styles are adopted sheets, which a page's Content-Security-Policy allows without `unsafe-inline`.
 */
import { type FunctionComponent, h, render } from 'preact';
import { baseStyles } from '../ui/base-styles.ts';
import { createPriceFormat } from '../ui/price.ts';
import type { Caller } from './call-server.ts';
import { loadTexts } from './load-texts.ts';
import type { Texts } from './texts/texts.ts';

/** What every component of an element gets. */
export interface ElementProps extends Caller {
	/** The value of an attribute; empty where it is missing. */
	readonly read: (attribute: string) => string;
	readonly texts: Texts;
	/** A language tag, from the closest `lang`. */
	readonly language: string;
	readonly formatPrice: (amount: number) => string;
}

export interface ElementDefinition {
	readonly name: `vitrine-${string}`;
	readonly view: FunctionComponent<ElementProps>;
	readonly styles: string;
	/** Besides those that all elements have. */
	readonly attributes: readonly string[];
}

const commonAttributes = ['server', 'engine', 'currency', 'user-id', 'lang'];
const ownServer = new URL('.', import.meta.url).href;
const sheets = new Map<string, CSSStyleSheet>();

/** Does nothing where the page has loaded another copy of this code. */
export function defineElement({ name, view, styles, attributes }: ElementDefinition): void {
	if (customElements.get(name) !== undefined) return;

	class DefinedElement extends HTMLElement {
		static readonly observedAttributes = [...commonAttributes, ...attributes];
		#isReady = false;

		connectedCallback(): void {
			if (this.shadowRoot === null) {
				const root = this.attachShadow({ mode: 'open' });
				root.adoptedStyleSheets = [toSheet(baseStyles), toSheet(styles)];
			}
			void this.#show();
		}

		disconnectedCallback(): void {
			// A framework that sorts its elements takes each out and puts it back.
			queueMicrotask(() => {
				if (!this.isConnected && this.shadowRoot !== null) render(null, this.shadowRoot);
			});
		}

		attributeChangedCallback(): void {
			if (this.#isReady) void this.#show();
		}

		async #show(): Promise<void> {
			const language = toLanguage(this.closest('[lang]')?.getAttribute('lang') || navigator.language);
			const texts = await loadTexts(language);
			this.#isReady = true;
			if (!this.isConnected || this.shadowRoot === null) return;
			const read = (attribute: string) => this.getAttribute(attribute)?.trim() ?? '';
			const props: ElementProps = {
				...{ host: this, read, texts, language },
				server: (read('server') || ownServer).replace(/\/?$/, '/'),
				engine: read('engine'),
				formatPrice: createPriceFormat(language, read('currency')),
			};
			render(h(view, props), this.shadowRoot);
		}
	}

	customElements.define(name, DefinedElement);
}

/** The tag as `Intl` accepts it, which throws for any other: `es_ES` is Spanish, and nonsense English. */
function toLanguage(tag: string): string {
	try {
		return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? 'en';
	} catch {
		return 'en';
	}
}

function toSheet(text: string): CSSStyleSheet {
	const known = sheets.get(text) ?? new CSSStyleSheet();
	if (!sheets.has(text)) known.replaceSync(text);
	sheets.set(text, known);
	return known;
}
