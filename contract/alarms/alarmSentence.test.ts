import { expect, test } from 'vitest'
import { encodeLocalized, decodeLocalized } from '../localizedText.ts'
import { toCell } from '../entity/spreadsheetCells.ts'
import { alarm } from './alarm.ts'
import { alarmSentence, alarmUnit } from './alarmSentence.ts'
import { minLampA, minLampW } from '../lighting/lamp.ts'

const figures = { value: 0.204, limit: 1.4 }

test('an alarm is a sentence in each language, with its values and units', () => {
  expect(alarmSentence({ fault: 'lampFailure', name: 'Lamp 2', ...figures, unit: 'A' })).toEqual({
    en: 'Lamp 2 is on but draws only 0.2 A; at least 1.4 A expected',
    zh: 'Lamp 2 已开灯，电流仅 0.2 A，应不低于 1.4 A',
  })
  expect(alarmSentence({ fault: 'dimmingFailure', name: '灯具2', value: 118, limit: 60 })).toEqual({
    en: '灯具2 draws 118 W; 60 W expected for its dimming level',
    zh: '灯具2 功率 118 W，按调光应为 60 W',
  })
  expect(alarmSentence({ fault: 'voltage', name: 'Box', value: 170, limit: 176 }).zh).toBe('Box 电压 170 V，低于 176 V')
  expect(
    ['high', 'low'].map(
      (side) => alarmSentence({ fault: 'limit', name: 'CO', point: `ppm.${side}`, value: 5, limit: 5 }).en,
    ),
  ).toEqual(['CO reads 5, above its limit of 5', 'CO reads 5, below its limit of 5'])
  expect(
    alarmSentence({
      fault: 'limit',
      name: 'Portal',
      point: 'value.high',
      value: 1250,
      limit: 1200,
      unit: { en: 'veh/h', zh: '辆/h' },
    }),
  ).toEqual({
    en: 'Portal reads 1250 veh/h, above its limit of 1200 veh/h',
    zh: 'Portal 测量值 1250 辆/h，高于限值 1200 辆/h',
  })
  // A contactor can fail open or closed.
  expect([0.5, 0.1].map((value) => alarmSentence({ fault: 'contactor', name: 'L1', value, limit: 0.2 }).zh)).toEqual([
    'L1 已分闸，电流仍有 0.5 A',
    'L1 已合闸，电流仅 0.1 A，应不低于 0.2 A',
  ])
})

test('every fault, known or unknown, with or without values, has a text in both languages that survives storage', () => {
  for (const fault of [...alarm.fields.fault.options.map(({ value }) => value), 'strange']) {
    for (const known of [
      {},
      { value: null, limit: null },
      { value: 3, limit: null },
      figures,
      { value: Number.NaN, limit: 1 },
    ]) {
      const words = alarmSentence({ fault, name: 'North ¦ lamp', ...known })
      expect(words.en).toContain('North | lamp')
      expect(words.zh).toContain('North | lamp')
      expect(`${words.en} ${words.zh}`).not.toMatch(/undefined|NaN|null/)
      expect(decodeLocalized(encodeLocalized(words))).toEqual(words)
    }
  }
})

test('values have the unit of their sentence, for every fault with values', () => {
  for (const { value: fault } of alarm.fields.fault.options) {
    const unit = alarmUnit(fault, figures.limit)
    expect([
      fault,
      ...(alarmSentence({ fault, name: 'x', ...figures }).en.match(/(?<=0\.2 )(?:mA|A|V|W|°C)/) ?? [undefined]),
    ]).toEqual([fault, unit])
  }
  expect([
    alarmUnit('temperature', 85),
    alarmUnit('lampFailure', minLampA),
    alarmUnit('lampFailure', minLampW),
  ]).toEqual(['°C', 'A', 'W'])
})

test('a spreadsheet contains the sentence in the language of the user, and old rows unchanged', () => {
  const { message } = alarm.fields
  expect([
    toCell(message, 'A is offline ¦ A离线', 'en'),
    toCell(message, 'A is offline ¦ A离线', 'zh'),
    toCell(message, 'A: 0.6 < 2', 'zh'),
  ]).toEqual(['A is offline', 'A离线', 'A: 0.6 < 2'])
})
