import type { OwnShape } from '../crud/shape.ts'
import { AreaControl } from './AreaControl.tsx'
import { FacilityNow } from './FacilityNow.tsx'

/** The page of lamps, loops, cabinets or sensors: each begins with what its device says now. */
export const facilityShape: OwnShape = { lead: (row) => <FacilityNow key={row.id} row={row} /> }

/** The pages of areas: their lamps are lit from there. */
export const areaShape: OwnShape = { lead: (row) => <AreaControl key={row.id} row={row} /> }
