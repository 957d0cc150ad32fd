/**
 * How many searches a second do nodes answer that have processors of their own? No machine at hand has enough for that, so it
 * is simulated from what searches cost where there are few. Clients ask one search after the other, each time of any node.
 * A node works on as many as it has processors; the others wait in their order. Once a second, one node after another also does
 * what it does without being asked, and reads the events of searches that the others have answered: some milliseconds, then a
 * search, and so on.
 *
 * Left out: what a load balancer and the database may take, and what processors of one machine take from each other.
 */
import { createRandom } from './synthetic-catalogue.ts';

export interface NodeCosts {
	/** Processor time of single searches on the node that answers, in ms; at least one. Drawn at random. */
	readonly searchesMs: readonly number[];
	/** What each other node spends on one of them, in ms. */
	readonly otherNodeMs: number;
	/** What a node spends that nobody asks, in ms a second. */
	readonly restMs: number;
}

export interface SimulatedNodes {
	readonly nodeCount: number;
	readonly processorsPerNode: number;
	/** Clients for each processor. */
	readonly clientsPerProcessor: number;
	readonly seconds: number;
	readonly seed: number;
}

interface Processor {
	/** Infinite while it has nothing to do. */
	endsAtMs: number;
	isSearch: boolean;
}

interface Node {
	readonly processors: readonly Processor[];
	waitingSearches: number;
	/** Work besides searches that waits. */
	otherMs: number;
	/** Whether it is what a processor takes next. */
	isOtherNext: boolean;
	/** Searches that all nodes had answered, and that this one had, at its last poll. */
	seenAll: number;
	seenOwn: number;
	answerCount: number;
}

/** How long a node works at once on something besides searches. */
const sliceMs = 5;
/** Not counted. */
const firstSeconds = 2;

/** @returns searches a second, of all nodes together. */
export function simulateNodes(costs: NodeCosts, simulated: SimulatedNodes): number {
	const { nodeCount, processorsPerNode, clientsPerProcessor, seconds, seed } = simulated;
	const random = createRandom(seed);
	const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
	const pickSearchMs = () => pick(costs.searchesMs);
	const nodes = Array.from({ length: nodeCount }, () => createNode(processorsPerNode));
	const everyProcessor = nodes.flatMap((node) => node.processors.map((processor) => ({ node, processor })));
	const countAnswers = () => nodes.reduce((sum, node) => sum + node.answerCount, 0);

	function ask(nowMs: number): void {
		const node = pick(nodes);
		node.waitingSearches += 1;
		assign(node, nowMs, pickSearchMs);
	}

	function runUntil(untilMs: number): void {
		for (;;) {
			const { node, processor } = everyProcessor.reduce((one, other) =>
				other.processor.endsAtMs < one.processor.endsAtMs ? other : one,
			);
			const { endsAtMs: nowMs, isSearch } = processor;
			if (nowMs > untilMs) return;
			processor.endsAtMs = Number.POSITIVE_INFINITY;
			assign(node, nowMs, pickSearchMs);
			if (!isSearch) continue;
			node.answerCount += 1;
			ask(nowMs);
		}
	}

	for (let client = 0; client < everyProcessor.length * clientsPerProcessor; client++) ask(0);
	let uncounted = 0;
	for (let second = 1; second <= firstSeconds + seconds; second++) {
		for (const [at, node] of nodes.entries()) {
			const pollMs = (second - 1 + (at + 1) / nodeCount) * 1000;
			runUntil(pollMs);
			poll(node, countAnswers(), costs);
			assign(node, pollMs, pickSearchMs);
		}
		if (second === firstSeconds) uncounted = countAnswers();
	}
	return (countAnswers() - uncounted) / seconds;
}

function createNode(processorCount: number): Node {
	return {
		processors: Array.from({ length: processorCount }, () => ({ endsAtMs: Number.POSITIVE_INFINITY, isSearch: false })),
		...{ waitingSearches: 0, otherMs: 0, isOtherNext: false },
		...{ seenAll: 0, seenOwn: 0, answerCount: 0 },
	};
}

/** Gives work to processors that have none. */
function assign(node: Node, nowMs: number, pickSearchMs: () => number): void {
	for (const processor of node.processors) {
		if (processor.endsAtMs !== Number.POSITIVE_INFINITY) continue;
		if (node.otherMs > 0 && (node.isOtherNext || node.waitingSearches === 0)) {
			const tookMs = Math.min(node.otherMs, sliceMs);
			Object.assign(processor, { endsAtMs: nowMs + tookMs, isSearch: false });
			node.otherMs -= tookMs;
			node.isOtherNext = false;
		} else if (node.waitingSearches > 0) {
			Object.assign(processor, { endsAtMs: nowMs + pickSearchMs(), isSearch: true });
			node.waitingSearches -= 1;
			node.isOtherNext = true;
		}
	}
}

/** What a node has to do besides searches since its last poll. */
function poll(node: Node, allCount: number, { restMs, otherNodeMs }: NodeCosts): void {
	const ofOthers = allCount - node.seenAll - (node.answerCount - node.seenOwn);
	node.otherMs += restMs + otherNodeMs * ofOthers;
	Object.assign(node, { seenAll: allCount, seenOwn: node.answerCount });
}
