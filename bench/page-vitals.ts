/** How a page does in a browser, by the Web Vitals: https://web.dev/articles/vitals */
import type { CDPSession, Page } from 'playwright-core';

export interface PageVitals {
	/** Largest Contentful Paint: when the largest text or picture was drawn, from the start of the navigation, in ms. */
	readonly lcpMs: number;
	/** Cumulative Layout Shift: the sum of the worst session window of shifts, without those that follow an input. */
	readonly cls: number;
	/** Interaction to Next Paint: the longest of the interactions, in ms, rounded to 8; 0 if all took less than 16. */
	readonly inpMs: number;
	/** Of all answers until the page was at rest, with their headers, as they came over the wire. */
	readonly wireBytes: number;
}

export interface PageProbe {
	/** @returns what was seen since the page was opened */
	read(): Promise<PageVitals>;
}

/** Entries are gathered from the first one on, because buffers of the browser are small. */
const gatherScript = `
globalThis.benchVitals = { lcpMs: 0, inpMs: 0, cls: 0 };
let windowStart = 0, windowEnd = 0, windowSum = 0;
const watch = (options, take) =>
	new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ buffered: true, ...options });
watch({ type: 'largest-contentful-paint' }, ({ startTime }) => { benchVitals.lcpMs = startTime; });
watch({ type: 'event', durationThreshold: 16 }, ({ interactionId, duration }) => {
	if (interactionId > 0) benchVitals.inpMs = Math.max(benchVitals.inpMs, duration);
});
watch({ type: 'layout-shift' }, ({ startTime, value, hadRecentInput }) => {
	if (hadRecentInput) return;
	if (startTime - windowEnd >= 1000 || startTime - windowStart >= 5000) {
		windowStart = startTime;
		windowSum = 0;
	}
	windowEnd = startTime;
	windowSum += value;
	benchVitals.cls = Math.max(benchVitals.cls, windowSum);
});
`;

/** Makes the processor of the page this many times slower. */
export async function slowDown(page: Page, slowdown: number): Promise<CDPSession> {
	const session = await page.context().newCDPSession(page);
	await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
	return session;
}

/** To be called before the page is opened. */
export async function probePage(page: Page, slowdown: number): Promise<PageProbe> {
	const session = await slowDown(page, slowdown);
	await session.send('Network.enable');
	await session.send('Network.setCacheDisabled', { cacheDisabled: true });
	let wireBytes = 0;
	session.on('Network.loadingFinished', ({ encodedDataLength }) => {
		wireBytes += encodedDataLength;
	});
	await page.addInitScript(gatherScript);
	return {
		async read() {
			await waitForPaint(page);
			return { ...(await page.evaluate<Omit<PageVitals, 'wireBytes'>>('benchVitals')), wireBytes };
		},
	};
}

/** Waits until what was last changed is drawn, and observers were told: those of events come after the frame. */
export async function waitForPaint(page: Page): Promise<void> {
	await page.evaluate(
		'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))))',
	);
}
