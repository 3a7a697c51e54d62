// These tests are in one file because they share a running drawing made by `house`, with its stage, tags and feeds.
import { describe, expect, it, vi } from 'vitest'
import { asQuality, noValueText, quality, TagTable, type Quality } from '../bindings/index.ts'
import type { Action, Binding, Component, Id } from '../document/model/component.ts'
import { color, flag, number, text } from '../schema/index.ts'
import type { Feed } from '../components/define.ts'
import type { FieldValue } from '../schema/index.ts'
import type { ActionState, RunnerStage } from './index.ts'
import type { RunnerType } from './runner.ts'
import { createRunner } from './index.ts'
import type { PointedEvent } from './pointerEvents.ts'

const words = { en: 'Thing', zh: '物' }
const fields = {
  level: number(words, { default: 50, min: 0, max: 100 }),
  label: text(words, { default: 'none' }),
  fill: color(words, { default: '#ffffff' }),
  tripped: flag(words),
  isInverse: flag(words),
}
const catalog = {
  get: (type: string): RunnerType | undefined =>
    type === 'tank'
      ? { fields }
      : type === 'switch'
        ? { fields, operates: { prop: 'level', kind: 'switch', inverse: 'isInverse' } }
        : type === 'button'
          ? { fields, disabledProp: 'tripped' }
          : type === 'sketch'
            ? { fields, feeds: () => [{ kind: 'blank', prop: 'label' }] }
            : type === 'board'
              ? { fields, feeds: () => [{ kind: 'request', prop: 'label', url: '/x', path: '', everyMs: 1000 }] }
              : undefined,
}

const toId = (name: string) => name as Id
const component = (
  name: string,
  options: { type?: string; bindings?: readonly Binding[]; action?: Action; parent?: Id } = {},
): Component => ({
  id: toId(name),
  type: options.type ?? 'tank',
  name,
  rank: 'a',
  parent: options.parent ?? null,
  x: 10,
  y: 20,
  width: 30,
  height: 40,
  angleDeg: 0,
  flipX: false,
  flipY: false,
  opacity: 1,
  visible: true,
  locked: false,
  copies: null,
  props: { label: 'own' },
  bindings: options.bindings ?? [],
  animation: null,
  action: options.action ?? null,
  extras: {},
  link: null,
})
const by = (prop: string, tag: string): Binding => ({ prop, tag, via: { kind: 'value' } })

/** Moves the pointer over a component and clicks it; `clicked` returns the result and the cursor. */
function clicks(components: readonly Component[], hit: Component) {
  const at = house(components)
  at.pointer.hit = hit
  const clicked = () => {
    at.actions.length = 0
    at.frame()
    at.point('pointermove', 0, 0)
    at.point('pointerdown')
    at.point('pointerup')
    const [state] = at.actions.map(([, each]) => each)
    return [state?.kind === 'refused' ? state.code : state?.kind, at.canvas.style.cursor]
  }
  return { ...at, clicked }
}

/**
 * A stage without pixels: the test draws frames, overrides are recorded, and the test sets the component under the
 * pointer.
 */
function house(components: readonly Component[], answers?: ReadonlyMap<Id, (component: Component) => void>) {
  const map = new Map(components.map((each) => [each.id, each]))
  const frames: ((nowMs: number) => boolean | void)[] = []
  const overrides: unknown[] = []
  const shown = new Map<Id, { values: Record<string, FieldValue> | null; quality: Quality }>()
  const pointer = { hit: null as Component | null }
  const listeners = new Map<string, (event: PointedEvent) => void>()
  const canvas = {
    style: { cursor: '' },
    addEventListener: (type: string, listener: (event: PointedEvent) => void) => void listeners.set(type, listener),
    removeEventListener: (type: string) => void listeners.delete(type),
  }
  const override = (id: Id, props: object | null, mark?: number) => {
    overrides.push([id, props && { ...props }, mark])
    shown.set(id, { values: props as Record<string, FieldValue> | null, quality: asQuality(mark) })
  }
  const stage = {
    canvas,
    camera: { toWorld: (point: { x: number; y: number }) => point },
    hitTest: () => pointer.hit,
    override,
    getLive: (id: Id) => shown.get(id) ?? null,
    getLiveHandle: (id: Id) => {
      const live: Record<string, FieldValue> = {}
      return {
        set: (prop: string, value: FieldValue) => {
          live[prop] = value
        },
        show: (mark: number) => override(id, live, mark),
      }
    },
    requestFrame: vi.fn<() => void>(),
    beforeDraw: (fn: (nowMs: number) => boolean | void) => {
      frames.push(fn)
      return () => void frames.splice(frames.indexOf(fn), 1)
    },
  } satisfies RunnerStage
  const tags = new TagTable()
  const opened: { feed: Feed; deliver: (value: FieldValue | null | undefined) => void; isOpen: boolean }[] = []
  const feeds = {
    open: (feed: Feed, deliver: (value: FieldValue | null | undefined) => void) => {
      const entry = { feed, deliver, isOpen: true }
      opened.push(entry)
      return () => {
        entry.isOpen = false
      }
    },
  }
  const runner = createRunner(stage, { components: map, get: (id) => map.get(id) }, tags, catalog, {
    feeds,
    ...(answers ? { clickHandlers: answers } : {}),
  })
  const write = (tag: string, value: number, mark: 0 | 1 | 2 | 3 = 0, shownText?: string) =>
    tags.write(tags.indexOf(tag), value, mark, 1, shownText)
  const frame = () => {
    overrides.length = 0
    for (const draw of frames) draw(0)
    return [...overrides]
  }
  const point = (type: string, x = 0, buttons = 1) =>
    listeners.get(type)?.({ isPrimary: true, button: 0, buttons, pointerId: 1, offsetX: x, offsetY: 0 })
  const actions: [string, ActionState][] = []
  runner.onAction((_action, { id }, state) => actions.push([id, state]))
  return { opened, runner, stage, tags, write, frame, point, pointer, actions, canvas }
}

describe('a running drawing', () => {
  it("shows its own values as stale until the first come, but no words of the designer's, then the live ones", () => {
    const { frame, write, runner } = house([
      component('a', { bindings: [by('level', 'p/d/level'), by('label', 'p/d/label')] }),
      component('b'),
    ])
    expect(runner.requiredTags).toEqual(['p/d/level', 'p/d/label'])
    expect(frame()).toEqual([['a', { level: 50, label: noValueText }, quality.stale]])
    write('p/d/level', 30)
    expect(frame()).toEqual([['a', { level: 30, label: noValueText }, quality.stale]])
    write('p/d/label', NaN, 0, 'full')
    expect(frame()).toEqual([['a', { level: 30, label: 'full' }, quality.good]])
    expect(frame()).toEqual([])
  })

  it('asks for one frame when values come, however many', () => {
    const { stage, write, frame } = house([component('a', { bindings: [by('level', 'p/d/level')] })])
    stage.requestFrame.mockClear()
    write('p/d/level', 1)
    write('p/d/level', 2)
    expect(stage.requestFrame).toHaveBeenCalledTimes(1)
    frame()
    write('p/d/level', 3)
    expect(stage.requestFrame).toHaveBeenCalledTimes(2)
  })

  it('does not repaint if the displayed state is unchanged', () => {
    const { write, frame } = house([component('a', { bindings: [by('level', 'p/d/level')] })])
    write('p/d/level', 100)
    frame()
    write('p/d/level', 250)
    expect(frame()).toEqual([])
    write('p/d/level', 250, quality.uncertain)
    expect(frame()).toEqual([['a', { level: 100 }, quality.uncertain]])
  })

  it('shows the worst quality of its tags, and an invalid result as bad with the last known value', () => {
    const ratio: Binding = {
      prop: 'level',
      tag: 'p/d/part',
      via: { kind: 'expression', source: 'value / {p/d/whole}' },
    }
    const { write, frame } = house([component('a', { bindings: [ratio, by('x', 'p/d/place')] })])
    write('p/d/part', 8)
    write('p/d/place', 99)
    write('p/d/whole', 2)
    expect(frame()).toEqual([['a', { level: 4, x: 99 }, quality.good]])
    write('p/d/whole', 0)
    expect(frame()).toEqual([['a', { level: 4, x: 99 }, quality.bad]])
    write('p/d/whole', 4, quality.uncertain)
    expect(frame()).toEqual([['a', { level: 2, x: 99 }, quality.uncertain]])
    write('p/d/whole', 4, quality.stale)
    expect(frame()).toEqual([['a', { level: 2, x: 99 }, quality.stale]])
  })

  it('runs an animation only while a good value enables it', () => {
    const alarm: Binding = {
      prop: 'animated',
      tag: 'p/d/level',
      via: { kind: 'expression', source: 'value > 90 && isGood({p/d/level})' },
    }
    const { write, frame } = house([
      component('a', { bindings: [by('animated', 'p/d/run')] }),
      component('b', { bindings: [alarm] }),
    ])
    const still = (id: string, mark: number) => [id, { animated: false }, mark]
    expect(frame()).toEqual([still('a', quality.stale), still('b', quality.stale)])
    write('p/d/run', 1)
    expect(frame()).toEqual([['a', { animated: true }, quality.good]])
    write('p/d/run', 1, quality.uncertain)
    expect(frame()).toEqual([['a', { animated: true }, quality.uncertain]])
    for (const mark of [quality.stale, quality.bad]) {
      write('p/d/run', 1, mark)
      expect(frame()).toEqual([still('a', mark)])
    }
    write('p/d/run', NaN, quality.good, 'running')
    expect(frame()).toEqual([])
    write('p/d/level', 95)
    expect(frame()).toEqual([['b', { animated: true }, quality.good]])
    write('p/d/level', 95, quality.stale)
    expect(frame()).toEqual([still('b', quality.stale)])
  })

  it('runs an animation at the speed of a good value, within limits, and stops it without one', () => {
    const { write, frame } = house([component('a', { bindings: [by('animationSpeed', 'p/d/run')] })])
    const at = (animationSpeed: number, mark: number) => [['a', { animationSpeed }, mark]]
    expect(frame()).toEqual(at(0, quality.stale))
    for (const [value, speed] of [
      [1.5, 1.5],
      [99, 10],
      [-3, 0],
    ] as const) {
      write('p/d/run', value)
      expect(frame()).toEqual(at(speed, quality.good))
    }
    write('p/d/run', 2, quality.uncertain)
    expect(frame()).toEqual(at(2, quality.uncertain))
    for (const mark of [quality.stale, quality.bad]) {
      write('p/d/run', 2, mark)
      expect(frame()).toEqual(at(0, mark))
    }
  })

  it('gives the drawing back its own on destroy and listens no more', () => {
    const { runner, stage, write, frame, point, pointer, actions } = house([
      component('a', { bindings: [by('level', 'p/d/level')], action: { kind: 'write', tag: 'p/d/level', value: 1 } }),
    ])
    write('p/d/level', 1)
    frame()
    stage.requestFrame.mockClear()
    const override = vi.spyOn(stage, 'override')
    runner.destroy()
    expect(override).toHaveBeenCalledWith('a', null)
    write('p/d/level', 2)
    pointer.hit = component('a')
    point('pointerdown')
    point('pointerup')
    expect([frame(), stage.requestFrame.mock.calls, actions]).toEqual([[], [], []])
  })
})

const lamp = () => component('lamp', { action: { kind: 'switch', tag: 'p/d/lamp', on: 1, off: 0 } })

describe('a click', () => {
  it('on a switch sends the absolute value that is not shown', () => {
    const { write, runner, actions } = house([lamp()])
    write('p/d/lamp', 1)
    runner.activate(toId('lamp'))
    write('p/d/lamp', 0)
    runner.activate(toId('lamp'))
    write('p/d/lamp', 0.5)
    runner.activate(toId('lamp'))
    expect(actions.map(([, state]) => state)).toEqual(
      [0, 1, 0].map((value) => ({ kind: 'send', tag: 'p/d/lamp', value })),
    )
  })

  it.each([quality.bad, quality.stale])('is refused when the value has quality %i', (mark) => {
    const { write, runner, actions } = house([lamp()])
    const refusal = ['lamp', { kind: 'refused', code: 'tag.stale', tag: 'p/d/lamp' }]
    runner.activate(toId('lamp'))
    write('p/d/lamp', 1, mark)
    runner.activate(toId('lamp'))
    expect(actions).toEqual([refusal, refusal])
  })

  it('on a write without a value asks for it, with one sends it', () => {
    const requester = component('ask', { action: { kind: 'write', tag: 'p/d/set', value: null } })
    const set = component('set', { action: { kind: 'write', tag: 'p/d/set', value: 40 } })
    const link = component('link', { action: { kind: 'link', url: 'https://example.org', open: 'window' } })
    const { write, runner, actions } = house([requester, set, link])
    write('p/d/set', 12)
    for (const { id } of [requester, set, link]) runner.activate(id)
    expect(actions).toEqual([
      ['ask', { kind: 'ask', tag: 'p/d/set', shown: 12 }],
      ['set', { kind: 'send', tag: 'p/d/set', value: 40 }],
      ['link', { kind: 'open' }],
    ])
  })

  it('does nothing on a disabled component or one with an unknown interlock, as the pointer shows; other stale values do not block it', () => {
    const start = component('a', {
      type: 'button',
      action: { kind: 'write', tag: 'p/d/start', value: 1 },
      bindings: [by('label', 'p/d/words'), by('tripped', 'p/d/interlock')],
    })
    const { clicked, runner, write } = clicks([start], start)
    const state = () => [...clicked(), runner.getDisabledReason(start.id)]
    write('p/d/start', 0)
    expect(state()).toEqual(['control.unknown', 'not-allowed', 'control.unknown'])
    write('p/d/interlock', 0)
    expect(state()).toEqual(['send', 'pointer', null])
    write('p/d/interlock', 1)
    expect(state()).toEqual(['control.off', 'not-allowed', 'control.off'])
    write('p/d/interlock', 0, quality.bad)
    expect(state()).toEqual(['control.unknown', 'not-allowed', 'control.unknown'])
    write('p/d/interlock', 0, quality.uncertain)
    expect(state()).toEqual(['send', 'pointer', null])
  })

  it.each([
    {
      words: 'an expression that comes to no yes or no',
      via: { kind: 'expression', source: 'value / 0' } as const,
      given: 1,
      message: undefined,
    },
    { words: 'a text', via: { kind: 'value' } as const, given: NaN, message: 'tripped' },
  ])('treats an interlock as unknown if it is $words', ({ via, given: value, message }) => {
    const start = component('a', {
      type: 'button',
      action: { kind: 'write', tag: 'p/d/start', value: 1 },
      bindings: [{ prop: 'tripped', tag: 'p/d/interlock', via }],
    })
    const { clicked, runner, write } = clicks([start], start)
    write('p/d/start', 0)
    write('p/d/interlock', value, quality.good, message)
    expect([...clicked(), runner.getDisabledReason(start.id)]).toEqual([
      'control.unknown',
      'not-allowed',
      'control.unknown',
    ])
  })

  it('does nothing on a disabled member even if its group has an action, and reports the clicked member', () => {
    const group = component('g', { type: 'group', action: { kind: 'write', tag: 'p/d/start', value: 1 } })
    const within = component('inner', { type: 'group', parent: group.id })
    const member = component('a', { type: 'button', parent: within.id, bindings: [by('tripped', 'p/d/interlock')] })
    const { clicked, runner, write } = clicks([group, within, member], member)
    const states: string[] = []
    runner.onAction((_action, { id }, _state, hit) => states.push(`${id} ${hit.id}`))
    write('p/d/start', 0)
    write('p/d/interlock', 1)
    expect(clicked()).toEqual(['control.off', 'not-allowed'])
    write('p/d/interlock', 0)
    expect(clicked()).toEqual(['send', 'pointer'])
    expect(states).toEqual(['g a', 'g a'])
  })

  it('is one that hardly moved; a pan is none', () => {
    const { write, actions, point, pointer } = house([lamp()])
    write('p/d/lamp', 1)
    pointer.hit = lamp()
    point('pointerdown', 0)
    point('pointerup', 3)
    point('pointerdown', 0)
    point('pointerup', 30)
    point('pointerdown', 0)
    point('pointercancel', 0)
    point('pointerup', 0)
    expect(actions).toHaveLength(1)
  })

  it('on a member acts for its group, and the pointer shows it beforehand', () => {
    const member = component('member', { parent: toId('lamp') })
    const { write, actions, point, pointer, canvas } = house([lamp(), member])
    write('p/d/lamp', 1)
    pointer.hit = member
    point('pointermove', 0, 0)
    expect(canvas.style.cursor).toBe('pointer')
    point('pointerdown')
    point('pointerup')
    expect(actions.map(([id]) => id)).toEqual(['lamp'])
    pointer.hit = null
    point('pointermove', 0, 0)
    expect(canvas.style.cursor).toBe('')
  })
})

describe('a component that is operated by its nature', () => {
  const tap = (bindings: readonly Binding[]) => component('tap', { type: 'switch', bindings })

  it('turned round, is on where the value is 0', () => {
    const { write, runner } = house([{ ...tap([by('level', 'p/d/tap')]), props: { isInverse: true } }])
    const acted: Action[] = []
    runner.onAction((action) => {
      acted.push(action)
    })
    write('p/d/tap', 1)
    runner.activate(toId('tap'))
    expect(acted).toEqual([{ kind: 'switch', tag: 'p/d/tap', on: 0, off: 1 }])
  })

  it('inverted by a tag, sends the displayed on value', () => {
    const turned = component('s', { type: 'switch', bindings: [by('level', 'p/d/run'), by('isInverse', 'p/d/turned')] })
    const { runner, write, frame } = house([turned])
    const states: unknown[] = []
    runner.onAction((action) => states.push(action.kind === 'switch' && [action.on, action.off]))
    for (const [level, isTurned] of [
      [0, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      write('p/d/run', level)
      write('p/d/turned', isTurned)
      frame()
      runner.activate(toId('s'))
    }
    expect(states).toEqual([
      [1, 0],
      [0, 1],
      [0, 1],
    ])
  })

  it('sends the opposite state to the displayed tag, without a configured action', () => {
    const { write, runner, actions } = house([tap([by('level', 'p/d/tap')])])
    write('p/d/tap', 1)
    expect(runner.actors.map(({ id }) => id)).toEqual(['tap'])
    runner.activate(toId('tap'))
    expect(actions).toEqual([['tap', { kind: 'send', tag: 'p/d/tap', value: 0 }]])
  })

  it('sends the opposite of the displayed state, whatever number represents it', () => {
    const { runner, actions, write } = house([tap([by('level', 'p/d/tap')])])
    for (const value of [2, 255, -1, 0]) {
      write('p/d/tap', value)
      runner.activate(toId('tap'))
    }
    expect(actions.map(([, state]) => state)).toEqual(
      [0, 0, 0, 1].map((value) => ({ kind: 'send', tag: 'p/d/tap', value })),
    )
  })

  it("does nothing when it is bound to nothing, or to a value that is no tag's own", () => {
    const scaled: Binding = { prop: 'level', tag: 'p/d/tap', via: { kind: 'value', scale: 10 } }
    for (const bindings of [[], [scaled]]) expect(house([tap(bindings)]).runner.actors).toEqual([])
  })
})

describe('a component that is fed', () => {
  it('is stale until its first value comes, shows it, and is stale again when it is no longer known', () => {
    const { opened, frame, runner } = house([component('board', { type: 'board' })])
    expect(opened.map(({ feed }) => feed.kind)).toEqual(['request'])
    expect(frame()).toEqual([['board', { label: '' }, quality.stale]])
    opened[0]?.deliver('42 t')
    expect(frame()).toEqual([['board', { label: '42 t' }, quality.good]])
    opened[0]?.deliver('42 t')
    expect(frame()).toEqual([])
    opened[0]?.deliver(null)
    expect(frame()).toEqual([['board', { label: '42 t' }, quality.stale]])
    opened[0]?.deliver('42 t')
    expect(frame()).toEqual([['board', { label: '42 t' }, quality.good]])
    runner.destroy()
    expect(opened[0]?.isOpen).toBe(false)
  })

  it('shows nothing, as bad, once it is answered that there is no value, and recovers', () => {
    const { opened, frame } = house([component('board', { type: 'board' })])
    opened[0]?.deliver('42 t')
    frame()
    opened[0]?.deliver(undefined)
    expect(frame()).toEqual([['board', { label: '' }, quality.bad]])
    opened[0]?.deliver('43 t')
    expect(frame()).toEqual([['board', { label: '43 t' }, quality.good]])
  })

  it('never shows its sample data and requests nothing for it', () => {
    const { opened, frame } = house([component('sketch', { type: 'sketch' })])
    expect(frame()).toEqual([['sketch', { label: '' }, quality.good]])
    expect(opened).toEqual([])
  })
})

describe('a component that the page answers for', () => {
  it('is pressed like one that acts, by pointer and keyboard; its own action comes first', () => {
    const failedIds: Id[] = []
    const answer = ({ id }: Component) => void failedIds.push(id)
    const acting = component('acting', { action: { kind: 'write', tag: 'p/d/level', value: 5 } })
    const { runner, point, pointer, actions, canvas, write } = house(
      [component('list'), acting, component('plain')],
      new Map([
        [toId('list'), answer],
        [toId('acting'), answer],
      ]),
    )
    write('p/d/level', 1)
    expect(runner.actors.map(({ id }) => id)).toEqual(['list', 'acting'])
    pointer.hit = component('list')
    point('pointermove', 0, 0)
    expect(canvas.style.cursor).toBe('pointer')
    point('pointerdown')
    point('pointerup')
    expect([runner.activate(toId('list')), runner.activate(toId('plain')), runner.activate(toId('acting'))]).toEqual([
      true,
      false,
      true,
    ])
    expect([failedIds, actions]).toEqual([['list', 'list'], [['acting', { kind: 'send', tag: 'p/d/level', value: 5 }]]])
  })
})
