import { quality } from '@mimic/engine/bindings'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Tag } from '../../contract/routes.ts'
import { createAccount, openPart, project } from '../testing/openConsole.tsx'
import { createRow } from '../testing/rows.ts'
import { failUnanswered, refusal } from '../testing/serverByRoute.ts'
import { AreaControl } from './AreaControl.tsx'
import { FacilityNow } from './FacilityNow.tsx'
import { PointControl } from './PointControl.tsx'
import { ProgramLine } from './ProgramLine.tsx'

const button = (name: string) => screen.getByRole('button', { name })
const isOff = (element: Element): unknown => Reflect.get(element, 'disabled')

describe('commands to an area', () => {
  const area = createRow('area-1', { name: 'North', scene: null })
  const noLamps = { lamps: 2, refused: 2, guarded: 0 }
  /** Clicks the button in the confirmation dialog. */
  const confirm = async (user: { click: (element: Element) => Promise<void> }, name: string) =>
    user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

  test('sends nothing before the operator confirms, and nothing when the operator cancels', async () => {
    const { server, user } = await openPart(<AreaControl row={area} />, { answers: { 'area.set': () => noLamps } })
    await user.click(button('Off'))
    await confirm(user, 'Cancel')
    expect(server.writes()).toEqual([])
    await user.click(button('Off'))
    await confirm(user, 'Send')
    await expect.poll(() => server.sent('area.set').map(({ body }) => body)).toEqual([{ dimming: 0 }])
  })

  test.each([
    ['the permission', createAccount('operator', { permissions: [] })],
    ['the project', createAccount('operator', { projects: [{ id: 'other', role: 'operator' as const }] })],
  ])('offers no control to an account without %s', async (_, account) => {
    await openPart(<AreaControl row={area} />, { account })
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('sends no dimming out of range and none where the field is empty', async () => {
    const { server, user } = await openPart(<AreaControl row={area} />, { answers: { 'area.set': () => noLamps } })
    const [set, setColor] = screen.getAllByRole('button', { name: 'Set' })
    const field = screen.getByRole('spinbutton', { name: 'Dimming' })
    if (!set || !setColor) throw new Error('two fields are set')
    expect(isOff(setColor)).toBe(true)
    await user.clear(field)
    expect(isOff(set)).toBe(true)
    await user.type(field, '150')
    await user.tab()
    await user.click(set)
    await confirm(user, 'Send')
    await expect.poll(() => server.sent('area.set').map(({ body }) => body)).toEqual([{ dimming: 100 }])
  })

  test('takes no second order while one is under way', async () => {
    let answer: (value: object) => void = () => undefined
    const { user } = await openPart(<AreaControl row={area} />, {
      answers: {
        'area.set': () =>
          new Promise((resolve) => {
            answer = resolve
          }),
      },
    })
    await user.click(button('On'))
    await confirm(user, 'Send')
    for (const name of ['On', 'Off', 'Resume automatic']) await waitFor(() => expect(isOff(button(name))).toBe(true))
    await act(async () => answer(noLamps))
    await waitFor(() => expect(isOff(button('Off'))).toBe(false))
  })

  test.each([
    ['a lost answer', failUnanswered, 1],
    ['a refusal', () => refusal('access.denied'), 0],
  ] as const)('after %s offers to send again: %#', async (_, answer, offers) => {
    const { server, user } = await openPart(<AreaControl row={area} />, { answers: { 'area.set': answer } })
    await user.click(button('On'))
    await confirm(user, 'Send')
    await screen.findByRole('alert')
    expect(screen.queryAllByRole('button', { name: 'Send again' })).toHaveLength(offers)
    if (offers === 0) return
    await user.click(button('Send again'))
    await expect
      .poll(() => new Set(server.sent('area.set').map(({ headers }) => headers.get('idempotency-key'))).size)
      .toBe(1)
    await expect.poll(() => server.sent('area.set').length).toBe(2)
  })
})

describe('commands to a point', () => {
  const tag: Tag = {
    path: `${project}/lamp-1/dimming`,
    project,
    device: 'lamp-1',
    point: 'dimming',
    unit: '%',
    kind: 'number',
    min: 0,
    max: 100,
    writable: true,
    words: { en: 'Dimming', zh: '调光' },
  }
  const command = (state: string) => ({
    id: 'command-1',
    tag: tag.path,
    value: 1,
    by: 'ann',
    createdAt: 0,
    expiresAt: 0,
    result: null,
    state,
  })

  async function openPoint(answer: () => unknown = () => command('succeeded')) {
    const opened = await openPart(
      ({ plant }) => {
        plant.report(tag.path, 40)
        return <PointControl tag={tag} isReversed={false} />
      },
      { answers: { 'command.send': answer } },
    )
    await screen.findByPlaceholderText('40')
    const sent = () => opened.server.sent('command.send').map(({ body }) => body)
    const enter = async () =>
      act(async () => {
        const form = document.querySelector('form')
        if (form) fireEvent.submit(form)
      })
    return { ...opened, sent, enter, field: screen.getByRole('spinbutton') }
  }

  test('sends a text, and a value of an enumeration that the point lists', async () => {
    const label: Tag = {
      ...tag,
      path: `${project}/lamp-1/label`,
      point: 'label',
      unit: '',
      kind: 'text',
      min: null,
      max: null,
    }
    const mode: Tag = {
      ...label,
      path: `${project}/lamp-1/mode`,
      point: 'mode',
      words: { en: 'Mode', zh: '模式' },
      options: [
        { value: 'auto', label: 'auto' },
        { value: 'heat', label: 'heat' },
      ],
    }
    const { server, user } = await openPart(
      ({ plant }) => {
        for (const { path } of [label, mode]) plant.report(path, 1)
        return [label, mode].map((each) => <PointControl key={each.path} tag={each} isReversed={false} />)
      },
      { answers: { 'command.send': () => command('succeeded') } },
    )
    const sent = () => server.sent('command.send').map(({ body }) => body)
    const [sendLabel, sendMode] = screen.getAllByRole('button', { name: 'Send' })
    if (!sendLabel || !sendMode) throw new Error('both points can be set')
    await user.type(await screen.findByPlaceholderText('1'), '5 "x"')
    await user.click(sendLabel)
    await expect.poll(sent).toEqual([{ tag: label.path, value: '5 "x"' }])
    await user.click(screen.getByRole('combobox'))
    await user.click(await screen.findByTitle('heat'))
    await user.click(sendMode)
    await expect.poll(sent).toContainEqual({ tag: mode.path, value: 'heat' })
  })

  test('sends a typed value only within the range of the point', async () => {
    const { user, sent, enter, field } = await openPoint()
    expect(isOff(button('Send'))).toBe(true)
    await user.type(field, '150')
    await screen.findByText('Must be between 0 and 100')
    expect(isOff(button('Send'))).toBe(true)
    await enter()
    expect(sent()).toEqual([])
    await user.clear(field)
    await user.type(field, '55')
    await user.click(button('Send'))
    await expect.poll(sent).toEqual([{ tag: tag.path, value: 55 }])
  })

  test.each<
    [
      string,
      (plant: {
        report: (path: string, value: number, mark: 0 | 1 | 2 | 3) => void
        setLink: (link: 'lost') => void
      }) => void,
      string,
    ]
  >([
    [
      'the present value is bad',
      (plant) => plant.report(tag.path, 40, quality.bad),
      'Current state unknown. Command not sent.',
    ],
    [
      'the present value is stale',
      (plant) => plant.report(tag.path, 40, quality.stale),
      'Current state unknown. Command not sent.',
    ],
    ['the link is down', (plant) => plant.setLink('lost'), 'No connection. Commands cannot be sent.'],
  ])('sends nothing by button or Enter while %s', async (_, happen, words) => {
    const { user, sent, enter, field, plant } = await openPoint()
    await user.type(field, '55')
    act(() => happen(plant))
    await screen.findByText(words)
    expect(isOff(button('Send'))).toBe(true)
    await enter()
    expect(sent()).toEqual([])
  })

  test('sends the same again under the same key after a lost answer, another value under a new key', async () => {
    let isDown = true
    const { user, server, field, sent } = await openPoint(() => (isDown ? failUnanswered() : command('succeeded')))
    await user.type(field, '55')
    await user.click(button('Send'))
    await user.click(await screen.findByRole('button', { name: 'Send again' }))
    await screen.findByRole('button', { name: 'Send again' })
    await expect.poll(sent).toHaveLength(2)
    isDown = false
    await user.clear(field)
    await user.type(field, '60')
    await user.click(await screen.findByRole('button', { name: 'Send' }))
    await expect.poll(sent).toHaveLength(3)
    const keys = server.sent('command.send').map(({ headers }) => headers.get('idempotency-key'))
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false])
  })

  test.each<[string, Partial<Tag>, Parameters<typeof createAccount>[1], number]>([
    ['a writable point to who may command', {}, {}, 1],
    ['no read-only point', { writable: false }, {}, 0],
    ['a writable text', { kind: 'text' }, {}, 1],
    ['nothing without the permission', {}, { permissions: ['platform:tag:list'] }, 0],
    ['nothing in a project of others', {}, { projects: [{ id: 'other', role: 'operator' }] }, 0],
  ])('the page of a facility lets one command %s', async (_, facts, account, controls) => {
    await openPart(<FacilityNow row={createRow('pole-1', { device: 'lamp-1' })} />, {
      account: createAccount('operator', account),
      answers: { 'tag.list': () => ({ rows: [{ ...tag, ...facts }], total: 1 }), 'history.read': () => [] },
    })
    await screen.findByTitle(tag.path)
    expect(screen.queryAllByRole('button', { name: 'Send' })).toHaveLength(controls)
  })
})

const programNow = {
  rule: 'sun',
  follows: 'sun',
  until: null,
  isByHand: false,
  override: null,
  setting: { dimming: 100 },
  next: null,
} as const
const byHand = { by: 'anna', reason: 'Road works', scene: null, until: null, isHeld: false }

test.each([
  ['set by hand', true, {}, 1],
  ['follows its program', false, {}, 0],
  ['may not be commanded by this account', true, { permissions: ['platform:command:read'] }, 0],
] as const)('a lamp that %s is given back to its program: %#', async (_, isByHand, account, buttons) => {
  const { server, user } = await openPart(<ProgramLine kind="pole" row={createRow('pole-1', { kind: 1 })} />, {
    account: createAccount('operator', account),
    answers: {
      'pole.program': () => ({
        ...programNow,
        isByHand,
        ...(isByHand ? { rule: 'override' as const, override: byHand } : {}),
      }),
      'pole.resume': () => ({ isProgrammed: true, isSent: true }),
    },
  })
  await screen.findByText(isByHand ? /^Manual until.*anna.*Road works/ : /^Automatic/)
  const [resume] = screen.queryAllByRole('button', { name: 'Resume automatic' })
  expect(screen.queryAllByRole('button', { name: 'Resume automatic' })).toHaveLength(buttons)
  expect(server.writes()).toEqual([])
  if (resume) await user.click(resume)
  await expect.poll(() => server.sent('pole.resume').length).toBe(buttons)
})

test('a double head is set manually with a level for each head and a reason', async () => {
  const { server, user } = await openPart(<ProgramLine kind="pole" row={createRow('pole-1', { kind: 3 })} />, {
    account: createAccount('operator'),
    answers: {
      'pole.program': () => programNow,
      'pole.override': () => ({ lamps: 1, refused: 0, guarded: 0 }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Set manually' }))
  await user.type(await screen.findByRole('spinbutton', { name: 'Dimming' }), '80')
  await user.type(screen.getByRole('spinbutton', { name: 'Dimming, head 2' }), '30')
  await user.type(screen.getByRole('textbox', { name: 'Reason (optional)' }), 'Road works')
  fireEvent.submit(screen.getByRole('form', { name: 'Set manually' }))
  await expect
    .poll(() => server.sent('pole.override').map(({ body }) => body))
    .toEqual([{ dimming: 80, dimming2: 30, reason: 'Road works' }])
  await screen.findByText('Command sent.')
})
