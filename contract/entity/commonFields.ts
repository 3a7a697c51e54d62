import { number, text } from './field.ts'

/** Name of the telemetry device of a row. Live values and commands of the row use this name. */
export const plantDevice = text(
  { en: 'Telemetry device', zh: '遥测设备' },
  {
    format: 'plantDevice',
    maxLength: 63,
    help: { en: 'The device of this project whose live values belong here', zh: '本项目中提供实时数据的设备名' },
  },
)

export const longitude = number({ en: 'Longitude', zh: '经度' }, { min: -180, max: 180, digits: 6, unit: '°' })
export const latitude = number({ en: 'Latitude', zh: '纬度' }, { min: -90, max: 90, digits: 6, unit: '°' })
/** Free text about a row. */
export const remark = text({ en: 'Remark', zh: '备注' }, { format: 'lines', maxLength: 500, note: true })
