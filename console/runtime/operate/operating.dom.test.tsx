import { type Action, type ActionState, DrawingDocument } from '@mimic/engine'
import { makeComponent, newDrawing } from '@mimic/engine/document'
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { alarm } from '../../../contract/alarms/alarm.ts'
import { createAccount, openPart, project } from '../../testing/openConsole.tsx'
import { createRow } from '../../testing/rows.ts'
import { refusal } from '../../testing/serverByRoute.ts'
import { runWithoutPixels } from '../../testing/stageWithoutPixels.ts'
import { AlarmBox } from '../hover/AlarmBox.tsx'
import { PlantAlarms } from '../feeds/plantAlarms.ts'
import { OpeningBox } from '../hover/OpeningBox.tsx'
import { useActions } from './useActions.tsx'

const plain = makeComponent({ type: 'button', name: 'Pump', width: 100, height: 40 })
const guarded = makeComponent({ ...plain, extras: { isPasswordAsked: true } })
const tag = `${project}/pump-1/speed`
const write: Action = { kind: 'write', tag, value: 1 }
const popup: Action = { kind: 'drawing', drawing: 'd2', open: 'popup' }

describe('a click on a running drawing', () => {
  /**
   * Clicks a component of a running drawing and returns the reaction: a pending command, a password prompt, or an
   * opened drawing.
   */
  async function click(
    component: typeof plain,
    action: Action,
    state: ActionState,
    {
      isShared = false,
      isNewer = false,
      isOld = false,
      mayOperate = !isShared,
    }: { isShared?: boolean; isNewer?: boolean; isOld?: boolean; mayOperate?: boolean },
  ) {
    const document = new DrawingDocument({ ...newDrawing('Works'), components: [component] })
    function Page() {
      const {
        pending,
        guarded: asked,
        popup: opened,
        handleAction,
      } = useActions(document, isShared, {
        newer: isNewer ? 99 : null,
        shown: isOld ? { kind: 'revision', revision: 3, savedAt: 0, savedBy: 'ann' } : { kind: 'saved' },
        mayOperate,
      })
      return (
        <>
          <button type="button" onClick={() => handleAction(action, component, state, component)}>
            press
          </button>
          <output>
            {[pending && `command ${pending.value}`, asked && 'password', opened && `drawing ${opened.drawing}`]
              .filter(Boolean)
              .join()}
          </output>
        </>
      )
    }
    const { user } = await openPart(<Page />)
    await user.click(screen.getByRole('button', { name: 'press' }))
    return screen.getByRole('status').textContent
  }
  const send: ActionState = { kind: 'send', tag, value: 1 }

  test('waits for the word of the operator before a command', async () => {
    expect(await click(plain, write, send, {})).toBe('command 1')
  })

  test.each<[string, ActionState, object]>([
    ['on a shared page', send, { isShared: true }],
    ['on a shared page that would ask for a value', { kind: 'ask', tag, shown: 1 }, { isShared: true }],
    ['in a drawing of a newer version', send, { isNewer: true }],
    ['in an older revision', send, { isOld: true }],
    ['on a component that is off duty', { kind: 'refused', code: 'control.off' }, {}],
    ['on a component with a stale value', { kind: 'refused', code: 'tag.stale', tag }, {}],
  ])('sends no command %s and shows the reason', async (_, state, how) => {
    expect(await click(plain, write, state, how)).toBe('')
    await screen.findByText(/nothing is sent|Command not sent|Upgrade this installation/)
  })

  test.each([
    ['a command', plain, 'command 1'],
    ['a command of a component with a password', guarded, 'command 1'],
  ])('waits for confirmation of %s on a display that may operate', async (_, component, outcome) => {
    expect(await click(component, write, send, { isShared: true, mayOperate: true })).toBe(outcome)
  })

  test.each<[string, typeof plain]>([
    ['another drawing', plain],
    ['what asks for a password', guarded],
  ])('does not open %s on a display that may operate', async (_, component) => {
    expect(await click(component, popup, { kind: 'open' }, { isShared: true, mayOperate: true })).toBe('')
  })

  test('that opens a drawing opens it where no password is asked', async () => {
    expect(await click(plain, popup, { kind: 'open' }, {})).toBe('drawing d2')
  })

  test.each<[string, typeof plain, object, string]>([
    ['asks for the password of the component', guarded, {}, 'password'],
    ['is not taken on a shared page', plain, { isShared: true }, ''],
    ['is not taken on a shared page where a password is asked', guarded, { isShared: true }, ''],
    ['is not taken in a drawing of a newer version where a password is asked', guarded, { isNewer: true }, ''],
    ['is not taken in an older revision where a password is asked', guarded, { isOld: true }, ''],
  ])('that opens a drawing %s', async (_, component, how, outcome) => {
    expect(await click(component, popup, { kind: 'open' }, how)).toBe(outcome)
  })
})

test('a password-protected component opens only after the server has verified the password', async () => {
  const opened: string[] = []
  let isWrong = true
  const document = new DrawingDocument({ ...newDrawing('Works'), components: [guarded] })
  const { server, user } = await openPart(
    ({ stores }) => (
      <OpeningBox
        drawing="d1"
        running={runWithoutPixels(document, stores.telemetry.tags).running}
        guarded={{ component: guarded, action: { kind: 'drawing', drawing: 'd2', open: 'popup' } }}
        onOpen={() => opened.push('opened')}
        onClose={() => undefined}
      />
    ),
    { answers: { 'drawing.checkComponent': () => (isWrong ? refusal('component.passwordWrong') : null) } },
  )
  const box = await screen.findByRole('dialog', { name: 'Pump' })
  const open = () => screen.getByRole('button', { name: 'Open' })
  expect(open()).toHaveProperty('disabled', true)
  await act(async () => {
    fireEvent.submit(box.querySelector('form') ?? box)
  })
  expect(server.writes()).toEqual([])
  await user.type(screen.getByLabelText('Component password'), 'wrong')
  await user.click(open())
  await screen.findByRole('alert')
  expect(opened).toEqual([])
  isWrong = false
  await user.type(screen.getByLabelText('Component password'), 'right')
  await user.click(open())
  await expect.poll(() => opened).toEqual(['opened'])
})

test.each<[string, Parameters<typeof createAccount>[1], number]>([
  ['who may', {}, 1],
  ['nobody without the permission', { permissions: ['lighting:alarm:list'] }, 0],
  ['nobody of another project', { projects: [{ id: 'other', role: 'operator' }] }, 0],
])('an alarm of a drawing is confirmed by %s', async (_, account, buttons) => {
  const list = makeComponent({ type: 'rect', name: 'Alarms', width: 10, height: 10 })
  const row = createRow('alarm-1', {
    message: 'Lamp out',
    at: 1,
    fault: 'lampOut',
    level: 2,
    clearedAt: null,
    status: 'unconfirmed',
  })
  const document = new DrawingDocument({ ...newDrawing('Works'), components: [list] })
  let stop = (): void => undefined
  const { server, user } = await openPart(
    ({ stores }) => {
      const plant = new PlantAlarms({
        client: stores.entities.of(alarm).client,
        project,
        alarmStore: stores.alarms,
        getChangeCount: () => 0,
        isLinked: () => true,
        format: () => '',
      })
      stop = plant.open(10, () => undefined)
      return (
        <AlarmBox
          plant={plant}
          running={runWithoutPixels(document, stores.telemetry.tags).running}
          component={list}
          project={project}
          onClose={() => undefined}
        />
      )
    },
    {
      account: createAccount('operator', account),
      answers: {
        'alarm.list': () => ({ rows: [row], total: 1 }),
        'alarm.confirm': () => ({ ...row, status: 'confirmed' }),
      },
    },
  )
  await screen.findByText('Lamp out')
  const [confirm] = screen.queryAllByRole('button', { name: 'Acknowledge Lamp out' })
  expect([
    screen.queryAllByRole('button', { name: 'Acknowledge Lamp out' }).length,
    screen.queryAllByText('Your role cannot acknowledge alarms here').length,
    server.writes(),
  ]).toEqual([buttons, 1 - buttons, []])
  if (confirm) await user.click(confirm)
  await expect.poll(() => server.sent('alarm.confirm').length).toBe(buttons)
  stop()
})
