/** `/storefront-search.js`: defines the search box alone, for pages that need no more. */
import { defineSearch } from './search-box.tsx';

defineSearch();
