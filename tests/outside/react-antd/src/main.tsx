import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import './index.css'
import App from './App.tsx'
import Overlays from './pages/Overlays.tsx'

const router = createBrowserRouter([
  {
    path: '/',
    element: <App />,
    children: [
      { index: true, element: <Overlays /> },
      { path: 'form', lazy: async () => ({ Component: (await import('./pages/Form.tsx')).default }) },
      { path: 'calls', lazy: async () => ({ Component: (await import('./pages/Calls.tsx')).default }) },
    ],
  },
])

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
