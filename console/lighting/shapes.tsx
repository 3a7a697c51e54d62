import type { Row } from '../../contract/entity/define.ts'
import { alarm } from '../../contract/lighting/alarm.ts'
import { alarmUnit } from '../../contract/lighting/alarmSentence.ts'
import { type CustomScreenConfig, valueOf } from '../crud/screenConfig.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { AlarmSource } from './AlarmSource.tsx'
import { AlarmState } from './AlarmState.tsx'
import { AreaControl } from './AreaControl.tsx'
import { AreaLamps } from './AreaLamps.tsx'
import { AskedColour } from './AskedColour.tsx'
import { FacilityNow } from './FacilityNow.tsx'
import { PlanCurve, PlanEditor } from './PlanCurve.tsx'
import { TransitionPlan } from './TransitionPlan.tsx'
import { TunnelNow } from './TunnelNow.tsx'

/** The page of lamps, loops, cabinets or sensors: each begins with what its device says now. */
export const facilityShape: CustomScreenConfig = { lead: (row) => <FacilityNow key={row.id} row={row} /> }

/** The page of the platform's devices: the same, of the device of the plant that each names. */
export const deviceShape: CustomScreenConfig = { lead: (row) => <FacilityNow key={row.id} row={row} by="plantDevice" /> }

/** Lamps and loops follow a program by themselves: theirs say whether they do, and lead back to it. */
export const poleShape: CustomScreenConfig = { lead: (row) => <FacilityNow key={row.id} row={row} programmed="pole" /> }
export const loopShape: CustomScreenConfig = { lead: (row) => <FacilityNow key={row.id} row={row} programmed="loop" /> }

/** The pages of areas: their lamps are lit from there, and what they report stands beside what was asked of them. */
export const areaShape: CustomScreenConfig = {
  lead: (row) => <AreaControl key={row.id} row={row} />,
  cells: { isOn: (row) => <AreaLamps row={row} point="isOn" />, dimming: (row) => <AreaLamps row={row} point="dimming" />, colorTemperature: (row) => <AskedColour row={row} /> },
  // Measured in the browser: what was commanded, and when, in one line.
  cellsPx: { isOn: 200, dimming: 200, colorTemperature: 200 },
  timedCells: ['isOn', 'dimming', 'colorTemperature'],
}

/** The page of timetables: what the points make of a day is seen while they are entered and where they are read. */
export const timetableShape: CustomScreenConfig = { clock: 'periods', editors: { points: PlanEditor }, detail: (row) => <PlanCurve points={valueOf(row, 'points')} project={row.project ?? undefined} /> }

/** The pages of tunnels: what rules their light now, and what their design speed asks for. */
export const tunnelShape: CustomScreenConfig = { lead: (row) => <TunnelNow key={row.id} row={row} />, detail: (row) => <TransitionPlan row={row} /> }

/** The pages of alarms: each leads to what it is about, and says beside its status whether its fault is still there and beside its figures what they are in. */
export const alarmShape: CustomScreenConfig = {
  lead: (row) => <AlarmSource key={row.id} row={row} />,
  cells: { status: (row) => <AlarmState row={row} />, value: (row) => <AlarmFigure row={row} name="value" />, limit: (row) => <AlarmFigure row={row} name="limit" /> },
  cellsPx: { status: 132 },
}

/** A figure with what its fault measures in. */
function AlarmFigure({ row, name }: { readonly row: Row; readonly name: 'value' | 'limit' }) {
  const field = alarm.fields[name]
  return <FieldCell field={{ ...field, unit: alarmUnit(valueOf(row, 'fault'), valueOf(row, 'limit')) ?? field.unit }} value={valueOf(row, name)} row={row} />
}
