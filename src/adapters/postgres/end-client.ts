/** Ends a connection to PostgreSQL also where nobody answers: the driver's own end waits for its peer to close. */
import type pg from 'pg';
import { answerInTime } from '../../lib/answer-in-time.ts';

const endTimeoutMs = 500;

/** Never rejects. */
export async function endClient(client: pg.Client): Promise<void> {
	await answerInTime(client.end(), endTimeoutMs);
	const { stream } = (client as pg.Client & { readonly connection: pg.Connection }).connection;
	stream.destroy();
}
