import { expect, it } from 'vitest'
import type { AlarmRef } from '../../alarms/alarmStore.ts'
import type { ActionParts, Run, Step } from './actions.ts'
import { runActions } from './actions.ts'
import type { DeviceRow } from './parseTrigger.ts'
import type { Linkage } from './rows.ts'

/** Returns the alarms left open by one run of a linkage that raises an alarm for a lasting value. */
async function openAfter(isOnce: boolean, isPaired: boolean): Promise<readonly string[]> {
  const open = new Set<string>()
  const nobody = (): never => {
    throw new Error('nothing else is asked for')
  }
  const parts: ActionParts = {
    findDevices: nobody,
    monotonicNow: nobody,
    commands: { placeSystemCommand: nobody, waitUntilClosed: nobody },
    alarmStore: {
      raise: (devices: readonly AlarmRef[]) => {
        for (const { device } of devices) open.add(device)
      },
      clear: (devices: readonly AlarmRef[]) => {
        for (const { device } of devices) open.delete(device)
      },
      listDevicesWithFault: nobody,
    },
    isGuarded: nobody,
    getDenialReason: async () => null,
    findPairs: nobody,
    isPaired: async () => isPaired,
    notify: nobody,
    onCommand: nobody,
  }
  const linkage: Linkage = {
    id: 'a',
    revision: 1,
    project: 'plant',
    name: 'Too hot',
    isEnabled: true,
    watched: { id: 'a', condition: 'any', triggers: [] },
    names: new Map(),
    actions: [{ kind: 'alarm', level: 2, text: null }],
    isSerial: true,
    delayMs: 0,
    silenceMs: 0,
    isOnce,
    recovery: null,
    owner: 'anna',
    timer: null,
    zone: 'UTC',
    isOnlyTimed: false,
    lastAt: null,
    problems: [],
    storedProblem: null,
  }
  const run: Run = {
    linkage,
    account: 'anna',
    message: { en: 'Pump: heat is 81', zh: '' },
    at: 0,
    key: 'a/0/1',
    cause: {
      kind: 'attribute',
      device: 'plant/pump',
      point: 'heat',
      reported: { value: 81, text: null },
      isOfProduct: false,
      isLasting: true,
    },
  }
  expect((await runActions(parts, run)).map(({ outcome }) => outcome)).toEqual(['done'])
  return [...open]
}

it('the alarm of a linkage that runs once is over at once, for it hears of no end; unless another linkage ends it', async () => {
  expect(await openAfter(false, false)).toEqual(['pump'])
  expect(await openAfter(true, false)).toEqual([])
  expect(await openAfter(true, true)).toEqual(['pump'])
})

const row = (number: number): DeviceRow => ({
  id: `d${number}`,
  project: 'plant',
  name: `Lamp ${number}`,
  product: 'lamp',
  plant: `lamp-${number}`,
})

/**
 * Sends a command to the devices of a product, each taking `eachMs` to answer, and returns the step and the number of
 * commands sent.
 */
async function countCommanded(
  devices: number,
  eachMs: number,
  denied: (commanded: number) => boolean = () => false,
): Promise<{ readonly step: Step | undefined; readonly told: number }> {
  let nowMs = 0
  let commanded = 0
  const linkage: Linkage = {
    id: 'a',
    revision: 1,
    project: 'plant',
    name: 'All dark',
    isEnabled: true,
    watched: { id: 'a', condition: 'any', triggers: [] },
    names: new Map(),
    actions: [{ kind: 'product', product: 'lamp', point: 'dimming', value: '0' }],
    isSerial: true,
    delayMs: 0,
    silenceMs: 0,
    isOnce: false,
    recovery: null,
    owner: 'anna',
    timer: null,
    zone: 'UTC',
    isOnlyTimed: false,
    lastAt: null,
    problems: [],
    storedProblem: null,
  }
  const command = { id: 'c', tag: 't', value: 0, by: 'server', createdAt: 0, expiresAt: 0, result: null }
  const nobody = (): never => {
    throw new Error('nothing else is asked for')
  }
  const [step] = await runActions(
    {
      findDevices: async () => Array.from({ length: devices }, (_, number) => row(number)),
      monotonicNow: () => nowMs,
      commands: {
        placeSystemCommand: async () => {
          commanded++
          return { ...command, state: 'sent' }
        },
        waitUntilClosed: async () => {
          nowMs += eachMs
          return { ...command, state: 'succeeded' }
        },
      },
      alarmStore: { raise: nobody, clear: nobody, listDevicesWithFault: nobody },
      isGuarded: async () => false,
      getDenialReason: async () =>
        denied(commanded) ? { en: 'it acts for the account anna: it is disabled', zh: '' } : null,
      findPairs: nobody,
      isPaired: nobody,
      notify: nobody,
      onCommand: () => undefined,
    },
    {
      linkage,
      account: 'anna',
      message: { en: '', zh: '' },
      at: 0,
      key: 'a/0/1',
      cause: { kind: 'custom', device: null, point: null, reported: null, isOfProduct: false, isLasting: false },
    },
  )
  return { step, told: commanded }
}

it('an action on a product sends to at most a thousand devices, for at most two minutes, and reports the omitted ones', async () => {
  expect(await countCommanded(40, 0)).toMatchObject({
    told: 40,
    step: { outcome: 'done', reason: { en: '40 devices' } },
  })
  expect(await countCommanded(1_200, 0)).toMatchObject({
    told: 1_000,
    step: {
      outcome: 'failed',
      reason: {
        en: '1000 of 1200 devices; an action sends to at most 1000 devices; the others were skipped',
        zh: '1200 台中成功 1000 台；单个动作最多下发 1000 台，其余未下发',
      },
    },
  })
  expect(await countCommanded(100, 5_000)).toMatchObject({
    told: 32,
    step: {
      outcome: 'failed',
      reason: { en: '32 of 100 devices; stopped after 2 minutes; the remaining devices were skipped' },
    },
  })
})

it('an action on a product stops when its account loses its rights', async () => {
  expect(await countCommanded(100, 0, (commanded) => commanded >= 48)).toMatchObject({
    told: 48,
    step: { outcome: 'failed', reason: { en: '48 of 100 devices; it acts for the account anna: it is disabled' } },
  })
})

it('alarms and notifications have their own texts with the device and the value, or name the trigger', async () => {
  const messages: string[] = []
  const events: unknown[] = []
  const nobody = (): never => {
    throw new Error('nothing else is asked for')
  }
  const parts: ActionParts = {
    findDevices: nobody,
    monotonicNow: nobody,
    commands: { placeSystemCommand: nobody, waitUntilClosed: nobody },
    alarmStore: {
      raise: (alarms) => messages.push(...alarms.map(({ message }) => message)),
      clear: nobody,
      listDevicesWithFault: nobody,
    },
    isGuarded: nobody,
    getDenialReason: async () => null,
    findPairs: nobody,
    isPaired: async () => true,
    notify: async (template, { device, message, values }) => {
      events.push({ template, device, message: message.en, value: values['value'] })
      return template === 'off' ? { en: 'the channel is disabled', zh: '' } : null
    },
    onCommand: nobody,
  }
  const linkage: Linkage = {
    id: 'a',
    revision: 1,
    project: 'plant',
    name: 'Too hot',
    isEnabled: true,
    watched: { id: 'a', condition: 'any', triggers: [] },
    names: new Map([['plant/pump', 'Pump 1']]),
    actions: [
      { kind: 'alarm', level: 2, text: '{name} has {value} °C ({point}, {linkage}, {other})' },
      { kind: 'alarm', level: 2, text: null },
      { kind: 'notification', template: 't', text: '{name}: {value}' },
      { kind: 'notification', template: 'off', text: null },
    ],
    isSerial: true,
    delayMs: 0,
    silenceMs: 0,
    isOnce: false,
    recovery: null,
    owner: 'anna',
    timer: null,
    zone: 'UTC',
    isOnlyTimed: false,
    lastAt: null,
    problems: [],
    storedProblem: null,
  }
  const cause: Run['cause'] = {
    kind: 'attribute',
    device: 'plant/pump',
    point: 'heat',
    reported: { value: 81.23456, text: null },
    isOfProduct: false,
    isLasting: true,
  }
  const message = { en: 'Pump 1: heat is 81.235', zh: 'Pump 1：heat 为 81.235' }
  const steps = await runActions(parts, { linkage, account: 'anna', message, at: 0, key: 'a/0/1', cause })
  expect(messages).toEqual([
    'Pump 1 has 81.235 °C (heat, Too hot, {other})',
    'Too hot: Pump 1: heat is 81.235 ¦ Too hot：Pump 1：heat 为 81.235',
  ])
  expect(events).toEqual([
    { template: 't', device: 'Pump 1', message: 'Pump 1: 81.235', value: '81.235' },
    { template: 'off', device: 'Pump 1', message: 'Pump 1: heat is 81.235', value: '81.235' },
  ])
  expect(steps.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'failed'])
  expect(steps[3]?.reason?.en).toBe('the channel is disabled')
})
