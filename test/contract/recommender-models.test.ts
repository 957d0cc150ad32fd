/**
 * The models as the program runs them, except that they have no thread of their own; questions also go through a port
 * here.
 */
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { createRecommenderClient } from '../../src/adapters/recommender/recommender-client.ts';
import { startModelFollower } from '../../src/followers/recommendations/model-follower.ts';
import { createQuestionQueue } from '../../src/followers/recommendations/question-queue.ts';
import { defaultRecommenderLimits } from '../../src/followers/recommendations/recommender-limits.ts';
import type { FromRecommender, ToRecommender } from '../../src/followers/recommendations/recommender-messages.ts';
import { createDurableFiles } from '../../src/followers/runtime/durable-files.ts';
import { systemTiming } from '../../src/followers/runtime/timing.ts';
import { readMonotonicMs } from '../../src/lib/monotonic-time.ts';
import { waitFor } from '../support/wait-for.ts';
import { openInlineDatabase } from './inline-database.ts';
import { testRecommender } from './recommender-contract.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

testRecommender('Models', async (t) => {
	const directory = makeTemporaryDirectory();
	const database = openInlineDatabase(join(directory.path, 'vitrine.db'));
	const failures: unknown[] = [];
	const follower = startModelFollower({
		store: {
			events: database.events,
			hasEngine: async (hashid) => (await database.searchEngines.find(hashid)) !== undefined,
		},
		files: createDurableFiles(),
		directory: join(directory.path, 'recommend'),
		limits: { ...defaultRecommenderLimits, pollIntervalMs: 1 },
		timing: systemTiming,
		onEvent: (event) => failures.push(event),
	});
	const questions = createQuestionQueue({
		follower,
		nowMs: Date.now,
		monotonicMs: readMonotonicMs,
		onFailure: (error) => failures.push(error),
	});
	const { port1, port2 } = new MessageChannel();
	const link = { send: (message: FromRecommender) => port2.postMessage(message) };
	port2.on('message', (message: ToRecommender) => questions.receive(link, message));
	const client = createRecommenderClient();
	client.attach(port1);
	const { recommender } = client;
	t.after(async () => {
		client.detach();
		port2.close();
		await follower.stop();
		await database.close();
		directory.remove();
		t.assert.deepEqual(failures, []);
	});
	return {
		database,
		recommender,
		settle: async () => {
			await waitFor('models that are not behind', recommender.readState, ({ behindCount }) => behindCount === 0);
		},
	};
});
