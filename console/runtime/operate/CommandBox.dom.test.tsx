import { DrawingDocument, type Component } from '@mimic/engine'
import { quality } from '@mimic/engine/bindings'
import { groupType, makeComponent, newDrawing } from '@mimic/engine/document'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Tag } from '../../../contract/routes.ts'
import { createAccount, openPart, project } from '../../testing/openConsole.tsx'
import { failUnanswered, refusal, type RouteResponses } from '../../testing/serverByRoute.ts'
import { runWithoutPixels } from '../../testing/stageWithoutPixels.ts'
import { CommandBox } from './CommandBox.tsx'
import { RunStore } from '../runStore.ts'
import { ownSource } from '../source.ts'

const tag = `${project}/pump-1/speed`
const point: Tag = {
  path: tag,
  project,
  device: 'pump-1',
  point: 'speed',
  unit: '%',
  kind: 'number',
  min: 0,
  max: 100,
  writable: true,
  words: { en: 'Speed', zh: '转速' },
}
const off = `${project}/pump-1/off`
const pump = makeComponent({
  type: 'button',
  name: 'Pump',
  width: 100,
  height: 40,
  bindings: [{ prop: 'isOff', tag: off, via: { kind: 'value' } }],
})
const plain = makeComponent({ type: 'button', name: 'Pump', width: 100, height: 40 })
const group = makeComponent({
  type: groupType,
  name: 'Pumps',
  width: 100,
  height: 40,
  extras: { isPasswordAsked: true },
})

interface CommandBoxFixture {
  readonly value?: number
  readonly present?: readonly [value: number, mark: 0 | 1 | 2 | 3]
  readonly account?: ReturnType<typeof createAccount>
  readonly points?: readonly Tag[] | (() => Promise<readonly Tag[]>)
  readonly component?: Component
  readonly around?: readonly Component[]
  readonly answers?: RouteResponses
  readonly isUnsaved?: boolean
}

const command = (state: string) => ({
  id: 'command-1',
  tag,
  value: 1,
  by: 'ann',
  createdAt: 0,
  expiresAt: 0,
  result: null,
  state,
})

/** Opens the command dialog for the speed of a pump. With `value` it is confirmed, otherwise it is entered. */
async function openBox({
  value,
  present = [40, quality.good],
  account,
  points = [point],
  component = plain,
  around = [],
  answers,
  isUnsaved = false,
}: CommandBoxFixture = {}) {
  const document = new DrawingDocument({ ...newDrawing('Works'), components: [...around, component] })
  const closed: string[] = []
  let frame = (): void => undefined
  const opened = await openPart(
    ({ stores, plant }) => {
      plant.report(tag, ...present)
      const store = new RunStore('drawing-1', ownSource('drawing-1', stores.client))
      const run = runWithoutPixels(document, stores.telemetry.tags)
      frame = run.frame
      stores.telemetry.need([tag, off])
      return (
        <CommandBox
          store={store}
          opened={{
            document,
            project,
            revision: 1,
            newer: null,
            shown: { kind: isUnsaved ? 'unsaved' : 'saved' },
            mayOperate: true,
          }}
          running={run.running}
          pending={{ component, hit: component, tag, value }}
          onClose={() => closed.push('closed')}
        />
      )
    },
    {
      ...(account ? { account } : {}),
      answers: {
        'tag.list': async () => {
          const rows = typeof points === 'function' ? await points() : points
          return { rows, total: rows.length }
        },
        'command.send': () => command('succeeded'),
        'command.read': () => command('succeeded'),
        ...answers,
      },
    },
  )
  const box = await screen.findByRole('dialog', { name: component.name })
  await screen.findByText(/^(?:good|bad|stale)$/)
  // The unit is part of the catalogue's response.
  if (typeof points !== 'function' && points.length > 0) await screen.findByText('40 %')
  const button = (name: string) => screen.getByRole('button', { name })
  const ready = () => waitFor(() => expect(button('Send')).toHaveProperty('disabled', false))
  const sent = () => opened.server.sent('command.send').map(({ body }) => body)
  /** Submits the form as Enter does, whatever the state of its button. */
  const enter = async () =>
    act(async () => {
      fireEvent.submit(box.querySelector('form') ?? box)
    })
  return { ...opened, box, button, ready, sent, enter, closed, frame }
}

test('sends from an unsaved preview a command of no drawing: the server does not know its components', async () => {
  const { button, ready, sent, user } = await openBox({ value: 60, isUnsaved: true })
  await ready()
  await user.click(button('Send'))
  await expect.poll(sent).toEqual([{ tag, value: 60 }])
})

test('sends the confirmed value once, with the drawing and the component that it comes from', async () => {
  const { button, ready, sent, user, enter } = await openBox({ value: 60 })
  await ready()
  expect(sent()).toEqual([])
  await user.click(button('Send'))
  await enter()
  await screen.findByText('Done: the device executed the command')
  expect(sent()).toEqual([{ tag, value: 60, drawing: 'drawing-1', component: plain.id }])
})

test.each<[string, CommandBoxFixture, string]>([
  ['the present value is bad', { present: [40, quality.bad] }, 'Current value unknown. Command not sent.'],
  ['the present value is stale', { present: [40, quality.stale] }, 'Current value unknown. Command not sent.'],
  [
    'the role does not hold the permission',
    { account: createAccount('operator', { permissions: [] }) },
    'Your role cannot send commands here',
  ],
  [
    'the account is not in the project',
    { account: createAccount('operator', { projects: [{ id: 'other', role: 'operator' }] }) },
    'Your role cannot send commands here',
  ],
  ['the point is read-only', { points: [{ ...point, writable: false }] }, 'This point is read-only'],
  ['the catalogue does not have the point', { points: [] }, 'Unknown point'],
])('sends nothing by button or Enter while %s', async (_, guarded, words) => {
  const { button, sent, enter } = await openBox({ ...guarded, value: 60 })
  await screen.findByText(words)
  expect(button('Send')).toHaveProperty('disabled', true)
  await enter()
  expect(sent()).toEqual([])
})

test('sends nothing while the link is down, and can send once it is back', async () => {
  const { button, ready, sent, enter, plant } = await openBox({ value: 60 })
  await ready()
  act(() => plant.setLink('lost'))
  await screen.findByText('No connection. Commands cannot be sent.')
  expect(button('Send')).toHaveProperty('disabled', true)
  await enter()
  expect(sent()).toEqual([])
  act(() => plant.setLink('open'))
  await ready()
})

test('sends nothing once the present value becomes stale while the box is open', async () => {
  const { button, ready, sent, enter, plant } = await openBox({ value: 60 })
  await ready()
  plant.report(tag, 40, quality.stale)
  await screen.findByText('Current value unknown. Command not sent.')
  expect(button('Send')).toHaveProperty('disabled', true)
  await enter()
  expect(sent()).toEqual([])
})

test.each<[string, 0 | 1 | 2 | 3, string]>([
  ['is set', quality.good, 'Pump is disabled. Command not sent.'],
  ['is unknown', quality.stale, 'Pump: interlock state unknown; command not sent'],
])('sends nothing while the interlock of the component %s', async (_, mark, words) => {
  const { button, ready, sent, enter, plant, frame } = await openBox({ value: 60, component: pump })
  plant.report(off, 0)
  await waitFor(() => {
    act(frame)
    expect(button('Send')).toHaveProperty('disabled', false)
  })
  await ready()
  plant.report(off, 1, mark)
  await waitFor(() => {
    act(frame)
    screen.getByText(words)
  })
  expect(button('Send')).toHaveProperty('disabled', true)
  await enter()
  expect(sent()).toEqual([])
})

test('nothing is sent before the catalogue has returned the constraints of the point', async () => {
  let answer: (points: readonly Tag[]) => void = () => undefined
  const { sent, enter, user } = await openBox({
    value: 150,
    points: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  await enter()
  await user.click(screen.getByRole('button', { name: /Send$/ }))
  expect(sent()).toEqual([])
  await act(async () => answer([point]))
  await screen.findByText('Must be between 0 and 100')
  await enter()
  expect(sent()).toEqual([])
})

test('sends no typed value out of range, by Enter or by the button, nor an empty one', async () => {
  const { user, button, sent, enter } = await openBox()
  const input = screen.getByRole('spinbutton', { name: 'Set to' })
  for (const wrong of ['150', '-1', '100.1']) {
    await user.clear(input)
    await user.type(input, `${wrong}{Enter}`)
    await screen.findByText('Must be between 0 and 100')
    expect(button('Send')).toHaveProperty('disabled', true)
    await enter()
  }
  await user.clear(input)
  expect(button('Send')).toHaveProperty('disabled', true)
  await enter()
  expect(sent()).toEqual([])
  await user.type(input, '55{Enter}')
  await expect.poll(sent).toEqual([expect.objectContaining({ value: 55 })])
})

test.each<[string, Component, readonly Component[]]>([
  ['the component', makeComponent({ ...plain, extras: { isPasswordAsked: true } }), []],
  ['a group around it', makeComponent({ ...plain, parent: group.id }), [group]],
])('sends nothing without the password that %s asks for', async (_, component, around) => {
  const { user, button, sent, enter } = await openBox({ value: 60, component, around })
  const password = await screen.findByLabelText('Component password')
  await enter()
  expect(button('Send')).toHaveProperty('disabled', true)
  expect(sent()).toEqual([])
  await user.type(password, 'open{Enter}')
  await expect
    .poll(sent)
    .toEqual([{ tag, value: 60, drawing: 'drawing-1', component: component.id, componentPassword: 'open' }])
})

test('asks for the password that the server demands, and sends nothing before it is typed', async () => {
  let isWrong = true
  const { user, button, ready, sent, enter } = await openBox({
    value: 60,
    answers: { 'command.send': () => (isWrong ? refusal('component.password') : command('succeeded')) },
  })
  await ready()
  await user.click(button('Send'))
  const password = await screen.findByLabelText('Component password')
  expect(button('Send')).toHaveProperty('disabled', true)
  await enter()
  expect(sent()).toHaveLength(1)
  isWrong = false
  await user.type(password, 'open')
  await user.click(button('Send'))
  await expect.poll(sent).toEqual([expect.anything(), expect.objectContaining({ componentPassword: 'open' })])
})

test('offers to send again only after a lost answer, under the same key, and not while the link is down', async () => {
  let isDown = true
  const { user, button, ready, server, sent, enter, plant } = await openBox({
    value: 60,
    answers: { 'command.send': () => (isDown ? failUnanswered() : command('succeeded')) },
  })
  await ready()
  await user.click(button('Send'))
  await screen.findByRole('button', { name: 'Send again' })
  act(() => plant.setLink('lost'))
  await waitFor(() => expect(button('Send again')).toHaveProperty('disabled', true))
  await enter()
  expect(sent()).toHaveLength(1)
  act(() => plant.setLink('open'))
  isDown = false
  await waitFor(() => expect(button('Send again')).toHaveProperty('disabled', false))
  await user.click(button('Send again'))
  await screen.findByText('Done: the device executed the command')
  const keys = server.sent('command.send').map(({ headers }) => headers.get('idempotency-key'))
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
})

test.each<[string, () => unknown]>([
  ['the server refused', () => refusal('device.offline')],
  ['the device refused', () => command('failed')],
  ['it expired', () => command('expired')],
])('offers no second send after %s', async (_, answer) => {
  const { user, button, ready, sent, enter } = await openBox({ value: 60, answers: { 'command.send': answer } })
  await ready()
  await user.click(button('Send'))
  await screen.findByRole('button', { name: 'Close' })
  await screen.findByRole('alert')
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
  await enter()
  expect(sent()).toHaveLength(1)
})
