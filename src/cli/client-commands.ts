/** Every command that talks to a server, in the order of the help. */
import { accountCommands } from './account-commands.ts';
import type { Command } from './command.ts';
import { dashboardCommands } from './dashboard-commands.ts';
import { engineCommands } from './engine-commands.ts';
import { evaluateCommand } from './evaluate-command.ts';
import { eventCommands } from './event-commands.ts';
import { exportCommand } from './export-command.ts';
import { importCommand } from './import-command.ts';
import { indexCommands } from './index-commands.ts';
import { indexInfoCommand } from './index-info-command.ts';
import { indexSchemaCommand } from './index-schema-command.ts';
import { interleavingCommand } from './interleaving-command.ts';
import { keyCommands } from './key-commands.ts';
import { rebuildStatisticsCommand } from './rebuild-statistics-command.ts';
import { recommendCommand } from './recommend-command.ts';
import { recommenderCommands } from './recommender-commands.ts';
import { searchCommand } from './search-command.ts';
import { searchSettingsCommands } from './search-settings-commands.ts';
import { statisticsCommand } from './statistics-command.ts';
import { storeCommands } from './store-commands.ts';
import { userCommands } from './user-commands.ts';
import { widgetCommands } from './widget-commands.ts';
import { widgetStatisticsCommand } from './widget-statistics-command.ts';

export const clientCommands: readonly Command[] = [
	importCommand,
	exportCommand,
	searchCommand,
	evaluateCommand,
	...engineCommands,
	...indexCommands,
	indexInfoCommand,
	indexSchemaCommand,
	...searchSettingsCommands,
	interleavingCommand,
	...accountCommands,
	...dashboardCommands,
	...userCommands,
	...keyCommands,
	...storeCommands,
	...widgetCommands,
	widgetStatisticsCommand,
	statisticsCommand,
	recommendCommand,
	...recommenderCommands,
	rebuildStatisticsCommand,
	...eventCommands,
];
