import { createRouter, createWebHashHistory } from 'vue-router'
import Overlays from '../pages/Overlays.vue'

export default createRouter({
  history: createWebHashHistory(import.meta.env.BASE_URL),
  routes: [
    { path: '/', component: Overlays },
    { path: '/form', component: () => import('../pages/Form.vue') },
  ],
})
