/** The thread behind `createBatchParser`. */
import { randomBytes, randomUUID } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { collectAtRest } from '../../lib/reclaim-memory.ts';
import { type ParsedJob, type ParseJob, parseBatch } from './batch-parser.ts';

const randomness = { hex: (byteCount: number) => randomBytes(byteCount).toString('hex'), uuid: randomUUID };

collectAtRest();

parentPort?.on('message', ({ jobId, body, ...query }: ParseJob) => {
	const parsed: ParsedJob = { jobId, result: parseBatch(body, query, randomness) };
	parentPort?.postMessage(parsed);
});
