import { existsSync } from 'node:fs'
import { serve } from '../server/service.ts'
import { built, emsSystem } from './system.ts'

if (!existsSync(new URL('index.html', built))) {
  console.warn(
    'The pages are not built yet (npm start does it, or: npx vite build demo/ems); the API answers.',
  )
}
serve(emsSystem(), 'EMS_PORT', 4101)
