/**
 * A custom element around a Preact component:
 *
 *     connected ─► texts of its language ──► rendered into its shadow root
 *     an attribute or a child changes ────► rendered again
 *     the address of the page changes ────► rendered again; with another path, after a while, if it asks by it
 *     removed, and not put back at once ──► emptied, so that its requests end
 *
 * Another path is most often that of the next page, which can take a moment to come, because its code or its data are
 * loaded: an element that is about to leave must not ask for what that address says.
 *
 * Styles are adopted sheets, which a page's Content-Security-Policy allows without `unsafe-inline`.
 */
import { type FunctionComponent, h, render } from 'preact';
import { baseStyles } from '../ui/base-styles.ts';
import { createPriceFormat } from '../ui/price.ts';
import { readAddress, watchAddress } from './address.ts';
import type { Caller } from './call-server.ts';
import { findAround } from './find-around.ts';
import { loadTexts } from './load-texts.ts';
import type { Texts } from './texts/texts.ts';

/** What every component of an element gets. */
export interface ElementProps extends Caller {
	/** The value of an attribute; empty where it is missing. */
	readonly read: (attribute: string) => string;
	readonly texts: Texts;
	/** Of the page. */
	readonly address: string;
	/** A language tag, from the closest `lang`. */
	readonly language: string;
	readonly formatPrice: (amount: number) => string;
}

export interface ElementDefinition {
	readonly name: `vitrine-${string}`;
	readonly view: FunctionComponent<ElementProps>;
	readonly styles: string;
	/** Whether it asks the server for what the address says, so that it must not do so when it is about to leave. */
	readonly asksByAddress: boolean;
	/** Besides those that all elements have. */
	readonly attributes: readonly string[];
}

const commonAttributes = ['server', 'engine', 'currency', 'user-id', 'lang'];
/** How long an element waits for its page to leave. */
const leaveMs = 500;
const ownServer = new URL('.', import.meta.url).href;
const sheets = new Map<string, CSSStyleSheet>();

/** Does nothing where the page has loaded another copy of this code. */
export function defineElement({ name, view, styles, asksByAddress, attributes }: ElementDefinition): void {
	if (customElements.get(name) !== undefined) return;

	class DefinedElement extends HTMLElement {
		static readonly observedAttributes = [...commonAttributes, ...attributes];
		#path = '';
		#leaving: ReturnType<typeof setTimeout> | undefined;
		#showings = 0;
		#unwatch: (() => void) | undefined;
		readonly #children = new MutationObserver(() => void this.#show());

		connectedCallback(): void {
			if (this.shadowRoot === null) {
				const root = this.attachShadow({ mode: 'open' });
				root.adoptedStyleSheets = [toSheet(baseStyles), toSheet(styles)];
			}
			this.#children.observe(this, { childList: true });
			this.#unwatch ??= watchAddress(() => this.#follow());
			void this.#show();
		}

		disconnectedCallback(): void {
			// A framework that sorts its elements takes each out and puts it back.
			queueMicrotask(() => {
				if (this.isConnected || this.shadowRoot === null) return;
				clearTimeout(this.#leaving);
				this.#children.disconnect();
				this.#unwatch?.();
				this.#unwatch = undefined;
				render(null, this.shadowRoot);
			});
		}

		attributeChangedCallback(): void {
			void this.#show();
		}

		#follow(): void {
			clearTimeout(this.#leaving);
			if (!asksByAddress || location.pathname === this.#path) void this.#show();
			else this.#leaving = setTimeout(() => this.#show(), leaveMs);
		}

		/** Where several changes wait for texts, the last one is shown. */
		async #show(): Promise<void> {
			if (this.shadowRoot === null) return;
			this.#showings += 1;
			const showing = this.#showings;
			const language = toLanguage(findAround(this, '[lang]')?.getAttribute('lang') || navigator.language);
			const texts = await loadTexts(language);
			if (!this.isConnected || showing !== this.#showings) return;
			clearTimeout(this.#leaving);
			this.#path = location.pathname;
			const read = (attribute: string) => this.getAttribute(attribute)?.trim() ?? '';
			const props: ElementProps = {
				...{ host: this, read, texts, language, address: readAddress() },
				server: (read('server') || ownServer).replace(/\/?$/, '/'),
				engine: read('engine'),
				formatPrice: createPriceFormat(language, read('currency')),
			};
			// The page's own direction goes before that of the language.
			const dir = findAround(this, '[dir]') === null ? texts.direction : undefined;
			render(h('div', { class: 'root', dir }, h(view, props)), this.shadowRoot);
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
