/** For work that may follow what a click shows at once. */

/** Where nothing is painted, as in a tab behind another one, nothing calls back. */
const paintMsMax = 100;

/** Calls once, after the next frame was painted. */
export function afterPaint(call: () => void): void {
	let isDone = false;
	const callOnce = () => {
		if (isDone) return;
		isDone = true;
		call();
	};
	// A frame's callbacks come before its paint, the next task after it.
	requestAnimationFrame(() => setTimeout(callOnce));
	setTimeout(callOnce, paintMsMax);
}
