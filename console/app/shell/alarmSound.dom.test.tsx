import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { socketCommands } from '../../../contract/socket.ts'
import { createAccount, openPart } from '../../testing/openConsole.tsx'
import { AlarmBell } from './AlarmBell.tsx'
import { AlarmSoundButton } from './AlarmSoundButton.tsx'

/** Number of sounds playing. */
let playing: number
/** The browser allows sound. */
let isAllowed: boolean

/** Output without a loudspeaker, which jsdom lacks. */
class SilentContext extends EventTarget {
  state: AudioContextState = isAllowed ? 'running' : 'suspended'
  readonly sampleRate = 100
  readonly destination = {}
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) })
  createBufferSource = () => ({
    connect: () => undefined,
    disconnect: () => undefined,
    start: () => playing++,
    stop: () => playing--,
  })
  resume = async (): Promise<void> => {
    this.state = 'running'
    this.dispatchEvent(new Event('statechange'))
  }
  close = async (): Promise<void> => undefined
}

beforeEach(() => {
  playing = 0
  isAllowed = true
  vi.stubGlobal('AudioContext', SilentContext)
})

const alarm = (id: string) => ({
  id,
  change: 'raised',
  project: 'plant',
  device: 'pump-1',
  fault: 'limitHigh',
  level: 2,
  message: 'Pressure',
  at: 1,
  status: 'unconfirmed',
  clearedAt: null,
})
const open = (active: () => number) =>
  openPart(
    <>
      <AlarmBell />
      <AlarmSoundButton />
    </>,
    { account: createAccount('operator'), answers: { 'alarm.list': () => ({ rows: [], total: active() }) } },
  )
const button = (name: RegExp) => screen.findByRole('button', { name })

test('a new alarm sounds until it is silenced, and only if the account has switched the sound on', async () => {
  const { user, announce } = await open(() => 1)
  await act(async () => announce(socketCommands.alarm, alarm('a')))
  expect(playing).toBe(0)
  await user.click(await button(/Switch on/))
  // The alarm from before the switch still sounds.
  await user.click(await button(/Silence/))
  expect(playing).toBe(0)
  await act(async () => announce(socketCommands.alarm, alarm('b')))
  await button(/Silence/)
  expect(playing).toBe(1)
  await user.click(await button(/Silence/))
  expect(playing).toBe(0)
  await user.click(await button(/Switch off/))
  await button(/Switch on/)
})

test('a browser that blocks sound is shown, and a click allows it', async () => {
  const { user } = await open(() => 1)
  isAllowed = false
  await user.click(await button(/Switch on/))
  await user.click(await button(/blocks sound/))
  expect(await button(/Switch off/)).toBeTruthy()
})

test('a blocked sound is shown while an alarm is active, and the click that allows it does not silence the alarm', async () => {
  const { user, announce } = await open(() => 1)
  await act(async () => announce(socketCommands.alarm, alarm('a')))
  isAllowed = false
  await user.click(await button(/Switch on/))
  await user.click(await button(/blocks sound/))
  await button(/Silence/)
  expect(playing).toBe(1)
})

test('the sound ends when no active alarm is unacknowledged', async () => {
  let active = 1
  const { user, announce } = await open(() => active)
  await user.click(await button(/Switch on/))
  await act(async () => announce(socketCommands.alarm, alarm('a')))
  await button(/Silence/)
  active = 0
  await act(async () => announce(socketCommands.alarm, { ...alarm('a'), change: 'changed', status: 'confirmed' }))
  await vi.waitFor(() => expect(playing).toBe(0), { timeout: 5_000 })
})
