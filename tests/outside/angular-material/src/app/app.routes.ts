import { Routes } from '@angular/router';

export const routes: Routes = [
  { path: '', loadComponent: () => import('./overlays').then((m) => m.Overlays) },
  { path: 'form', loadComponent: () => import('./form').then((m) => m.Form) },
  { path: 'calls', loadComponent: () => import('./calls-page').then((m) => m.CallsPage) },
];
