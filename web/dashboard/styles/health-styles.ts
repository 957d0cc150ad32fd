/** Shapes of the page on health alone. */
export const healthStyles = `
.meter { display: block; block-size: 6px; margin-block: 6px; border-radius: 99px; background: var(--border); overflow: hidden; }
.meter > span { display: block; block-size: 100%; border-radius: inherit; background: var(--good); }
.meter.warning > span { background: var(--warning); }
.meter.danger > span { background: var(--danger); }
.busy { display: inline-flex; align-items: center; gap: 10px; }
.busy .meter { inline-size: 72px; margin: 0; }
@media (max-width: 640px) { .busy .meter { display: none; } }
.node { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; }
.card.figure h2 { font-size: 0.9375rem; }
.pairs > div { display: contents; }
`;
