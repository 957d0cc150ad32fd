/**
 * Questions are answered in slices of a few milliseconds, so that events wait no longer than that. The answers of one
 * slice are sent together.
 */

import { traceStep } from '../../lib/tracing.ts';
import type { ModelFollower } from './model-follower.ts';
import type { FollowingModel } from './model-stream.ts';
import { packAnswer } from './packed-answer.ts';
import type { FromRecommender, PackedAnswer, Question, ToRecommender } from './recommender-messages.ts';

/** Where answers are sent. */
export interface ClientLink {
	send(message: FromRecommender): void;
}

export interface QuestionQueueOptions {
	readonly follower: ModelFollower;
	/** The date: models discount by age. */
	readonly nowMs: () => number;
	/** The clock of `Question.deadlineMs`. */
	readonly monotonicMs: () => number;
	readonly onFailure: (error: unknown) => void;
}

export interface QuestionQueue {
	receive(link: ClientLink, message: ToRecommender): void;
}

interface Job {
	readonly link: ClientLink;
	readonly question: Question;
	/** The model that the question has waited for; null when there is none. */
	readonly model?: FollowingModel | null;
}

const sliceMs = 4;

export function createQuestionQueue({ follower, nowMs, monotonicMs, onFailure }: QuestionQueueOptions): QuestionQueue {
	let jobs: Job[] = [];
	let isRunning = false;

	function push(job: Job): void {
		jobs.push(job);
		if (isRunning) return;
		isRunning = true;
		setImmediate(run);
	}

	function run(): void {
		const startMs = performance.now();
		const answers = new Map<ClientLink, { readonly id: number; readonly answer: PackedAnswer | null }[]>();
		let done = 0;
		for (const job of jobs) {
			if (performance.now() - startMs > sliceMs) break;
			done += 1;
			const answer = answerJob(job);
			if (answer === undefined) continue;
			const list = answers.get(job.link) ?? [];
			list.push({ id: job.question.id, answer });
			answers.set(job.link, list);
		}
		jobs = jobs.slice(done);
		for (const [link, list] of answers) link.send({ kind: 'answers', answers: list });
		isRunning = jobs.length > 0;
		if (isRunning) setImmediate(run);
	}

	/** Undefined: the deadline has passed, or the question waits for its model; null: there is no answer. */
	function answerJob({ link, question, model }: Job): PackedAnswer | null | undefined {
		const { request, deadlineMs, trace: parent } = question;
		if (monotonicMs() > deadlineMs) return undefined;
		const found = model === undefined ? follower.find(request.hashid) : model;
		if (found === undefined) {
			follower.wait(request.hashid, (late) => push({ link, question, model: late ?? null }));
			return undefined;
		}
		if (found === null) return null;
		try {
			const answer = () => packAnswer(found.model, request, found.model.find(request, nowMs()));
			return parent === undefined ? answer() : traceStep({ name: 'recommender.find', parent }, answer);
		} catch (error) {
			onFailure(error);
			return null;
		}
	}

	async function answerState(link: ClientLink, id: number): Promise<void> {
		const state = await follower.readState().catch((error) => {
			onFailure(error);
			return null;
		});
		link.send({ kind: 'state', id, state });
	}

	async function answerRebuild(link: ClientLink, id: number): Promise<void> {
		const isDone = await follower.rebuild().then(
			() => true,
			(error) => {
				onFailure(error);
				return false;
			},
		);
		link.send({ kind: 'rebuilt', id, isDone });
	}

	return {
		receive(link, message) {
			if (message.kind === 'ask') {
				for (const question of JSON.parse(message.questions) as Question[]) push({ link, question });
			} else if (message.kind === 'state') void answerState(link, message.id);
			else void answerRebuild(link, message.id);
		},
	};
}
