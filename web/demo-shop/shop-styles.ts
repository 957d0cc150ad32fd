/** The look of the shop. The elements take their colours from the same variables. */
export const shopStyles = `
:root {
	color-scheme: light dark;
	--vitrine-accent: light-dark(#1f5c4d, #7fd0b8);
	--vitrine-on-accent: light-dark(#fff, #10231d);
	--vitrine-text: light-dark(#1d2320, #eceee9);
	--vitrine-muted: light-dark(#56605b, #a7b0ab);
	--vitrine-surface: light-dark(#fff, #1b201e);
	--vitrine-raised: light-dark(#f4f1ea, #262c29);
	--vitrine-border: light-dark(#dcd8cd, #3a423e);
	--vitrine-sale: light-dark(#a8321f, #ff9d8a);
	--ground: light-dark(#fbfaf6, #121614);
}
*, ::before, ::after { box-sizing: border-box; }
html { background: var(--ground); color: var(--vitrine-text); font: 16px/1.55 ui-sans-serif, system-ui, sans-serif; }
body { margin: 0; min-block-size: 100vh; display: flex; flex-direction: column; }
h1, h2, p, ul, ol, dl, dd, fieldset, legend { margin: 0; padding: 0; border: 0; }
ul, ol { list-style: none; }
h1 { font: 600 clamp(1.5rem, 1.2rem + 1.5vw, 2.25rem)/1.2 ui-serif, Georgia, serif; letter-spacing: -0.01em; text-wrap: balance; }
a { color: inherit; text-underline-offset: 3px; }
img { display: block; max-inline-size: 100%; block-size: auto; }
button, select { font: inherit; color: inherit; }
button { cursor: pointer; }
:focus-visible { outline: 2px solid var(--vitrine-accent); outline-offset: 2px; }
main:focus { outline: none; }
.muted { color: var(--vitrine-muted); }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset-inline-start: 16px; inset-block-start: -60px; z-index: 30; padding: 8px 14px; background: var(--vitrine-surface); }
.skip:focus { inset-block-start: 8px; }
.button { display: inline-block; padding: 9px 16px; border: 1px solid var(--vitrine-border); border-radius: 10px; background: var(--vitrine-surface); text-decoration: none; }
.button:hover { border-color: var(--vitrine-accent); }
.button.strong { border-color: var(--vitrine-accent); background: var(--vitrine-accent); color: var(--vitrine-on-accent); font-weight: 600; }
.button[aria-pressed=true] { border-color: var(--vitrine-accent); box-shadow: inset 0 0 0 1px var(--vitrine-accent); }
.link { padding: 4px 0; border: 0; background: none; color: var(--vitrine-accent); text-decoration: underline; text-underline-offset: 3px; }

header, main, footer { inline-size: 100%; max-inline-size: 1280px; margin-inline: auto; padding-inline: clamp(16px, 3vw, 32px); }
header { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 12px clamp(16px, 3vw, 40px); align-items: center; padding-block: 18px 0; }
header nav { grid-column: 1 / -1; border-block-end: 1px solid var(--vitrine-border); }
header nav ul { display: flex; gap: 4px clamp(16px, 3vw, 32px); overflow-x: auto; }
header nav a { display: block; padding: 10px 0; text-decoration: none; white-space: nowrap; }
header nav a:hover { text-decoration: underline; }
.logo { font: 600 1.375rem/1 ui-serif, Georgia, serif; text-decoration: none; white-space: nowrap; }
.logo span { color: var(--vitrine-accent); font-style: italic; }
.to-cart { padding: 9px 14px; border: 1px solid var(--vitrine-border); border-radius: 10px; background: var(--vitrine-surface); text-decoration: none; white-space: nowrap; }
.count { display: inline-block; min-inline-size: 1.6em; padding: 0 0.4em; border-radius: 1em; background: var(--vitrine-accent); color: var(--vitrine-on-accent); text-align: center; font-weight: 600; font-size: 0.875em; }
main { flex: 1; display: flex; flex-direction: column; gap: clamp(32px, 4vw, 56px); padding-block: 28px 64px; }
footer { display: flex; flex-wrap: wrap; gap: 16px 32px; align-items: center; justify-content: space-between; padding-block: 20px 28px; border-block-start: 1px solid var(--vitrine-border); color: var(--vitrine-muted); font-size: 0.9375rem; }
footer p { flex: 1 1 320px; max-inline-size: 70ch; }

vitrine-results, vitrine-category, .product.waiting { display: block; min-block-size: 90vh; }

.hero { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); gap: clamp(20px, 4vw, 56px); align-items: center; }
.hero > div:first-child { display: flex; flex-direction: column; gap: 16px; align-items: flex-start; }
.hero h1 { font-size: clamp(2rem, 1.4rem + 2.6vw, 3.25rem); line-height: 1.1; }
.stage { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 12px; }
.stage img { border-radius: 16px; }
.stage img:nth-child(2) { margin-block-start: 28px; }
.tiles { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: clamp(12px, 2vw, 20px); }
.tiles a { display: flex; flex-direction: column; gap: 2px; text-decoration: none; border-radius: 14px; }
.tiles img { inline-size: 100%; border-radius: 14px; margin-block-end: 8px; }
.tiles strong { font: 600 1.125rem/1.3 ui-serif, Georgia, serif; }
.tiles a:hover strong { text-decoration: underline; }
.steps { margin-block-end: -20px; font-size: 0.9375rem; color: var(--vitrine-muted); }
.steps ol { display: flex; flex-wrap: wrap; gap: 2px 8px; }
.steps li:not(:last-child)::after { content: "/"; margin-inline-start: 8px; color: var(--vitrine-muted); }
.notice { display: flex; flex-direction: column; gap: 12px; align-items: flex-start; padding: clamp(20px, 4vw, 40px); border-radius: 16px; background: var(--vitrine-raised); }

.product { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: clamp(20px, 4vw, 56px); align-items: start; }
.picture { inline-size: 100%; border-radius: 18px; }
.details { display: flex; flex-direction: column; gap: 14px; }
.price { font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.price.reduced { color: var(--vitrine-sale); }
.price s { margin-inline-start: 10px; color: var(--vitrine-muted); font-size: 1rem; font-weight: 400; }
.rating { display: flex; gap: 8px; align-items: center; color: var(--vitrine-muted); font-size: 0.9375rem; }
.stars { position: relative; color: var(--vitrine-border); letter-spacing: 2px; }
.stars::before { content: "★★★★★"; }
.filled { position: absolute; inset: 0 auto 0 0; overflow: hidden; color: light-dark(#b7791f, #e8b04b); white-space: nowrap; }
.filled::before { content: "★★★★★"; }
.filled[data-stars="1"]::before { content: "★"; } .filled[data-stars="2"]::before { content: "★★"; }
.filled[data-stars="3"]::before { content: "★★★"; } .filled[data-stars="4"]::before { content: "★★★★"; }
.variants legend { margin-block-end: 8px; font-weight: 600; }
.variants ul { display: flex; flex-wrap: wrap; gap: 8px; }
.variants a { display: block; padding: 6px 12px; border: 1px solid var(--vitrine-border); border-radius: 8px; background: var(--vitrine-surface); text-decoration: none; }
.variants a[aria-current] { border-color: var(--vitrine-accent); box-shadow: inset 0 0 0 1px var(--vitrine-accent); font-weight: 600; }
.variants a.away { color: var(--vitrine-muted); text-decoration: line-through; }
.buy { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; }
.buy .button { padding: 12px 28px; font-size: 1.0625rem; }
.stock { color: var(--vitrine-sale); }
.facts div { display: grid; grid-template-columns: minmax(110px, 1fr) 2fr; gap: 12px; padding-block: 8px; border-block-start: 1px solid var(--vitrine-border); }
.facts dt { color: var(--vitrine-muted); }

.cart { display: grid; grid-template-columns: minmax(0, 1fr) 300px; gap: clamp(20px, 4vw, 48px); align-items: start; margin-block-start: -24px; }
.lines li { display: grid; grid-template-columns: 80px minmax(0, 1fr) auto 90px auto; gap: 16px; align-items: center; padding-block: 14px; border-block-end: 1px solid var(--vitrine-border); }
.lines img { inline-size: 80px; border-radius: 10px; }
.lines div { display: flex; flex-direction: column; }
.lines strong { text-align: end; font-variant-numeric: tabular-nums; }
.lines select { padding: 6px 8px; border: 1px solid var(--vitrine-border); border-radius: 8px; background: var(--vitrine-surface); }
.sum { display: flex; flex-direction: column; gap: 10px; padding: 20px; border-radius: 14px; background: var(--vitrine-raised); }
.sum p:first-child { display: flex; justify-content: space-between; font-size: 1.25rem; }
.requests { position: sticky; inset-block-end: 0; z-index: 20; display: flex; flex-direction: column; gap: 8px; max-block-size: 45vh; padding: 14px clamp(16px, 3vw, 32px); border-block-start: 2px solid var(--vitrine-accent); background: var(--vitrine-surface); box-shadow: 0 -8px 30px rgb(0 0 0 / .14); font-size: 0.875rem; }
.requests .head { display: flex; justify-content: space-between; gap: 16px; align-items: center; }
.requests h2 { font-size: 1.0625rem; }
.requests ol { overflow: auto; }
.requests ol > li { padding-block: 8px; border-block-start: 1px solid var(--vitrine-border); }
.requests .line { display: flex; gap: 16px; justify-content: space-between; }
.requests code { overflow-wrap: anywhere; font: 0.8125rem/1.4 ui-monospace, monospace; }
.requests .time { flex: none; color: var(--vitrine-muted); font-variant-numeric: tabular-nums; }
.requests .time.failed { color: var(--vitrine-sale); }
.requests ul { display: flex; flex-wrap: wrap; gap: 4px 8px; margin-block-start: 4px; }
.requests ul li { padding: 1px 8px; border-radius: 6px; background: var(--vitrine-raised); }

@media (max-width: 820px) {
	header { grid-template-columns: minmax(0, 1fr) auto; }
	header vitrine-search { grid-column: 1 / -1; grid-row: 2; }
	.hero, .product, .cart { grid-template-columns: minmax(0, 1fr); }
	.tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
@media (max-width: 560px) {
	header nav { font-size: 0.875rem; }
	header nav ul { gap: 4px 14px; justify-content: space-between; }
	.lines li { grid-template-columns: 64px minmax(0, 1fr) auto; }
	.lines img { inline-size: 64px; grid-row: span 2; }
	.requests { max-block-size: 60vh; }
	.requests .line { flex-direction: column; gap: 2px; }
}
`;
