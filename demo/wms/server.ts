import { serve } from '../server/service.ts'
import { wmsSystem } from './system.ts'

serve(wmsSystem(), 'WMS_PORT', 4102)
