import { defineEntity } from '../entity/define.ts'
import { choice, flag, instant, number, text } from '../entity/field.ts'

const measured = (en: string, zh: string, unit: string) =>
  number({ en, zh }, { readOnly: true, min: -1e12, max: 1e12, unit })
const device = text({ en: 'Meter', zh: '电表' }, { readOnly: true, required: true, maxLength: 128, isDevice: true })

/** A meter reading frozen at a fixed time. Written once and never recalculated. */
export const freezeData = defineEntity({
  name: 'freezeData',
  path: 'freeze-data',
  area: 'lighting',
  scope: 'project',
  title: 'device',
  origin: 'server',
  words: { one: { en: 'Freeze record', zh: '冻结数据' }, many: { en: 'Freeze data', zh: '冻结数据' } },
  fields: {
    device,
    period: choice(
      { en: 'Kind', zh: '冻结类型' },
      {
        readOnly: true,
        required: true,
        options: [
          { value: 'hour', words: { en: 'Hourly', zh: '小时冻结' } },
          { value: 'day', words: { en: 'Daily', zh: '日冻结' } },
          { value: 'month', words: { en: 'Monthly', zh: '月冻结' } },
        ],
      },
    ),
    at: instant({ en: 'Freeze time', zh: '冻结时间' }, { readOnly: true, required: true, clock: 'project' }),
    energy: measured('Cumulative energy', '累计电量', 'kWh'),
    voltageA: measured('Voltage A', 'A 相电压', 'V'),
    voltageB: measured('Voltage B', 'B 相电压', 'V'),
    voltageC: measured('Voltage C', 'C 相电压', 'V'),
    currentA: measured('Current A', 'A 相电流', 'A'),
    currentB: measured('Current B', 'B 相电流', 'A'),
    currentC: measured('Current C', 'C 相电流', 'A'),
    power: measured('Power', '功率', 'kW'),
  },
  list: {
    columns: ['device', 'period', 'at', 'energy', 'power', 'voltageA', 'currentA'],
    search: ['device'],
    filters: ['period', 'at'],
    sort: { by: 'at', order: 'desc' },
  },
  unique: [['device', 'period', 'at']],
})

/** Energy consumed between two meter readings. */
export const energyData = defineEntity({
  name: 'energyData',
  path: 'energy-data',
  area: 'lighting',
  scope: 'project',
  title: 'device',
  origin: 'server',
  words: { one: { en: 'Energy record', zh: '能耗数据' }, many: { en: 'Energy data', zh: '能耗数据' } },
  fields: {
    device,
    period: choice(
      { en: 'Period', zh: '周期' },
      {
        readOnly: true,
        required: true,
        options: [
          { value: 'hour', words: { en: 'Hour', zh: '小时' } },
          { value: 'day', words: { en: 'Day', zh: '日' } },
          { value: 'month', words: { en: 'Month', zh: '月' } },
        ],
      },
    ),
    at: instant({ en: 'Start', zh: '开始时间' }, { readOnly: true, required: true, clock: 'project' }),
    energy: measured('Energy', '用电量', 'kWh'),
    isEstimated: flag({ en: 'Estimated', zh: '估算' }, { readOnly: true }),
  },
  list: {
    columns: ['device', 'period', 'at', 'energy', 'isEstimated'],
    search: ['device'],
    filters: ['period', 'isEstimated', 'at'],
    sort: { by: 'at', order: 'desc' },
  },
  unique: [['device', 'period', 'at']],
})
