/** Reports: GET, for the owner of an account, on all or some of its search engines. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { sectorRates } from '../../app/statistics/reports/sector-report.ts';
import { isReportName, type ReportName } from '../../app/statistics/reports.ts';
import { FailureError, fail, unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { type ParameterNode, readText } from '../server/parameter-node.ts';
import { parseQueryString } from '../server/parse-parameters.ts';
import { csvType } from '../shared/csv.ts';
import { describeOperation } from '../shared/describe-operation.ts';
import { type ReportOperation, reportOperations } from './report-operations.ts';
import {
	commonParameters,
	type ParameterName,
	parameterSchemas,
	readFormat,
	readHashids,
	readReportRequest,
} from './report-parameters.ts';
import { rateRow } from './report-rows.ts';
import { describeAnswer, toCsv, toReportWire } from './report-wire.ts';

const sectorOperation: ReportOperation = {
	...{ name: 'Sector', id: 'reportSector', summary: 'A rate by day: the median of your search engines of a sector' },
	...{ parameters: ['sector', 'device'], required: 'sector', row: rateRow },
};

export function addReportRoutes(app: App): void {
	for (const [path, operation] of Object.entries(reportOperations)) {
		app.get(`/${path}`, describeReport(operation), async (request, reply) =>
			answerReport(request, reply, { name: path as ReportName, operation }),
		);
	}
	const params = Type.Object({ name: Type.Enum(Object.keys(sectorRates), { examples: ['used_search'] }) });
	app.get('/sector/:name', describeReport(sectorOperation, { params }), async (request, reply) => {
		const name = `sector/${(request.params as { name: string }).name}`;
		if (!isReportName(name)) throw new FailureError(fail('not_found').failure);
		return answerReport(request, reply, { name, operation: sectorOperation });
	});
}

/** The handler checks the parameters: they are accepted in many spellings, which no schema can express. */
function describeReport(operation: ReportOperation, path: { readonly params?: ReturnType<typeof Type.Object> } = {}) {
	const { id, summary, parameters, required } = operation;
	const names: readonly ParameterName[] = [...commonParameters, ...parameters];
	const querystring = Type.Object(Object.fromEntries(names.map((name) => [name, parameterSchemas[name]])));
	const described = describeOperation(
		{
			...{ id, summary, tag: 'Statistics', failures: ['invalid', 'not_found', 'timed_out'] },
			config: { family: 'statistics' },
		},
		{
			...path,
			querystring: { ...querystring, required: ['from', 'to', ...(required === undefined ? [] : [required])] },
			response: { 200: describeAnswer(operation) },
		},
	);
	return { ...described, validatorCompiler: () => () => true };
}

interface Asked {
	readonly name: ReportName;
	readonly operation: ReportOperation;
}

async function answerReport(request: FastifyRequest, reply: FastifyReply, { name, operation }: Asked) {
	const { zone, principal } = request;
	const parameters = readQuery(request);
	const engines = unwrap(await zone.reports.chooseEngines(principal, readHashids(parameters)));
	const format = readFormat(parameters);
	const asked = readReportRequest(parameters, operation);
	checkAccount(request, parameters, operation);
	const answer = await zone.reports.run(name, engines, asked);
	for (const { hashid } of engines) zone.callCounter.add(hashid, 'statistics');
	if (format === 'csv') return reply.type(csvType).send(toCsv(answer, operation));
	return reply.type('application/json; charset=utf-8').send(toReportWire(answer));
}

/** Only one's own account can be asked for. */
function checkAccount(
	{ principal }: FastifyRequest,
	parameters: ParameterNode,
	{ parameters: taken }: ReportOperation,
) {
	const code = taken.includes('account_code') ? readText(parameters, 'account_code') : undefined;
	if (code && code !== principal.accountId) throw new FailureError(fail('forbidden').failure);
}

function readQuery({ url }: FastifyRequest): ParameterNode {
	const queryStart = url.indexOf('?');
	return parseQueryString(queryStart === -1 ? '' : url.slice(queryStart + 1));
}
