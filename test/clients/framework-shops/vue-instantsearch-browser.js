import { createApp } from 'vue';
import Page from './vue-instantsearch.vue';

createApp(Page).mount('#widgets');
