/** Tells the page what a shopper does. @returns false if a listener called `preventDefault` */
export function announce(host: HTMLElement, name: `vitrine-${string}`, detail: object): boolean {
	return host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
}
