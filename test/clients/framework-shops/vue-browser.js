import { createApp, createSSRApp } from 'vue';
import { createWebHistory } from 'vue-router';
import { createShop } from './vue-shop.js';

const isRendered = document.getElementById('app').hasChildNodes();
const { app, router } = createShop(isRendered ? createSSRApp : createApp, createWebHistory());
globalThis.leave = () => app.unmount();
void router.isReady().then(() => app.mount('#app'));
