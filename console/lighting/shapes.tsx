import type { Row } from '../../contract/entity/define.ts'
import { alarm } from '../../contract/alarms/alarm.ts'
import { alarmUnit } from '../../contract/alarms/alarmSentence.ts'
import { type CustomScreenConfig, getValue } from '../crud/config/screenConfig.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { AlarmSource } from './AlarmSource.tsx'
import { AlarmState } from './AlarmState.tsx'
import { AreaControl } from './AreaControl.tsx'
import { AreaFigures } from './AreaFigures.tsx'
import { AreaLamps } from './AreaLamps.tsx'
import { CommandedColour } from './CommandedColour.tsx'
import { FacilityNow } from './FacilityNow.tsx'
import { ServerAlarmRows } from './ServerAlarmRows.tsx'
import { PlanEditor, TimetablePreview } from './TimetablePreview.tsx'
import { TransitionPlan } from './TransitionPlan.tsx'
import { TunnelFigures } from './TunnelFigures.tsx'
import { TunnelNow } from './TunnelNow.tsx'

/** Lists of cabinets and third-party devices with live values of the device. */
export const facilityShape: CustomScreenConfig = { lead: (row) => <FacilityNow key={row.id} row={row} /> }

/** Sensors show in addition the average per statistic period. */
export const sensorShape: CustomScreenConfig = { lead: (row) => <FacilityNow key={row.id} row={row} hasAverage /> }

/** Device list with live values of the device that `plantDevice` names. */
export const deviceShape: CustomScreenConfig = {
  lead: (row) => <FacilityNow key={row.id} row={row} by="plantDevice" />,
}

/** Lamps and loops show in addition whether they follow their program. */
export const poleShape: CustomScreenConfig = { lead: (row) => <FacilityNow key={row.id} row={row} programmed="pole" /> }
export const loopShape: CustomScreenConfig = { lead: (row) => <FacilityNow key={row.id} row={row} programmed="loop" /> }

/** Area list: commands for all lamps, reported states next to the last command, and figures. */
export const areaShape: CustomScreenConfig = {
  lead: (row) => <AreaControl key={row.id} row={row} />,
  detail: (row) => <AreaFigures key={row.id} row={row} />,
  cells: {
    isOn: (row) => <AreaLamps row={row} point="isOn" />,
    dimming: (row) => <AreaLamps row={row} point="dimming" />,
    colorTemperature: (row) => <CommandedColour row={row} />,
  },
  // Measured in a browser: command and time fit on one line.
  cellsPx: { isOn: 200, dimming: 200, colorTemperature: 200 },
  timedCells: ['isOn', 'dimming', 'colorTemperature'],
}

/** Timetables with a preview of a day in form and details. */
export const timetableShape: CustomScreenConfig = {
  clock: 'periods',
  editors: { points: PlanEditor },
  detail: (row) => <TimetablePreview key={row.id} id={row.id} values={{ ...row }} project={row.project ?? undefined} />,
}

/** Tunnels with their current lighting control, figures and transition plan. */
export const tunnelShape: CustomScreenConfig = {
  lead: (row) => <TunnelNow key={row.id} row={row} />,
  detail: (row) => (
    <>
      <TunnelFigures key={row.id} row={row} />
      <TransitionPlan row={row} />
    </>
  ),
}

/** Alarm lists with a link to the source, the fault state next to the status, and figures with units. */
export const alarmShape: CustomScreenConfig = {
  lead: (row) => <AlarmSource key={row.id} row={row} />,
  cells: {
    status: (row) => <AlarmState row={row} />,
    value: (row) => <AlarmFigure row={row} name="value" />,
    limit: (row) => <AlarmFigure row={row} name="limit" />,
  },
  cellsPx: { status: 132 },
  mergedFields: ['source', 'urgency'],
  manyMove: 'confirm',
  rowTone: getAlarmTone,
}

/** List of all alarms: in addition those of the server about itself. */
export const allAlarmsShape: CustomScreenConfig = {
  ...alarmShape,
  above: (query) => <ServerAlarmRows query={query} />,
}

const tones = { 1: 'low', 2: 'medium', 3: 'high' } as const

/** Active alarms are coloured by level; cleared and shelved ones are not. */
function getAlarmTone(row: Row): 'high' | 'medium' | 'low' | undefined {
  const level = getValue(row, 'level')
  if (typeof getValue(row, 'clearedAt') === 'number' || getValue(row, 'status') === 'shelved') return undefined
  return level === 1 || level === 2 || level === 3 ? tones[level] : undefined
}

/** A figure with the unit of its fault. */
function AlarmFigure({ row, name }: { readonly row: Row; readonly name: 'value' | 'limit' }) {
  const field = alarm.fields[name]
  return (
    <FieldCell
      field={{ ...field, unit: alarmUnit(getValue(row, 'fault'), getValue(row, 'limit')) ?? field.unit }}
      value={getValue(row, name)}
      row={row}
    />
  )
}
