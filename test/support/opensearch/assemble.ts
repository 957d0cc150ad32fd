/** Assembles OpenSearch, for tests that run where Maven Central is not reached. */
import { assembleOpenSearch, whyNoOwnOpenSearch } from './opensearch-node.ts';

if (whyNoOwnOpenSearch() === false) await assembleOpenSearch();
