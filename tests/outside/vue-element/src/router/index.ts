import { createRouter, createWebHistory } from 'vue-router'
import Overlays from '../pages/Overlays.vue'

export default createRouter({
  history: createWebHistory(import.meta.env.BASE_URL),
  routes: [
    { path: '/', component: Overlays },
    { path: '/form', component: () => import('../pages/Form.vue') },
    { path: '/calls', component: () => import('../pages/Calls.vue') },
  ],
})
