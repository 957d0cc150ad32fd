/** Whether a resource is as the schemas of Kubernetes have it, without members that they do not have. */
import { validate as validateDeployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment';
import { validate as validateStatefulSet } from 'kubernetes-models/_schemas/IoK8sApiAppsV1StatefulSet';
import { validate as validateAutoscaler } from 'kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler';
import { validate as validateSecret } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Secret';
import { validate as validateService } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service';
import { validate as validateServiceAccount } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ServiceAccount';
import { validate as validateIngress } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress';
import { validate as validateNetworkPolicy } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy';
import { validate as validateDisruption } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget';
import type { Json } from '../support/api.ts';

interface Validate {
	(data: unknown): boolean;
	readonly errors?: unknown;
}

const validators: Readonly<Record<string, unknown>> = {
	Deployment: validateDeployment,
	StatefulSet: validateStatefulSet,
	HorizontalPodAutoscaler: validateAutoscaler,
	Secret: validateSecret,
	Service: validateService,
	ServiceAccount: validateServiceAccount,
	Ingress: validateIngress,
	NetworkPolicy: validateNetworkPolicy,
	PodDisruptionBudget: validateDisruption,
};

/** The schemas allow members that they do not name. A validator looks at all that it knows, so the others are those that it left. */
export function findResourceProblems(resource: Json): readonly string[] {
	const validate = validators[resource.kind] as Validate | undefined;
	if (validate === undefined) return [`no schema is known of ${resource.kind}`];
	const unknown = new Set<string>();
	if (!validate(watch(resource, '', unknown))) return [JSON.stringify(validate.errors)];
	return [...unknown].map((path) => `${resource.kind} has no ${path}`);
}

function watch(value: Json, path: string, unread: Set<string>): Json {
	if (Array.isArray(value)) return value.map((member, at) => watch(member, `${path}/${at}`, unread));
	if (typeof value !== 'object' || value === null) return value;
	for (const name of Object.keys(value)) unread.add(`${path}/${name}`);
	const members = Object.entries(value).map(([name, member]) => [name, watch(member, `${path}/${name}`, unread)]);
	return new Proxy(Object.fromEntries(members), {
		get(target, name) {
			unread.delete(`${path}/${String(name)}`);
			return target[name];
		},
	});
}
