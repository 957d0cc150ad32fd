/** Assembles OpenSearch for `test/cluster`, which runs as root where Maven Central is not reached. */
import { assembleOpenSearch, whyNoOwnOpenSearch } from './opensearch-node.ts';

if (process.getuid?.() === 0 && whyNoOwnOpenSearch() === false) await assembleOpenSearch();
