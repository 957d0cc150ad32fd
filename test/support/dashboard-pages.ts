/** The dashboard of a server with the demo shop, in a browser. */
import assert from 'node:assert/strict';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Api, createApi } from './api.ts';
import { launchBrowser } from './browser.ts';
import { signInWithLink } from './dashboard-client.ts';
import { type FirstRun, startServer, type TestServer } from './server.ts';
import { waitFor } from './wait-for.ts';

export interface DashboardPages extends FirstRun {
	/** Of the server. */
	readonly url: string;
	readonly server: TestServer;
	/** Calls with the owner's key. */
	readonly owner: Api;
	/** Opens a page in a browser of its own, signed in as the owner unless `person` says otherwise. */
	open(path: string, options?: DashboardOptions): Promise<Page>;
	/** The cookie of a new member with these rights. */
	signInMember(rights: Readonly<Record<string, 'read' | 'write'>>): Promise<string>;
	/** What browsers complained about since the last call: scripts, the policy, requests to other servers. */
	takeComplaints(): readonly string[];
	[Symbol.asyncDispose](): Promise<void>;
}

export interface DashboardOptions {
	/** `nobody` is not signed in; otherwise the value of the cookie of a session. */
	readonly person?: 'owner' | 'nobody' | { readonly cookie: string };
	readonly colorScheme?: 'light' | 'dark';
	readonly width?: number;
	readonly height?: number;
	/** Of the browser, such as `de`. */
	readonly locale?: string;
	/** Called before the page is opened. */
	readonly prepare?: (page: Page) => Promise<unknown>;
}

/** A picture of a page. */
export interface DashboardScene {
	/** Of its file, without its ending. */
	readonly name: string;
	readonly path: string;
	/** What is done before the page is loaded. */
	readonly prepare?: (page: Page) => Promise<unknown>;
	/** What is done before the picture is taken. */
	readonly act?: (page: Page) => Promise<unknown>;
}

export async function openDashboardPages(environment: NodeJS.ProcessEnv = {}): Promise<DashboardPages> {
	const [server, browser] = await Promise.all([
		startServer({ environment: { VITRINE_SEARCH: 'true', VITRINE_RATE_LIMIT_PER_SECOND: '0', ...environment } }),
		launchBrowser(),
	]);
	const firstRun = server.firstRun ?? assert.fail('this is a first run');
	const owner = createApi(server.url, firstRun.key);
	const countAll = async () => (await owner.call(`/6/${firstRun.hashid}/_search?stats=false`)).json.total_found;
	await waitFor('the demo catalogue in the index', countAll, (count) => count === 360);
	const ownerCookie = await signIn(firstRun.user_code);
	let complaints: string[] = [];

	return {
		...{ ...firstRun, url: server.url, server, owner },
		async open(path, options = {}) {
			const { person = 'owner', prepare } = options;
			const context = await openContext(browser, options);
			if (person !== 'nobody') await setCookie(context, person === 'owner' ? ownerCookie : person.cookie);
			const page = await context.newPage();
			// So that a wait for what never comes names its line; far longer than any wait takes.
			page.setDefaultTimeout(60_000);
			page.on('console', (message) => {
				const isExpected = message.text().includes('status of 4');
				if (!isExpected && ['error', 'warning'].includes(message.type())) complaints.push(message.text());
			});
			page.on('pageerror', (error) => complaints.push(String(error)));
			page.on('request', (request) => {
				if (!request.url().startsWith(server.url)) complaints.push(`asked ${request.url()}`);
			});
			await prepare?.(page);
			await page.goto(server.url + path);
			return page;
		},
		async signInMember(rights) {
			const body = { name: 'Ben', rights };
			return signIn((await owner.call('/api/admin/v1/users', { method: 'POST', body })).json.code);
		},
		takeComplaints() {
			const taken = complaints;
			complaints = [];
			return taken;
		},
		async [Symbol.asyncDispose]() {
			await browser.close();
			await server[Symbol.asyncDispose]();
		},
	};

	async function signIn(userCode: string): Promise<string> {
		const path = `/api/admin/v1/users/${userCode}/sign_in_links`;
		const link = (await owner.call(path, { method: 'POST', body: {} })).json.path;
		return (await signInWithLink(server.url, link)).cookie();
	}

	async function setCookie(context: BrowserContext, value: string): Promise<void> {
		const { hostname } = new URL(server.url);
		await context.addCookies([
			{ name: 'vitrine_session', value, domain: hostname, path: '/dashboard', httpOnly: true, sameSite: 'Strict' },
		]);
	}
}

function openContext(browser: Browser, options: DashboardOptions): Promise<BrowserContext> {
	const { colorScheme = 'light', width = 1280, height = 900, locale = 'en' } = options;
	return browser.newContext({ colorScheme, locale, viewport: { width, height } });
}
