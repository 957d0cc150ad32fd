/** Writes `web/client/schema.ts` from the document of a server that it starts: `npm run client:schema`. */
import { writeFile } from 'node:fs/promises';
import { createApi } from '../support/api.ts';
import { startServer } from '../support/server.ts';
import { generateClientSchema } from './client-schema.ts';

await using server = await startServer({ arguments: ['--no-demo'] });
const { json } = await createApi(server.url).call('/openapi.json');
await writeFile(new URL('../../web/client/schema.ts', import.meta.url), await generateClientSchema(json));
