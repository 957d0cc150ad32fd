/** `/storefront.js`: defines all elements. */
import { defineRecommendations } from './recommendations.tsx';

defineRecommendations();
