/** `/storefront.js`: defines all elements. */
import { defineRecommendations } from './recommendations.tsx';
import { defineResults } from './results.tsx';
import { defineSearch } from './search-box.tsx';

defineSearch();
defineResults();
defineRecommendations();
