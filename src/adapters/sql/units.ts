/** All units of work: a store that runs units in another thread finds them by name. */
import { accountUnits } from './account-writes.ts';
import { callUnits } from './call-days.ts';
import { changeUnits } from './changes.ts';
import { copyUnits } from './copy.ts';
import { eventUnits } from './events.ts';
import { healthUnits } from './health.ts';
import { itemWriteUnits } from './item-writes.ts';
import { maintenanceUnits } from './maintenance-writes.ts';
import { scrollUnits } from './scroll-writes.ts';
import { sealedSecretUnits } from './sealed-secrets.ts';
import { searchEngineUnits } from './search-engine-writes.ts';
import { searchSettingsUnits } from './search-settings.ts';
import { secondFactorUnits } from './second-factors.ts';
import { signInUnits } from './sign-in-writes.ts';
import { statisticsUnits } from './statistics-steps.ts';
import { storeUnits } from './store-writes.ts';
import { temporaryIndexUnits } from './temporary-index-writes.ts';
import { createUnitRegistry } from './unit-of-work.ts';

export const units = createUnitRegistry([
	...accountUnits,
	...signInUnits,
	...secondFactorUnits,
	...sealedSecretUnits,
	...changeUnits,
	...storeUnits,
	...searchEngineUnits,
	...temporaryIndexUnits,
	...searchSettingsUnits,
	...itemWriteUnits,
	...scrollUnits,
	...copyUnits,
	...maintenanceUnits,
	...eventUnits,
	...statisticsUnits,
	...callUnits,
	...healthUnits,
]);
