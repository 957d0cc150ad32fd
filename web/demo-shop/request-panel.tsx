/** "Show what Vitrine does": the requests of this page, with times and reasons. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { LoggedRequest, RequestLog } from './request-log.ts';

const storageKey = 'vitrine-demo-requests';

export function readIsShown(): boolean {
	try {
		return localStorage.getItem(storageKey) === 'shown';
	} catch {
		return false;
	}
}

export function writeIsShown(isShown: boolean): void {
	try {
		localStorage.setItem(storageKey, isShown ? 'shown' : 'hidden');
	} catch {
		// The browser forbids storage: the switch lasts as long as the page.
		return;
	}
}

export const RequestPanel: FunctionComponent<{ readonly log: RequestLog; readonly onClose: () => void }> = ({
	log,
	onClose,
}) => {
	const [requests, setRequests] = useState(log.read());
	useEffect(() => log.subscribe(() => setRequests(log.read())), [log]);
	return (
		<aside class="requests" aria-label="What Vitrine does">
			<div class="head">
				<h2>What Vitrine does</h2>
				<button type="button" class="button" onClick={onClose}>
					Close
				</button>
			</div>
			<p class="muted">Requests of this page, the latest first. Times are those of your browser, network included.</p>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard */}
			<ol tabIndex={0} aria-label="Requests">
				{requests.map((request) => (
					<li key={request.id}>
						<Request {...request} />
					</li>
				))}
			</ol>
		</aside>
	);
};

const Request: FunctionComponent<LoggedRequest> = ({ method, address, body, status, durationMs, reasons }) => (
	<>
		<p class="line">
			<code>
				<b>{method}</b> {address}
			</code>
			<span class={status !== undefined && (status === 0 || status >= 400) ? 'time failed' : 'time'}>
				{durationMs === undefined
					? 'under way'
					: `${status === 0 ? 'no answer' : status}, ${Math.max(1, Math.round(durationMs))} ms`}
			</span>
		</p>
		{reasons.length > 0 && (
			<ul>
				{reasons.map((reason) => (
					<li key={reason}>{reason}</li>
				))}
			</ul>
		)}
		{body !== undefined && (
			<details>
				<summary>Body</summary>
				<code>{body}</code>
			</details>
		)}
	</>
);
